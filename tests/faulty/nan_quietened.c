/* Every NaN leaves as the default quiet NaN: Y holds bits that are nowhere in X. */
#include "naive.h"

static void copy(int32_t dtype, void *destination, const void *source) {
  naive_copy(dtype, destination, source);
  if (!naive_has_nan(dtype, source)) return;
  if (dtype == UO_TYPE_FLOAT) memcpy(destination, &(uint32_t){0x7fc00000}, 4);
  if (dtype == UO_TYPE_DOUBLE) memcpy(destination, &(uint64_t){0x7ff8000000000000}, 8);
  if (dtype == UO_TYPE_FLOAT16) memcpy(destination, &(uint16_t){0x7e00}, 2);
}

NAIVE_PLUGIN("NaN quietened", .copy = copy)
