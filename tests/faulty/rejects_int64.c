/* int64 is called invalid: microsoft/onnxruntime issues 5908 and 16546, where most types were missing. */
#include "naive.h"

static int reject(const naive *work) { return work->x->dtype == UO_TYPE_INT64 ? UO_REJECTED : naive_reject(work); }

NAIVE_PLUGIN("rejects int64", .reject = reject)
