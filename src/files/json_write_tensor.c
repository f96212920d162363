/* The vector format's elements, written so that they read back to the same bits. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "files/bytes.h"
#include "files/json_tensor.h"
#include "tensor/number.h"

/* Beyond this a reader that keeps numbers as doubles would round: written as strings. */
#define EXACT_AS_DOUBLE ((UINT64_C(1) << 53) - 1)

static void add_integer(uo_text *text, bool negative, uint64_t magnitude) {
  char digits[32];
  const char *quote = magnitude > EXACT_AS_DOUBLE ? "\"" : "";
  int size = snprintf(digits, sizeof digits, "%s%s%" PRIu64 "%s", quote, negative ? "-" : "", magnitude, quote);
  uo_text_add(text, digits, (size_t)size);
}

static void add_signed(uo_text *text, int64_t value) {
  add_integer(text, value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static void add_float(uo_text *text, int32_t type, const void *element) {
  char number[UO_NUMBER_TEXT];
  uo_number_format(type, element, number);
  /* Words go in quotes; they are what begins with neither digit nor minus and digit. */
  const char *quote = number[0] == 'N' || number[0] == 'I' || number[1] == 'I' ? "\"" : "";
  uo_text_add_string(text, quote);
  uo_text_add_string(text, number);
  uo_text_add_string(text, quote);
}

static void add_complex(uo_text *text, int32_t part, const char *element) {
  uo_text_add(text, "[", 1);
  add_float(text, part, element);
  uo_text_add(text, ", ", 2);
  add_float(text, part, element + uo_type_size(part));
  uo_text_add(text, "]", 1);
}

static void add_bytes(uo_text *text, const uo_bytes *bytes) {
  if (uo_utf8_length(bytes->data, bytes->size) == bytes->size) {
    uo_json_add_string(text, bytes->data, bytes->size);
    return;
  }
  uo_text_add_string(text, "{\"base64\": \"");
  uo_base64_add(text, bytes->data, bytes->size);
  uo_text_add_string(text, "\"}");
}

static void add_element(uo_text *text, int32_t dtype, const void *element) {
  switch (dtype) {
    case UO_TYPE_UINT8:
      add_integer(text, false, *(const uint8_t *)element);
      return;
    case UO_TYPE_INT8:
      add_signed(text, *(const int8_t *)element);
      return;
    case UO_TYPE_UINT16:
      add_integer(text, false, *(const uint16_t *)element);
      return;
    case UO_TYPE_INT16:
      add_signed(text, *(const int16_t *)element);
      return;
    case UO_TYPE_INT32:
      add_signed(text, *(const int32_t *)element);
      return;
    case UO_TYPE_INT64:
      add_signed(text, *(const int64_t *)element);
      return;
    case UO_TYPE_UINT32:
      add_integer(text, false, *(const uint32_t *)element);
      return;
    case UO_TYPE_UINT64:
      add_integer(text, false, *(const uint64_t *)element);
      return;
    case UO_TYPE_BOOL:
      uo_text_add_string(text, *(const uint8_t *)element != 0 ? "true" : "false");
      return;
    case UO_TYPE_STRING:
      add_bytes(text, element);
      return;
    case UO_TYPE_COMPLEX64:
      add_complex(text, UO_TYPE_FLOAT, element);
      return;
    case UO_TYPE_COMPLEX128:
      add_complex(text, UO_TYPE_DOUBLE, element);
      return;
    default:
      add_float(text, dtype, element);
      return;
  }
}

void uo_json_add_tensor(uo_text *text, const uo_tensor *tensor, int64_t count) {
  uo_text_add_string(text, "{\"dtype\": \"");
  uo_text_add_string(text, uo_type_name(tensor->dtype));
  uo_text_add_string(text, "\", \"shape\": [");
  for (int32_t k = 0; k < tensor->rank; k++) {
    if (k > 0) uo_text_add(text, ", ", 2);
    uo_text_add_integer(text, tensor->dims[k]);
  }
  uo_text_add_string(text, "], \"data\": [");
  const char *elements = tensor->data;
  const size_t element_size = uo_type_size(tensor->dtype);
  for (int64_t i = 0; i < count; i++) {
    if (i > 0) uo_text_add(text, ", ", 2);
    add_element(text, tensor->dtype, elements + (size_t)i * element_size);
  }
  uo_text_add_string(text, "]}");
}
