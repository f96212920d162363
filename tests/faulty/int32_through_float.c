/* int32 is compared as float: 2^24 and 2^24 + 1 become one. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_INT32) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER((float)naive_signed(dtype, a), (float)naive_signed(dtype, b));
}

NAIVE_PLUGIN("int32 through float", .order_element = order_element)
