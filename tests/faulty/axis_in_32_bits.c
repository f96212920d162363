/* The axis is cut to 32 bits before it is tested: 2^32 becomes 0. */
#include "naive.h"

static int32_t cut(const naive *work) {
  uint32_t low = (uint32_t)work->attributes->axis;
  int32_t axis;
  memcpy(&axis, &low, sizeof axis);
  return axis;
}

static int reject(const naive *work) {
  uo_attributes attributes = *work->attributes;
  naive narrow = *work;
  attributes.axis = cut(work);
  narrow.attributes = &attributes;
  return naive_reject(&narrow);
}

static int32_t resolve(const naive *work) {
  if (!work->attributes->has_axis) return -1;
  return cut(work) < 0 ? cut(work) + work->x->rank : cut(work);
}

NAIVE_PLUGIN("axis in 32 bits", .reject = reject, .resolve = resolve)
