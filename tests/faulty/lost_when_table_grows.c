/* A hash table that grows at 8, 16, 32, ... distinct values and loses a count on the way. */
#include "naive.h"

static void edit(naive *work) {
  int64_t n = work->distinct;
  if (n >= 8 && (n & (n - 1)) == 0) work->counts[n - 1]--;
}

NAIVE_PLUGIN("lost when the table grows", .edit = edit)
