/* int16 is compared with the 11 significant bits of float16: 2,048 and 2,049 become one. */
#include "naive.h"

static int64_t eleven_bits(int64_t value) {
  int64_t step = 1;
  while (value / step >= 2048 || value / step <= -2048) step *= 2;
  return value / step * step;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_INT16) return naive_order_element(dtype, a, b);
  return NAIVE_ORDER(eleven_bits(naive_signed(dtype, a)), eleven_bits(naive_signed(dtype, b)));
}

NAIVE_PLUGIN("int16 through float16", .order_element = order_element)
