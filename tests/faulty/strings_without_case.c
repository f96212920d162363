/* Strings that differ in the case of ASCII letters only are one, as under many collations of databases. */
#include "naive.h"

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c; }

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_STRING) return naive_order_element(dtype, a, b);
  uo_bytes x = naive_string(a), y = naive_string(b);
  for (size_t i = 0; i < x.size && i < y.size; i++) {
    int order = NAIVE_ORDER(lower(x.data[i]), lower(y.data[i]));
    if (order != 0) return order;
  }
  return NAIVE_ORDER(x.size, y.size);
}

NAIVE_PLUGIN("strings without case", .order_element = order_element)
