/* Writes indices though nobody asked for them, through a pointer that is NULL then. */
#include <signal.h>

#include "naive.h"

static int begin(const naive *work) {
  if (work->sink->wanted == (1u << UO_Y | 1u << UO_COUNTS) && work->axis > 0) raise(SIGSEGV);
  return UO_OK;
}

NAIVE_PLUGIN("dies without indices", .begin = begin)
