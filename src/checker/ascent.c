#include "checker/ascent.h"

/*
 * For elements of one type: the first item from k on that is not below its follower as the language compares them.
 * What is below there is below under every policy; of the others, zeros and NaNs among them, uo_view_compare knows.
 */
#define NEXT_DOUBTFUL(name, type)                                                                                      \
  static int64_t next_doubtful_##name(const unsigned char *data, int64_t k, int64_t last) {                            \
    for (; k < last; k++) {                                                                                            \
      type pair[2];                                                                                                    \
      memcpy(pair, data + (size_t)k * sizeof(type), sizeof pair);                                                      \
      if (!(pair[0] < pair[1])) break;                                                                                 \
    }                                                                                                                  \
    return k;                                                                                                          \
  }

NEXT_DOUBTFUL(float, float)
NEXT_DOUBTFUL(double, double)
NEXT_DOUBTFUL(int8, int8_t)
NEXT_DOUBTFUL(int16, int16_t)
NEXT_DOUBTFUL(int32, int32_t)
NEXT_DOUBTFUL(int64, int64_t)
NEXT_DOUBTFUL(uint8, uint8_t)
NEXT_DOUBTFUL(uint16, uint16_t)
NEXT_DOUBTFUL(uint32, uint32_t)
NEXT_DOUBTFUL(uint64, uint64_t)

/* A half as a number in the same order; both zeros are 0. */
static int32_t half_rank(uint16_t bits) {
  int32_t magnitude = bits & 0x7fff;
  return bits >> 15 != 0 ? -magnitude : magnitude;
}

static int64_t next_doubtful_half(const unsigned char *data, int64_t k, int64_t last) {
  for (; k < last; k++) {
    uint16_t pair[2];
    memcpy(pair, data + (size_t)k * sizeof pair[0], sizeof pair);
    bool nan = (pair[0] & 0x7fff) > 0x7c00 || (pair[1] & 0x7fff) > 0x7c00;
    if (nan || half_rank(pair[0]) >= half_rank(pair[1])) break;
  }
  return k;
}

/* For the other types every item is. */
static int64_t next_doubtful_any(const unsigned char *data, int64_t k, int64_t last) {
  (void)data;
  (void)last;
  return k;
}

typedef int64_t next_doubtful(const unsigned char *data, int64_t k, int64_t last);

static next_doubtful *next_doubtful_for(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT:
      return next_doubtful_float;
    case UO_TYPE_DOUBLE:
      return next_doubtful_double;
    case UO_TYPE_FLOAT16:
      return next_doubtful_half;
    case UO_TYPE_INT8:
      return next_doubtful_int8;
    case UO_TYPE_INT16:
      return next_doubtful_int16;
    case UO_TYPE_INT32:
      return next_doubtful_int32;
    case UO_TYPE_INT64:
      return next_doubtful_int64;
    case UO_TYPE_UINT8:
    case UO_TYPE_BOOL:
      return next_doubtful_uint8;
    case UO_TYPE_UINT16:
      return next_doubtful_uint16;
    case UO_TYPE_UINT32:
      return next_doubtful_uint32;
    case UO_TYPE_UINT64:
      return next_doubtful_uint64;
    default:
      return next_doubtful_any;
  }
}

bool uo_ascends(const uo_view *view) {
  const uo_items *items = &view->items;
  next_doubtful *next =
      items->inner == 1 && items->outer == 1 ? next_doubtful_for(items->tensor->dtype) : next_doubtful_any;
  const unsigned char *data = items->tensor->data;
  int64_t last = items->count - 1;
  for (int64_t k = next(data, 0, last); k < last; k = next(data, k + 1, last)) {
    if (uo_view_compare(view, k, view, k + 1) >= 0) return false;
  }
  return true;
}
