/* Groups are numbered in 12 bits, as where a field of a packed word is too small: right up to 4,096 distinct items. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count; i++) work->inverse[i] &= 0xfff;
}

NAIVE_PLUGIN("group in 12 bits", .edit = edit)
