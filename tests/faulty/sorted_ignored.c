/* sorted=0 is never looked at. */
#include "naive.h"

static bool sorts(const naive *work) {
  (void)work;
  return true;
}

NAIVE_PLUGIN("sorted=0 ignored", .sorts = sorts)
