/* int32 is ordered by the sign of the difference, which wraps: the least value comes after the greatest. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_INT32) return naive_order_element(dtype, a, b);
  uint32_t difference = (uint32_t)naive_unsigned(UO_TYPE_UINT32, a) - (uint32_t)naive_unsigned(UO_TYPE_UINT32, b);
  return difference == 0 ? 0 : difference >> 31 ? -1 : 1;
}

NAIVE_PLUGIN("order by subtraction", .order_element = order_element)
