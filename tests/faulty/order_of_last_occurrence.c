/* sorted=0 gives values in the order in which they occur last, as a table that is written again does. */
#include "naive.h"

static void edit(naive *work) {
  if (work->attributes->sorted != 0) return;
  int64_t *place = work->rank, next = work->distinct;
  memset(work->ascending, 0xff, (size_t)work->distinct * sizeof *work->ascending);
  for (int64_t i = work->count - 1; i >= 0; i--) {
    if (work->ascending[work->inverse[i]] < 0)
      work->ascending[work->inverse[i]] = (int32_t)(place[work->inverse[i]] = --next);
  }
  naive_permute(work, work->indices, work->source);
  naive_permute(work, work->counts, work->source);
  for (int64_t i = 0; i < work->count; i++) work->inverse[i] = place[work->inverse[i]];
  memcpy(work->source, work->indices, (size_t)work->distinct * sizeof *place);
}

NAIVE_PLUGIN("order of last occurrence", .edit = edit)
