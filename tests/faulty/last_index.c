/* indices holds the last occurrence, as the recipe in rusty1s/pytorch_unique issue 7 does. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count; i++) work->indices[work->inverse[i]] = i;
}

NAIVE_PLUGIN("last index", .edit = edit)
