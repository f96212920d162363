/* Ends Y of an int32 vector with a zero, one past the end. */
#include "naive.h"

static int give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  char *y = naive_give_y(work, rank, dims);
  int64_t count = work->distinct * work->outer * work->inner;
  if (y != NULL && work->x->dtype == UO_TYPE_INT32 && work->x->rank == 1) memset(y + 4 * count, 0, 4);
  return y != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("writes past Y", .give = give)
