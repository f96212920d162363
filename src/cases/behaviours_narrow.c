/* Bins of the point `value` about types too narrow: numbers that they would make one. */
#include <math.h>
#include <string.h>

#include "cases/behaviours_look.h"
#include "tensor/guard.h"
#include "tensor/number.h"

/* ---- To the next narrower type ----------------------------------------------------------------------------------- */

static uint64_t bits_of_double(double value) {
  value += 0.0; /* -0 becomes +0 */
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t bits_of_float(float value) {
  value += 0.0F;
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t bits_of_half(double value) {
  uint16_t bits = uo_half_from_double(value);
  return bits == 0x8000 ? 0 : bits;
}

static double value_of(uint64_t bits, int width) {
  if (width == 16) return uo_half_to_double((uint16_t)bits);
  double value;
  memcpy(&value, &bits, sizeof value);
  if (width == 64) return value;
  uint32_t four = (uint32_t)bits;
  float single;
  memcpy(&single, &four, sizeof single);
  return (double)single;
}

/* double to float to float16 to bfloat16, which is the upper half of a float, rounded to even. */
static uint64_t narrow_float(uint64_t bits, int width) {
  double value = value_of(bits, width);
  if (width == 64) return bits_of_float((float)value);
  if (width == 32) return bits_of_half(value);
  uint64_t wide = bits_of_float((float)value);
  return (wide + 0x7FFF + (wide >> 16 & 1)) >> 16;
}

static uint64_t narrow_integer(uint64_t bits, const uo_float_or_integer *format) {
  bool negative = format->is_signed && (bits & format->sign) != 0;
  /* Two's complement without relying on how the machine converts: the magnitude, then the sign. */
  uint64_t mask = format->sign | (format->sign - 1);
  uint64_t magnitude = negative ? (~bits + 1) & mask : bits;
  double value = negative ? -(double)magnitude : (double)magnitude;
  if (format->width == 16) return bits_of_half(value);
  if (format->width == 32) return bits_of_float((float)value);
  return bits_of_double(value);
}

static uint64_t narrow(const uo_elements *elements, const uo_float_or_integer *format, uint32_t position) {
  if (!format->is_float) return narrow_integer(elements->bits[position], format);
  uint64_t real = narrow_float(elements->bits[position], format->width);
  if (elements->imaginary == NULL) return real;
  return uo_mix_key(real) + narrow_float(elements->imaginary[position], format->width);
}

/* ---- Which are made one ------------------------------------------------------------------------------------------ */

/* Number k in ascending order, the NaNs left out; keys of those that are made one are equal. */
typedef uint64_t make_key(const uo_elements *elements, const uo_float_or_integer *format, uint32_t position);

static uo_error_code look_for_equal(const uo_elements *elements, const uo_float_or_integer *format, make_key *key,
                                    uo_bin bin, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  uint64_t *keys = uo_arena_allocate(arena, elements->distinct, sizeof *keys);
  UO_REQUIRE_MEMORY(keys, error);
  uint32_t count = 0;
  for (uint32_t k = 0; k < elements->distinct; k++) {
    uint32_t position = elements->first[k];
    if (!uo_elements_has_nan(elements, position)) keys[count++] = key(elements, format, position);
  }
  bool found;
  UO_TRY(uo_find_equal_keys(keys, count, arena, &found, error));
  if (found) uo_behaviour_set_add(set, bin);
  return UO_ERROR_NONE;
}

static uint64_t low_half(const uo_elements *elements, const uo_float_or_integer *format, uint32_t position) {
  return elements->bits[position] & (UINT64_MAX >> (64 - format->width / 2));
}

static uint64_t integer_part(const uo_elements *elements, const uo_float_or_integer *format, uint32_t position) {
  return bits_of_double(trunc(value_of(elements->bits[position], format->width)));
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* What there is of parts, and what the next narrower type would make of others. */
typedef struct limits {
  bool zero;
  bool infinity[2]; /* the second one is the negative */
  bool to_zero;
  bool to_infinity[2];
} limits;

static void look_at_part(const uo_float_or_integer *format, uint64_t bits, limits *found) {
  double value = value_of(bits, format->width);
  double narrowed = format->width == 64 ? (double)(float)value : uo_half_to_double(uo_half_from_double(value));
  bool minus = value < 0;
  found->zero |= value == 0;
  found->to_zero |= value != 0 && narrowed == 0;
  found->infinity[minus] |= isinf(value) != 0;
  found->to_infinity[minus] |= isinf(narrowed) != 0 && isfinite(value) != 0;
}

static void look_at_limits(const uo_elements *elements, const uo_float_or_integer *format, uo_behaviour_set *set) {
  limits found = {0};
  for (uint32_t k = 0; k < elements->distinct; k++) {
    look_at_part(format, elements->bits[elements->first[k]], &found);
    if (elements->imaginary != NULL) look_at_part(format, elements->imaginary[elements->first[k]], &found);
  }
  if (found.zero && found.to_zero) uo_behaviour_set_add(set, UO_BIN_VALUE_CAST_TO_ZERO);
  for (int minus = 0; minus < 2; minus++) {
    if (found.infinity[minus] && found.to_infinity[minus]) uo_behaviour_set_add(set, UO_BIN_VALUE_CAST_TO_INFINITY);
  }
}

uo_error_code uo_look_at_narrowing(const uo_elements *elements, const uo_float_or_integer *format, uo_arena *arena,
                                   uo_behaviour_set *set, uo_error *error) {
  if (format->width < 16) return UO_ERROR_NONE;
  UO_TRY(look_for_equal(elements, format, narrow, UO_BIN_VALUE_MERGED_BY_CAST, arena, set, error));
  if (!format->is_float)
    return look_for_equal(elements, format, low_half, UO_BIN_VALUE_MERGED_BY_CUT, arena, set, error);
  if (format->width > 16) look_at_limits(elements, format, set);
  if (elements->imaginary != NULL) return UO_ERROR_NONE;
  return look_for_equal(elements, format, integer_part, UO_BIN_VALUE_CAST_TO_INTEGER, arena, set, error);
}
