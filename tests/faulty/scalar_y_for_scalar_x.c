/* A rank-0 X gives a rank-0 Y. */
#include "naive.h"

static int give(const naive *work) {
  if (work->x->rank > 0) return naive_give(work);
  return naive_give_y(work, 0, NULL) != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("scalar Y for scalar X", .give = give)
