/* uint32 is compared as int32: 2^31 sorts below 0. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_UINT32) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER(naive_signed(UO_TYPE_INT32, a), naive_signed(UO_TYPE_INT32, b));
}

NAIVE_PLUGIN("uint32 signed", .order_element = order_element)
