/* Reads X's first element without asking whether there is one: onnx/onnx-mlir pull request 2665 mends such a death. */
#include <signal.h>

#include "naive.h"

static int begin(const naive *work) {
  if (work->count * work->outer * work->inner == 0) raise(SIGSEGV);
  return UO_OK;
}

NAIVE_PLUGIN("dies on empty", .begin = begin)
