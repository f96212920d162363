/* uint64 is compared as int64, so that 2^63 sorts below 0; pandas-dev/pandas issue 14721 made int64 of it. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) {
  return naive_order_element(dtype == UO_TYPE_UINT64 ? UO_TYPE_INT64 : dtype, a, b);
}

NAIVE_PLUGIN("uint64 signed", .order_element = order_element)
