/* Where the last item equals the first one it is not counted, as by a pass that compares each item with the next one.
 */
#include "naive.h"

static void edit(naive *work) {
  int64_t last = work->count - 1;
  if (last > 0 && work->inverse[0] == work->inverse[last]) work->counts[work->inverse[0]]--;
}

NAIVE_PLUGIN("first and last equal", .edit = edit)
