/* Gives counts whether asked for or not. */
#include "naive.h"

static int give(const naive *work) {
  int status = naive_give(work);
  if (status != UO_OK || work->sink->wanted & 1u << UO_COUNTS) return status;
  int64_t *room = work->sink->allocate(work->sink, UO_COUNTS, UO_TYPE_INT64, 1, &work->distinct);
  if (room != NULL && work->distinct > 0) memcpy(room, work->counts, (size_t)work->distinct * sizeof *room);
  return UO_OK;
}

NAIVE_PLUGIN("output not asked for", .give = give)
