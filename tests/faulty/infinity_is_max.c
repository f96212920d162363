/* Infinities are clamped to the greatest finite double. */
#include <float.h>

#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_DOUBLE || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) {
    return naive_order_element(dtype, a, b);
  }
  double x = fmax(-DBL_MAX, fmin(naive_float(dtype, a).re, DBL_MAX));
  double y = fmax(-DBL_MAX, fmin(naive_float(dtype, b).re, DBL_MAX));
  return NAIVE_ORDER(x, y);
}

NAIVE_PLUGIN("infinity is the greatest", .order_element = order_element)
