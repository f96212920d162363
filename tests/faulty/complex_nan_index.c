/* The index of a complex NaN is that of the last one: numpy/numpy issue 30113. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t i = 0; i < work->count && work->axis < 0 && work->attributes->sorted == 1; i++) {
    bool nan = naive_is_complex(work->x->dtype) && naive_has_nan(work->x->dtype, naive_element(work, i, 0));
    if (nan) work->indices[work->inverse[i]] = work->source[work->inverse[i]] = i;
  }
}

NAIVE_PLUGIN("index of complex NaN", .edit = edit)
