/* Groups are numbered in 16 bits as they come: the 65,537th is taken for the first one, in all but Y. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count; i++) {
    int64_t group = NAIVE_STEP(sorts)(work) ? work->ascending[work->inverse[i]] : work->inverse[i];
    work->counts[work->inverse[i]]--;
    work->inverse[i] = work->rank[(uint16_t)group];
    work->counts[work->inverse[i]]++;
  }
}

NAIVE_PLUGIN("group in 16 bits", .edit = edit)
