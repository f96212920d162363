/* Text that grows at its end, in an arena: what the writers write into. */
#ifndef UO_FILES_TEXT_H
#define UO_FILES_TEXT_H

#include "tensor/memory.h"

/* Zeroed but for its arena, it is empty. When memory fails it stops growing and uo_text_finish says so. */
typedef struct uo_text {
  uo_arena *arena;
  char *bytes;
  size_t size;
  size_t capacity;
  bool failed;
} uo_text;

void uo_text_add(uo_text *text, const char *bytes, size_t size);
void uo_text_add_string(uo_text *text, const char *string);
void uo_text_add_integer(uo_text *text, int64_t value);

/* Ends the text with a NUL that `size` does not count; `size` may be NULL. UO_ERROR_MEMORY when any addition failed. */
UO_MUST_USE uo_error_code uo_text_finish(uo_text *text, const char **bytes, size_t *size, uo_error *error);

#endif
