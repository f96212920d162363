#include "gate/json.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "cases/utf8.h"

/* The character of a well-formed sequence of `size` bytes. */
static uint32_t character(const char *text, size_t size) {
  const unsigned char *at = (const unsigned char *)text;
  uint32_t value = size == 1 ? at[0] : at[0] & (0x7fu >> size);
  for (size_t i = 1; i < size; i++) value = value << 6 | (at[i] & 0x3fu);
  return value;
}

/* Controls, and marks that change the direction of text or break lines. */
static bool obeyed(uint32_t value) {
  if (value < 0x20 || (value >= 0x7f && value < 0xa0)) return true;
  if (value == 0x61c || value == 0xfeff) return true;
  return (value >= 0x200b && value <= 0x200f) || (value >= 0x2028 && value <= 0x202e) ||
         (value >= 0x2066 && value <= 0x2069);
}

/* How many bytes from here on stand for themselves. */
static size_t plain(const char *text) {
  size_t size = 0;
  while ((unsigned char)text[size] >= 0x20 && (unsigned char)text[size] < 0x7f && text[size] != '"' &&
         text[size] != '\\')
    size++;
  return size;
}

/* One character that is not plain; returns its bytes. */
static size_t write_character(const char *text, size_t left, FILE *stream) {
  size_t size = uo_utf8_size(text, left);
  if (size == 0) {
    fputs("\xef\xbf\xbd", stream);
    return 1;
  }
  uint32_t value = character(text, size);
  if (value == '"' || value == '\\') {
    fputc('\\', stream);
    fputc((int)value, stream);
  } else if (obeyed(value)) {
    fprintf(stream, "\\u%04" PRIx32, value);
  } else {
    fwrite(text, 1, size, stream);
  }
  return size;
}

void uo_json_write_string(const char *text, FILE *stream) {
  size_t left = strlen(text);
  fputc('"', stream);
  while (left > 0) {
    size_t size = plain(text);
    if (size > 0) {
      fwrite(text, 1, size, stream);
    } else {
      size = write_character(text, left, stream);
    }
    text += size;
    left -= size;
  }
  fputc('"', stream);
}

void uo_json_write_member(const char *name, const char *value, FILE *stream) {
  fputc('"', stream);
  fputs(name, stream);
  fputs("\": ", stream);
  if (value == NULL) {
    fputs("null", stream);
  } else {
    uo_json_write_string(value, stream);
  }
}

void uo_json_write_count(const char *name, uint64_t value, FILE *stream) {
  fprintf(stream, "\"%s\": %" PRIu64, name, value);
}
