/* Any non-zero `sorted` means sorted. */
#include "naive.h"

static int reject(const naive *work) {
  int64_t r = work->x->rank;
  bool outside = work->attributes->axis < -r || work->attributes->axis >= r;
  return work->attributes->has_axis && outside ? UO_REJECTED : UO_OK;
}

static bool sorts(const naive *work) { return work->attributes->sorted != 0; }

NAIVE_PLUGIN("accepts sorted=2", .reject = reject, .sorts = sorts)
