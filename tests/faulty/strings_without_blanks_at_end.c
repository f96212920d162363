/* Blanks and NULs at the end of a string do not count, as in arrays of fixed-width strings. */
#include "naive.h"

static uo_bytes trimmed(const void *element) {
  uo_bytes string = naive_string(element);
  while (string.size > 0 && (string.data[string.size - 1] == ' ' || string.data[string.size - 1] == 0)) string.size--;
  return string;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  return dtype == UO_TYPE_STRING ? naive_order_string(trimmed(a), trimmed(b)) : naive_order_element(dtype, a, b);
}

NAIVE_PLUGIN("strings without blanks at the end", .order_element = order_element)
