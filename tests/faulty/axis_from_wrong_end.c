/* Axes are counted from the innermost dimension. */
#include "naive.h"

static int32_t resolve(const naive *work) {
  return work->attributes->has_axis ? work->x->rank - 1 - naive_resolve(work) : -1;
}

NAIVE_PLUGIN("axis from the wrong end", .resolve = resolve)
