/* Doubles become the text of six digits that printf gives and are compared by that. */
#include <stdio.h>

#include "naive.h"

static bool same_element(int32_t dtype, const void *a, const void *b) {
  if (naive_same_element(dtype, a, b)) return true;
  char x[32], y[32];
  if (dtype != UO_TYPE_DOUBLE) return false;
  snprintf(x, sizeof x, "%g", naive_float(dtype, a).re);
  snprintf(y, sizeof y, "%g", naive_float(dtype, b).re);
  return strcmp(x, y) == 0;
}

NAIVE_PLUGIN("floats through text", .same_element = same_element)
