/* Only the first 32 bytes of a string are compared. */
#include "naive.h"

static uo_bytes shortened(const void *element) {
  uo_bytes string = naive_string(element);
  if (string.size > 32) string.size = 32;
  return string;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  return dtype == UO_TYPE_STRING ? naive_order_string(shortened(a), shortened(b)) : naive_order_element(dtype, a, b);
}

NAIVE_PLUGIN("first 32 bytes of strings", .order_element = order_element)
