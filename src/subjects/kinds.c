#include "subjects/kinds.h"

#include <json-c/json.h>
#include <limits.h>
#include <string.h>

uint32_t uo_all_dtypes(void) {
#define UO_TYPE_BIT(name, number, text, size) | 1u << (number)
  return 0 UO_TYPES(UO_TYPE_BIT);
#undef UO_TYPE_BIT
}

/* The whole line as a JSON object, or NULL. */
static json_object *parse_object(const char *line, size_t size) {
  if (size > INT_MAX) return NULL;
  json_tokener *tokener = json_tokener_new();
  if (tokener == NULL) return NULL;
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
  json_object *object = json_tokener_parse_ex(tokener, line, (int)size);
  bool whole = json_tokener_get_error(tokener) == json_tokener_success;
  json_tokener_free(tokener);
  if (whole && json_object_is_type(object, json_type_object)) return object;
  json_object_put(object);
  return NULL;
}

const char *uo_peek_id(const char *line, size_t size, uo_arena *arena) {
  json_object *object = parse_object(line, size);
  json_object *id;
  const char *copy = NULL;
  if (object != NULL && json_object_object_get_ex(object, "id", &id) && json_object_is_type(id, json_type_string))
    copy = uo_arena_copy(arena, json_object_get_string(id), (size_t)json_object_get_string_len(id));
  json_object_put(object);
  return copy;
}

bool uo_peek_key(const char *line, size_t size, const char *key) {
  json_object *object = parse_object(line, size);
  bool found = object != NULL && json_object_object_get_ex(object, key, NULL);
  json_object_put(object);
  return found;
}
