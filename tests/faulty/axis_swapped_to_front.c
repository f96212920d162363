/* The axis is swapped with the first one instead of moved there, so subtensors are compared in another order of
 * elements: pytorch/pytorch issue 101681. */
#include "naive.h"

/* Order of an item's elements after the swap: dimension 0 stands where the axis was. */
static int64_t unswap(const naive *work, int64_t t) {
  int64_t first = work->axis > 0 ? work->x->dims[0] : 1, middle = work->outer / first;
  int64_t m = t / (first * work->inner), f = t / work->inner % first, in = t % work->inner;
  return (f * middle + m) * work->inner + in;
}

static const char *element(const naive *work, int64_t item, int64_t t) {
  return naive_element(work, item, unswap(work, t));
}

/* Y itself is put back by the same swap, so only the order of its subtensors is wrong. */
static int give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  size_t size = naive_size(work->x->dtype);
  char *y = work->sink->allocate(work->sink, UO_Y, work->x->dtype, rank, dims);
  for (int64_t k = 0; y != NULL && k < work->distinct; k++) {
    for (int64_t t = 0; t < work->outer * work->inner; t++) {
      int64_t flat = (t / work->inner * work->distinct + k) * work->inner + t % work->inner;
      const char *from = naive_element(work, work->source[k], t);
      if (work->x->dtype != UO_TYPE_STRING) {
        memcpy(y + (size_t)flat * size, from, size);
      } else {
        uo_bytes string = naive_string(from);
        if (work->sink->put_string(work->sink, flat, string.data, string.size) != 0) return UO_FAILED;
      }
    }
  }
  return y != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

NAIVE_PLUGIN("axis swapped to the front", .element = element, .give = give)
