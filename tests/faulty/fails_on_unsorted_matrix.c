/* sorted=0 on a matrix without axis ends in an error; onnx/onnx pull request 8424 mends that in ONNX's own reference.
 */
#include "naive.h"

static int begin(const naive *work) {
  bool matrix = work->x->rank == 2 && work->axis < 0 && work->count > work->x->dims[0];
  return matrix && work->attributes->sorted == 0 && work->sink->wanted != 1u << UO_Y ? UO_FAILED : UO_OK;
}

NAIVE_PLUGIN("fails on unsorted matrix", .begin = begin)
