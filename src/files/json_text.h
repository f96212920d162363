/* The vector format and the line protocol, to and from JSON text, exact to the bit both ways. */
#ifndef UO_FILES_JSON_TEXT_H
#define UO_FILES_JSON_TEXT_H

#include "cases/answer.h"
#include "files/vector.h"

/*
 * One line of JSON without its line feed, NUL-terminated, in the arena. `size` may be NULL.
 * Keys come in the order of the format's definition.
 */
UO_MUST_USE uo_error_code uo_json_header(const uo_vector_header *header, uo_arena *arena, const char **line,
                                         size_t *size, uo_error *error);
UO_MUST_USE uo_error_code uo_json_vector(const uo_vector *vector, uo_arena *arena, const char **line, size_t *size,
                                         uo_error *error);

/* A case as a vector without `expect`: {"id", "X", "axis", "sorted", "outputs"}. */
UO_MUST_USE uo_error_code uo_json_case(const uo_case *question, uo_arena *arena, const char **line, size_t *size,
                                       uo_error *error);

/* A case as the protocol's run message: {"cmd": "run", "id", ...}. */
UO_MUST_USE uo_error_code uo_json_run(const uo_case *question, uo_arena *arena, const char **line, size_t *size,
                                      uo_error *error);

/* An answer line: {"id", "Y", ...} or {"id", "rejected" | "unsupported" | "failed": why}. Only those four kinds of
 * answer have one. */
UO_MUST_USE uo_error_code uo_json_answer(const char *id, const uo_answer *answer, uo_arena *arena, const char **line,
                                         size_t *size, uo_error *error);

/*
 * Reading. `where` begins every message ("file.jsonl:12", "answer from ./mine"). Unknown keys are ignored (kept in
 * `extra` of vectors). A line that is not one whole JSON object, a missing or mistyped field, a value out of its type's
 * range, a shape whose product is not the number of data, an unknown type or output are UO_ERROR_INPUT.
 */
UO_MUST_USE uo_error_code uo_json_read_vector(const char *line, size_t size, const char *where, uo_arena *arena,
                                              uo_vector *vector, uo_error *error);

/* A message on the subject's side of the protocol. */
typedef enum uo_message_kind {
  UO_MESSAGE_START,
  UO_MESSAGE_RUN,
  UO_MESSAGE_STOP,
  UO_MESSAGE_CASE /* a bare case, no "cmd" */
} uo_message_kind;
typedef struct uo_message {
  uo_message_kind kind;
  int64_t protocol; /* START */
  uo_case question; /* RUN, CASE */
} uo_message;
UO_MUST_USE uo_error_code uo_json_read_message(const char *line, size_t size, const char *where, uo_arena *arena,
                                               uo_message *message, uo_error *error);

/* An answer line, and the id that it is for. */
UO_MUST_USE uo_error_code uo_json_read_answer(const char *line, size_t size, const char *where, uo_arena *arena,
                                              const char **id, uo_answer *answer, uo_error *error);

/* The subject's reply to "start". `dtypes` is a set of bits 1u << UO_TYPE_*; all types when the reply names none. */
typedef struct uo_started {
  int64_t protocol;
  const char *name;    /* "" when absent */
  const char *version; /* "" when absent */
  uint32_t dtypes;
} uo_started;
UO_MUST_USE uo_error_code uo_json_started(const uo_started *started, uo_arena *arena, const char **line, size_t *size,
                                          uo_error *error);
UO_MUST_USE uo_error_code uo_json_read_started(const char *line, size_t size, const char *where, uo_arena *arena,
                                               uo_started *started, uo_error *error);

#endif
