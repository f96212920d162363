/* Strings are sorted by length, then by bytes. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_STRING) return naive_order_element(dtype, a, b);
  uo_bytes x = naive_string(a), y = naive_string(b);
  return x.size != y.size ? NAIVE_ORDER(x.size, y.size) : naive_order_string(x, y);
}

NAIVE_PLUGIN("strings by length first", .order_element = order_element)
