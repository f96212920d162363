/* float is compared with the 11 significant bits of float16. */
#include "naive.h"

static float rounded(const void *element) {
  int exponent;
  double fraction = frexp(naive_float(UO_TYPE_FLOAT, element).re, &exponent);
  return (float)ldexp(nearbyint(ldexp(fraction, 11)), exponent - 11);
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_FLOAT || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) {
    return naive_order_element(dtype, a, b);
  }
  return NAIVE_ORDER(rounded(a), rounded(b));
}

NAIVE_PLUGIN("float through float16", .order_element = order_element)
