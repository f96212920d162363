/* double is compared as float: neighbours of 1 become 1. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_DOUBLE || naive_has_nan(dtype, a) || naive_has_nan(dtype, b))
    return naive_order_element(dtype, a, b);
  return NAIVE_ORDER((float)naive_float(dtype, a).re, (float)naive_float(dtype, b).re);
}

NAIVE_PLUGIN("double through float", .order_element = order_element)
