/* Zero-size dimensions beside the axis are an error, as torch has it. */
#include "naive.h"

static int begin(const naive *work) {
  return work->axis >= 0 && work->count > 0 && work->outer * work->inner == 0 ? UO_REJECTED : UO_OK;
}

NAIVE_PLUGIN("rejects empty subtensors", .begin = begin)
