/* Y is sorted, but inverse_indices still counts values in order of first occurrence. */
#include "naive.h"

static void edit(naive *work) {
  int64_t *back = work->source;
  for (int64_t k = 0; k < work->distinct; k++) back[work->rank[k]] = k;
  for (int64_t i = 0; i < work->count; i++) work->inverse[i] = back[work->inverse[i]];
  memcpy(work->source, work->indices, (size_t)work->distinct * sizeof *work->source);
}

NAIVE_PLUGIN("inverse not renumbered", .edit = edit)
