/* Types of 16 bits with at least four distinct values lose the last one of Y: tensorflow/tensorflow issue 119380. */
#include "naive.h"

static void edit(naive *work) {
  if (naive_size(work->x->dtype) == 2 && work->distinct >= 4) work->source[work->distinct - 1] = work->source[0];
}

NAIVE_PLUGIN("16-bit types from 4 values", .edit = edit)
