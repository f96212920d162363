#include "tensor/format.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tensor/number.h"

/* ---- Text that is cut to fit ----------------------------------------------------------------------------------- */

typedef struct cut_text {
  char *text;
  size_t size;
  size_t used;
  bool cut;
} cut_text;

static const char ellipsis[] = "...";

static cut_text begin(char *text, size_t size) {
  if (size > 0) text[0] = '\0';
  return (cut_text){text, size, 0, size == 0};
}

/* Ends a text that did not fit with "..."; a UTF-8 sequence is not left in the middle. */
static void cut(cut_text *out) {
  out->cut = true;
  size_t keep = out->size > sizeof ellipsis ? out->size - sizeof ellipsis : 0;
  if (keep > out->used) keep = out->used;
  while (keep > 0 && ((unsigned char)out->text[keep] & 0xC0) == 0x80) keep--;
  snprintf(out->text + keep, out->size - keep, "%s", ellipsis);
}

UO_PRINTF(2, 3) static void add(cut_text *out, const char *format, ...) {
  if (out->cut) return;
  char piece[128]; /* every piece is a number, a word or one character */
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  if ((size_t)length >= out->size - out->used) {
    cut(out);
    return;
  }
  memcpy(out->text + out->used, piece, (size_t)length + 1);
  out->used += (size_t)length;
}

/* ---- Elements -------------------------------------------------------------------------------------------------- */

static void add_bits(cut_text *out, int32_t dtype, const void *part) {
  uint16_t half;
  uint32_t single;
  uint64_t wide;
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      memcpy(&half, part, sizeof half);
      add(out, "0x%04" PRIx16, half);
      break;
    case UO_TYPE_FLOAT:
      memcpy(&single, part, sizeof single);
      add(out, "0x%08" PRIx32, single);
      break;
    default:
      memcpy(&wide, part, sizeof wide);
      add(out, "0x%016" PRIx64, wide);
      break;
  }
}

static void add_real(cut_text *out, int32_t dtype, const unsigned char *element, bool with_bits) {
  char number[UO_NUMBER_TEXT];
  uo_number_format(dtype, element, number);
  add(out, "%s", number);
  if (!with_bits) return;
  add(out, " [");
  add_bits(out, dtype, element);
  add(out, "]");
}

static void add_complex(cut_text *out, int32_t part, const unsigned char *element, bool with_bits) {
  const unsigned char *imaginary = element + uo_type_size(part);
  char number[UO_NUMBER_TEXT];
  uo_number_format(part, element, number);
  add(out, "(%s, ", number);
  uo_number_format(part, imaginary, number);
  add(out, "%s)", number);
  if (!with_bits) return;
  add(out, " [");
  add_bits(out, part, element);
  add(out, ", ");
  add_bits(out, part, imaginary);
  add(out, "]");
}

/* Bytes of the well-formed UTF-8 sequence of a printable character at `at`, or 0. */
static size_t printable_sequence(const unsigned char *at, size_t left) {
  unsigned char lead = at[0];
  if (lead >= 0x20 && lead < 0x7F) return 1;
  size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                  : lead >= 0xE0 && lead < 0xF0 ? 3
                  : lead >= 0xF0 && lead < 0xF5 ? 4
                                                : 0;
  if (length == 0 || length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if ((at[i] & 0xC0) != 0x80) return 0;
  if (lead == 0xC2 && at[1] < 0xA0) return 0;                                       /* C1 controls */
  if ((lead == 0xE0 && at[1] < 0xA0) || (lead == 0xF0 && at[1] < 0x90)) return 0;   /* overlong */
  if ((lead == 0xED && at[1] >= 0xA0) || (lead == 0xF4 && at[1] >= 0x90)) return 0; /* surrogates, beyond */
  if (lead == 0xE2 && at[1] == 0x80 && (at[2] >= 0xA8 && at[2] <= 0xAE)) return 0;  /* separators, bidi */
  return length;
}

static void add_string(cut_text *out, const void *element) {
  uo_bytes string;
  memcpy(&string, element, sizeof string);
  const unsigned char *bytes = (const unsigned char *)string.data;
  add(out, "\"");
  for (size_t i = 0; i < string.size && !out->cut;) {
    size_t length = printable_sequence(bytes + i, string.size - i);
    if (bytes[i] == '"' || bytes[i] == '\\') {
      add(out, "\\%c", bytes[i]);
    } else if (bytes[i] == '\n') {
      add(out, "\\n");
    } else if (length == 0) {
      add(out, "\\x%02x", bytes[i]);
    } else {
      add(out, "%.*s", (int)length, (const char *)bytes + i);
    }
    i += length == 0 ? 1 : length;
  }
  add(out, "\"");
}

#define ADD_INTEGER(type, format)                                                                                      \
  do {                                                                                                                 \
    type value;                                                                                                        \
    memcpy(&value, element, sizeof value);                                                                             \
    add(out, "%" format, value);                                                                                       \
  } while (0)

static void add_element(cut_text *out, int32_t dtype, const unsigned char *element, bool with_bits) {
  switch (dtype) {
    case UO_TYPE_FLOAT:
    case UO_TYPE_DOUBLE:
    case UO_TYPE_FLOAT16:
      add_real(out, dtype, element, with_bits);
      break;
    case UO_TYPE_COMPLEX64:
      add_complex(out, UO_TYPE_FLOAT, element, with_bits);
      break;
    case UO_TYPE_COMPLEX128:
      add_complex(out, UO_TYPE_DOUBLE, element, with_bits);
      break;
    case UO_TYPE_STRING:
      add_string(out, element);
      break;
    case UO_TYPE_BOOL:
      if (*element > 1) {
        add(out, "bool(0x%02x)", *element);
      } else {
        add(out, *element ? "true" : "false");
      }
      break;
    case UO_TYPE_INT8:
      ADD_INTEGER(int8_t, PRId8);
      break;
    case UO_TYPE_INT16:
      ADD_INTEGER(int16_t, PRId16);
      break;
    case UO_TYPE_INT32:
      ADD_INTEGER(int32_t, PRId32);
      break;
    case UO_TYPE_INT64:
      ADD_INTEGER(int64_t, PRId64);
      break;
    case UO_TYPE_UINT8:
      ADD_INTEGER(uint8_t, PRIu8);
      break;
    case UO_TYPE_UINT16:
      ADD_INTEGER(uint16_t, PRIu16);
      break;
    case UO_TYPE_UINT32:
      ADD_INTEGER(uint32_t, PRIu32);
      break;
    case UO_TYPE_UINT64:
      ADD_INTEGER(uint64_t, PRIu64);
      break;
    default:
      add(out, "?");
      break;
  }
}

static void add_at(cut_text *out, const uo_tensor *tensor, int64_t position, bool with_bits) {
  const unsigned char *data = tensor->data;
  add_element(out, tensor->dtype, data + (size_t)position * uo_type_size(tensor->dtype), with_bits);
}

char *uo_format_element(const uo_tensor *tensor, int64_t position, bool with_bits, char *text, size_t size) {
  cut_text out = begin(text, size);
  add_at(&out, tensor, position, with_bits);
  return text;
}

char *uo_format_item(const uo_items *items, int64_t i, bool with_bits, char *text, size_t size) {
  if (items->axis < 0 || items->tensor->rank == 1) return uo_format_element(items->tensor, i, with_bits, text, size);
  cut_text out = begin(text, size);
  add(&out, "[");
  for (int64_t o = 0; o < items->outer && !out.cut; o++) {
    for (int64_t t = 0; t < items->inner && !out.cut; t++) {
      if (o > 0 || t > 0) add(&out, ", ");
      add_at(&out, items->tensor, (o * items->count + i) * items->inner + t, with_bits);
    }
  }
  add(&out, "]");
  return text;
}

/* ---- Tensors --------------------------------------------------------------------------------------------------- */

static void add_type(cut_text *out, const uo_tensor *tensor) {
  const char *name = uo_type_name(tensor->dtype);
  if (name == NULL) {
    add(out, "type %d[", (int)tensor->dtype);
  } else {
    add(out, "%s[", name);
  }
  for (int32_t i = 0; i < tensor->rank && tensor->dims != NULL; i++)
    add(out, "%s%" PRId64, i == 0 ? "" : ", ", tensor->dims[i]);
  add(out, "]");
}

char *uo_format_type(const uo_tensor *tensor, char *text, size_t size) {
  cut_text out = begin(text, size);
  add_type(&out, tensor);
  return text;
}

/* The brackets that open before, and close after, the element at `position` of a tensor with elements. */
static int32_t boundaries(const uo_tensor *tensor, int64_t position) {
  int32_t count = 0;
  for (int32_t i = tensor->rank - 1; i >= 0; i--) {
    if (position % tensor->dims[i] != 0) break;
    position /= tensor->dims[i];
    count++;
  }
  return count;
}

static void add_values(cut_text *out, const uo_tensor *tensor, int64_t count) {
  for (int64_t position = 0; position < count && !out->cut; position++) {
    int32_t opening = boundaries(tensor, position);
    int32_t closing = position == 0 ? 0 : opening;
    for (int32_t i = 0; i < closing; i++) add(out, "]");
    if (position > 0) add(out, ", ");
    for (int32_t i = 0; i < opening; i++) add(out, "[");
    add_at(out, tensor, position, false);
  }
  for (int32_t i = 0; i < tensor->rank; i++) add(out, "]");
}

char *uo_format_tensor(const uo_tensor *tensor, char *text, size_t size) {
  cut_text out = begin(text, size);
  add_type(&out, tensor);
  int64_t count;
  if (uo_tensor_validate(tensor, &count, NULL) != UO_ERROR_NONE) {
    add(&out, " (not a valid tensor)");
  } else if (count == 0) {
    add(&out, " (no element)");
  } else {
    add(&out, " ");
    add_values(&out, tensor, count);
  }
  return text;
}
