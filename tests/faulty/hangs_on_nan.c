/* Looks for the first NaN by bisection under `<` and never comes to an end when every element is one. */
#include "naive.h"

static int begin(const naive *work) {
  bool all = work->x->dtype == UO_TYPE_DOUBLE && work->axis < 0 && work->count > 1;
  for (int64_t i = 0; all && i < work->count; i++) all = naive_has_nan(UO_TYPE_DOUBLE, naive_element(work, i, 0));
  for (volatile bool forever = all; forever;) {
  }
  return UO_OK;
}

NAIVE_PLUGIN("hangs on NaN", .begin = begin)
