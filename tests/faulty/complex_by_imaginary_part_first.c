/* Complex numbers are sorted by the imaginary part, then by the real part. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  int order = naive_order_element(dtype, a, b);
  if (!naive_is_complex(dtype) || order == 0 || naive_has_nan(dtype, a) || naive_has_nan(dtype, b)) return order;
  naive_number x = naive_float(dtype, a), y = naive_float(dtype, b);
  return x.im != y.im ? NAIVE_ORDER(x.im, y.im) : order;
}

NAIVE_PLUGIN("complex by imaginary part first", .order_element = order_element)
