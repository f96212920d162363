/* uint16 is cut to its low byte before it is compared, as a table of 256 counters needs. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_UINT16) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER((uint8_t)naive_unsigned(dtype, a), (uint8_t)naive_unsigned(dtype, b));
}

NAIVE_PLUGIN("uint16 through a byte", .order_element = order_element)
