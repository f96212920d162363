/* bool ends in an error: tensorflow/tensorflow issue 29863. */
#include "naive.h"

static int begin(const naive *work) { return work->x->dtype == UO_TYPE_BOOL ? UO_FAILED : UO_OK; }

NAIVE_PLUGIN("rejects bool", .begin = begin)
