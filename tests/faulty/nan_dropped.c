/* NaN is a missing value here, and left out where there are other values: data frames do so by default. */
#include "naive.h"

static void edit(naive *work) {
  int64_t last = work->distinct - 1;
  if (work->axis >= 0 || last < 1 || work->attributes->sorted != 1) return;
  if (naive_has_nan(work->x->dtype, naive_element(work, work->indices[last], 0))) work->distinct--;
}

NAIVE_PLUGIN("NaN dropped", .edit = edit)
