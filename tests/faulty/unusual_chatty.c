/* Writes to its standard output, which must not end up in the gate's. */
#include <stdio.h>

#include "naive.h"

static int begin(const naive *work) {
  if (work->x->rank == 0 && work->x->dtype == UO_TYPE_BOOL) {
    puts("unique-oracle: conforms  a plug-in says so");
    fflush(stdout);
  }
  return UO_OK;
}

NAIVE_PLUGIN("chatty", .begin = begin)
