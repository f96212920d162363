/* The sort was left out: alibaba/MNN pull request 4544. */
#include "naive.h"

static bool sorts(const naive *work) {
  (void)work;
  return false;
}

NAIVE_PLUGIN("never sorted", .sorts = sorts)
