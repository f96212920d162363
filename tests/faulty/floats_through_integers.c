/* Floats lose their fractions before they are compared. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (!naive_is_float(dtype) || naive_has_nan(dtype, a) || naive_has_nan(dtype, b))
    return naive_order_element(dtype, a, b);
  return NAIVE_ORDER(trunc(naive_float(dtype, a).re), trunc(naive_float(dtype, b).re));
}

NAIVE_PLUGIN("floats through integers", .order_element = order_element)
