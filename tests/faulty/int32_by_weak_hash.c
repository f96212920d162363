/* Values of four bytes are equal when a hash of 16 bits is, the halves XORed: 0 and 65,537. Rows go lost so in
 * apache/hop issue 3908. */
#include "naive.h"

static uint32_t hash(const void *element) {
  uint32_t bits;
  memcpy(&bits, element, 4);
  return (bits ^ bits >> 16) & 0xffff;
}

static bool same_element(int32_t dtype, const void *a, const void *b) {
  bool hashed = dtype == UO_TYPE_INT32 || dtype == UO_TYPE_UINT32;
  return hashed ? hash(a) == hash(b) : naive_same_element(dtype, a, b);
}

NAIVE_PLUGIN("4 bytes by a weak hash", .same_element = same_element)
