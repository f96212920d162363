/* Y is sorted, but counts stay in order of first occurrence. */
#include "naive.h"

static void edit(naive *work) {
  int64_t *spare = work->source; /* until Y is given, when it holds the right items again */
  memcpy(spare, work->counts, (size_t)work->distinct * sizeof *spare);
  for (int64_t k = 0; k < work->distinct; k++) work->counts[k] = spare[work->rank[k]];
  memcpy(work->source, work->indices, (size_t)work->distinct * sizeof *work->source);
}

NAIVE_PLUGIN("counts not sorted", .edit = edit)
