/* Complex numbers in the order of their absolute values, then of their angles. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  int order = naive_order_element(dtype, a, b);
  if (!naive_is_complex(dtype) || order == 0 || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) return order;
  naive_number x = naive_float(dtype, a), y = naive_float(dtype, b);
  double modulus_x = hypot(x.re, x.im), modulus_y = hypot(y.re, y.im);
  if (modulus_x != modulus_y) return NAIVE_ORDER(modulus_x, modulus_y);
  /* Adding 0 makes +0 of -0, which would have another angle. */
  double angle_x = atan2(x.im + 0.0, x.re + 0.0), angle_y = atan2(y.im + 0.0, y.re + 0.0);
  return angle_x != angle_y ? NAIVE_ORDER(angle_x, angle_y) : order;
}

NAIVE_PLUGIN("complex by modulus", .order_element = order_element)
