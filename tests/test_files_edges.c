/* Lines that cannot be written, and messages that are not what the protocol says, each field in turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files/json_text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char latin1[] = "caf\xe9"; /* no UTF-8 */
static const int64_t one[] = {1};
static const float numbers[] = {1};
static const char *const none[] = {NULL};

static uo_vector good_vector(void) {
  uo_case question = {"a", {UO_TYPE_FLOAT, 1, one, numbers}, {0, 0, 1}, UO_WANT_Y};
  uo_vector vector = {.question = question, .has_expected = true, .tags = none, .clauses = none, .comment = ""};
  vector.expected[UO_Y] = question.x;
  return vector;
}

static void expect_vector(uo_error_code want, const uo_vector *vector) {
  uo_arena arena = {0};
  const char *line;
  size_t size;
  assert_int_equal(uo_json_vector(vector, &arena, &line, &size, NULL), want);
  uo_arena_release(&arena);
}

/* JSON has no other text than UTF-8: what is none is refused, not changed. */
static void vectors_that_json_cannot_hold(void **state) {
  (void)state;
  uo_vector vector = good_vector();
  expect_vector(UO_ERROR_NONE, &vector);
  vector.question.id = latin1;
  expect_vector(UO_ERROR_ARGUMENT, &vector);
  vector = good_vector();
  vector.comment = latin1;
  expect_vector(UO_ERROR_ARGUMENT, &vector);
  vector = good_vector();
  vector.rejected = latin1;
  expect_vector(UO_ERROR_ARGUMENT, &vector);
  vector.rejected = "because";
  expect_vector(UO_ERROR_NONE, &vector);
  vector = good_vector();
  vector.expected[UO_Y].dtype = 99;
  expect_vector(UO_ERROR_TYPE, &vector);
  vector = good_vector();
  vector.question.x.data = NULL;
  expect_vector(UO_ERROR_SHAPE, &vector);
}

static void cases_and_headers_that_json_cannot_hold(void **state) {
  (void)state;
  uo_arena arena = {0};
  const char *line;
  size_t size;
  uo_case question = good_vector().question;
  question.id = latin1;
  assert_int_equal(uo_json_case(&question, &arena, &line, &size, NULL), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_json_run(&question, &arena, &line, &size, NULL), UO_ERROR_ARGUMENT);
  uo_vector_header header = {latin1, "here", NULL};
  assert_int_equal(uo_json_header(&header, &arena, &line, &size, NULL), UO_ERROR_ARGUMENT);
  header = (uo_vector_header){"onnx", latin1, NULL};
  assert_int_equal(uo_json_header(&header, &arena, &line, &size, NULL), UO_ERROR_ARGUMENT);
  header = (uo_vector_header){"onnx", "here", "no object"};
  assert_int_not_equal(uo_json_header(&header, &arena, &line, &size, NULL), UO_ERROR_NONE);
  header.extra = "{\"more\": 1}";
  assert_int_equal(uo_json_header(&header, &arena, &line, &size, NULL), UO_ERROR_NONE);
  assert_non_null(strstr(line, "\"more\": 1"));
  uo_arena_release(&arena);
}

static void answers_that_json_cannot_hold(void **state) {
  (void)state;
  uo_arena arena = {0};
  const char *line;
  size_t size;
  uo_tensor y = {99, 1, one, numbers};
  uo_answer answer = {.kind = UO_ANSWER_OUTPUTS, .message = ""};
  answer.outputs.tensor[UO_Y] = &y;
  assert_int_equal(uo_json_answer("a", &answer, &arena, &line, &size, NULL), UO_ERROR_TYPE);
  y.dtype = UO_TYPE_FLOAT;
  assert_int_equal(uo_json_answer("a", &answer, &arena, &line, &size, NULL), UO_ERROR_NONE);
  uo_started started = {.protocol = 1, .name = latin1, .version = "1", .dtypes = 2};
  assert_int_equal(uo_json_started(&started, &arena, &line, &size, NULL), UO_ERROR_ARGUMENT);
  started.name = "n";
  started.version = latin1;
  assert_int_equal(uo_json_started(&started, &arena, &line, &size, NULL), UO_ERROR_ARGUMENT);
  uo_arena_release(&arena);
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

static void replies_to_start_field_by_field(void **state) {
  (void)state;
  const char *const bad[] = {
      "[]",
      "{}",
      "{\"started\": false, \"protocol\": 1}",
      "{\"started\": 1, \"protocol\": 1}",
      "{\"started\": true}",
      "{\"started\": true, \"protocol\": \"1\"}",
      "{\"started\": true, \"protocol\": 1, \"name\": 5}",
      "{\"started\": true, \"protocol\": 1, \"version\": 5}",
      "{\"started\": true, \"protocol\": 1, \"dtypes\": {}}",
      "{\"started\": true, \"protocol\": 1, \"dtypes\": [5]}",
      "{\"started\": true, \"protocol\": 1, \"dtypes\": [\"bfloat16\"]}",
  };
  uo_arena arena = {0};
  uo_started started;
  for (size_t i = 0; i < COUNT(bad); i++) {
    uo_error error = {UO_ERROR_NONE, ""};
    uo_error_code code = uo_json_read_started(bad[i], strlen(bad[i]), "here", &arena, &started, &error);
    if (code != UO_ERROR_INPUT) fail_msg("row %zu: code %d", i, (int)code);
    assert_memory_equal(error.message, "here: ", 6);
  }
  const char *every = "{\"started\": true, \"protocol\": 1, \"dtypes\": []}"; /* naming none is naming all */
  assert_int_equal(uo_json_read_started(every, strlen(every), "here", &arena, &started, NULL), UO_ERROR_NONE);
  assert_true((started.dtypes >> UO_TYPE_STRING & 1u) != 0);
  assert_true((started.dtypes >> UO_TYPE_COMPLEX128 & 1u) != 0);
  uo_arena_release(&arena);
}

static void messages_field_by_field(void **state) {
  (void)state;
  const char *const bad[] = {
      "{\"cmd\": 5}",        "{\"cmd\": \"start\"}", "{\"cmd\": \"start\", \"protocol\": \"1\"}",
      "{\"cmd\": \"sing\"}", "{\"cmd\": \"run\"}",
  };
  uo_arena arena = {0};
  uo_message message;
  for (size_t i = 0; i < COUNT(bad); i++) {
    uo_error error = {UO_ERROR_NONE, ""};
    assert_int_equal(uo_json_read_message(bad[i], strlen(bad[i]), "here", &arena, &message, &error), UO_ERROR_INPUT);
    assert_memory_equal(error.message, "here: ", 6);
  }
  const char *stop = "{\"cmd\": \"stop\"}";
  assert_int_equal(uo_json_read_message(stop, strlen(stop), "here", &arena, &message, NULL), UO_ERROR_NONE);
  assert_int_equal(message.kind, UO_MESSAGE_STOP);
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_that_json_cannot_hold), cmocka_unit_test(cases_and_headers_that_json_cannot_hold),
      cmocka_unit_test(answers_that_json_cannot_hold), cmocka_unit_test(replies_to_start_field_by_field),
      cmocka_unit_test(messages_field_by_field),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
