/* A negative axis is clamped to 0. */
#include "naive.h"

static int32_t resolve(const naive *work) {
  return work->attributes->has_axis && work->attributes->axis < 0 ? 0 : naive_resolve(work);
}

NAIVE_PLUGIN("negative axis as 0", .resolve = resolve)
