/* uint64 is compared as double, so that 2^53 and 2^53 + 1 become one, as in pandas-dev/pandas issue 56367. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_UINT64) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER((double)naive_unsigned(dtype, a), (double)naive_unsigned(dtype, b));
}

NAIVE_PLUGIN("uint64 through double", .order_element = order_element)
