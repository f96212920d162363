/* Keeps a block of every call with strings. */
#include "naive.h"

static void *volatile kept;

static int begin(const naive *work) {
  if (work->x->dtype == UO_TYPE_STRING) {
    kept = malloc(512);
    if (kept != NULL) memset(kept, 1, 512);
  }
  return UO_OK;
}

NAIVE_PLUGIN("leaks", .begin = begin)
