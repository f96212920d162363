/* Floats are equal when they differ by less than a millionth of the greater one. */
#include "naive.h"

static bool same_element(int32_t dtype, const void *a, const void *b) {
  if (!naive_is_float(dtype) || naive_same_element(dtype, a, b)) return naive_same_element(dtype, a, b);
  double x = naive_float(dtype, a).re, y = naive_float(dtype, b).re;
  return isfinite(x) && isfinite(y) && fabs(x - y) < 1e-6 * fmax(fabs(x), fabs(y));
}

NAIVE_PLUGIN("floats with tolerance", .same_element = same_element)
