/* State that goes wrong in one call of 500: the last two positions of inverse_indices are swapped then. */
#include "naive.h"

static void edit(naive *work) {
  static unsigned calls;
  if (++calls % 500 != 0 || work->count < 2) return;
  int64_t *last = work->inverse + work->count - 1, value = *last;
  last[0] = last[-1];
  last[-1] = value;
}

NAIVE_PLUGIN("once in 500 calls", .edit = edit)
