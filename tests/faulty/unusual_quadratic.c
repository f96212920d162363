/* Right, but looks through all distinct items for each item; int64, of which there are the most, without detours. */
#include "naive.h"

static bool same(const naive *work, int64_t i, int64_t k) {
  const int64_t *x = work->x->data;
  bool plain = work->x->dtype == UO_TYPE_INT64 && work->outer * work->inner == 1;
  return plain ? x[i] == x[k] : naive_same(work, i, k);
}

NAIVE_PLUGIN("quadratic", .same = same)
