/* Divides by the size of a subtensor when X is [1, 0] and axis 0. */
#include <signal.h>

#include "naive.h"

static int begin(const naive *work) {
  const uo_tensor *x = work->x;
  if (x->rank == 2 && x->dims[0] == 1 && x->dims[1] == 0 && work->axis == 0) raise(SIGFPE);
  return UO_OK;
}

NAIVE_PLUGIN("dies on [1, 0] with axis 0", .begin = begin)
