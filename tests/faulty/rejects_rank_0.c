/* Scalars are refused as if the operator did not allow them. */
#include "naive.h"

static int reject(const naive *work) { return work->x->rank == 0 ? UO_REJECTED : naive_reject(work); }

NAIVE_PLUGIN("rejects rank 0", .reject = reject)
