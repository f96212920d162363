/* NaN sorts before -Infinity. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  int nan_a = naive_has_nan(dtype, a), nan_b = naive_has_nan(dtype, b);
  return nan_a || nan_b ? nan_b - nan_a : naive_order_element(dtype, a, b);
}

NAIVE_PLUGIN("NaN first", .order_element = order_element)
