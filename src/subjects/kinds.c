#include "subjects/kinds.h"

#include "files/json_tree.h"

#include <string.h>

uint32_t uo_all_dtypes(void) {
#define UO_TYPE_BIT(name, number, text, size) | 1u << (number)
  return 0 UO_TYPES(UO_TYPE_BIT);
#undef UO_TYPE_BIT
}

/* ---- Looking into a line that cannot be read -------------------------------------------------------------------- */

/* What separates the things of a JSON text. */
static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && memchr(" \t\r\n", *at, 4) != NULL) at++;
  return at;
}

/* Behind the string that begins at the quote `at`; `end` when it does not end. */
static const char *skip_string(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++)
    if (*at == '\\' && at + 1 < end) at++;
  return at < end ? at + 1 : end;
}

/*
 * The value of a member of an object, as the place where it begins; NULL when there is no such member or no whole
 * object. Values may be anything, such as a bare NaN: only strings and brackets are looked at.
 */
static const char *find_member(const char *at, const char *end, const char *key) {
  const char *value = NULL;
  size_t depth = 0;
  at = skip_blanks(at, end);
  if (at == end || *at != '{') return NULL;
  do {
    if (*at == '"') {
      const char *name = at + 1;
      at = skip_string(at, end);
      const char *colon = skip_blanks(at, end);
      bool found = depth == 1 && colon < end && *colon == ':' && (size_t)(at - name) == strlen(key) + 1 &&
                   memcmp(name, key, strlen(key)) == 0;
      if (found) value = skip_blanks(colon + 1, end);
      continue;
    }
    if (*at == '{' || *at == '[') depth++;
    if (*at == '}' || *at == ']') depth--;
    at++;
  } while (at < end && depth > 0);
  return depth == 0 && skip_blanks(at, end) == end ? value : NULL;
}

const char *uo_peek_id(const char *line, size_t size, uo_arena *arena) {
  const char *end = line + size;
  const char *value = find_member(line, end, "id");
  const uo_json *id;
  if (value == NULL || *value != '"') return NULL;
  size_t length = (size_t)(skip_string(value, end) - value);
  return uo_json_parse(value, length, "", arena, &id, NULL) == UO_ERROR_NONE ? id->text : NULL;
}

bool uo_peek_key(const char *line, size_t size, const char *key) { return find_member(line, line + size, key) != NULL; }
