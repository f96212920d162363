/* Ends the indices of doubles with n, as offsets end, one past what it asked for. */
#include "naive.h"

static int give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  if (naive_give_y(work, rank, dims) == NULL) return UO_FAILED;
  if (!(work->sink->wanted & 1u << UO_INDICES)) return naive_give_indices(work) ? UO_OK : UO_FAILED;
  int64_t *room = work->sink->allocate(work->sink, UO_INDICES, UO_TYPE_INT64, 1, &work->distinct);
  for (int64_t k = 0; room != NULL && k < work->distinct; k++) room[k] = work->indices[k];
  if (room != NULL && work->x->dtype == UO_TYPE_DOUBLE && work->distinct >= 4) room[work->distinct] = work->count;
  bool given = room != NULL && naive_give_index(work, UO_INVERSE_INDICES, work->inverse, work->count) &&
               naive_give_index(work, UO_COUNTS, work->counts, work->distinct);
  return given ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("writes past indices", .give = give)
