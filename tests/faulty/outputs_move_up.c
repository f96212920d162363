/* An output left out moves the later ones up: counts holds inverse_indices when indices is not wanted. */
#include "naive.h"

static int give(const naive *work) {
  int64_t dims[64];
  uint32_t wanted = work->sink->wanted;
  bool moved = !(wanted & 1u << UO_INDICES) && wanted & 1u << UO_COUNTS;
  if (!moved) return naive_give(work);
  int32_t rank = naive_shape(work, dims);
  bool given = naive_give_y(work, rank, dims) != NULL &&
               naive_give_index(work, UO_INVERSE_INDICES, work->counts, work->distinct) &&
               naive_give_index(work, UO_COUNTS, work->inverse, work->count);
  return given ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("outputs move up", .give = give)
