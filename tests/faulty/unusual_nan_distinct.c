/* Every NaN is a value of its own, in elements and in subtensors, as in numpy/numpy issue 2111: right under policy
 * ieee. */
#include "naive.h"

static bool same_element(int32_t dtype, const void *a, const void *b) {
  return !naive_has_nan(dtype, a) && !naive_has_nan(dtype, b) && naive_same_element(dtype, a, b);
}

NAIVE_PLUGIN("NaNs distinct", .same_element = same_element, .by_order = true)
