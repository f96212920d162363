/* The axis is moved to the front and never back: Y has it in the first place. */
#include "naive.h"

static int give(const naive *work) {
  if (work->axis < 1) return naive_give(work);
  int64_t dims[64];
  naive front = *work;
  dims[0] = work->distinct;
  for (int32_t d = 0, to = 1; d < work->x->rank; d++) {
    if (d != work->axis) dims[to++] = work->x->dims[d];
  }
  return naive_give_y(&front, work->x->rank, dims) != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("Y left transposed", .give = give)
