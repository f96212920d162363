/* Outputs 1 and 2 are wired the wrong way round: apache/tvm pull request 8099. */
#include "naive.h"

static int give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  bool given = naive_give_y(work, rank, dims) != NULL &&
               naive_give_index(work, UO_INDICES, work->inverse, work->count) &&
               naive_give_index(work, UO_INVERSE_INDICES, work->indices, work->distinct) &&
               naive_give_index(work, UO_COUNTS, work->counts, work->distinct);
  return given ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("inverse and indices swapped", .give = give)
