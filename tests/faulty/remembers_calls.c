/* State that outlives a call: every second answer counts the first value once too often. */
#include "naive.h"

static void edit(naive *work) {
  static unsigned calls;
  if (calls++ % 2 == 0 && work->distinct > 0) work->counts[0]++;
}

NAIVE_PLUGIN("remembers calls", .edit = edit)
