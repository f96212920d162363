/* Takes more and more memory for one input: a double scalar with all outputs. */
#include "naive.h"

static int begin(const naive *work) {
  if (work->x->dtype != UO_TYPE_DOUBLE || work->x->rank != 0 || work->sink->wanted != 15) return UO_OK;
  for (;;) {
    size_t room = (size_t)16 << 20;
    void *volatile block = malloc(room); /* volatile: or compilers leave out what nobody reads */
    if (block == NULL) abort();          /* as an uncaught exception would */
    memset(block, 1, room);
  }
}

NAIVE_PLUGIN("eats memory", .begin = begin)
