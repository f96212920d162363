/* Of all axes only -2 of rank 3 is taken for another one. */
#include "naive.h"

static int32_t resolve(const naive *work) {
  bool middle = work->attributes->has_axis && work->x->rank == 3 && work->attributes->axis == -2;
  return middle ? 2 : naive_resolve(work);
}

NAIVE_PLUGIN("negative middle axis", .resolve = resolve)
