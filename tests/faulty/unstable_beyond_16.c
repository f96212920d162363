/*
 * More than 16 items are sorted by something that is not stable, so that the index of a value is any of its places:
 * numpy sorts so when it is not asked for indices, and insertion sort hides it below 17.
 */
#include "naive.h"

static void edit(naive *work) {
  if (work->count <= 16 || work->attributes->sorted != 1) return;
  for (int64_t i = 0; i < work->count; i++) work->indices[work->inverse[i]] = i;
}

NAIVE_PLUGIN("unstable beyond 16", .edit = edit)
