/* Positions are kept in 16 bits: right up to 65,535. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t k = 0; k < work->distinct; k++) work->indices[k] = (uint16_t)work->indices[k];
}

NAIVE_PLUGIN("position in 16 bits", .edit = edit)
