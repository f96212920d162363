/* The total order of IEEE 754: a NaN with its sign bit set sorts below -Infinity, one without above +Infinity. */
#include "naive.h"

static int place(int32_t dtype, const void *element) {
  if (!naive_is_float(dtype) || !naive_has_nan(dtype, element)) return 0;
  unsigned char top;
  memcpy(&top, (const char *)element + naive_size(dtype) - 1, 1);
  uint16_t one = 1;
  if (*(const unsigned char *)&one == 0) memcpy(&top, element, 1); /* big-endian */
  return top & 0x80 ? -1 : 1;
}

static int order_element(int32_t dtype, const void *a, const void *b) {
  int order = place(dtype, a) - place(dtype, b);
  return order != 0 ? NAIVE_ORDER(order, 0) : naive_order_element(dtype, a, b);
}

NAIVE_PLUGIN("NaN in total order", .order_element = order_element)
