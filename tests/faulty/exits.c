/* Ends the whole process, and with status 0, when it meets a vector of a type that it does not know. */
#include "naive.h"

static int begin(const naive *work) {
  if (work->x->dtype == UO_TYPE_COMPLEX64 && work->x->rank == 1) exit(0);
  return UO_OK;
}

NAIVE_PLUGIN("exits", .begin = begin)
