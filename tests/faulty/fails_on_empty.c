/* Gives up on an X without elements; numpy/numpy issue 18444 is about such a case. */
#include "naive.h"

static int begin(const naive *work) { return work->count * work->outer * work->inner == 0 ? UO_FAILED : UO_OK; }

NAIVE_PLUGIN("fails on empty", .begin = begin)
