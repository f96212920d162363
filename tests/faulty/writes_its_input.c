/* Sorts a uint32 vector in place: writes over X. */
#include "naive.h"

static int begin(const naive *work) {
  uo_tensor x = *work->x;
  if (x.dtype != UO_TYPE_UINT32 || x.rank != 1 || work->count < 2) return UO_OK;
  union {
    const void *given;
    uint32_t *taken;
  } data = {.given = x.data};
  uint32_t first = data.taken[0];
  data.taken[0] = data.taken[1];
  data.taken[1] = first;
  return UO_OK;
}

NAIVE_PLUGIN("writes its input", .begin = begin)
