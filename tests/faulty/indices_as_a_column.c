/* indices has two dimensions, [U, 1], as a search for non-zero places gives it. */
#include "naive.h"

static int give(const naive *work) {
  int64_t dims[64], column[2] = {work->distinct, 1};
  int32_t rank = naive_shape(work, dims);
  if (naive_give_y(work, rank, dims) == NULL) return UO_FAILED;
  if (work->sink->wanted & 1u << UO_INDICES) {
    int64_t *room = work->sink->allocate(work->sink, UO_INDICES, UO_TYPE_INT64, 2, column);
    if (room != NULL) memcpy(room, work->indices, (size_t)work->distinct * sizeof *room);
  }
  return naive_give_index(work, UO_INVERSE_INDICES, work->inverse, work->count) &&
                 naive_give_index(work, UO_COUNTS, work->counts, work->distinct)
             ? UO_OK
             : UO_FAILED;
}

NAIVE_PLUGIN("indices as a column", .give = give)
