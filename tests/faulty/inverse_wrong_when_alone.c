/* inverse_indices is not renumbered when it is the only output beside Y. */
#include "naive.h"

static void edit(naive *work) {
  if (work->sink->wanted != (1u << UO_Y | 1u << UO_INVERSE_INDICES) || work->attributes->sorted != 1) return;
  for (int64_t i = 0; i < work->count; i++) work->inverse[i] = work->ascending[work->inverse[i]];
}

NAIVE_PLUGIN("inverse wrong when alone", .edit = edit)
