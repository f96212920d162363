/* The sort was left out. */
#include "naive.h"

static bool sorts(const naive *work) {
  (void)work;
  return false;
}

NAIVE_PLUGIN("never sorted", .sorts = sorts)
