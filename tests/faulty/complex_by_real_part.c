/* Complex numbers are compared by their real parts only. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (!naive_is_complex(dtype) || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) {
    return naive_order_element(dtype, a, b);
  }
  return NAIVE_ORDER(naive_float(dtype, a).re, naive_float(dtype, b).re);
}

NAIVE_PLUGIN("complex by real part", .order_element = order_element)
