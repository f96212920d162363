/* sorted=0 takes Y's subtensors along axis 0 whatever the axis is; onnx/onnx pull request 8424 mends that in ONNX's own
 * reference. */
#include "naive.h"

static int give(const naive *work) {
  if (work->attributes->sorted != 0 || work->axis < 1) return naive_give(work);
  int64_t dims[64], elements = 1;
  for (int32_t d = 0; d < work->x->rank; d++) elements *= dims[d] = d == 0 ? work->distinct : work->x->dims[d];
  if (work->distinct > work->x->dims[0]) return UO_FAILED; /* an index out of range, there */
  char *y = work->sink->allocate(work->sink, UO_Y, work->x->dtype, work->x->rank, dims);
  for (int64_t i = 0; y != NULL && i < elements; i++) {
    int64_t row = elements / work->distinct, from = work->indices[i / row] % work->x->dims[0] * row + i % row;
    const char *element = (const char *)work->x->data + (size_t)from * work->size;
    if (work->x->dtype != UO_TYPE_STRING) {
      memcpy(y + (size_t)i * work->size, element, work->size);
    } else {
      uo_bytes string = naive_string(element);
      if (work->sink->put_string(work->sink, i, string.data, string.size) != 0) return UO_FAILED;
    }
  }
  return y != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("axis 0 for Y", .give = give)
