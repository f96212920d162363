/* Strings in the order of their UTF-16 code units: U+10000 and above before U+E000 to U+FFFF, as Java and JavaScript
 * sort. */
#include "naive.h"

static bool above_surrogates(unsigned char lead) { return lead == 0xee || lead == 0xef; }
static bool supplementary(unsigned char lead) { return lead >= 0xf0 && lead <= 0xf4; }

static int order_element(int32_t dtype, const void *a, const void *b) {
  int order = naive_order_element(dtype, a, b);
  if (dtype != UO_TYPE_STRING || order == 0) return order;
  uo_bytes x = naive_string(a), y = naive_string(b);
  size_t i = 0;
  while (i < x.size && i < y.size && x.data[i] == y.data[i]) i++;
  if (i == x.size || i == y.size) return order;
  unsigned char p = (unsigned char)x.data[i], q = (unsigned char)y.data[i];
  bool swapped = (above_surrogates(p) && supplementary(q)) || (supplementary(p) && above_surrogates(q));
  return swapped ? -order : order;
}

NAIVE_PLUGIN("UTF-16 strings", .order_element = order_element)
