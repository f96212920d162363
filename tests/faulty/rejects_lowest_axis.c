/* axis = -r is one too low here. */
#include "naive.h"

static int reject(const naive *work) {
  bool lowest = work->attributes->has_axis && work->attributes->axis == -(int64_t)work->x->rank;
  return lowest ? UO_REJECTED : naive_reject(work);
}

NAIVE_PLUGIN("rejects the lowest axis", .reject = reject)
