#include "gate/json.h"

#include <inttypes.h>
#include <string.h>

#include "gate/characters.h"

/* How many bytes from here on stand for themselves. */
static size_t plain(const char *text) {
  size_t size = 0;
  while ((unsigned char)text[size] >= 0x20 && (unsigned char)text[size] < 0x7f && text[size] != '"' &&
         text[size] != '\\' && text[size] != '<')
    size++;
  return size;
}

/* A character that somebody may obey, as JSON can say it in plain ones. */
static void write_escape(uint32_t value, FILE *stream) {
  if (value > 0xffff) {
    fprintf(stream, "\\u%04" PRIx32 "\\u%04" PRIx32, 0xd7c0 + (value >> 10), 0xdc00 + (value & 0x3ff));
  } else {
    fprintf(stream, "\\u%04" PRIx32, value);
  }
}

/* One character that is not plain; returns its bytes. */
static size_t write_character(const char *text, size_t left, FILE *stream) {
  uint32_t value;
  size_t size = uo_character(text, left, &value);
  if (size == 0) {
    fputs("\xef\xbf\xbd", stream);
    return 1;
  }
  if (value == '"' || value == '\\') {
    fputc('\\', stream);
    fputc((int)value, stream);
  } else if (value == '\n') {
    fputs("\\n", stream);
  } else if (uo_character_is_obeyed(value) || value == '<') {
    write_escape(value, stream);
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

void uo_json_write_safely(const char *json, FILE *stream) {
  size_t left = strlen(json);
  while (left > 0) {
    uint32_t value;
    size_t size = uo_character(json, left, &value);
    size += size == 0; /* JSON is UTF-8: it does not come to this */
    if (uo_character_is_obeyed(value)) {
      write_escape(value, stream);
    } else {
      fwrite(json, 1, size, stream);
    }
    json += size;
    left -= size;
  }
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
