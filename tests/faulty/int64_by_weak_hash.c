/* Values of eight bytes are equal when a hash of 32 bits is, the halves XORed: 0 and 2^32 + 1. */
#include "naive.h"

static uint32_t hash(const void *element) {
  uint64_t bits;
  memcpy(&bits, element, 8);
  return (uint32_t)(bits ^ bits >> 32);
}

static bool same_element(int32_t dtype, const void *a, const void *b) {
  bool hashed = dtype == UO_TYPE_INT64 || dtype == UO_TYPE_UINT64;
  return hashed ? hash(a) == hash(b) : naive_same_element(dtype, a, b);
}

NAIVE_PLUGIN("8 bytes by a weak hash", .same_element = same_element)
