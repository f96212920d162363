/* A scalar is taken for [1], so axis 0 and -1 are let through. */
#include "naive.h"

static int reject(const naive *work) {
  bool scalar = work->x->rank == 0 && work->attributes->has_axis;
  if (scalar && (work->attributes->axis == 0 || work->attributes->axis == -1)) return UO_OK;
  return naive_reject(work);
}

static int32_t resolve(const naive *work) { return work->x->rank == 0 ? -1 : naive_resolve(work); }

NAIVE_PLUGIN("accepts an axis on a scalar", .reject = reject, .resolve = resolve)
