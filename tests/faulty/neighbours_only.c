/* Only equal neighbours are merged, as by a pass over unsorted input. */
#include "naive.h"

static bool same(const naive *work, int64_t i, int64_t k) {
  for (int64_t j = k; j < i; j++) {
    if (!naive_same(work, i, j)) return false;
  }
  return true;
}

NAIVE_PLUGIN("only neighbours merged", .same = same)
