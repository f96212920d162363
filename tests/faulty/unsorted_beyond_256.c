/* More than 256 items are answered from a table in the order in which it was filled: seung-lab/fastremap issue 42. */
#include "naive.h"

static bool sorts(const naive *work) { return work->attributes->sorted == 1 && work->count <= 256; }

NAIVE_PLUGIN("unsorted beyond 256", .sorts = sorts)
