/* uint16 is called invalid, not unsupported. */
#include "naive.h"

static int reject(const naive *work) { return work->x->dtype == UO_TYPE_UINT16 ? UO_REJECTED : naive_reject(work); }

NAIVE_PLUGIN("rejects uint16", .reject = reject)
