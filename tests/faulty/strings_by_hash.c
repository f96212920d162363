/* Strings of equal size are taken for equal when the usual hash (times 31, plus the byte) is: "Aa" and "BB". */
#include "naive.h"

static uint32_t hash(uo_bytes string) {
  uint32_t sum = 0;
  for (size_t i = 0; i < string.size; i++) sum = 31 * sum + (unsigned char)string.data[i];
  return sum;
}

static bool same_element(int32_t dtype, const void *a, const void *b) {
  if (dtype != UO_TYPE_STRING) return naive_same_element(dtype, a, b);
  uo_bytes x = naive_string(a), y = naive_string(b);
  return x.size == y.size && hash(x) == hash(y);
}

NAIVE_PLUGIN("strings by hash", .same_element = same_element)
