/* How plain a single value is, and what may be put in its place. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "cases/shrink_moves.h"
#include "cases/utf8.h"
#include "tensor/number.h"

static bool is_complex(int32_t dtype) { return dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128; }

/* The type of an element, of one part if it is complex. */
static int32_t part_type(int32_t dtype) {
  if (dtype == UO_TYPE_COMPLEX64) return UO_TYPE_FLOAT;
  return dtype == UO_TYPE_COMPLEX128 ? UO_TYPE_DOUBLE : dtype;
}

static bool is_float(int32_t dtype) {
  return dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_FLOAT16;
}

static bool is_signed(int32_t dtype) {
  return dtype == UO_TYPE_INT8 || dtype == UO_TYPE_INT16 || dtype == UO_TYPE_INT32 || dtype == UO_TYPE_INT64;
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* One part as a number: an integer by sign and magnitude, or a floating-point number. */
typedef struct number_parts {
  bool integral; /* and below 2^64 */
  bool negative; /* -0 too */
  uint64_t magnitude;
  double value; /* of a float type */
} number_parts;

static double double_of(int32_t dtype, uint64_t bits) {
  float single;
  double value;
  uint32_t four = (uint32_t)bits;
  if (dtype == UO_TYPE_FLOAT16) return uo_half_to_double((uint16_t)bits);
  if (dtype == UO_TYPE_FLOAT) {
    memcpy(&single, &four, sizeof single);
    return (double)single;
  }
  memcpy(&value, &bits, sizeof value);
  return value;
}

static number_parts number_of(int32_t dtype, uint64_t bits) {
  number_parts made = {.integral = true};
  if (is_float(dtype)) {
    made.value = double_of(dtype, bits);
    double size = fabs(made.value);
    made.negative = signbit(made.value) != 0;
    made.integral = size < 0x1p64 && size == floor(size); /* not for NaN */
    made.magnitude = made.integral ? (uint64_t)size : 0;
    return made;
  }
  int width = 8 * (int)uo_type_size(dtype);
  made.negative = is_signed(dtype) && (bits >> (width - 1) & 1) != 0;
  uint64_t mask = UINT64_MAX >> (64 - width);
  made.magnitude = made.negative ? (0 - bits) & mask : bits;
  return made;
}

static bool bits_of_double(int32_t dtype, double value, uint64_t *bits) {
  if (dtype == UO_TYPE_DOUBLE) {
    memcpy(bits, &value, sizeof *bits);
    return true;
  }
  if (dtype == UO_TYPE_FLOAT16) {
    uint16_t half = uo_half_from_double(value);
    *bits = half;
    return uo_half_to_double(half) == value;
  }
  if (isfinite(value) && fabs(value) > (double)FLT_MAX) return false;
  float single = (float)value;
  uint32_t four;
  memcpy(&four, &single, sizeof four);
  *bits = four;
  return (double)single == value;
}

static bool part_of_number(int32_t dtype, bool negative, uint64_t magnitude, uint64_t *bits) {
  if (dtype == UO_TYPE_STRING) return false;
  if (is_float(dtype)) {
    if (magnitude > UINT64_C(1) << 53) return false;
    double value = (double)magnitude;
    return bits_of_double(dtype, negative ? -value : value, bits);
  }
  if (dtype == UO_TYPE_BOOL) {
    *bits = magnitude;
    return !negative && magnitude <= 1;
  }
  int width = 8 * (int)uo_type_size(dtype);
  uint64_t mask = UINT64_MAX >> (64 - width);
  uint64_t most = is_signed(dtype) ? mask >> 1 : mask;
  *bits = (negative ? 0 - magnitude : magnitude) & mask;
  if (!negative || magnitude == 0) return magnitude <= most;
  return is_signed(dtype) && magnitude <= most + 1;
}

bool uo_value_of_number(int32_t dtype, bool negative, uint64_t magnitude, uo_value *value) {
  *value = (uo_value){{0, 0}, {NULL, 0}};
  return part_of_number(part_type(dtype), negative, magnitude, &value->bits[0]);
}

/* ---- NaN --------------------------------------------------------------------------------------------------------- */

static bool part_is_nan(int32_t part, uint64_t bits) { return is_float(part) && isnan(double_of(part, bits)); }

bool uo_value_is_nan(int32_t dtype, const uo_value *value) {
  int32_t part = part_type(dtype);
  return part_is_nan(part, value->bits[0]) || (is_complex(dtype) && part_is_nan(part, value->bits[1]));
}

static uint64_t default_nan(int32_t part) { return uo_value_of_float(part, UO_FLOAT_NAN).bits[0]; }

uo_value uo_value_default_nan(int32_t dtype, const uo_value *value) {
  uo_value made = *value;
  int32_t part = part_type(dtype);
  for (int i = 0; i < (is_complex(dtype) ? 2 : 1); i++) {
    if (part_is_nan(part, made.bits[i])) made.bits[i] = default_nan(part);
  }
  return made;
}

/* ---- Costs ------------------------------------------------------------------------------------------------------- */

static uint64_t count_bits(uint64_t bits) {
  uint64_t count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

static uint64_t bit_length(uint64_t bits) {
  uint64_t length = 0;
  for (; bits != 0; bits >>= 1) length++;
  return length;
}

/* Small integers by size; then the others by length and number of bits; then -0, infinities, NaN, other NaNs. */
static uint64_t part_cost(int32_t part, uint64_t bits) {
  const uint64_t far = UO_SPECIAL_COST / 8;
  number_parts read = number_of(part, bits);
  if (part_is_nan(part, bits)) return 4 * UO_SPECIAL_COST + (bits == default_nan(part) ? 0 : 1);
  if (is_float(part) && isinf(read.value)) return 2 * UO_SPECIAL_COST + read.negative;
  if (read.integral && read.magnitude == 0 && read.negative) return UO_SPECIAL_COST;
  if (read.integral && read.magnitude < far / 2) return 2 * read.magnitude + read.negative;
  if (read.integral) return far + 256 * bit_length(read.magnitude) + 2 * count_bits(read.magnitude) + read.negative;
  int exponent = 0;
  double fraction = frexp(fabs(read.value), &exponent);
  uint64_t digits = (uint64_t)(fraction * 0x1p53);
  uint64_t scale = (uint64_t)(exponent < 0 ? -exponent : exponent);
  return 2 * far + 256 * scale + 2 * count_bits(digits) + read.negative;
}

/* Letters, digits, what else prints, the rest. */
static uint64_t byte_cost(unsigned char byte) {
  if (byte >= 'a' && byte <= 'z') return (uint64_t)(byte - 'a');
  if (byte >= '0' && byte <= '9') return 30 + (uint64_t)(byte - '0');
  if (byte > 0x20 && byte < 0x7f) return 50;
  return 100;
}

uint64_t uo_value_cost(int32_t dtype, const uo_value *value) {
  if (dtype == UO_TYPE_STRING) {
    uint64_t cost = 0;
    for (size_t i = 0; i < value->text.size; i++) cost += 1024 + byte_cost((unsigned char)value->text.data[i]);
    return cost;
  }
  uint64_t cost = part_cost(part_type(dtype), value->bits[0]);
  return is_complex(dtype) ? cost + part_cost(part_type(dtype), value->bits[1]) : cost;
}

uint64_t uo_type_cost(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT:
      return 0;
    case UO_TYPE_INT32:
      return 1;
    case UO_TYPE_INT64:
      return 2;
    case UO_TYPE_DOUBLE:
      return 3;
    case UO_TYPE_STRING:
      return 4;
    case UO_TYPE_COMPLEX64:
    case UO_TYPE_COMPLEX128:
      return 6;
    default:
      return 5;
  }
}

/* ---- Other values ------------------------------------------------------------------------------------------------ */

/* "", "a", ... "z", "za", ... "zz", "zza": ascending. */
static uo_moved label_text(uint64_t number, uo_arena *arena, uo_value *value) {
  *value = uo_value_of_text("", 0);
  if (number == 0) return UO_MOVED;
  size_t before = (size_t)((number - 1) / 26);
  char *text = uo_arena_allocate(arena, before + 1, 1);
  if (text == NULL) return UO_MOVED_NO_MEMORY;
  memset(text, 'z', before);
  text[before] = (char)('a' + (number - 1) % 26);
  *value = uo_value_of_text(text, before + 1);
  return UO_MOVED;
}

uo_moved uo_plain_label(int32_t dtype, uint64_t number, uo_arena *arena, uo_value *value) {
  if (dtype == UO_TYPE_STRING) return label_text(number, arena, value);
  return uo_value_of_number(dtype, false, number, value) ? UO_MOVED : UO_MOVED_NOT;
}

bool uo_value_convert(int32_t from, const uo_value *value, int32_t to, uo_value *converted) {
  *converted = (uo_value){{0, 0}, {NULL, 0}};
  if (from == UO_TYPE_STRING || to == UO_TYPE_STRING || is_complex(to)) return false;
  if (is_complex(from) && value->bits[1] != 0) return false;
  int32_t part = part_type(from);
  number_parts read = number_of(part, value->bits[0]);
  uint64_t *bits = &converted->bits[0];
  if (part_is_nan(part, value->bits[0])) {
    *bits = is_float(to) ? default_nan(to) : 0;
    return is_float(to) && value->bits[0] == default_nan(part);
  }
  if (is_float(part) && is_float(to)) return bits_of_double(to, read.value, bits);
  bool minus_zero = read.negative && read.magnitude == 0;
  return read.integral && !minus_zero && part_of_number(to, read.negative, read.magnitude, bits);
}

static bool is_utf8(const char *bytes, size_t size) {
  size_t character = 1;
  for (size_t i = 0; i < size && character > 0; i += character) character = uo_utf8_size(bytes + i, size - i);
  return character > 0;
}

bool uo_stays_utf8(const uo_bytes *text, const char *bytes, size_t size) {
  return is_utf8(bytes, size) || !is_utf8(text->data, text->size);
}

/* The bytes of character number `number`, of byte number `number` in what is not UTF-8; false when there are fewer. */
static bool find_character(const uo_bytes *text, uint64_t number, size_t *start, size_t *size) {
  bool valid = is_utf8(text->data, text->size);
  *start = 0;
  *size = 0;
  for (uint64_t i = 0; i <= number; i++) {
    *start += *size;
    if (*start >= text->size) return false;
    *size = valid ? uo_utf8_size(text->data + *start, text->size - *start) : 1;
  }
  return true;
}

/* `middle` in place of [start, start + size). */
static uo_moved splice(const uo_bytes *text, size_t start, size_t size, const char *middle, uo_arena *arena,
                       uo_value *made) {
  size_t length = strlen(middle);
  size_t tail = text->size - start - size;
  char *bytes = uo_arena_allocate(arena, text->size + length + 1, 1);
  if (bytes == NULL) return UO_MOVED_NO_MEMORY;
  if (start > 0) memcpy(bytes, text->data, start);
  memcpy(bytes + start, middle, length);
  if (tail > 0) memcpy(bytes + start + length, text->data + start + size, tail);
  *made = uo_value_of_text(bytes, start + length + tail);
  return UO_MOVED;
}

/* All, one or the other half, a character less or an a in its place. */
static uo_moved suggest_text(const uo_bytes *text, uint64_t move, uo_arena *arena, uo_value *plainer) {
  enum { CHARACTERS = 64 };
  const size_t half = text->size / 2;
  size_t start;
  size_t size;
  if (move == 0) return splice(text, 0, text->size, "", arena, plainer);
  if (move == 1) return splice(text, 0, text->size, "a", arena, plainer);
  if (move == 2) return splice(text, 0, text->size, "b", arena, plainer);
  if (move == 3) return splice(text, half, text->size - half, "", arena, plainer);
  if (move == 4) return splice(text, 0, half, "", arena, plainer);
  uint64_t number = (move - 5) / 2;
  if (number >= CHARACTERS || !find_character(text, number, &start, &size)) return UO_MOVED_END;
  return splice(text, start, size, move % 2 != 0 ? "" : "a", arena, plainer);
}

static uint64_t highest_bit(uint64_t bits) {
  while ((bits & (bits - 1)) != 0) bits &= bits - 1;
  return bits;
}

/* Less by a quarter, a 16th, a 64th, ... at last by 1: taken again and again they find a threshold in few steps. */
static bool subtract_part(uint64_t *magnitude, uint64_t level) {
  if (*magnitude >> 2 * level == 0) return false;
  uint64_t part = *magnitude >> (2 * level + 2);
  *magnitude -= part > 0 ? part : 1;
  return true;
}

/* Half, the power of two below, without the lowest bit, less by a part. */
static bool suggest_magnitude(uint64_t move, uint64_t *magnitude) {
  if (move == 0) return true;
  if (*magnitude == 0) return false;
  if (move == 1) *magnitude /= 2;
  if (move == 2) *magnitude = highest_bit(*magnitude);
  if (move == 3) *magnitude &= *magnitude - 1;
  return move < 4 || subtract_part(magnitude, move - 4);
}

/* Small integers of either sign; the default NaN; the integer below, and what can be made of that; fewer bits. */
static uo_moved suggest_part(int32_t part, uint64_t move, uint64_t *bits) {
  static const uint64_t magnitudes[] = {0, 1, 2, 3};
  enum { SMALL = 4, NEGATIVE = 2 };
  number_parts read = number_of(part, *bits);
  if (move < SMALL) return part_of_number(part, false, magnitudes[move], bits) ? UO_MOVED : UO_MOVED_NOT;
  move -= SMALL;
  if (move < NEGATIVE) return part_of_number(part, true, magnitudes[move + 1], bits) ? UO_MOVED : UO_MOVED_NOT;
  move -= NEGATIVE;
  if (part_is_nan(part, *bits)) {
    *bits = default_nan(part);
    return move == 0 ? UO_MOVED : UO_MOVED_NOT;
  }
  if (!read.integral && move == 1) { /* as long as there is one in the mantissa */
    *bits &= *bits - 1;
    return UO_MOVED;
  }
  if (!read.integral && !(fabs(read.value) < 0x1p53)) return UO_MOVED_NOT;
  uint64_t magnitude = read.integral ? read.magnitude : (uint64_t)fabs(read.value);
  if (!suggest_magnitude(move, &magnitude)) return UO_MOVED_NOT;
  return part_of_number(part, read.negative && magnitude > 0, magnitude, bits) ? UO_MOVED : UO_MOVED_NOT;
}

uo_moved uo_plain_suggestion(int32_t dtype, const uo_value *value, uint64_t move, uo_arena *arena, uo_value *plainer) {
  enum { NUMBERS = 26 }; /* suggest_part has so many */
  if (dtype == UO_TYPE_STRING) {
    uo_moved moved = suggest_text(&value->text, move, arena, plainer);
    bool fits = moved != UO_MOVED || uo_stays_utf8(&value->text, plainer->text.data, plainer->text.size);
    return fits ? moved : UO_MOVED_NOT;
  }
  uint64_t part = move / NUMBERS;
  if (part >= (is_complex(dtype) ? 2 : 1)) return UO_MOVED_END;
  *plainer = *value;
  return suggest_part(part_type(dtype), move % NUMBERS, &plainer->bits[part]);
}
