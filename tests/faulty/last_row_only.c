/* The columns of a matrix are made unique by its last row alone, as pytorch/pytorch issue 50890 understands an answer.
 */
#include "naive.h"

static bool same(const naive *work, int64_t i, int64_t k) {
  if (work->axis != 1 || work->x->rank != 2 || work->outer == 0) return naive_same(work, i, k);
  return naive_same_at(work, i, k, work->outer - 1);
}

NAIVE_PLUGIN("last row only", .same = same)
