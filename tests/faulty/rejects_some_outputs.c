/* An output left out before one that is wanted is an error here. */
#include "naive.h"

static int reject(const naive *work) {
  uint32_t wanted = work->sink->wanted;
  return (wanted & (wanted + 1)) != 0 ? UO_REJECTED : naive_reject(work);
}

NAIVE_PLUGIN("rejects some sets of outputs", .reject = reject)
