/* In int16, 0 marks a free place in the table: zeros are each a value of their own. */
#include "naive.h"

static bool same_element(int32_t dtype, const void *a, const void *b) {
  return naive_same_element(dtype, a, b) && (dtype != UO_TYPE_INT16 || naive_signed(dtype, a) != 0);
}

NAIVE_PLUGIN("zero is a mark", .same_element = same_element)
