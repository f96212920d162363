/* Vectors, cases, messages and answers to JSON. */
#include <string.h>

#include "files/bytes.h"
#include "files/json_line.h"
#include "files/json_text.h"
#include "tensor/guard.h"

/* ---- Pieces: each adds what its name says, keys included ---- */

static void add_name(uo_text *text, const char *name) { uo_json_add_string(text, name, strlen(name)); }

void uo_json_add_names(uo_text *text, const char *const *names) {
  uo_text_add_string(text, "[");
  for (size_t i = 0; names[i] != NULL; i++) {
    if (i > 0) uo_text_add_string(text, ", ");
    add_name(text, names[i]);
  }
  uo_text_add_string(text, "]");
}

uo_error_code uo_json_add_extra(uo_text *text, const char *extra, uo_error *error) {
  const uo_json *object;
  if (extra == NULL) return UO_ERROR_NONE;
  UO_TRY(uo_json_parse_object(extra, strlen(extra), "extra", text->arena, &object, error));
  for (const uo_json *member = object->first; member != NULL; member = member->next) {
    uo_text_add_string(text, ", ");
    add_name(text, member->key);
    uo_text_add_string(text, ": ");
    uo_json_add_value(text, member);
  }
  return UO_ERROR_NONE;
}

/* A string that must come back as it is, not merely be readable. */
static uo_error_code add_exact_name(uo_text *text, const char *key, const char *name, uo_error *error) {
  size_t size = strlen(name);
  UO_REQUIRE(uo_utf8_length(name, size) == size, error, UO_ERROR_ARGUMENT, "%s: not UTF-8, which JSON needs", key);
  uo_text_add_string(text, "\"");
  uo_text_add_string(text, key);
  uo_text_add_string(text, "\": ");
  uo_json_add_string(text, name, size);
  return UO_ERROR_NONE;
}

static uo_error_code add_tensor(uo_text *text, const char *key, const uo_tensor *tensor, uo_error *error) {
  int64_t count;
  UO_TRY(uo_tensor_validate(tensor, &count, error));
  uo_text_add_string(text, "\"");
  uo_text_add_string(text, key);
  uo_text_add_string(text, "\": ");
  uo_json_add_tensor(text, tensor, count);
  return UO_ERROR_NONE;
}

/* "id": .., "X": .., "axis": .., "sorted": .., "outputs": [..] */
static uo_error_code add_case(uo_text *text, const uo_case *question, uo_error *error) {
  UO_TRY(add_exact_name(text, "id", question->id, error));
  uo_text_add_string(text, ", ");
  UO_TRY(add_tensor(text, "X", &question->x, error));
  uo_text_add_string(text, ", \"axis\": ");
  if (question->attributes.has_axis) {
    uo_text_add_integer(text, question->attributes.axis);
  } else {
    uo_text_add_string(text, "null");
  }
  uo_text_add_string(text, ", \"sorted\": ");
  uo_text_add_integer(text, question->attributes.sorted);
  const char *names[UO_OUTPUT_COUNT + 1] = {NULL};
  size_t count = 0;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & 1u << output) != 0) names[count++] = uo_output_name(output);
  }
  uo_text_add_string(text, ", \"outputs\": ");
  uo_json_add_names(text, names);
  return UO_ERROR_NONE;
}

/* Outputs, each behind `separator`, which then becomes ", ". */
static uo_error_code add_outputs(uo_text *text, const char *separator, const uo_outputs *outputs, uo_error *error) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (outputs->tensor[output] == NULL) continue;
    uo_text_add_string(text, separator);
    UO_TRY(add_tensor(text, uo_output_name(output), outputs->tensor[output], error));
    separator = ", ";
  }
  return UO_ERROR_NONE;
}

static uo_error_code finish_object(uo_text *text, const char **line, size_t *size, uo_error *error) {
  uo_text_add_string(text, "}");
  return uo_text_finish(text, line, size, error);
}

/* ---- Lines ---- */

uo_error_code uo_json_header(const uo_vector_header *header, uo_arena *arena, const char **line, size_t *size,
                             uo_error *error) {
  uo_text text = {.arena = arena};
  uo_text_add_string(&text, "{\"vectors\": 1, ");
  UO_TRY(add_exact_name(&text, "policy", header->policy, error));
  uo_text_add_string(&text, ", ");
  UO_TRY(add_exact_name(&text, "origin", header->origin, error));
  UO_TRY(uo_json_add_extra(&text, header->extra, error));
  return finish_object(&text, line, size, error);
}

uo_error_code uo_json_vector(const uo_vector *vector, uo_arena *arena, const char **line, size_t *size,
                             uo_error *error) {
  uo_text text = {.arena = arena};
  uo_text_add_string(&text, "{");
  UO_TRY(add_case(&text, &vector->question, error));
  if (vector->has_expected) {
    uo_outputs outputs = uo_vector_outputs(vector);
    uo_text_add_string(&text, ", \"expect\": {");
    if (vector->rejected != NULL) {
      UO_TRY(add_exact_name(&text, "rejected", vector->rejected, error));
    } else {
      UO_TRY(add_outputs(&text, "", &outputs, error));
    }
    uo_text_add_string(&text, "}");
  }
  uo_text_add_string(&text, ", \"tags\": ");
  uo_json_add_names(&text, vector->tags);
  uo_text_add_string(&text, ", \"clauses\": ");
  uo_json_add_names(&text, vector->clauses);
  uo_text_add_string(&text, ", ");
  UO_TRY(add_exact_name(&text, "comment", vector->comment, error));
  UO_TRY(uo_json_add_extra(&text, vector->extra, error));
  return finish_object(&text, line, size, error);
}

uo_error_code uo_json_case(const uo_case *question, uo_arena *arena, const char **line, size_t *size, uo_error *error) {
  uo_text text = {.arena = arena};
  uo_text_add_string(&text, "{");
  UO_TRY(add_case(&text, question, error));
  return finish_object(&text, line, size, error);
}

uo_error_code uo_json_run(const uo_case *question, uo_arena *arena, const char **line, size_t *size, uo_error *error) {
  uo_text text = {.arena = arena};
  uo_text_add_string(&text, "{\"cmd\": \"run\", ");
  UO_TRY(add_case(&text, question, error));
  return finish_object(&text, line, size, error);
}

/* The key under which a kind of answer without outputs stands; NULL when it has no line. */
static const char *refusal_key(uo_answer_kind kind) {
  switch (kind) {
    case UO_ANSWER_REJECTED:
      return "rejected";
    case UO_ANSWER_UNSUPPORTED:
      return "unsupported";
    case UO_ANSWER_FAILED:
      return "failed";
    default:
      return NULL;
  }
}

uo_error_code uo_json_answer(const char *id, const uo_answer *answer, uo_arena *arena, const char **line, size_t *size,
                             uo_error *error) {
  uo_text text = {.arena = arena};
  const char *key = refusal_key(answer->kind);
  uo_text_add_string(&text, "{");
  UO_TRY(add_exact_name(&text, "id", id, error));
  if (answer->kind == UO_ANSWER_OUTPUTS) {
    UO_TRY(add_outputs(&text, ", ", &answer->outputs, error));
    return finish_object(&text, line, size, error);
  }
  UO_REQUIRE(key != NULL, error, UO_ERROR_ARGUMENT, "an answer of kind %d has no line", (int)answer->kind);
  uo_text_add_string(&text, ", \"");
  uo_text_add_string(&text, key);
  uo_text_add_string(&text, "\": ");
  add_name(&text, answer->message);
  return finish_object(&text, line, size, error);
}

uo_error_code uo_json_started(const uo_started *started, uo_arena *arena, const char **line, size_t *size,
                              uo_error *error) {
  uo_text text = {.arena = arena};
  const char *names[32] = {NULL};
  size_t count = 0;
  for (int32_t dtype = 1; dtype < 31; dtype++) {
    if ((started->dtypes >> dtype & 1u) != 0 && uo_type_name(dtype) != NULL) names[count++] = uo_type_name(dtype);
  }
  uo_text_add_string(&text, "{\"started\": true, \"protocol\": ");
  uo_text_add_integer(&text, started->protocol);
  uo_text_add_string(&text, ", ");
  UO_TRY(add_exact_name(&text, "name", started->name, error));
  uo_text_add_string(&text, ", ");
  UO_TRY(add_exact_name(&text, "version", started->version, error));
  uo_text_add_string(&text, ", \"dtypes\": ");
  uo_json_add_names(&text, names);
  return finish_object(&text, line, size, error);
}
