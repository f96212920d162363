/* Vectors, cases, messages and answers from JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "files/bytes.h"
#include "files/json_line.h"
#include "files/json_tensor.h"
#include "files/json_text.h"
#include "tensor/guard.h"

uo_error_code uo_json_parse_object(const char *line, size_t size, const char *where, uo_arena *arena,
                                   const uo_json **object, uo_error *error) {
  UO_TRY(uo_json_parse(line, size, where, arena, object, error));
  UO_REQUIRE((*object)->kind == UO_JSON_OBJECT, error, UO_ERROR_INPUT,
             "%s: the line is %s, where an object {..} is right", where, uo_json_kind_name((*object)->kind));
  return UO_ERROR_NONE;
}

/* ---- Pieces ---- */

/* The output of that name, or -1. */
static int output_from_name(const uo_json *name) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const char *known = uo_output_name(output);
    if (name->size == strlen(known) && memcmp(name->text, known, name->size) == 0) return output;
  }
  return -1;
}

static uo_error_code read_outputs(const uo_json *value, uo_place place, uint32_t *wanted, uo_error *error) {
  char found[UO_EXCERPT];
  UO_REQUIRE(value->kind == UO_JSON_ARRAY, error, UO_ERROR_INPUT, "%s: %s: %s, where an array of output names is right",
             place.where, place.field, uo_json_kind_name(value->kind));
  *wanted = 0;
  for (const uo_json *name = value->first; name != NULL; name = name->next) {
    int output = name->kind == UO_JSON_STRING ? output_from_name(name) : -1;
    UO_REQUIRE(
        output >= 0, error, UO_ERROR_INPUT, "%s: %s: '%s' is no output; Y, indices, inverse_indices and counts are",
        place.where, place.field,
        name->kind == UO_JSON_STRING ? uo_excerpt(name->text, name->size, found) : uo_json_kind_name(name->kind));
    UO_REQUIRE((*wanted & 1u << output) == 0, error, UO_ERROR_INPUT, "%s: %s: %s stands twice", place.where,
               place.field, uo_output_name(output));
    *wanted |= 1u << output;
  }
  UO_REQUIRE((*wanted & UO_WANT_Y) != 0, error, UO_ERROR_INPUT, "%s: %s: Y is missing; it is always an output (OUT-01)",
             place.where, place.field);
  return UO_ERROR_NONE;
}

uo_error_code uo_json_read_names(const uo_json *value, uo_place place, uo_arena *arena, const char *const **names,
                                 uo_error *error) {
  size_t count = value == NULL ? 0 : value->size;
  const char **made = uo_arena_allocate(arena, count + 1, sizeof *made);
  UO_REQUIRE_MEMORY(made, error);
  *names = made;
  if (value == NULL) return UO_ERROR_NONE;
  UO_REQUIRE(value->kind == UO_JSON_ARRAY, error, UO_ERROR_INPUT, "%s: %s: %s, where an array of strings is right",
             place.where, place.field, uo_json_kind_name(value->kind));
  size_t i = 0;
  for (const uo_json *name = value->first; name != NULL; name = name->next)
    UO_TRY(uo_json_read_name(name, place, &made[i++], error));
  return UO_ERROR_NONE;
}

/* The text of the members that none of `known` names, as one object; NULL when there are none. */
static uo_error_code read_extra(const uo_json *object, const char *const known[], uo_arena *arena, const char **extra,
                                uo_error *error) {
  uo_text text = {.arena = arena};
  *extra = NULL;
  for (const uo_json *member = object->first; member != NULL; member = member->next) {
    size_t k = 0;
    while (known[k] != NULL && strcmp(known[k], member->key) != 0) k++;
    if (known[k] != NULL) continue;
    uo_text_add_string(&text, text.size == 0 ? "{" : ", ");
    uo_json_add_string(&text, member->key, strlen(member->key));
    uo_text_add_string(&text, ": ");
    uo_json_add_value(&text, member);
  }
  if (text.size == 0 && !text.failed) return UO_ERROR_NONE;
  uo_text_add_string(&text, "}");
  return uo_text_finish(&text, extra, NULL, error);
}

static uo_error_code read_id(const uo_json *object, const char *where, const char **id, uo_error *error) {
  const uo_json *value;
  const uo_place place = {where, "id"};
  UO_TRY(uo_json_require(object, "id", (uo_place){where, ""}, &value, error));
  UO_TRY(uo_json_read_name(value, place, id, error));
  return uo_id_check(*id, where, error);
}

/* A string member, or `absent` when it is not there. */
static uo_error_code read_optional_name(const uo_json *object, const char *key, const char *where, const char *absent,
                                        const char **name, uo_error *error) {
  const uo_json *value = uo_json_member(object, key);
  *name = absent;
  return value == NULL ? UO_ERROR_NONE : uo_json_read_name(value, (uo_place){where, key}, name, error);
}

/* An integer attribute, as it stands: whether it is allowed is the case's matter, not the file's (ERR-01 to ERR-03). */
static uo_error_code read_attribute(const uo_json *value, uo_place place, const char *want, int64_t *number,
                                    uo_error *error) {
  UO_REQUIRE(value->kind == UO_JSON_NUMBER, error, UO_ERROR_INPUT, "%s: %s: %s, where %s is right", place.where,
             place.field, uo_json_kind_name(value->kind), want);
  return uo_json_read_int64(value, place, number, error);
}

static uo_error_code read_case(const uo_json *object, const char *where, uo_arena *arena, uo_case *question,
                               uo_error *error) {
  const uo_place top = {where, ""};
  const uo_json *x;
  const uo_json *axis = uo_json_member(object, "axis");
  const uo_json *sorted;
  const uo_json *outputs;
  uo_case made = {0};
  UO_TRY(read_id(object, where, &made.id, error));
  UO_TRY(uo_json_require(object, "X", top, &x, error));
  UO_TRY(uo_json_read_tensor(x, (uo_place){where, "X"}, arena, &made.x, error));
  UO_REQUIRE(axis != NULL, error, UO_ERROR_INPUT, "%s: axis: missing; write \"axis\": null for none",
             where); /* ATT-03 */
  made.attributes.has_axis = axis->kind != UO_JSON_NULL;
  if (made.attributes.has_axis) {
    UO_TRY(read_attribute(axis, (uo_place){where, "axis"}, "null or an integer", &made.attributes.axis,
                          error)); /* SIL-16 */
  }
  UO_TRY(uo_json_require(object, "sorted", top, &sorted, error));
  UO_TRY(read_attribute(sorted, (uo_place){where, "sorted"}, "0 or 1", &made.attributes.sorted, error));
  UO_TRY(uo_json_require(object, "outputs", top, &outputs, error));
  UO_TRY(read_outputs(outputs, (uo_place){where, "outputs"}, &made.wanted, error));
  *question = made;
  return UO_ERROR_NONE;
}

/* ---- Vectors ---- */

/* A vector whose expected answer has the wrong type could never be met: it is the vector that is broken (TYP-01,
 * TYP-04). */
uo_error_code uo_vector_check_types(const uo_vector *vector, const char *where, uo_error *error) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((vector->question.wanted & 1u << output) == 0) continue;
    int32_t want = output == UO_Y ? vector->question.x.dtype : UO_TYPE_INT64;
    int32_t have = vector->expected[output].dtype;
    UO_REQUIRE(have == want, error, UO_ERROR_INPUT, "%s: expect.%s.dtype: %s, where %s is right (%s)", where,
               uo_output_name(output), uo_type_name(have), uo_type_name(want), output == UO_Y ? "TYP-01" : "TYP-04");
  }
  return UO_ERROR_NONE;
}

static uo_error_code read_expected_outputs(const uo_json *expect, const char *where, uo_arena *arena, uo_vector *vector,
                                           uo_error *error) {
  size_t found = 0;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_json *value = uo_json_member(expect, uo_output_name(output));
    const bool wanted = (vector->question.wanted & 1u << output) != 0;
    UO_REQUIRE((value != NULL) == wanted, error, UO_ERROR_INPUT,
               "%s: expect.%s: %s; expect has exactly the outputs that \"outputs\" lists", where,
               uo_output_name(output), wanted ? "missing" : "not asked for");
    if (value == NULL) continue;
    char field[32];
    snprintf(field, sizeof field, "expect.%s", uo_output_name(output));
    UO_TRY(uo_json_read_tensor(value, (uo_place){where, field}, arena, &vector->expected[output], error));
    found++;
  }
  UO_REQUIRE(found == expect->size, error, UO_ERROR_INPUT,
             "%s: expect: an unknown key; it has outputs, or \"rejected\" alone", where);
  return uo_vector_check_types(vector, where, error);
}

static uo_error_code read_expected(const uo_json *expect, const char *where, uo_arena *arena, uo_vector *vector,
                                   uo_error *error) {
  vector->has_expected = expect != NULL;
  if (expect == NULL) return UO_ERROR_NONE;
  UO_REQUIRE(expect->kind == UO_JSON_OBJECT, error, UO_ERROR_INPUT,
             "%s: expect: %s, where {\"Y\": ..} or {\"rejected\": \"reason\"} is right", where,
             uo_json_kind_name(expect->kind));
  const uo_json *rejected = uo_json_member(expect, "rejected");
  if (rejected == NULL) return read_expected_outputs(expect, where, arena, vector, error);
  UO_REQUIRE(expect->size == 1, error, UO_ERROR_INPUT, "%s: expect: \"rejected\" and something else; it stands alone",
             where);
  return uo_json_read_name(rejected, (uo_place){where, "expect.rejected"}, &vector->rejected, error);
}

uo_error_code uo_json_read_vector(const char *line, size_t size, const char *where, uo_arena *arena, uo_vector *vector,
                                  uo_error *error) {
  static const char *const known[] = {"id",     "X",    "axis",    "sorted",  "outputs",
                                      "expect", "tags", "clauses", "comment", NULL};
  const uo_json *object;
  uo_vector made = {0};
  UO_TRY(uo_json_parse_object(line, size, where, arena, &object, error));
  UO_TRY(read_case(object, where, arena, &made.question, error));
  UO_TRY(read_expected(uo_json_member(object, "expect"), where, arena, &made, error));
  UO_TRY(uo_json_read_names(uo_json_member(object, "tags"), (uo_place){where, "tags"}, arena, &made.tags, error));
  UO_TRY(
      uo_json_read_names(uo_json_member(object, "clauses"), (uo_place){where, "clauses"}, arena, &made.clauses, error));
  UO_TRY(read_optional_name(object, "comment", where, "", &made.comment, error));
  UO_TRY(read_extra(object, known, arena, &made.extra, error));
  *vector = made;
  return UO_ERROR_NONE;
}

uo_error_code uo_json_read_header(const char *line, size_t size, const char *where, uo_arena *arena,
                                  uo_vector_header *header, uo_error *error) {
  static const char *const known[] = {"vectors", "policy", "origin", NULL};
  const uo_json *object;
  uo_vector_header made = {0};
  UO_TRY(uo_json_parse_object(line, size, where, arena, &object, error));
  const uo_json *vectors = uo_json_member(object, "vectors");
  UO_REQUIRE(vectors != NULL, error, UO_ERROR_INPUT,
             "%s: vectors: no header; the first line of a vector file is {\"vectors\": 1, \"policy\": \"onnx\", "
             "\"origin\": \"..\"}",
             where);
  int64_t version = 0;
  UO_TRY(read_attribute(vectors, (uo_place){where, "vectors"}, "1", &version, error));
  UO_REQUIRE(version == 1, error, UO_ERROR_INPUT,
             "%s: vectors: version %" PRId64 " of the format; this program reads version 1", where, version);
  UO_TRY(read_optional_name(object, "policy", where, NULL, &made.policy, error));
  UO_REQUIRE(made.policy != NULL, error, UO_ERROR_INPUT,
             "%s: policy: missing; name the policy that the expected answers follow, as \"policy\": \"onnx\"", where);
  UO_TRY(read_optional_name(object, "origin", where, "", &made.origin, error));
  UO_TRY(read_extra(object, known, arena, &made.extra, error));
  *header = made;
  return UO_ERROR_NONE;
}

/* ---- The line protocol ---- */

uo_error_code uo_json_read_message(const char *line, size_t size, const char *where, uo_arena *arena,
                                   uo_message *message, uo_error *error) {
  const uo_json *object;
  const uo_json *protocol;
  const char *command;
  uo_message made = {.kind = UO_MESSAGE_CASE};
  UO_TRY(uo_json_parse_object(line, size, where, arena, &object, error));
  UO_TRY(read_optional_name(object, "cmd", where, NULL, &command, error));
  if (command == NULL || strcmp(command, "run") == 0) {
    made.kind = command == NULL ? UO_MESSAGE_CASE : UO_MESSAGE_RUN;
    UO_TRY(read_case(object, where, arena, &made.question, error));
  } else if (strcmp(command, "start") == 0) {
    made.kind = UO_MESSAGE_START;
    UO_TRY(uo_json_require(object, "protocol", (uo_place){where, ""}, &protocol, error));
    UO_TRY(read_attribute(protocol, (uo_place){where, "protocol"}, "an integer", &made.protocol, error));
  } else if (strcmp(command, "stop") == 0) {
    made.kind = UO_MESSAGE_STOP;
  } else {
    char found[UO_EXCERPT];
    return uo_fail(error, UO_ERROR_INPUT, "%s: cmd: \"%s\" is unknown; start, run and stop are known", where,
                   uo_excerpt(command, strlen(command), found));
  }
  *message = made;
  return UO_ERROR_NONE;
}

/* A claimed output is only read here; whether type and shape are right is for the checker. */
static uo_error_code read_claimed(const uo_json *object, const char *where, uo_arena *arena, uo_answer *answer,
                                  bool *any, uo_error *error) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const char *name = uo_output_name(output);
    const uo_json *value = uo_json_member(object, name);
    if (value == NULL) continue;
    uo_tensor *tensor = uo_arena_allocate(arena, 1, sizeof *tensor);
    UO_REQUIRE_MEMORY(tensor, error);
    UO_TRY(uo_json_read_tensor(value, (uo_place){where, name}, arena, tensor, error));
    answer->outputs.tensor[output] = tensor;
    *any = true;
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_json_read_answer(const char *line, size_t size, const char *where, uo_arena *arena, const char **id,
                                  uo_answer *answer, uo_error *error) {
  static const struct {
    const char *key;
    uo_answer_kind kind;
  } refusals[] = {
      {"rejected", UO_ANSWER_REJECTED}, {"unsupported", UO_ANSWER_UNSUPPORTED}, {"failed", UO_ANSWER_FAILED}};
  const uo_json *object;
  const char *name;
  uo_answer made = {.kind = UO_ANSWER_OUTPUTS, .message = ""};
  bool any = false;
  UO_TRY(uo_json_parse_object(line, size, where, arena, &object, error));
  UO_TRY(read_id(object, where, &name, error));
  UO_TRY(read_claimed(object, where, arena, &made, &any, error));
  for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
    const char *why;
    UO_TRY(read_optional_name(object, refusals[k].key, where, NULL, &why, error));
    if (why == NULL) continue;
    UO_REQUIRE(!any, error, UO_ERROR_INPUT,
               "%s: %s: stands beside another answer; outputs, rejected, unsupported and failed exclude each other",
               where, refusals[k].key);
    made.kind = refusals[k].kind;
    made.message = why;
    any = true;
  }
  UO_REQUIRE(any, error, UO_ERROR_INPUT,
             "%s: no answer; outputs such as \"Y\", or one of \"rejected\", \"unsupported\", \"failed\", are right",
             where);
  *id = name;
  *answer = made;
  return UO_ERROR_NONE;
}

static uo_error_code read_dtypes(const uo_json *value, const char *where, uint32_t *dtypes, uo_error *error) {
  uint32_t named = 0;
  uint32_t all = 0;
#define ADD_TYPE(name, number, text, size) all |= 1u << (number);
  UO_TYPES(ADD_TYPE)
#undef ADD_TYPE
  *dtypes = all;
  if (value == NULL) return UO_ERROR_NONE;
  UO_REQUIRE(value->kind == UO_JSON_ARRAY, error, UO_ERROR_INPUT,
             "%s: dtypes: %s, where an array of type names is right", where, uo_json_kind_name(value->kind));
  for (const uo_json *item = value->first; item != NULL; item = item->next) {
    const char *name;
    char found[UO_EXCERPT];
    UO_TRY(uo_json_read_name(item, (uo_place){where, "dtypes"}, &name, error));
    int32_t dtype = uo_type_from_name(name);
    UO_REQUIRE(dtype != 0, error, UO_ERROR_INPUT,
               "%s: dtypes: unknown type \"%s\"; names as in ONNX are right: float, double, int64, ...", where,
               uo_excerpt(name, strlen(name), found));
    named |= 1u << dtype;
  }
  if (named != 0) *dtypes = named;
  return UO_ERROR_NONE;
}

uo_error_code uo_json_read_started(const char *line, size_t size, const char *where, uo_arena *arena,
                                   uo_started *started, uo_error *error) {
  const uo_json *object;
  const uo_json *value;
  uo_started made = {0};
  UO_TRY(uo_json_parse_object(line, size, where, arena, &object, error));
  UO_TRY(uo_json_require(object, "started", (uo_place){where, ""}, &value, error));
  UO_REQUIRE(value->kind == UO_JSON_BOOL && value->truth, error, UO_ERROR_INPUT, "%s: started: not true", where);
  UO_TRY(uo_json_require(object, "protocol", (uo_place){where, ""}, &value, error));
  UO_TRY(read_attribute(value, (uo_place){where, "protocol"}, "an integer", &made.protocol, error));
  UO_TRY(read_optional_name(object, "name", where, "", &made.name, error));
  UO_TRY(read_optional_name(object, "version", where, "", &made.version, error));
  UO_TRY(read_dtypes(uo_json_member(object, "dtypes"), where, &made.dtypes, error));
  *started = made;
  return UO_ERROR_NONE;
}
