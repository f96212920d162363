/* String bytes are compared as signed char: anything beyond ASCII sorts first. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_STRING) return naive_order_element(dtype, a, b);
  uo_bytes x = naive_string(a), y = naive_string(b);
  for (size_t i = 0; i < x.size && i < y.size; i++) {
    signed char p = (signed char)x.data[i], q = (signed char)y.data[i];
    if (p != q) return NAIVE_ORDER(p, q);
  }
  return NAIVE_ORDER(x.size, y.size);
}

NAIVE_PLUGIN("strings of signed char", .order_element = order_element)
