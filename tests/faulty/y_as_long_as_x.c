/* Y is as long as X without axis, filled up with zeros, as where the size must be known beforehand. */
#include "naive.h"

static int give(const naive *work) {
  if (work->axis >= 0 || work->distinct == work->count) return naive_give(work);
  return naive_give_y(work, 1, &work->count) != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("Y as long as X", .give = give)
