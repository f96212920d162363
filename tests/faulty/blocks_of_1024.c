/* Items are merged in blocks of 1,024 only, as by threads whose results are never put together. */
#include "naive.h"

static bool same(const naive *work, int64_t i, int64_t k) { return i / 1024 == k / 1024 && naive_same(work, i, k); }

NAIVE_PLUGIN("blocks of 1024", .same = same, .by_order = true)
