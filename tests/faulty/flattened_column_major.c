/* Without axis X is flattened column by column. */
#include "naive.h"

static const char *element(const naive *work, int64_t item, int64_t t) {
  if (work->axis >= 0) return naive_element(work, item, t);
  int64_t flat = 0, stride = work->count;
  for (int32_t d = 0; d < work->x->rank; d++) {
    stride /= work->x->dims[d];
    flat += item % work->x->dims[d] * stride;
    item /= work->x->dims[d];
  }
  return naive_element(work, flat, t);
}

NAIVE_PLUGIN("flattened column-major", .element = element)
