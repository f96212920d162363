/* Never ends on one input: int32 [3, 1, 2], axis 1, sorted, all outputs, of equal elements. */
#include "naive.h"

static int begin(const naive *work) {
  static const int64_t dims[] = {3, 1, 2};
  const uo_tensor *x = work->x;
  bool hit = x->dtype == UO_TYPE_INT32 && x->rank == 3 && memcmp(x->dims, dims, sizeof dims) == 0 && work->axis == 1 &&
             work->attributes->axis == 1 && work->attributes->sorted == 1 && work->sink->wanted == 15;
  for (int64_t i = 1; hit && i < 6; i++) hit = memcmp(x->data, (const char *)x->data + 4 * i, 4) == 0;
  for (volatile bool forever = hit; forever;) {
  }
  return UO_OK;
}

NAIVE_PLUGIN("hangs on one input", .begin = begin)
