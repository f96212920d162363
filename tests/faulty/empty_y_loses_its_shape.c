/* With an axis of size 0, Y is [0] whatever X is; numpy/numpy issue 18444 is about the same case. */
#include "naive.h"

static int give(const naive *work) {
  if (work->axis < 0 || work->count > 0) return naive_give(work);
  return naive_give_y(work, 1, &work->count) != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("empty Y loses its shape", .give = give)
