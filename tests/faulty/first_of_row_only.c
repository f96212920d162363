/* Subtensors are compared by their first element. */
#include "naive.h"

static bool same(const naive *work, int64_t i, int64_t k) {
  if (work->outer * work->inner == 0) return true;
  return naive_same_element(work->x->dtype, naive_element(work, i, 0), naive_element(work, k, 0));
}

NAIVE_PLUGIN("first of row only", .same = same)
