/* float16 is sorted by its bits as an unsigned number: negative values come last, the greatest first. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  int order = naive_order_element(dtype, a, b);
  bool by_bits = dtype == UO_TYPE_FLOAT16 && order != 0 && !naive_has_nan(dtype, a) && !naive_has_nan(dtype, b);
  return by_bits ? naive_order_element(UO_TYPE_UINT16, a, b) : order;
}

NAIVE_PLUGIN("float16 by bits", .order_element = order_element)
