/* NaN equals NaN without axis, but never along an axis, so that no one set of choices explains both: numpy/numpy issues
 * 20873 and 23286. */
#include "naive.h"

static bool same(const naive *work, int64_t i, int64_t k) {
  for (int64_t t = 0; work->axis >= 0 && t < work->outer * work->inner; t++) {
    if (naive_has_nan(work->x->dtype, naive_element(work, i, t))) return false;
  }
  return naive_same(work, i, k);
}

NAIVE_PLUGIN("NaN distinct along an axis", .same = same, .by_order = true)
