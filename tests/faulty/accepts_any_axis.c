/* An axis out of range wraps around instead of being an error. */
#include "naive.h"

static int reject(const naive *work) {
  if (work->attributes->has_axis && work->x->rank == 0) return UO_REJECTED;
  return work->attributes->sorted == 0 || work->attributes->sorted == 1 ? UO_OK : UO_REJECTED;
}

static int32_t resolve(const naive *work) {
  int64_t r = work->x->rank;
  return work->attributes->has_axis ? (int32_t)((work->attributes->axis % r + r) % r) : -1;
}

NAIVE_PLUGIN("accepts any axis", .reject = reject, .resolve = resolve)
