/* -0.0 leaves as 0.0, as when 0 is added to every number. */
#include "naive.h"

static void copy(int32_t dtype, void *destination, const void *source) {
  naive_copy(dtype, destination, source);
  if (naive_is_float(dtype) && naive_float(dtype, source).re == 0) memset(destination, 0, naive_size(dtype));
}

NAIVE_PLUGIN("zero loses its sign", .copy = copy)
