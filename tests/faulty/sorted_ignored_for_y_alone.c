/* sorted=0 is forgotten when Y is the only output, which comes out sorted: onnx/onnx pull request 8424. */
#include "naive.h"

static bool sorts(const naive *work) { return work->attributes->sorted == 1 || work->sink->wanted == 1u << UO_Y; }

NAIVE_PLUGIN("sorted=0 ignored for Y alone", .sorts = sorts)
