/* NaNs are one value, but a subtensor holding one equals no other: numpy with equal_nan=True. */
#include "naive.h"

static bool same(const naive *work, int64_t i, int64_t k) {
  bool subtensors = work->axis >= 0 && work->x->rank > 1;
  for (int64_t t = 0; subtensors && t < work->outer * work->inner; t++) {
    if (naive_has_nan(work->x->dtype, naive_element(work, i, t))) return false;
  }
  return naive_same(work, i, k);
}

NAIVE_PLUGIN("NaN rows distinct", .same = same, .by_order = true)
