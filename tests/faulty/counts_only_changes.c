/* A value that stands several times side by side is counted once for each run of it. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 1; i < work->count; i++) work->counts[work->inverse[i]] -= work->inverse[i] == work->inverse[i - 1];
}

NAIVE_PLUGIN("counts runs", .edit = edit)
