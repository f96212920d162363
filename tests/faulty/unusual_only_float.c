/* Offers float and nothing else, and says so. */
#include "naive.h"

static int begin(const naive *work) { return work->x->dtype == UO_TYPE_FLOAT ? UO_OK : UO_UNSUPPORTED; }

NAIVE_PLUGIN("only float", .begin = begin)
