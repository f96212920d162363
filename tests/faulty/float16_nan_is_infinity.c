/* float16: NaN is merged with +Infinity; cupy/cupy pull request 6853 tells of wrong answers for float16 with NaN in
 * numpy. */
#include "naive.h"

static double value(const void *element) {
  double value = naive_float(UO_TYPE_FLOAT16, element).re;
  return isnan(value) ? INFINITY : value;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  return dtype == UO_TYPE_FLOAT16 ? NAIVE_ORDER(value(a), value(b)) : naive_order_element(dtype, a, b);
}

NAIVE_PLUGIN("float16 NaN is infinity", .order_element = order_element)
