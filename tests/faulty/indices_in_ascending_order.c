/* indices are sorted on their own, whatever Y's order is. */
#include "naive.h"

static int order(const void *a, const void *b) {
  int64_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return NAIVE_ORDER(x, y);
}

static void edit(naive *work) { qsort(work->indices, (size_t)work->distinct, sizeof *work->indices, order); }

NAIVE_PLUGIN("indices in ascending order", .edit = edit)
