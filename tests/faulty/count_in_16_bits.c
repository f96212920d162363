/* A group is counted in 16 bits: right up to 65,535 equal items. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t k = 0; k < work->distinct; k++) work->counts[k] = (uint16_t)work->counts[k];
}

NAIVE_PLUGIN("count in 16 bits", .edit = edit)
