/* Bins of the point `value` for types other than string. */
#include <string.h>

#include "cases/behaviours_look.h"
#include "tensor/guard.h"
#include "tensor/number.h"

/* How the numbers of a type are made; for complex types those of its parts. */
typedef struct number_format {
  bool is_float;
  bool is_signed;
  int width;         /* bits */
  uint64_t sign;     /* the highest bit */
  uint64_t infinity; /* bits of +Infinity; floats only */
  uint64_t quiet;    /* the bit that makes a NaN quiet */
} number_format;

static number_format float_format(int width, int fraction) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (number_format){.is_float = true,
                         .is_signed = true,
                         .width = width,
                         .sign = sign,
                         .infinity = (sign - 1) & ~((UINT64_C(1) << fraction) - 1),
                         .quiet = UINT64_C(1) << (fraction - 1)};
}

static number_format format_of(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return float_format(16, 10);
    case UO_TYPE_FLOAT:
    case UO_TYPE_COMPLEX64:
      return float_format(32, 23);
    case UO_TYPE_DOUBLE:
    case UO_TYPE_COMPLEX128:
      return float_format(64, 52);
    case UO_TYPE_BOOL:
      return (number_format){.width = 1, .sign = 1};
    default: {
      int width = 8 * (int)uo_type_size(dtype);
      bool is_signed =
          dtype == UO_TYPE_INT8 || dtype == UO_TYPE_INT16 || dtype == UO_TYPE_INT32 || dtype == UO_TYPE_INT64;
      return (number_format){.is_signed = is_signed, .width = width, .sign = UINT64_C(1) << (width - 1)};
    }
  }
}

/* ---- One number after the other ---------------------------------------------------------------------------------- */

/* What has been seen of numbers and, for complex types, of parts. */
typedef struct seen {
  bool any_nan;
  bool infinity;
  uint64_t nan; /* bits of the first one */
  bool zero[2]; /* +0, -0 */
  bool sign[2]; /* above 0, below */
} seen;

static void look_at_nan(const number_format *format, uint64_t bits, seen *so_far, uo_behaviour_set *set) {
  if (!so_far->any_nan) {
    so_far->any_nan = true;
    so_far->nan = bits;
    if (bits != (format->infinity | format->quiet)) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_FIRST_NOT_DEFAULT);
  }
  if (bits != so_far->nan) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_MANY_PATTERNS);
  if ((bits & format->quiet) == 0) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_SIGNALLING);
  if ((bits & format->sign) != 0) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_NEGATIVE);
}

static void look_at_zero(bool minus, seen *so_far, uo_behaviour_set *set) {
  if (so_far->zero[!minus] && !so_far->zero[minus])
    uo_behaviour_set_add(set, minus ? UO_BIN_VALUE_PLUS_ZERO_FIRST : UO_BIN_VALUE_MINUS_ZERO_FIRST);
  so_far->zero[minus] = true;
}

static void look_at_float(const number_format *format, uint64_t bits, seen *so_far, uo_behaviour_set *set) {
  uint64_t magnitude = bits & ~format->sign;
  bool minus = bits != magnitude;
  if (magnitude > format->infinity) {
    look_at_nan(format, bits, so_far, set);
    return;
  }
  if (magnitude == 0) {
    look_at_zero(minus, so_far, set);
    return;
  }
  so_far->sign[minus] = true;
  if (magnitude == format->infinity)
    uo_behaviour_set_add(set, minus ? UO_BIN_VALUE_MINUS_INFINITY : UO_BIN_VALUE_PLUS_INFINITY);
  if (magnitude == format->infinity - 1) uo_behaviour_set_add(set, minus ? UO_BIN_VALUE_SMALLEST : UO_BIN_VALUE_LARGEST);
  if (magnitude < format->quiet << 1) uo_behaviour_set_add(set, UO_BIN_VALUE_SUBNORMAL); /* SIL-20 */
}

/* SIL-23; bool has no sign but the ends 0 and 1. */
static void look_at_integer(const number_format *format, uint64_t bits, seen *so_far, uo_behaviour_set *set) {
  uint64_t smallest = format->is_signed ? format->sign : 0;
  uint64_t largest = smallest ^ (format->sign | (format->sign - 1));
  if (bits == largest) uo_behaviour_set_add(set, UO_BIN_VALUE_LARGEST);
  if (bits == smallest) uo_behaviour_set_add(set, UO_BIN_VALUE_SMALLEST);
  so_far->sign[(bits & format->sign) != 0] = format->width > 1;
}

static void look_at_each(const uo_elements *elements, const number_format *format, uo_behaviour_set *set) {
  seen so_far = {0};
  for (uint32_t i = 0; i < elements->count; i++) {
    if (!format->is_float) {
      look_at_integer(format, elements->bits[i], &so_far, set);
      continue;
    }
    look_at_float(format, elements->bits[i], &so_far, set);
    if (elements->imaginary != NULL) look_at_float(format, elements->imaginary[i], &so_far, set);
  }
  if (so_far.sign[0] && so_far.sign[1]) uo_behaviour_set_add(set, UO_BIN_VALUE_SIGNS);
  if (so_far.any_nan && uo_behaviour_set_has(set, UO_BIN_VALUE_PLUS_INFINITY))
    uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_WITH_INFINITY);
}

/* ---- NaNs by element --------------------------------------------------------------------------------------------- */

/* SIL-07 */
static void look_at_kind(bool real, bool imaginary, uint32_t *kinds, uo_behaviour_set *set) {
  uo_bin bin = real ? (imaginary ? UO_BIN_VALUE_NAN_BOTH : UO_BIN_VALUE_NAN_REAL) : UO_BIN_VALUE_NAN_IMAGINARY;
  uint32_t kind = 1u << (bin - UO_BIN_VALUE_NAN_REAL);
  uo_behaviour_set_add(set, bin);
  if (*kinds != 0 && *kinds != kind) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_KINDS);
  *kinds |= kind;
}

static void look_at_nans(const uo_elements *elements, const number_format *format, uo_behaviour_set *set) {
  uint32_t nans = 0;
  uint32_t kinds = 0;
  for (uint32_t i = 0; i < elements->count; i++) {
    if (!uo_elements_has_nan(elements, i)) continue;
    nans++;
    if (elements->imaginary == NULL) continue;
    bool real = (elements->bits[i] & ~format->sign) > format->infinity;
    bool imaginary = (elements->imaginary[i] & ~format->sign) > format->infinity;
    look_at_kind(real, imaginary, &kinds, set);
  }
  if (nans == 1) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_ONE);
  if (nans > 1) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_MANY);
}

/* Neighbours among the different values, all of which but the last are numbers where there is NaN. */
static void look_at_real_ties(const uo_elements *elements, const number_format *format, uo_behaviour_set *set) {
  for (uint32_t k = 1; k < elements->distinct; k++) {
    uint32_t here = elements->first[k];
    uint32_t before = elements->first[k - 1];
    bool zeros = ((elements->bits[here] | elements->bits[before]) & ~format->sign) == 0;
    if (!zeros && elements->bits[here] != elements->bits[before]) continue;
    if (!uo_elements_has_nan(elements, here)) uo_behaviour_set_add(set, UO_BIN_VALUE_REAL_TIE);
  }
}

/* ---- What a narrower type would make one ------------------------------------------------------------------------- */

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

/* To bfloat16: the upper half of a float, rounded to even. */
static uint64_t narrow_half(uint64_t bits) {
  uint64_t wide = bits_of_float((float)uo_half_to_double((uint16_t)bits));
  return (wide + 0x7FFF + (wide >> 16 & 1)) >> 16;
}

static uint64_t narrow_float(uint64_t bits, int width) {
  if (width == 16) return narrow_half(bits);
  if (width == 32) {
    uint32_t four = (uint32_t)bits;
    float value;
    memcpy(&value, &four, sizeof value);
    return bits_of_half((double)value);
  }
  double value;
  memcpy(&value, &bits, sizeof value);
  return bits_of_float((float)value);
}

static uint64_t narrow_integer(uint64_t bits, const number_format *format) {
  bool negative = format->is_signed && (bits & format->sign) != 0;
  /* Two's complement without relying on how the machine converts: the magnitude, then the sign. */
  uint64_t mask = format->sign | (format->sign - 1);
  uint64_t magnitude = negative ? (~bits + 1) & mask : bits;
  double sign = negative ? -1 : 1;
  if (format->width == 16) return bits_of_half(sign * (double)magnitude);
  if (format->width == 32) return bits_of_float((float)(sign * (double)magnitude));
  return bits_of_double(sign * (double)magnitude);
}

static uint64_t narrow(const uo_elements *elements, const number_format *format, uint32_t position) {
  if (!format->is_float) return narrow_integer(elements->bits[position], format);
  uint64_t real = narrow_float(elements->bits[position], format->width);
  if (elements->imaginary == NULL) return real;
  return uo_mix_key(real) + narrow_float(elements->imaginary[position], format->width);
}

/* Values that differ and have equal keys; NaNs are one value as they are. */
static uo_error_code look_at_narrowing(const uo_elements *elements, const number_format *format, uo_arena *arena,
                                       uo_behaviour_set *set, uo_error *error) {
  if (format->width < 16) return UO_ERROR_NONE;
  uint64_t *keys = uo_arena_allocate(arena, elements->distinct, sizeof *keys);
  UO_REQUIRE_MEMORY(keys, error);
  uint32_t count = 0;
  for (uint32_t k = 0; k < elements->distinct; k++) {
    uint32_t position = elements->first[k];
    if (!uo_elements_has_nan(elements, position)) keys[count++] = narrow(elements, format, position);
  }
  bool found;
  UO_TRY(uo_find_equal_keys(keys, count, arena, &found, error));
  if (found) uo_behaviour_set_add(set, UO_BIN_VALUE_MERGED_BY_CAST);
  if (format->is_float) return UO_ERROR_NONE;
  uint64_t low = UINT64_MAX >> (64 - format->width / 2);
  for (uint32_t k = 0; k < count; k++) keys[k] = elements->bits[elements->first[k]] & low;
  UO_TRY(uo_find_equal_keys(keys, count, arena, &found, error));
  if (found) uo_behaviour_set_add(set, UO_BIN_VALUE_MERGED_BY_CUT);
  return UO_ERROR_NONE;
}

uo_error_code uo_look_at_numbers(const uo_elements *elements, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  number_format format = format_of(elements->x->dtype);
  look_at_each(elements, &format, set);
  if (format.is_float) look_at_nans(elements, &format, set);
  if (elements->imaginary != NULL) look_at_real_ties(elements, &format, set);
  return look_at_narrowing(elements, &format, arena, set, error);
}
