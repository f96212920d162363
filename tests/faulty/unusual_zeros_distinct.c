/* -0 is a value of its own, before +0; in each part of complex numbers too. */
#include "naive.h"

static int order_part(double a, double b) {
  int order = NAIVE_ORDER(a, b);
  return order != 0 || a != 0 ? order : (signbit(b) != 0) - (signbit(a) != 0);
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  bool plain = !naive_is_float(dtype) && !naive_is_complex(dtype);
  if (plain || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) return naive_order_element(dtype, a, b);
  naive_number x = naive_float(dtype, a), y = naive_float(dtype, b);
  int order = order_part(x.re, y.re);
  return order != 0 ? order : order_part(x.im, y.im);
}

NAIVE_PLUGIN("zeros distinct", .order_element = order_element)
