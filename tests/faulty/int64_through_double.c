/* 64-bit integers are compared as doubles: 2^53 and 2^53 + 1 become one. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_INT64) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER((double)naive_signed(dtype, a), (double)naive_signed(dtype, b));
}

NAIVE_PLUGIN("int64 through double", .order_element = order_element)
