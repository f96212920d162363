/* The vector format's elements, read exact to the bit. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "files/bytes.h"
#include "files/json_tensor.h"
#include "tensor/guard.h"
#include "tensor/number.h"
#include "tensor/shape.h"

uo_error_code uo_json_require(const uo_json *object, const char *key, uo_place place, const uo_json **value,
                              uo_error *error) {
  *value = uo_json_member(object, key);
  UO_REQUIRE(*value != NULL, error, UO_ERROR_INPUT, "%s: %s%s%s: missing; it is always there", place.where, place.field,
             *place.field == '\0' ? "" : ".", key);
  return UO_ERROR_NONE;
}

static uo_error_code wrong_kind(const uo_json *value, uo_place place, const char *want, uo_error *error) {
  return uo_fail(error, UO_ERROR_INPUT, "%s: %s: %s, where %s is right", place.where, place.field,
                 uo_json_kind_name(value->kind), want);
}

/* ---- Integers ---- */

/* The range of an integer type: [-below, above]. */
typedef struct range {
  uint64_t below;
  uint64_t above;
} range;

static range range_of(int32_t type) {
  const unsigned bits = 8 * (unsigned)uo_type_size(type);
  bool is_unsigned =
      type == UO_TYPE_UINT8 || type == UO_TYPE_UINT16 || type == UO_TYPE_UINT32 || type == UO_TYPE_UINT64;
  if (is_unsigned) return (range){.below = 0, .above = UINT64_MAX >> (64 - bits)};
  return (range){.below = UINT64_C(1) << (bits - 1), .above = (UINT64_C(1) << (bits - 1)) - 1};
}

/* Digits after an optional minus, without leading zeros, to a magnitude; UINT64_MAX with *over when it needs more than
 * 64 bits. */
static bool parse_digits(const char *text, size_t size, uint64_t *magnitude, bool *over) {
  size_t at = size > 0 && text[0] == '-' ? 1 : 0;
  if (at == size || (text[at] == '0' && size > at + 1)) return false;
  *magnitude = 0;
  *over = false;
  for (; at < size; at++) {
    if (text[at] < '0' || text[at] > '9') return false;
    unsigned digit = (unsigned)(text[at] - '0');
    if (*magnitude > (UINT64_MAX - digit) / 10) *over = true;
    *magnitude = *magnitude * 10 + digit;
  }
  return true;
}

uo_error_code uo_json_read_integer(const uo_json *value, int32_t type, uo_place place, uint64_t *bits,
                                   uo_error *error) {
  char text[UO_EXCERPT];
  bool textual = value->kind == UO_JSON_NUMBER || value->kind == UO_JSON_STRING;
  if (!textual) return wrong_kind(value, place, "an integer (a number, or a string of decimal digits)", error);
  uint64_t magnitude;
  bool over;
  UO_REQUIRE(parse_digits(value->text, value->size, &magnitude, &over), error, UO_ERROR_INPUT,
             "%s: %s: '%s' is no integer; write it without point and exponent", place.where, place.field,
             uo_excerpt(value->text, value->size, text));
  bool negative = value->text[0] == '-';
  range allowed = range_of(type);
  UO_REQUIRE(!over && magnitude <= (negative ? allowed.below : allowed.above), error, UO_ERROR_INPUT,
             "%s: %s: %s is out of range for %s (%s%" PRIu64 " to %" PRIu64 ")", place.where, place.field,
             uo_excerpt(value->text, value->size, text), uo_type_name(type), allowed.below > 0 ? "-" : "",
             allowed.below, allowed.above);
  *bits = negative ? 0 - magnitude : magnitude;
  return UO_ERROR_NONE;
}

uo_error_code uo_json_read_int64(const uo_json *value, uo_place place, int64_t *number, uo_error *error) {
  uint64_t bits;
  UO_TRY(uo_json_read_integer(value, UO_TYPE_INT64, place, &bits, error));
  memcpy(number, &bits, sizeof bits);
  return UO_ERROR_NONE;
}

static uo_error_code read_integer_element(const uo_json *value, int32_t type, uo_place place, void *element,
                                          uo_error *error) {
  uint64_t bits = 0;
  UO_TRY(uo_json_read_integer(value, type, place, &bits, error));
  /* Two's complement: the low bits are the element, whatever its width. */
  const uint8_t byte = (uint8_t)bits;
  const uint16_t half = (uint16_t)bits;
  const uint32_t word = (uint32_t)bits;
  switch (uo_type_size(type)) {
    case sizeof byte:
      memcpy(element, &byte, sizeof byte);
      break;
    case sizeof half:
      memcpy(element, &half, sizeof half);
      break;
    case sizeof word:
      memcpy(element, &word, sizeof word);
      break;
    default:
      memcpy(element, &bits, sizeof bits);
      break;
  }
  return UO_ERROR_NONE;
}

/* ---- Floating-point numbers ---- */

static uo_error_code read_float(const uo_json *value, int32_t type, uo_place place, void *element, uo_error *error) {
  char text[UO_EXCERPT];
  if (value->kind == UO_JSON_NUMBER) {
    UO_REQUIRE(uo_number_parse(type, value->text, element), error, UO_ERROR_INPUT,
               "%s: %s: %s is out of range for %s; write \"Infinity\" or \"-Infinity\" if that is meant", place.where,
               place.field, uo_excerpt(value->text, value->size, text), uo_type_name(type));
    return UO_ERROR_NONE;
  }
  const char *words = "\"Infinity\", \"-Infinity\", \"NaN\" or \"NaN(0x..)\"";
  if (value->kind != UO_JSON_STRING)
    return wrong_kind(value, place, "a number or one of \"Infinity\", \"-Infinity\", \"NaN\", \"NaN(0x..)\"", error);
  /* Only words stand in quotes; "1.5" is no number of the format. */
  bool word = strlen(value->text) == value->size &&
              (value->text[0] == 'N' || value->text[0] == 'I' || strncmp(value->text, "-I", 2) == 0);
  UO_REQUIRE(word && uo_number_parse(type, value->text, element), error, UO_ERROR_INPUT,
             "%s: %s: \"%s\" is no %s; write a number, or %s with the bits of a NaN of this type", place.where,
             place.field, uo_excerpt(value->text, value->size, text), uo_type_name(type), words);
  return UO_ERROR_NONE;
}

static uo_error_code read_complex(const uo_json *value, int32_t part, uo_place place, void *element, uo_error *error) {
  if (value->kind != UO_JSON_ARRAY || value->size != 2) return wrong_kind(value, place, "[real, imaginary]", error);
  UO_TRY(read_float(value->first, part, place, element, error));
  return read_float(value->first->next, part, place, (char *)element + uo_type_size(part), error);
}

/* ---- Bool and string ---- */

static uo_error_code read_bool(const uo_json *value, uo_place place, void *element, uo_error *error) {
  if (value->kind != UO_JSON_BOOL) return wrong_kind(value, place, "true or false", error);
  *(uint8_t *)element = value->truth ? 1 : 0;
  return UO_ERROR_NONE;
}

static uo_error_code read_string(const uo_json *value, uo_place place, uo_arena *arena, void *element,
                                 uo_error *error) {
  uo_bytes *bytes = element;
  if (value->kind == UO_JSON_STRING) {
    *bytes = (uo_bytes){.data = value->text, .size = value->size};
    return UO_ERROR_NONE;
  }
  const uo_json *base64 = value->kind == UO_JSON_OBJECT && value->size == 1 ? uo_json_member(value, "base64") : NULL;
  if (base64 == NULL || base64->kind != UO_JSON_STRING) {
    return wrong_kind(value, place, "a string, or {\"base64\": \"..\"} for bytes that are not UTF-8,", error);
  }
  char *decoded = uo_arena_allocate(arena, base64->size / 4 * 3 + 1, 1);
  UO_REQUIRE_MEMORY(decoded, error);
  UO_REQUIRE(uo_base64_read(base64->text, base64->size, decoded, &bytes->size), error, UO_ERROR_INPUT,
             "%s: %s.base64: not base64 (letters A-Z a-z 0-9 + /, padded with = to a multiple of 4)", place.where,
             place.field);
  bytes->data = decoded;
  return UO_ERROR_NONE;
}

/* ---- Tensors ---- */

static uo_error_code read_element(const uo_json *value, int32_t dtype, uo_place place, uo_arena *arena, void *element,
                                  uo_error *error) {
  switch (dtype) {
    case UO_TYPE_FLOAT:
    case UO_TYPE_FLOAT16:
    case UO_TYPE_DOUBLE:
      return read_float(value, dtype, place, element, error);
    case UO_TYPE_COMPLEX64:
      return read_complex(value, UO_TYPE_FLOAT, place, element, error);
    case UO_TYPE_COMPLEX128:
      return read_complex(value, UO_TYPE_DOUBLE, place, element, error);
    case UO_TYPE_BOOL:
      return read_bool(value, place, element, error);
    case UO_TYPE_STRING:
      return read_string(value, place, arena, element, error);
    default:
      return read_integer_element(value, dtype, place, element, error);
  }
}

/* Again for the message alone: element number `i` failed, and only now its place is put into words. */
static uo_error_code fail_element(const uo_json *value, int32_t dtype, size_t i, uo_place place, uo_arena *arena,
                                  void *element, uo_error *error) {
  char field[96];
  snprintf(field, sizeof field, "%s.data[%zu]", place.field, i);
  UO_TRY(read_element(value, dtype, (uo_place){place.where, field}, arena, element, error));
  return uo_fail(error, UO_ERROR_MEMORY, "out of memory"); /* what else fails once only */
}

static uo_error_code read_data(const uo_json *data, uo_place place, uo_arena *arena, uo_tensor *tensor,
                               uo_error *error) {
  size_t element_size = uo_type_size(tensor->dtype);
  char *elements = uo_arena_allocate(arena, data->size, element_size);
  UO_REQUIRE_MEMORY(elements, error);
  size_t i = 0;
  for (const uo_json *value = data->first; value != NULL; value = value->next, i++) {
    char *element = elements + i * element_size;
    if (read_element(value, tensor->dtype, place, arena, element, NULL) != UO_ERROR_NONE) {
      return fail_element(value, tensor->dtype, i, place, arena, element, error);
    }
  }
  tensor->data = elements;
  return UO_ERROR_NONE;
}

static uo_error_code read_dtype(const uo_json *value, uo_place place, int32_t *dtype, uo_error *error) {
#define NAME_TYPE(name, number, text, size) " " text
  static const char all[] = "one of" UO_TYPES(NAME_TYPE);
#undef NAME_TYPE
  char found[UO_EXCERPT];
  if (value->kind != UO_JSON_STRING) return wrong_kind(value, place, all, error);
  *dtype = strlen(value->text) == value->size ? uo_type_from_name(value->text) : 0;
  UO_REQUIRE(*dtype != 0, error, UO_ERROR_INPUT, "%s: %s: unknown type \"%s\"; %s is right (TYP-02)", place.where,
             place.field, uo_excerpt(value->text, value->size, found), all);
  return UO_ERROR_NONE;
}

static uo_error_code read_shape(const uo_json *shape, uo_place place, uo_arena *arena, uo_tensor *tensor,
                                int64_t *count, uo_error *error) {
  if (shape->kind != UO_JSON_ARRAY) return wrong_kind(shape, place, "an array of dimensions", error);
  UO_REQUIRE(shape->size <= UO_MAX_RANK, error, UO_ERROR_INPUT, "%s: %s: %zu dimensions; at most %d are supported",
             place.where, place.field, shape->size, UO_MAX_RANK);
  int64_t *dims = uo_arena_allocate(arena, shape->size, sizeof *dims);
  UO_REQUIRE_MEMORY(dims, error);
  int32_t rank = 0;
  for (const uo_json *dim = shape->first; dim != NULL; dim = dim->next, rank++) {
    char field[96];
    snprintf(field, sizeof field, "%s[%d]", place.field, (int)rank);
    const uo_place at = {place.where, field};
    if (dim->kind != UO_JSON_NUMBER) return wrong_kind(dim, at, "an integer, 0 or more,", error);
    UO_TRY(uo_json_read_int64(dim, at, &dims[rank], error));
    UO_REQUIRE(dims[rank] >= 0, error, UO_ERROR_INPUT, "%s: %s: %s; a dimension is 0 or more (SHAPE-04)", at.where,
               at.field, dim->text);
  }
  uo_error reason;
  if (uo_shape_count(rank, dims, uo_type_size(tensor->dtype), count, &reason) != UO_ERROR_NONE) {
    return uo_fail(error, UO_ERROR_INPUT, "%s: %s: %s", place.where, place.field, reason.message);
  }
  tensor->rank = rank;
  tensor->dims = dims;
  return UO_ERROR_NONE;
}

uo_error_code uo_json_read_tensor(const uo_json *value, uo_place place, uo_arena *arena, uo_tensor *tensor,
                                  uo_error *error) {
  if (value->kind != UO_JSON_OBJECT)
    return wrong_kind(value, place, "a tensor {\"dtype\": .., \"shape\": .., \"data\": ..}", error);
  const uo_json *dtype;
  const uo_json *shape;
  const uo_json *data;
  UO_TRY(uo_json_require(value, "dtype", place, &dtype, error));
  UO_TRY(uo_json_require(value, "shape", place, &shape, error));
  UO_TRY(uo_json_require(value, "data", place, &data, error));
  char field[80];
  int64_t count = 0;
  uo_tensor made = {0};
  snprintf(field, sizeof field, "%s.dtype", place.field);
  UO_TRY(read_dtype(dtype, (uo_place){place.where, field}, &made.dtype, error));
  snprintf(field, sizeof field, "%s.shape", place.field);
  UO_TRY(read_shape(shape, (uo_place){place.where, field}, arena, &made, &count, error));
  snprintf(field, sizeof field, "%s.data", place.field);
  if (data->kind != UO_JSON_ARRAY) return wrong_kind(data, (uo_place){place.where, field}, "a flat array", error);
  UO_REQUIRE((uint64_t)count == data->size, error, UO_ERROR_INPUT, "%s: %s: %zu elements, but the shape has %" PRId64,
             place.where, field, data->size, count);
  UO_TRY(read_data(data, place, arena, &made, error));
  *tensor = made;
  return UO_ERROR_NONE;
}

uo_error_code uo_json_read_name(const uo_json *value, uo_place place, const char **name, uo_error *error) {
  if (value->kind != UO_JSON_STRING) return wrong_kind(value, place, "a string", error);
  UO_REQUIRE(strlen(value->text) == value->size, error, UO_ERROR_INPUT, "%s: %s: holds NUL, which it may not",
             place.where, place.field);
  *name = value->text;
  return UO_ERROR_NONE;
}
