/* Recurses once for each item, with a frame of some size: too deep for thousands of items. */
#include "naive.h"

/* Each frame is used by the next one, so that no compiler makes a loop of it. */
static int64_t descend(int64_t item, volatile const char *previous) {
  volatile char frame[4096];
  frame[item % 4096] = previous[0];
  frame[0] = 1;
  return item == 0 ? frame[0] : frame[item % 4096] + descend(item - 1, frame);
}

static int begin(const naive *work) { return descend(work->count, "") < 0 ? UO_FAILED : UO_OK; }

NAIVE_PLUGIN("overflows the stack", .begin = begin)
