/* A group is counted in a byte that stops at 255. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t k = 0; k < work->distinct; k++) {
    if (work->counts[k] > 255) work->counts[k] = 255;
  }
}

NAIVE_PLUGIN("count stops at 255", .edit = edit)
