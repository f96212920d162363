#include "cases/values.h"

#include <string.h>

#include "cases/families.h"
#include "cases/number_text.h"

/* ---- Widths ------------------------------------------------------------------------------------------------------ */

static bool is_complex(int32_t dtype) { return dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128; }

static bool is_float(int32_t dtype) {
  return dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_FLOAT16;
}

static bool is_signed(int32_t dtype) {
  return dtype == UO_TYPE_INT8 || dtype == UO_TYPE_INT16 || dtype == UO_TYPE_INT32 || dtype == UO_TYPE_INT64;
}

/* Bits of an element, of one part if it is complex. */
static int width_of(int32_t dtype) {
  if (dtype == UO_TYPE_BOOL) return 1;
  int bits = 8 * (int)uo_type_size(dtype);
  return is_complex(dtype) ? bits / 2 : bits;
}

static uint64_t low_mask(int width) { return UINT64_MAX >> (64 - width); }

/* ---- Making values ----------------------------------------------------------------------------------------------- */

typedef struct float_bits {
  uint16_t half;
  uint32_t single;
  uint64_t twice;
} float_bits;

static const float_bits float_table[] = {
#define FLOAT_ROW(name, half, single, twice) {half, single, UINT64_C(twice)},
    UO_FLOATS(FLOAT_ROW)
#undef FLOAT_ROW
};

static uint64_t bits_of_float(int width, int number) {
  if (width == 16) return float_table[number].half;
  if (width == 32) return float_table[number].single;
  return float_table[number].twice;
}

uo_value uo_value_of_float(int32_t dtype, int number) {
  uo_value value = {{bits_of_float(width_of(dtype), number), 0}, {NULL, 0}};
  return value;
}

uo_value uo_value_of_complex(int32_t dtype, int real, int imaginary) {
  int width = width_of(dtype);
  uo_value value = {{bits_of_float(width, real), bits_of_float(width, imaginary)}, {NULL, 0}};
  return value;
}

uo_value uo_value_of_integer(int32_t dtype, uint64_t bits) {
  uo_value value = {{bits & low_mask(width_of(dtype)), 0}, {NULL, 0}};
  return value;
}

uo_value uo_value_of_text(const char *data, size_t size) {
  uo_value value = {{0, 0}, {data, size}};
  return value;
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

static const uo_family *family_of(int32_t dtype, int family) {
  int count;
  return uo_families_of(dtype, &count) + family;
}

int uo_family_count(int32_t dtype) {
  int count;
  (void)uo_families_of(dtype, &count);
  return count;
}

const char *uo_family_name(int32_t dtype, int family) { return family_of(dtype, family)->name; }

int uo_family_size(int32_t dtype, int family) { return family_of(dtype, family)->size; }

bool uo_family_is_raw(int32_t dtype, int family) {
  return dtype == UO_TYPE_STRING && strcmp(uo_family_name(dtype, family), UO_FAMILY_NOT_UTF8) == 0;
}

uo_value uo_family_value(int32_t dtype, int family, int position) {
  const uo_family *members = family_of(dtype, family);
  if (members->floats != NULL) return uo_value_of_float(dtype, members->floats[position]);
  if (members->pairs != NULL)
    return uo_value_of_complex(dtype, members->pairs[position][0], members->pairs[position][1]);
  if (members->texts != NULL) return uo_value_of_text(members->texts[position].data, members->texts[position].size);
  return uo_value_of_integer(dtype, members->integers[position]);
}

/* ---- Values without end ------------------------------------------------------------------------------------------ */

/* Decimals, every other one behind a prefix longer than what a small-string buffer or an 8- or 16-byte key holds. */
static bool spread_text(uint64_t number, uo_arena *arena, uo_value *value) {
  static const char prefix[] = "the same 20 bytes...";
  char text[sizeof(prefix) + UO_NUMBER_DIGITS];
  char *end = text;
  if (number % 2 != 0) {
    memcpy(end, prefix, sizeof(prefix) - 1);
    end += sizeof(prefix) - 1;
  }
  end = uo_number_text(end, number);
  const char *copy = uo_arena_copy(arena, text, (size_t)(end - text));
  *value = uo_value_of_text(copy, (size_t)(end - text));
  return copy != NULL;
}

bool uo_value_spread(int32_t dtype, uint64_t number, uo_arena *arena, uo_value *value) {
  if (dtype == UO_TYPE_STRING) return spread_text(number, arena, value);
  int width = width_of(dtype);
  uint64_t one = is_float(dtype) || is_complex(dtype) ? bits_of_float(width, UO_FLOAT_ONE) : 0;
  value->text.data = NULL;
  value->text.size = 0;
  value->bits[1] = is_complex(dtype) ? one + number % 256 : 0;
  if (is_complex(dtype)) value->bits[0] = one + number / 256;
  /* Neighbours, one unit in the last place apart; in float16 they reach infinity and the NaNs in the end. */
  else if (is_float(dtype))
    value->bits[0] = (one + number) & low_mask(width);
  /* An odd factor: all different, and all over the range. */
  else
    value->bits[0] = (number * UINT64_C(0x9E3779B97F4A7C15)) & low_mask(width);
  return true;
}

static bool draw_text(uo_draws *draws, uo_arena *arena, uo_value *value) {
  static const char alphabet[8] = {'\0', '0', 'A', 'B', 'a', 'b', 'z', '~'};
  char text[24];
  size_t size = (size_t)uo_draw_below(draws, sizeof(text));
  for (size_t i = 0; i < size; i++) text[i] = alphabet[uo_draw_below(draws, sizeof(alphabet))];
  const char *copy = uo_arena_copy(arena, text, size);
  *value = uo_value_of_text(copy, size);
  return copy != NULL;
}

bool uo_value_draw(int32_t dtype, uo_draws *draws, uo_arena *arena, uo_value *value) {
  if (dtype == UO_TYPE_STRING) return draw_text(draws, arena, value);
  uint64_t mask = low_mask(width_of(dtype));
  value->text.data = NULL;
  value->text.size = 0;
  value->bits[0] = uo_draw(draws) & mask;
  value->bits[1] = is_complex(dtype) ? uo_draw(draws) & mask : 0;
  return true;
}

/* ---- Order ------------------------------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static uint64_t infinity_of(int width) { return bits_of_float(width, UO_FLOAT_INFINITY); }

static bool is_nan(int width, uint64_t bits) { return (bits & low_mask(width - 1)) > infinity_of(width); }

/* Ascends with the value of a float: zeros alike, NaNs of either sign above infinity. */
static uint64_t float_rank(int width, uint64_t bits) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  uint64_t magnitude = bits & ~sign;
  if (is_nan(width, bits)) return sign | infinity_of(width) | 1;
  return (bits & sign) != 0 ? sign - magnitude : sign + magnitude;
}

static int compare_texts(const uo_bytes *a, const uo_bytes *b) {
  size_t common = a->size < b->size ? a->size : b->size;
  int order = common == 0 ? 0 : memcmp(a->data, b->data, common);
  return order != 0 ? order : compare_numbers(a->size, b->size);
}

static int compare_ranks(int32_t dtype, const uo_value *a, const uo_value *b) {
  int width = width_of(dtype);
  if (is_float(dtype)) return compare_numbers(float_rank(width, a->bits[0]), float_rank(width, b->bits[0]));
  if (!is_complex(dtype)) {
    uint64_t flip = is_signed(dtype) ? UINT64_C(1) << (width - 1) : 0;
    return compare_numbers(a->bits[0] ^ flip, b->bits[0] ^ flip);
  }
  bool a_nan = is_nan(width, a->bits[0]) || is_nan(width, a->bits[1]);
  bool b_nan = is_nan(width, b->bits[0]) || is_nan(width, b->bits[1]);
  if (a_nan || b_nan) return a_nan - b_nan;
  int order = compare_numbers(float_rank(width, a->bits[0]), float_rank(width, b->bits[0]));
  return order != 0 ? order : compare_numbers(float_rank(width, a->bits[1]), float_rank(width, b->bits[1]));
}

int uo_value_compare(int32_t dtype, const uo_value *a, const uo_value *b) {
  if (dtype == UO_TYPE_STRING) return compare_texts(&a->text, &b->text);
  int order = compare_ranks(dtype, a, b);
  if (order == 0) order = compare_numbers(a->bits[0], b->bits[0]);
  return order != 0 ? order : compare_numbers(a->bits[1], b->bits[1]);
}

/* ---- Storing ----------------------------------------------------------------------------------------------------- */

void uo_value_store(int32_t dtype, const uo_value *value, void *data, int64_t position) {
  switch (dtype) {
    case UO_TYPE_STRING:
      ((uo_bytes *)data)[position] = value->text;
      return;
    case UO_TYPE_BOOL:
    case UO_TYPE_UINT8:
    case UO_TYPE_INT8:
      ((uint8_t *)data)[position] = (uint8_t)value->bits[0];
      return;
    case UO_TYPE_UINT16:
    case UO_TYPE_INT16:
    case UO_TYPE_FLOAT16:
      ((uint16_t *)data)[position] = (uint16_t)value->bits[0];
      return;
    case UO_TYPE_COMPLEX64:
      ((uint32_t *)data)[2 * position] = (uint32_t)value->bits[0];
      ((uint32_t *)data)[2 * position + 1] = (uint32_t)value->bits[1];
      return;
    case UO_TYPE_COMPLEX128:
      ((uint64_t *)data)[2 * position] = value->bits[0];
      ((uint64_t *)data)[2 * position + 1] = value->bits[1];
      return;
    case UO_TYPE_FLOAT:
    case UO_TYPE_INT32:
    case UO_TYPE_UINT32:
      ((uint32_t *)data)[position] = (uint32_t)value->bits[0];
      return;
    default: /* double, int64, uint64 */
      ((uint64_t *)data)[position] = value->bits[0];
      return;
  }
}

uo_value uo_value_load(const uo_tensor *tensor, int64_t position) {
  uo_value value = {{0, 0}, {NULL, 0}};
  size_t size = uo_type_size(tensor->dtype);
  const unsigned char *element = (const unsigned char *)tensor->data + (size_t)position * size;
  if (tensor->dtype == UO_TYPE_STRING) {
    memcpy(&value.text, element, sizeof value.text);
    return value;
  }
  size_t parts = is_complex(tensor->dtype) ? 2 : 1;
  size_t width = size / parts;
  for (size_t part = 0; part < parts; part++) {
    uint16_t two;
    uint32_t four;
    const unsigned char *from = element + part * width;
    switch (width) {
      case 1:
        value.bits[part] = *from;
        break;
      case 2:
        memcpy(&two, from, sizeof two);
        value.bits[part] = two;
        break;
      case 4:
        memcpy(&four, from, sizeof four);
        value.bits[part] = four;
        break;
      default:
        memcpy(&value.bits[part], from, sizeof value.bits[part]);
        break;
    }
  }
  return value;
}
