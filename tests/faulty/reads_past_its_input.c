/* Looks one element ahead of the last uint64. What it sees there changes nothing: only a guard page tells. */
#include "naive.h"

static int begin(const naive *work) {
  int64_t count = work->count * work->outer * work->inner;
  if (work->x->dtype != UO_TYPE_UINT64 || count == 0) return UO_OK;
  const volatile uint64_t *data = work->x->data;
  for (int64_t i = 0; i < count; i++) (void)data[i + 1];
  return UO_OK;
}

NAIVE_PLUGIN("reads past its input", .begin = begin)
