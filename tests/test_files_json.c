/* The vector format and the line protocol: exact to the bit in both directions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cases/generated.h"
#include "files/json_tensor.h"
#include "files/json_text.h"
#include "support/files_support.h"

/* ---- Elements ---- */

/* An element as JSON, and its bits (of complex: the real part's). `text` comes back when it is written, or `rewritten`.
 */
typedef struct element {
  const char *dtype;
  const char *text;
  uint64_t bits;
  const char *rewritten;
} element;

static const element elements[] = {
    {"uint8", "255", 255, NULL},
    {"uint8", "\"7\"", 7, "7"},
    {"int8", "-128", 0x80, NULL},
    {"uint16", "65535", 0xffff, NULL},
    {"int16", "-32768", 0x8000, NULL},
    {"int32", "-2147483648", 0x80000000, NULL},
    {"int32", "-0", 0, "0"},
    {"uint32", "4294967295", 0xffffffff, NULL},
    {"int64", "9007199254740991", 0x1fffffffffffff, NULL},
    {"int64", "-9007199254740991", 0xffe0000000000001, NULL},
    {"int64", "9007199254740992", 0x20000000000000, "\"9007199254740992\""},
    {"int64", "\"9007199254740993\"", 0x20000000000001, NULL},
    {"int64", "-9223372036854775808", 0x8000000000000000, "\"-9223372036854775808\""},
    {"int64", "\"9223372036854775807\"", INT64_MAX, NULL},
    {"uint64", "18446744073709551615", UINT64_MAX, "\"18446744073709551615\""},
    {"uint64", "\"9223372036854775808\"", 0x8000000000000000, NULL},
    {"float", "1", 0x3f800000, "1.0"},
    {"float", "-0", 0x80000000, "-0.0"},
    {"float", "-0.0", 0x80000000, NULL},
    {"float", "0.1", 0x3dcccccd, NULL},
    {"float", "16777217", 0x4b800000, "16777216.0"},
    /* rounded once: by way of double it would be 0x3f800002 */
    {"float", "1.000000178813934326171874999999999", 0x3f800001, "1.0000001"},
    {"float", "1e-45", 1, "1.0e-45"},
    {"float", "\"Infinity\"", 0x7f800000, NULL},
    {"float", "\"-Infinity\"", 0xff800000, NULL},
    {"float", "\"NaN\"", 0x7fc00000, NULL},
    {"float", "\"NaN(0x7f800001)\"", 0x7f800001, NULL}, /* SIL-03: signalling, and stays so */
    {"float", "\"NaN(0xffc00000)\"", 0xffc00000, NULL},
    {"float16", "65504", 0x7bff, "65500.0"},
    {"float16", "-0.0", 0x8000, NULL},
    {"float16", "\"NaN(0x7e01)\"", 0x7e01, NULL},
    {"double", "123456789012345678901234567890", 0x45f8ee90ff6c373e, "1.2345678901234568e+29"},
    {"double", "-0", 0x8000000000000000, "-0.0"},
    {"double", "5E-324", 1, "5.0e-324"},
    {"double", "\"NaN(0x7ff0000000000001)\"", 0x7ff0000000000001, NULL},
    {"bool", "true", 1, NULL},
    {"bool", "false", 0, NULL},
    {"complex64", "[-0, \"NaN\"]", 0x80000000, "[-0.0, \"NaN\"]"},
    {"complex128", "[0.1, 1e300]", 0x3fb999999999999a, "[0.1, 1.0e+300]"},
};

static uint64_t first_bits(const uo_tensor *tensor) {
  size_t size = uo_type_size(tensor->dtype);
  if (tensor->dtype == UO_TYPE_COMPLEX64 || tensor->dtype == UO_TYPE_COMPLEX128) size /= 2;
  uint8_t byte;
  uint16_t half;
  uint32_t word;
  uint64_t wide;
  switch (size) {
    case 1:
      memcpy(&byte, tensor->data, size);
      return byte;
    case 2:
      memcpy(&half, tensor->data, size);
      return half;
    case 4:
      memcpy(&word, tensor->data, size);
      return word;
    default:
      memcpy(&wide, tensor->data, sizeof wide);
      return wide;
  }
}

static uo_error_code read_line_of(const char *dtype, const char *shape, const char *data, uo_arena *arena,
                                  uo_vector *vector, uo_error *error) {
  char line[1024];
  snprintf(line, sizeof line,
           "{\"id\": \"a\", \"X\": {\"dtype\": \"%s\", \"shape\": %s, \"data\": %s}, \"axis\": null, \"sorted\": 1, "
           "\"outputs\": [\"Y\"]}",
           dtype, shape, data);
  return uo_json_read_vector(line, strlen(line), "here:1", arena, vector, error);
}

/* TYP-02, SIL-03, SIL-20, SIL-23: the whole range of every type, every bit of a NaN, both zeros */
static void elements_keep_their_bits(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
    const element *e = &elements[i];
    uo_arena arena = {0};
    uo_error error = {0};
    uo_vector vector;
    char data[256];
    const char *line;
    snprintf(data, sizeof data, "[%s]", e->text);
    if (read_line_of(e->dtype, "[1]", data, &arena, &vector, &error) != UO_ERROR_NONE)
      fail_msg("%s %s: %s", e->dtype, e->text, error.message);
    if (first_bits(&vector.question.x) != e->bits) {
      fail_msg("%s %s: bits %llx", e->dtype, e->text, (unsigned long long)first_bits(&vector.question.x));
    }
    assert_int_equal(uo_json_case(&vector.question, &arena, &line, NULL, &error), UO_ERROR_NONE);
    snprintf(data, sizeof data, "\"data\": [%s]", e->rewritten == NULL ? e->text : e->rewritten);
    if (strstr(line, data) == NULL) fail_msg("%s not in %s", data, line);
    uo_arena_release(&arena);
  }
}

/* A string element as JSON, its bytes, and how it is written. */
static const struct {
  const char *text;
  const char *bytes;
  size_t size;
  const char *rewritten;
} strings[] = {
    {"\"\"", "", 0, NULL},
    {"\"a\\u0000b\"", "a\0b", 3, NULL},
    {"\"\\u0000\"", "\0", 1, NULL},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8, "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
    {"\"\\u001f\\u007F\"", "\x1f\x7f", 2, "\"\\u001f\x7f\""},
    {"\"\\u00e9\\u20ac\\ud83d\\ude00\"", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9,
     "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
    {"{\"base64\": \"/w==\"}", "\xff", 1, NULL},
    {"{\"base64\": \"AP8A\"}", "\0\xff\0", 3, NULL},
    {"{\"base64\": \"7aCA\"}", "\xed\xa0\x80", 3, NULL}, /* a surrogate is not UTF-8 */
    {"{\"base64\": \"wIA=\"}", "\xc0\x80", 2, NULL},     /* neither is an overlong NUL */
    {"{\"base64\": \"YWI=\"}", "ab", 2, "\"ab\""},
    {"{\"base64\": \"\"}", "", 0, "\"\""},
};

/* SIL-09, SIL-10, SIL-11: strings are bytes */
static void strings_keep_their_bytes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
    uo_arena arena = {0};
    uo_error error = {0};
    uo_vector vector;
    char data[256];
    const char *line;
    snprintf(data, sizeof data, "[%s]", strings[i].text);
    if (read_line_of("string", "[1]", data, &arena, &vector, &error) != UO_ERROR_NONE)
      fail_msg("%s: %s", strings[i].text, error.message);
    const uo_bytes *have = vector.question.x.data;
    assert_int_equal(have->size, strings[i].size);
    if (have->size > 0) assert_memory_equal(have->data, strings[i].bytes, have->size);
    assert_int_equal(uo_json_case(&vector.question, &arena, &line, NULL, &error), UO_ERROR_NONE);
    snprintf(data, sizeof data, "\"data\": [%s]",
             strings[i].rewritten == NULL ? strings[i].text : strings[i].rewritten);
    if (strstr(line, data) == NULL) fail_msg("%s not in %s", data, line);
    uo_arena_release(&arena);
  }
}

/* SHAPE-03, SHAPE-04: rank 0, zero sizes, high ranks */
static void shapes_are_read(void **state) {
  (void)state;
  static const struct {
    const char *shape;
    const char *data;
    int32_t rank;
  } shapes[] = {{"[]", "[true]", 0},
                {"[0]", "[]", 1},
                {"[2, 0, 3]", "[]", 3},
                {"[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]", "[true, false]", 17}};
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    uo_arena arena = {0};
    uo_vector vector;
    int64_t count;
    assert_int_equal(read_line_of("bool", shapes[i].shape, shapes[i].data, &arena, &vector, NULL), UO_ERROR_NONE);
    assert_int_equal(vector.question.x.rank, shapes[i].rank);
    assert_int_equal(uo_tensor_validate(&vector.question.x, &count, NULL), UO_ERROR_NONE);
    uo_arena_release(&arena);
  }
}

/* ---- Whole lines ---- */

/* Lines in the one form that the writer gives. */
static const char *const canonical[] = {
    "{\"id\": \"a\", \"X\": {\"dtype\": \"float\", \"shape\": [2], \"data\": [-0.0, \"NaN\"]}, \"axis\": -1, "
    "\"sorted\": 0, \"outputs\": [\"Y\", "
    "\"counts\"], \"expect\": {\"Y\": {\"dtype\": \"float\", \"shape\": [2], \"data\": [-0.0, \"NaN\"]}, \"counts\": "
    "{\"dtype\": \"int64\", "
    "\"shape\": [2], \"data\": [1, 1]}}, \"tags\": [\"t\", \"u\"], \"clauses\": [\"VAL-01\"], \"comment\": \"why "
    "\\\"so\\\"\"}",
    "{\"id\": \"b\", \"X\": {\"dtype\": \"string\", \"shape\": [], \"data\": [\"\"]}, \"axis\": 9223372036854775807, "
    "\"sorted\": -9223372036854775808, "
    "\"outputs\": [\"Y\"], \"expect\": {\"rejected\": \"axis\"}, \"tags\": [], \"clauses\": [], \"comment\": \"\", "
    "\"z\": -0, \"y\": [1e400, "
    "123456789012345678901234567890, {\"q\": null}, true, false, \"\\u0000\"]}",
    "{\"id\": \"c\", \"X\": {\"dtype\": \"bool\", \"shape\": [0], \"data\": []}, \"axis\": null, \"sorted\": 1, "
    "\"outputs\": [\"Y\", \"indices\", "
    "\"inverse_indices\", \"counts\"], \"tags\": [], \"clauses\": [], \"comment\": \"\"}",
};

/* Unknown keys are kept to the last digit; attributes stand as they are (ATT-02, SIL-15, SIL-16) */
static void vectors_come_back_as_the_same_bytes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof canonical / sizeof canonical[0]; i++) {
    uo_arena arena = {0};
    uo_error error = {0};
    uo_vector vector;
    const char *line;
    size_t size;
    if (uo_json_read_vector(canonical[i], strlen(canonical[i]), "a:1", &arena, &vector, &error) != UO_ERROR_NONE)
      fail_msg("%s", error.message);
    assert_int_equal(uo_json_vector(&vector, &arena, &line, &size, &error), UO_ERROR_NONE);
    assert_string_equal(line, canonical[i]);
    assert_int_equal(size, strlen(line));
    uo_arena_release(&arena);
  }
}

static void vector_fields_are_read(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_vector vector;
  assert_int_equal(uo_json_read_vector(canonical[0], strlen(canonical[0]), "a:1", &arena, &vector, NULL),
                   UO_ERROR_NONE);
  assert_string_equal(vector.question.id, "a");
  assert_int_equal(vector.question.attributes.has_axis, 1);
  assert_int_equal(vector.question.attributes.axis, -1);
  assert_int_equal(vector.question.attributes.sorted, 0);
  assert_int_equal(vector.question.wanted, UO_WANT_Y | UO_WANT_COUNTS);
  assert_true(vector.has_expected);
  assert_null(vector.rejected);
  uo_outputs outputs = uo_vector_outputs(&vector);
  assert_ptr_equal(outputs.tensor[UO_COUNTS], &vector.expected[UO_COUNTS]);
  assert_null(outputs.tensor[UO_INDICES]);
  assert_string_equal(vector.tags[1], "u");
  assert_null(vector.tags[2]);
  assert_string_equal(vector.comment, "why \"so\"");
  assert_null(vector.extra);
  assert_int_equal(uo_json_read_vector(canonical[1], strlen(canonical[1]), "a:1", &arena, &vector, NULL),
                   UO_ERROR_NONE);
  assert_string_equal(vector.rejected, "axis");
  assert_true(vector.question.attributes.axis == INT64_MAX && vector.question.attributes.sorted == INT64_MIN);
  assert_non_null(strstr(vector.extra, "\"z\": -0"));
  uo_arena_release(&arena);
}

/* Every type, rank, shape and pattern of values that the generator knows */
static void random_cases_come_back(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 2000; i++) {
    uo_arena arena = {0};
    uo_case made;
    uo_vector read;
    const char *line;
    const char *again;
    size_t size;
    assert_int_equal(uo_random_case(11, i, &arena, &made, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_json_case(&made, &arena, &line, &size, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_json_read_vector(line, size, "a:1", &arena, &read, NULL), UO_ERROR_NONE);
    files_assert_same_tensor(&read.question.x, &made.x);
    assert_int_equal(uo_json_case(&read.question, &arena, &again, NULL, NULL), UO_ERROR_NONE);
    assert_string_equal(again, line);
    uo_arena_release(&arena);
  }
}

/* ---- The line protocol ---- */

static void messages_are_read(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_message message;
  uo_error error = {0};
  const char *start = "{\"cmd\": \"start\", \"protocol\": 1}";
  assert_int_equal(uo_json_read_message(start, strlen(start), "in:1", &arena, &message, &error), UO_ERROR_NONE);
  assert_int_equal(message.kind, UO_MESSAGE_START);
  assert_int_equal(message.protocol, 1);
  const char *stop = "{\"cmd\": \"stop\"}";
  assert_int_equal(uo_json_read_message(stop, strlen(stop), "in:1", &arena, &message, &error), UO_ERROR_NONE);
  assert_int_equal(message.kind, UO_MESSAGE_STOP);
  const char *unknown = "{\"cmd\": \"dance\"}";
  assert_int_equal(uo_json_read_message(unknown, strlen(unknown), "in:1", &arena, &message, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "in:1: cmd: \"dance\""));
  uo_vector vector;
  const char *run;
  size_t size;
  assert_int_equal(uo_json_read_vector(canonical[0], strlen(canonical[0]), "a:1", &arena, &vector, &error),
                   UO_ERROR_NONE);
  assert_int_equal(uo_json_run(&vector.question, &arena, &run, &size, &error), UO_ERROR_NONE);
  assert_int_equal(strncmp(run, "{\"cmd\": \"run\", \"id\": \"a\", \"X\": ", 30), 0);
  assert_int_equal(uo_json_read_message(run, size, "in:1", &arena, &message, &error), UO_ERROR_NONE);
  assert_int_equal(message.kind, UO_MESSAGE_RUN);
  files_assert_same_tensor(&message.question.x, &vector.question.x);
  assert_int_equal(uo_json_read_message(canonical[2], strlen(canonical[2]), "in:1", &arena, &message, &error),
                   UO_ERROR_NONE);
  assert_int_equal(message.kind, UO_MESSAGE_CASE);
  assert_int_equal(message.question.wanted, UO_WANT_ALL);
  uo_arena_release(&arena);
}

/* A claimed type or shape may be wrong: that is a finding, not a formatting matter (TYP-04) */
static void answers_come_back(void **state) {
  (void)state;
  static const struct {
    const char *line;
    uo_answer_kind kind;
    const char *message;
  } answers[] = {
      {"{\"id\": \"a\", \"Y\": {\"dtype\": \"int8\", \"shape\": [1, 1], \"data\": [3]}, \"counts\": {\"dtype\": "
       "\"float\", \"shape\": [], \"data\": "
       "[0.5]}}",
       UO_ANSWER_OUTPUTS, ""},
      {"{\"id\": \"a\", \"rejected\": \"axis\"}", UO_ANSWER_REJECTED, "axis"},
      {"{\"id\": \"a\", \"unsupported\": \"\"}", UO_ANSWER_UNSUPPORTED, ""},
      {"{\"id\": \"a\", \"failed\": \"line\\nfeed\"}", UO_ANSWER_FAILED, "line\nfeed"},
  };
  for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
    uo_arena arena = {0};
    uo_error error = {0};
    uo_answer answer;
    const char *id;
    const char *line;
    if (uo_json_read_answer(answers[i].line, strlen(answers[i].line), "s", &arena, &id, &answer, &error) !=
        UO_ERROR_NONE) {
      fail_msg("%s", error.message);
    }
    assert_int_equal(answer.kind, answers[i].kind);
    assert_string_equal(answer.message, answers[i].message);
    assert_int_equal(uo_json_answer(id, &answer, &arena, &line, NULL, &error), UO_ERROR_NONE);
    assert_string_equal(line, answers[i].line);
    uo_arena_release(&arena);
  }
}

static void answers_without_a_line_are_refused(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_answer answer = {.kind = UO_ANSWER_CRASHED, .message = ""};
  const char *line;
  assert_int_equal(uo_json_answer("a", &answer, &arena, &line, NULL, NULL), UO_ERROR_ARGUMENT);
  answer = (uo_answer){.kind = UO_ANSWER_FAILED,
                       .message =
                           "bad \xff\xfe"
                           "bytes"};
  assert_int_equal(uo_json_answer("a", &answer, &arena, &line, NULL, NULL), UO_ERROR_NONE);
  assert_string_equal(line,
                      "{\"id\": \"a\", \"failed\": \"bad \xef\xbf\xbd\xef\xbf\xbd"
                      "bytes\"}");
  assert_int_equal(uo_json_answer("\xff", &answer, &arena, &line, NULL, NULL), UO_ERROR_ARGUMENT);
  uo_arena_release(&arena);
}

static void started_comes_back(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_started started;
  uo_error error = {0};
  const char *line =
      "{\"started\": true, \"protocol\": 1, \"name\": \"n\", \"version\": \"2\", \"dtypes\": [\"float\", \"string\", "
      "\"complex128\"]}";
  const char *again;
  assert_int_equal(uo_json_read_started(line, strlen(line), "s", &arena, &started, &error), UO_ERROR_NONE);
  assert_int_equal(started.dtypes, 1u << UO_TYPE_FLOAT | 1u << UO_TYPE_STRING | 1u << UO_TYPE_COMPLEX128);
  assert_int_equal(uo_json_started(&started, &arena, &again, NULL, &error), UO_ERROR_NONE);
  assert_string_equal(again, line);
  const char *bare = "{\"started\": true, \"protocol\": 2}";
  assert_int_equal(uo_json_read_started(bare, strlen(bare), "s", &arena, &started, &error), UO_ERROR_NONE);
  assert_int_equal(started.protocol, 2);
  assert_int_equal(started.dtypes, 0xfffe); /* all 15 */
  assert_string_equal(started.name, "");
  const char *typo = "{\"started\": true, \"protocol\": 1, \"dtypes\": [\"float32\"]}";
  assert_int_equal(uo_json_read_started(typo, strlen(typo), "s", &arena, &started, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "s: dtypes: unknown type \"float32\""));
  const char *no = "{\"started\": false, \"protocol\": 1}";
  assert_int_equal(uo_json_read_started(no, strlen(no), "s", &arena, &started, &error), UO_ERROR_INPUT);
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements_keep_their_bits),
      cmocka_unit_test(strings_keep_their_bytes),
      cmocka_unit_test(shapes_are_read),
      cmocka_unit_test(vectors_come_back_as_the_same_bytes),
      cmocka_unit_test(vector_fields_are_read),
      cmocka_unit_test(random_cases_come_back),
      cmocka_unit_test(messages_are_read),
      cmocka_unit_test(answers_come_back),
      cmocka_unit_test(answers_without_a_line_are_refused),
      cmocka_unit_test(started_comes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
