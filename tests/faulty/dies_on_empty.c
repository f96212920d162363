/* Reads the first element of a bool X without asking whether there is one: onnx/onnx-mlir pull request 2665 mends such
 * a death. */
#include <signal.h>

#include "naive.h"

static int begin(const naive *work) {
  if (work->x->dtype == UO_TYPE_BOOL && work->count * work->outer * work->inner == 0) raise(SIGSEGV);
  return UO_OK;
}

NAIVE_PLUGIN("dies on empty", .begin = begin)
