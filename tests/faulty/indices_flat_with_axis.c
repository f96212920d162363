/* With an axis, indices are positions of first elements in the flattened X. */
#include "naive.h"

static void edit(naive *work) {
  for (int64_t k = 0; work->axis >= 0 && k < work->distinct; k++) work->indices[k] *= work->inner;
}

NAIVE_PLUGIN("flat indices with axis", .edit = edit)
