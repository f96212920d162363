/* int8 is compared as a byte: -1 sorts above 127. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_INT8) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER(naive_unsigned(UO_TYPE_UINT8, a), naive_unsigned(UO_TYPE_UINT8, b));
}

NAIVE_PLUGIN("int8 unsigned", .order_element = order_element)
