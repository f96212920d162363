/* Complex numbers are told apart, but sorted by their real parts only: ties stay in order of occurrence. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (!naive_is_complex(dtype) || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) {
    return naive_order_element(dtype, a, b);
  }
  return NAIVE_ORDER(naive_float(dtype, a).re, naive_float(dtype, b).re);
}

static bool same_element(int32_t dtype, const void *a, const void *b) { return naive_order_element(dtype, a, b) == 0; }

NAIVE_PLUGIN("complex ties unordered", .order_element = order_element, .same_element = same_element)
