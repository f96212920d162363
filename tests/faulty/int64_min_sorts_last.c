/* The least int64 alone is out of place: its negation overflows. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_INT64) return naive_order_element(dtype, a, b);
  int64_t x = naive_signed(dtype, a), y = naive_signed(dtype, b);
  return x == INT64_MIN || y == INT64_MIN ? (x == INT64_MIN) - (y == INT64_MIN) : NAIVE_ORDER(x, y);
}

NAIVE_PLUGIN("INT64_MIN last", .order_element = order_element)
