/* Tensors, and the fields around them, between JSON trees and values. */
#ifndef UO_FILES_JSON_TENSOR_H
#define UO_FILES_JSON_TENSOR_H

#include "files/json_tree.h"

/* Where a value stands, for messages: "corpus/a.jsonl:12" and "expect.Y". */
typedef struct uo_place {
  const char *where;
  const char *field;
} uo_place;

/* A field that may not be missing. */
UO_MUST_USE uo_error_code uo_json_require(const uo_json *object, const char *key, uo_place place, const uo_json **value,
                                          uo_error *error);

/* Reads an integer of 64 bits, judged by its text and so never saturated; `type` says which range: UO_TYPE_INT64,
 * _UINT8, ... */
UO_MUST_USE uo_error_code uo_json_read_integer(const uo_json *value, int32_t type, uo_place place, uint64_t *bits,
                                               uo_error *error);
UO_MUST_USE uo_error_code uo_json_read_int64(const uo_json *value, uo_place place, int64_t *number, uo_error *error);

/* Reads a string that holds no NUL, such as an id or a comment. */
UO_MUST_USE uo_error_code uo_json_read_name(const uo_json *value, uo_place place, const char **name, uo_error *error);

/* Reads {"dtype": T, "shape": [..], "data": [..]} into a valid tensor. */
UO_MUST_USE uo_error_code uo_json_read_tensor(const uo_json *value, uo_place place, uo_arena *arena, uo_tensor *tensor,
                                              uo_error *error);

/* Adds a valid tensor. */
void uo_json_add_tensor(uo_text *text, const uo_tensor *tensor, int64_t count);

#endif
