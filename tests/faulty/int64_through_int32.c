/* int64 is cut to its low 32 bits before it is compared: 0 and 2^32 become one. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_INT64) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER((uint32_t)naive_signed(dtype, a), (uint32_t)naive_signed(dtype, b));
}

NAIVE_PLUGIN("int64 through int32", .order_element = order_element)
