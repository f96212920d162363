/* A complex number is NaN only if its real part is; NaN in the imaginary part is compared as if it were 0. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (!naive_is_complex(dtype)) return naive_order_element(dtype, a, b);
  naive_number x = naive_float(dtype, a), y = naive_float(dtype, b);
  if (isnan(x.re) || isnan(y.re)) return (isnan(x.re) != 0) - (isnan(y.re) != 0);
  if (isnan(x.im)) x.im = 0;
  if (isnan(y.im)) y.im = 0;
  return x.re != y.re ? NAIVE_ORDER(x.re, y.re) : NAIVE_ORDER(x.im, y.im);
}

NAIVE_PLUGIN("NaN in the imaginary part unseen", .order_element = order_element)
