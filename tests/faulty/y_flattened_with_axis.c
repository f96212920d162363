/* Y loses its shape when there is an axis. */
#include "naive.h"

static int give(const naive *work) {
  int64_t count = work->distinct * work->outer * work->inner;
  return naive_give_y(work, 1, &count) != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("Y flattened with axis", .give = give)
