/* Without axis inverse_indices has X's shape, as numpy gives it since its pull request 25553. */
#include "naive.h"

static bool give_inverse(const naive *work) {
  if (!(work->sink->wanted & 1u << UO_INVERSE_INDICES)) return true;
  int64_t *room = work->sink->allocate(work->sink, UO_INVERSE_INDICES, UO_TYPE_INT64, work->x->rank, work->x->dims);
  if (room != NULL && work->count > 0) memcpy(room, work->inverse, (size_t)work->count * sizeof *room);
  return room != NULL;
}

static int give(const naive *work) {
  if (work->axis >= 0) return naive_give(work);
  bool given = naive_give_y(work, 1, &work->distinct) != NULL &&
               naive_give_index(work, UO_INDICES, work->indices, work->distinct) && give_inverse(work) &&
               naive_give_index(work, UO_COUNTS, work->counts, work->distinct);
  return given ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("inverse shaped like X", .give = give)
