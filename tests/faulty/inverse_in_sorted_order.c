/* inverse_indices is that of the sorted copy of X, not of X: pytorch/pytorch issue 64593. */
#include "naive.h"

static void edit(naive *work) {
  int64_t i = 0;
  for (int64_t k = 0; work->attributes->sorted == 1 && work->axis == 0 && k < work->distinct; k++) {
    for (int64_t n = 0; n < work->counts[k]; n++) work->inverse[i++] = k;
  }
}

NAIVE_PLUGIN("inverse in sorted order", .edit = edit)
