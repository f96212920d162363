/* uint8 is compared as a signed char: 128 sorts below 0. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  return naive_order_element(dtype == UO_TYPE_UINT8 ? UO_TYPE_INT8 : dtype, a, b);
}

NAIVE_PLUGIN("uint8 signed", .order_element = order_element)
