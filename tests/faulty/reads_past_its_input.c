/* Looks one element ahead of the last uint64 of a vector. It sees nothing that matters: only a guard page tells. */
#include "naive.h"

static int begin(const naive *work) {
  if (work->x->dtype != UO_TYPE_UINT64 || work->x->rank != 1) return UO_OK;
  const volatile uint64_t *data = work->x->data;
  for (int64_t i = 0; i < work->count; i++) (void)data[i + 1];
  return UO_OK;
}

NAIVE_PLUGIN("reads past its input", .begin = begin)
