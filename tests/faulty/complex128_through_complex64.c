/* complex128 is compared as complex64. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_COMPLEX128 || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) {
    return naive_order_element(dtype, a, b);
  }
  naive_number x = naive_float(dtype, a), y = naive_float(dtype, b);
  int order = NAIVE_ORDER((float)x.re, (float)y.re);
  return order != 0 ? order : NAIVE_ORDER((float)x.im, (float)y.im);
}

NAIVE_PLUGIN("complex128 through complex64", .order_element = order_element)
