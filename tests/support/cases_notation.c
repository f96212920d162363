#include "support/cases_notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/json_text.h"
#include "tensor/shape.h"

enum { LINE = 1 << 20 };

/* What is written bit by bit; grows to LINE bytes and no further. */
typedef struct line {
  char *text;
  size_t size;
} line;

static void put(line *out, const char *text, size_t size) {
  assert_true(out->size + size < LINE);
  memcpy(out->text + out->size, text, size);
  out->size += size;
  out->text[out->size] = '\0';
}

static void put_text(line *out, const char *text) { put(out, text, strlen(text)); }

static void put_quoted(line *out, const char *text, size_t size) {
  for (size_t i = 0; i < size; i++) put(out, text[i] == '\'' ? "\"" : &text[i], 1);
}

static int64_t count_of(const char *shape) {
  int64_t count = 1;
  for (const char *at = strpbrk(shape, "0123456789]"); *at != ']'; at = strpbrk(at, "0123456789]")) {
    char *end;
    count *= strtoll(at, &end, 10);
    at = end;
  }
  return count;
}

static void put_data(line *out, const char *type, const char *shape, const char *data, size_t size) {
  if (size == 0 || (data[0] != '*' && data[0] != '#')) {
    put_quoted(out, data, size);
    return;
  }
  bool quoted = strncmp(type, "string", 6) == 0;
  for (int64_t i = 0; i < count_of(shape); i++) {
    char number[32];
    snprintf(number, sizeof number, quoted ? "\"%lld\"" : "%lld", (long long)i);
    if (i > 0) put_text(out, ", ");
    if (data[0] == '#')
      put_text(out, number);
    else
      put_quoted(out, data + 1, size - 1);
  }
}

/* The number behind "NAME=", or `without`. */
static const char *option(const char *options, const char *name, const char *without, char value[32]) {
  const char *at = strstr(options, name);
  snprintf(value, 32, "%s", without);
  if (at != NULL) assert_int_equal(sscanf(at + strlen(name), "%31s", value), 1);
  return value;
}

uo_case cases_from_notation(const char *text, uo_arena *arena) {
  const char *shape = strchr(text, '[');
  const char *data = strchr(text, '|');
  assert_non_null(shape);
  assert_non_null(data);
  const char *options = strchr(data + 1, '|');
  assert_non_null(options);
  char value[32];
  line out = {malloc(LINE), 0};
  assert_non_null(out.text);
  put_text(&out, "{\"id\": \"");
  put(&out, text, (size_t)(shape - text) - 1);
  put_text(&out, "\", \"X\": {\"dtype\": \"");
  put(&out, text, (size_t)(shape - text) - 1);
  put_text(&out, "\", \"shape\": ");
  put(&out, shape, (size_t)(data - shape));
  put_text(&out, ", \"data\": [");
  put_data(&out, text, shape, data + 1, (size_t)(options - data) - 1);
  put_text(&out, "]}, \"axis\": ");
  put_text(&out, option(options, "axis=", "null", value));
  put_text(&out, ", \"sorted\": ");
  put_text(&out, option(options, "sorted=", "1", value));
  put_text(&out, ", \"outputs\": [\"Y\"]}");
  uo_vector vector;
  uo_error error;
  if (uo_json_read_vector(out.text, out.size, "notation", arena, &vector, &error) != UO_ERROR_NONE)
    fail_msg("%s: %s", text, error.message);
  vector.question.wanted = (uint32_t)strtoul(option(options, "wanted=", "15", value), NULL, 10);
  free(out.text);
  return vector.question;
}
