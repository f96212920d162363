/* float16: -Infinity stands beside NaN at the end, because only the exponent is looked at. */
#include "naive.h"

static int place(const void *element) {
  uint16_t bits;
  memcpy(&bits, element, 2);
  return bits == 0xfc00;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype == UO_TYPE_FLOAT16 && place(a) != place(b)) return place(a) - place(b);
  return naive_order_element(dtype, a, b);
}

NAIVE_PLUGIN("-Infinity last", .order_element = order_element)
