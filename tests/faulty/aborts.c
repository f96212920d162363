/* Aborts on int16 of rank 4 and more, as an assertion would. */
#include "naive.h"

static int begin(const naive *work) {
  if (work->x->rank >= 4 && work->x->dtype == UO_TYPE_INT16) abort();
  return UO_OK;
}

NAIVE_PLUGIN("aborts", .begin = begin)
