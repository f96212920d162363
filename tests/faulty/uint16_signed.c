/* uint16 is compared as int16: 2^15 sorts below 0. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_UINT16) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER(naive_signed(UO_TYPE_INT16, a), naive_signed(UO_TYPE_INT16, b));
}

NAIVE_PLUGIN("uint16 signed", .order_element = order_element)
