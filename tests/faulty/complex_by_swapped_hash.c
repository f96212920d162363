/* Complex numbers are equal when the XOR of their parts is: 1 + 2j and 2 + 1j. */
#include "naive.h"

static uint64_t hash(int32_t dtype, const void *element) {
  uint64_t parts[2] = {0, 0};
  size_t half = naive_size(dtype) / 2;
  memcpy(parts, element, half);
  memcpy(parts + 1, (const char *)element + half, half);
  return parts[0] ^ parts[1];
}

static bool same_element(int32_t dtype, const void *a, const void *b) {
  if (naive_same_element(dtype, a, b)) return true;
  bool hashed = naive_is_complex(dtype) && !naive_has_nan(dtype, a) && !naive_has_nan(dtype, b);
  return hashed && hash(dtype, a) == hash(dtype, b);
}

NAIVE_PLUGIN("complex by a weak hash", .same_element = same_element)
