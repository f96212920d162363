/*
 * One JSON text as a tree that loses nothing: numbers keep their source text, strings may hold NUL, keys keep their
 * order.
 *
 * Why not json-c's tokener: of what the vector format needs, json-c 0.16 turns -0 into 0, saturates integers beyond 64
 * bits, lets the last of two equal keys win, ends keys at \u0000, replaces lone surrogates, takes overlong UTF-8, 01.5
 * and NaN, and when memory fails it drops keys and elements without a word (json_object_object_add,
 * printbuf_memappend_fast) or dereferences NULL (strdup of a key). Each would need a scan of our own in front of it;
 * this reader is little more than that scan.
 */
#ifndef UO_FILES_JSON_TREE_H
#define UO_FILES_JSON_TREE_H

#include "files/text.h"

typedef enum uo_json_kind {
  UO_JSON_NULL,
  UO_JSON_BOOL,
  UO_JSON_NUMBER,
  UO_JSON_STRING,
  UO_JSON_ARRAY,
  UO_JSON_OBJECT
} uo_json_kind;

typedef struct uo_json {
  uo_json_kind kind;
  bool truth;            /* BOOL */
  const char *key;       /* the name of a member of an object (which never holds NUL), else NULL */
  const char *text;      /* NUMBER: as written; STRING: decoded. NUL-terminated */
  size_t size;           /* bytes of text, or number of children */
  struct uo_json *first; /* ARRAY, OBJECT: the children, in the order of the text */
  struct uo_json *next;
} uo_json;

/*
 * Reads one whole JSON text as RFC 8259 has it: UTF-8 throughout, no key twice in an object, at most 64 levels. What is
 * wrong is UO_ERROR_INPUT with "WHERE: column N: ...", columns counted in bytes from 1.
 */
UO_MUST_USE uo_error_code uo_json_parse(const char *text, size_t size, const char *where, uo_arena *arena,
                                        const uo_json **value, uo_error *error);

/* The member of that name, or NULL. */
const uo_json *uo_json_member(const uo_json *object, const char *key);

/* "a number", "an array", ...: for messages. */
const char *uo_json_kind_name(uo_json_kind kind);

/* Whether a number is written as an integer: no point, no exponent. */
bool uo_json_is_integer(const uo_json *value);

/* ---- Writing ---- */

/* Adds bytes as a JSON string; what is not UTF-8 becomes U+FFFD. */
void uo_json_add_string(uo_text *text, const char *bytes, size_t size);

/* Adds a value: numbers as they were written, ", " and ": " between things, strings in the one form of
 * uo_json_add_string. */
void uo_json_add_value(uo_text *text, const uo_json *value);

#endif
