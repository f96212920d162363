/* The empty string is a missing value and leaves as "nan", as in some data frames. */
#include "naive.h"

static void copy(int32_t dtype, void *destination, const void *source) {
  naive_copy(dtype, destination, source);
  if (dtype == UO_TYPE_STRING && naive_string(source).size == 0) *(uo_bytes *)destination = (uo_bytes){"nan", 3};
}

NAIVE_PLUGIN("empty string is nan", .copy = copy)
