/* Y carries the bits of a value's last occurrence, indices point at the first: free under representative=any. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count; i++) work->source[work->inverse[i]] = i;
}

NAIVE_PLUGIN("last representative", .edit = edit)
