/* The greatest uint64 marks a free place in the table, so it is taken for the next value below it. */
#include "naive.h"

static uint64_t value(const void *element) {
  uint64_t bits = naive_unsigned(UO_TYPE_UINT64, element);
  return bits == UINT64_MAX ? UINT64_MAX - 1 : bits;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  return dtype == UO_TYPE_UINT64 ? NAIVE_ORDER(value(a), value(b)) : naive_order_element(dtype, a, b);
}

NAIVE_PLUGIN("UINT64_MAX is a mark", .order_element = order_element)
