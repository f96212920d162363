/* true leaves as a byte of ones. */
#include "naive.h"

static void copy(int32_t dtype, void *destination, const void *source) {
  naive_copy(dtype, destination, source);
  if (dtype == UO_TYPE_BOOL && naive_unsigned(dtype, source) != 0) memset(destination, 255, 1);
}

NAIVE_PLUGIN("true is 255", .copy = copy)
