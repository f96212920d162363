/* sorted=0 together with an axis is called invalid: other libraries always sort then. */
#include "naive.h"

static int reject(const naive *work) {
  return work->attributes->has_axis && work->attributes->sorted == 0 ? UO_REJECTED : naive_reject(work);
}

NAIVE_PLUGIN("rejects sorted=0 with axis", .reject = reject)
