/* Positions are kept in eight bits: right up to 256 distinct values. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count; i++) work->inverse[i] &= 255;
}

NAIVE_PLUGIN("inverse in a byte", .edit = edit)
