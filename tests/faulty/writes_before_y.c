/* Keeps a sentinel in front of Y while it sorts a uint16 vector. */
#include "naive.h"

static int give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  char *y = naive_give_y(work, rank, dims);
  if (y != NULL && work->x->dtype == UO_TYPE_UINT16 && work->x->rank == 1) memset(y - 2, 0x3c, 2);
  return y != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("writes before Y", .give = give)
