/* The loop that counts ends one element early, so the value of X's last element is counted once too few. */
#include "naive.h"

static void edit(naive *work) {
  if (work->count > 1) work->counts[work->inverse[work->count - 1]]--;
}

NAIVE_PLUGIN("last count short", .edit = edit)
