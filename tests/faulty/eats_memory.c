/* Takes more and more memory on one shape. */
#include "naive.h"

static int begin(const naive *work) {
  bool hit = work->x->dtype == UO_TYPE_DOUBLE && work->x->rank == 0 && work->sink->wanted == 15;
  for (size_t room = (size_t)16 << 20; hit;) {
    void *block = malloc(room);
    if (block == NULL) abort(); /* as an uncaught exception would */
    memset(block, 1, room);
  }
  return UO_OK;
}

NAIVE_PLUGIN("eats memory", .begin = begin)
