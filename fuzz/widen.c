#include "fuzz/widen.h"

#include <string.h>

int32_t uo_widened_type(int32_t dtype) {
  static const int32_t wider[] = {
      [UO_TYPE_BOOL] = UO_TYPE_UINT8,
      [UO_TYPE_UINT8] = UO_TYPE_UINT16,
      [UO_TYPE_UINT16] = UO_TYPE_UINT32,
      [UO_TYPE_UINT32] = UO_TYPE_UINT64,
      [UO_TYPE_UINT64] = UO_TYPE_INT64,
      [UO_TYPE_INT8] = UO_TYPE_INT16,
      [UO_TYPE_INT16] = UO_TYPE_INT32,
      [UO_TYPE_INT32] = UO_TYPE_INT64,
      [UO_TYPE_INT64] = UO_TYPE_UINT64,
      [UO_TYPE_FLOAT16] = UO_TYPE_FLOAT,
      [UO_TYPE_FLOAT] = UO_TYPE_DOUBLE,
      [UO_TYPE_DOUBLE] = UO_TYPE_COMPLEX128,
      [UO_TYPE_COMPLEX64] = UO_TYPE_COMPLEX128,
      [UO_TYPE_STRING] = UO_TYPE_STRING,
      [UO_TYPE_COMPLEX128] = 0,
  };
  return wider[dtype];
}

/* The float of the same value; NaN stays NaN. Subnormals become normal numbers: the most significant bit of the
 * fraction becomes the leading one. */
static float float_of_half(uint16_t half) {
  uint32_t sign = (uint32_t)(half >> 15) << 31;
  uint32_t exponent = half >> 10 & 31u;
  uint32_t fraction = half & 0x3ffu;
  uint32_t bits = sign;
  if (exponent == 31) {
    bits |= 0x7f800000u | fraction << 13;
  } else if (exponent != 0) {
    bits |= (exponent + 112) << 23 | fraction << 13;
  } else if (fraction != 0) {
    for (exponent = 113; (fraction & 0x400u) == 0; exponent--) fraction <<= 1;
    bits |= exponent << 23 | (fraction & 0x3ffu) << 13;
  }
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* WIDEN(old type, new type, element expression on `value`): a loop over all elements. */
#define WIDEN(old, new, expression)                                                                                    \
  for (int64_t i = 0; i < count; i++) {                                                                                \
    old value;                                                                                                         \
    memcpy(&value, (const old *)from + i, sizeof value);                                                               \
    new wide = (new)(expression);                                                                                      \
    memcpy((new *)to + i, &wide, sizeof wide);                                                                         \
  }                                                                                                                    \
  break

static void widen_to_complex(const double *from, int64_t count, double *to) {
  for (int64_t i = 0; i < count; i++) {
    to[2 * i] = from[i];
    to[2 * i + 1] = 0;
  }
}

void uo_widen(int32_t dtype, const void *from, int64_t count, void *to) {
  const uint64_t sign = UINT64_C(1) << 63;
  switch (dtype) {
    case UO_TYPE_BOOL:
      WIDEN(uint8_t, uint8_t, value);
    case UO_TYPE_UINT8:
      WIDEN(uint8_t, uint16_t, value);
    case UO_TYPE_UINT16:
      WIDEN(uint16_t, uint32_t, value);
    case UO_TYPE_UINT32:
      WIDEN(uint32_t, uint64_t, value);
    case UO_TYPE_INT8:
      WIDEN(int8_t, int16_t, value);
    case UO_TYPE_INT16:
      WIDEN(int16_t, int32_t, value);
    case UO_TYPE_INT32:
      WIDEN(int32_t, int64_t, value);
    case UO_TYPE_UINT64: /* the same distance from the smallest number */
    case UO_TYPE_INT64:
      WIDEN(uint64_t, uint64_t, value ^ sign);
    case UO_TYPE_FLOAT16:
      WIDEN(uint16_t, float, float_of_half(value));
    case UO_TYPE_FLOAT:
      WIDEN(float, double, value);
    case UO_TYPE_COMPLEX64:
      count *= 2;
      WIDEN(float, double, value);
    case UO_TYPE_DOUBLE:
    default:
      widen_to_complex(from, count, to);
      break;
  }
}

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

/* Lengths around what implementations read at once. */
static size_t prefix_length(uint32_t seed) {
  static const size_t lengths[] = {1, 7, 8, 15, 16, 17, 32, 3};
  return lengths[seed % (sizeof lengths / sizeof lengths[0])];
}

size_t uo_prefixed_size(const uo_bytes *from, int64_t count, uint32_t seed) {
  size_t size = 0;
  for (int64_t i = 0; i < count; i++) size += prefix_length(seed) + from[i].size;
  return size;
}

void uo_prefix(const uo_bytes *from, int64_t count, uint32_t seed, char *text, uo_bytes *to) {
  size_t length = prefix_length(seed);
  for (int64_t i = 0; i < count; i++) {
    to[i] = (uo_bytes){text, length + from[i].size};
    memset(text, seed & 8u ? '\0' : 'p', length);
    if (from[i].size > 0) memcpy(text + length, from[i].data, from[i].size);
    text += to[i].size;
  }
}
