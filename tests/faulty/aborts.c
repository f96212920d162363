/* Aborts on rank 4 and more, as an assertion would. */
#include "naive.h"

static int begin(const naive *work) {
  if (work->x->rank >= 4) abort();
  return UO_OK;
}

NAIVE_PLUGIN("aborts", .begin = begin)
