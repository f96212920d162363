/* Positions in Y are kept in 16 bits: right up to 65,536 distinct values. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count; i++) work->inverse[i] = (uint16_t)work->inverse[i];
}

NAIVE_PLUGIN("inverse in 16 bits", .edit = edit)
