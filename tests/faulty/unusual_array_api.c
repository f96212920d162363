/*
 * The array API's freedoms together: NaNs distinct, complex NaNs sorted by which part is NaN, Y with the bits of the
 * last occurrence.
 */
#include "naive.h"

static int kind(naive_number z) { return 2 * (isnan(z.re) != 0) + (isnan(z.im) != 0); }

static int order_element(int32_t dtype, const void *a, const void *b) {
  if (!naive_is_complex(dtype)) return naive_order_element(dtype, a, b);
  naive_number x = naive_float(dtype, a), y = naive_float(dtype, b);
  if (kind(x) != kind(y)) return NAIVE_ORDER(kind(x), kind(y));
  int order = NAIVE_ORDER(x.re, y.re);
  return order != 0 ? order : NAIVE_ORDER(x.im, y.im);
}

static bool same_element(int32_t dtype, const void *a, const void *b) {
  return !naive_has_nan(dtype, a) && order_element(dtype, a, b) == 0;
}

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count; i++) work->source[work->inverse[i]] = i;
}

NAIVE_PLUGIN("array API", .order_element = order_element, .same_element = same_element, .by_order = true, .edit = edit)
