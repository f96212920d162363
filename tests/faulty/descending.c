/* Sorted the wrong way round. */
#include "naive.h"

static int order_element(int32_t dtype, const void *a, const void *b) { return naive_order_element(dtype, b, a); }

NAIVE_PLUGIN("descending", .order_element = order_element)
