/* Allocates its outputs from the last to the first, with a short rest now and then. */
#include <time.h>

#include "naive.h"

static int give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  bool given = naive_give_index(work, UO_COUNTS, work->counts, work->distinct) &&
               naive_give_index(work, UO_INVERSE_INDICES, work->inverse, work->count) &&
               naive_give_index(work, UO_INDICES, work->indices, work->distinct) &&
               naive_give_y(work, rank, dims) != NULL;
  static unsigned calls;
  if (calls++ % 4096 == 0) nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  return given ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("reverse and slow", .give = give)
