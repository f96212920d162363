/* The index outputs are int32. */
#include "naive.h"

static bool give_index(const naive *work, int output, const int64_t *values, int64_t count) {
  if (!(work->sink->wanted & 1u << output)) return true;
  int32_t *room = work->sink->allocate(work->sink, output, UO_TYPE_INT32, 1, &count);
  for (int64_t i = 0; room != NULL && i < count; i++) room[i] = (int32_t)values[i];
  return room != NULL;
}

static int give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  bool given = naive_give_y(work, rank, dims) != NULL && give_index(work, UO_INDICES, work->indices, work->distinct) &&
               give_index(work, UO_INVERSE_INDICES, work->inverse, work->count) &&
               give_index(work, UO_COUNTS, work->counts, work->distinct);
  return given ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("int32 indices", .give = give)
