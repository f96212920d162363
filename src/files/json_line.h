/* What the readers of JSON lines and of ONNX folders share. */
#ifndef UO_FILES_JSON_LINE_H
#define UO_FILES_JSON_LINE_H

#include "files/json_tensor.h"
#include "files/vector.h"

/* Parses a line that is one whole object. */
UO_MUST_USE uo_error_code uo_json_parse_object(const char *line, size_t size, const char *where, uo_arena *arena,
                                               const uo_json **object, uo_error *error);

/* Reads an array of names into a NULL-terminated list; a NULL value is an empty one. */
UO_MUST_USE uo_error_code uo_json_read_names(const uo_json *value, uo_place place, uo_arena *arena,
                                             const char *const **names, uo_error *error);

/* Reads the first line of a vector file. */
UO_MUST_USE uo_error_code uo_json_read_header(const char *line, size_t size, const char *where, uo_arena *arena,
                                              uo_vector_header *header, uo_error *error);

/* Checks the types of the expected outputs against X (TYP-01, TYP-04). */
UO_MUST_USE uo_error_code uo_vector_check_types(const uo_vector *vector, const char *where, uo_error *error);

/* Adds an array of names, and the members of an object's text `extra` (which may be NULL) each behind a comma. */
void uo_json_add_names(uo_text *text, const char *const *names);
UO_MUST_USE uo_error_code uo_json_add_extra(uo_text *text, const char *extra, uo_error *error);

#endif
