#include "files/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tensor/guard.h"

static bool grow(uo_text *text, size_t more) {
  if (more > SIZE_MAX / 4 || text->size > SIZE_MAX / 4) return false;
  size_t capacity = text->capacity > 0 ? text->capacity : 256;
  while (capacity < text->size + more) capacity *= 2;
  char *bytes = uo_arena_allocate(text->arena, capacity, 1);
  if (bytes == NULL) return false;
  if (text->size > 0) memcpy(bytes, text->bytes, text->size);
  text->bytes = bytes;
  text->capacity = capacity;
  return true;
}

void uo_text_add(uo_text *text, const char *bytes, size_t size) {
  if (text->failed || size == 0) return;
  if (text->capacity - text->size < size && !grow(text, size)) {
    text->failed = true;
    return;
  }
  memcpy(text->bytes + text->size, bytes, size);
  text->size += size;
}

void uo_text_add_string(uo_text *text, const char *string) { uo_text_add(text, string, strlen(string)); }

void uo_text_add_integer(uo_text *text, int64_t value) {
  char digits[24];
  int size = snprintf(digits, sizeof digits, "%" PRId64, value);
  uo_text_add(text, digits, (size_t)size);
}

uo_error_code uo_text_finish(uo_text *text, const char **bytes, size_t *size, uo_error *error) {
  uo_text_add(text, "", 1);
  UO_REQUIRE(!text->failed, error, UO_ERROR_MEMORY, "out of memory");
  *bytes = text->bytes;
  if (size != NULL) *size = text->size - 1;
  return UO_ERROR_NONE;
}
