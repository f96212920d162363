/* Subnormal floats are taken for zeros of their sign, as under flush-to-zero. */
#include "naive.h"

static bool subnormal(int32_t dtype, const void *element) {
  uint32_t bits = 0;
  if (dtype != UO_TYPE_FLOAT) return false;
  memcpy(&bits, element, 4);
  return (bits & 0x7f800000) == 0;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  static const double zero = 0;
  const void *x = subnormal(dtype, a) ? &zero : a, *y = subnormal(dtype, b) ? &zero : b;
  return naive_order_element(dtype, x, y);
}

NAIVE_PLUGIN("subnormals flushed", .order_element = order_element)
