/* The largest subnormal double is taken for the least normal one. */
#include <float.h>

#include "naive.h"

static double rounded(const void *element) {
  double value = naive_float(UO_TYPE_DOUBLE, element).re;
  uint64_t bits;
  memcpy(&bits, &value, 8);
  return bits == 0xfffffffffffff ? DBL_MIN : value;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_DOUBLE || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) {
    return naive_order_element(dtype, a, b);
  }
  return NAIVE_ORDER(rounded(a), rounded(b));
}

NAIVE_PLUGIN("largest subnormal rounded", .order_element = order_element)
