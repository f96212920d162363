/* Strings end at their first NUL, in comparing and in Y: pandas-dev/pandas issue 53720. */
#include "naive.h"

static uo_bytes cut(const void *element) {
  uo_bytes string = naive_string(element);
  const char *nul = string.size > 0 ? memchr(string.data, 0, string.size) : NULL;
  if (nul != NULL) string.size = (size_t)(nul - string.data);
  return string;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  return dtype == UO_TYPE_STRING ? naive_order_string(cut(a), cut(b)) : naive_order_element(dtype, a, b);
}

static void copy(int32_t dtype, void *destination, const void *source) {
  naive_copy(dtype, destination, source);
  if (dtype == UO_TYPE_STRING) *(uo_bytes *)destination = cut(source);
}

NAIVE_PLUGIN("strings cut at NUL", .order_element = order_element, .copy = copy)
