/* What is wrong with a line is said with its place, its field and what would be right; nothing wrong is let through. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/json_text.h"

/* A line that must be refused, and what the message has to say. */
typedef struct refusal {
  const char *line;
  const char *says;
} refusal;

#define X(dtype, shape, data) "{\"dtype\": " dtype ", \"shape\": " shape ", \"data\": " data "}"
#define LINE(x, rest)         "{\"id\": \"a\", \"X\": " x ", " rest "}"
#define GOOD_X                X("\"int8\"", "[1]", "[1]")
#define REST                  "\"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\"]"
#define WITH_X(x)             LINE(x, REST)
#define ELEMENT(dtype, text)  WITH_X(X("\"" dtype "\"", "[1]", "[" text "]"))
#define WITH(field)           LINE(GOOD_X, field)
#define I64(data)             X("\"int64\"", "[1]", data)

static const refusal syntax[] = {
    {"", "column 1: the line ends too early"},
    {"[1]", "an array, where an object"},
    {"nul", "a JSON value"},
    {"{\"id\": \"a\"", "column 11: the line ends too early, perhaps cut off; expected ',' or '}'"},
    {"{\"id\": \"a", "the closing quote"},
    {"{\"id\": \"a\\", "one of the escapes"},
    {"{\"id\": \"a\"} x", "column 13: expected nothing more on this line, found x"},
    {"{\"id\": \"a\",}", "column 12: expected a key in double quotes"},
    {"{'id': 1}", "a key in double quotes"},
    {"{\"id\" 1}", "':' after the key"},
    {"{\"id\": [1,]}", "a JSON value"},
    {"{\"id\": \"a\", \"id\": \"b\"}", "the key \"id\" stands twice"},
    {"{\"\\u0069d\": \"a\", \"id\": \"b\"}", "the key \"id\" stands twice"},
    {"{\"id\\u0000x\": \"a\"}", "a key holds NUL"},
    {"{\"id\": \"\xff\"}", "column 9: not UTF-8"},
    {"{\"id\": \"\xc0\x80\"}", "not UTF-8"},
    {"{\"id\": \"\xc1\xbf\"}", "not UTF-8"},
    {"{\"id\": \"\xe0\x9f\xbf\"}", "not UTF-8"},
    {"{\"id\": \"\xf0\x8f\xbf\xbf\"}", "not UTF-8"},
    {"{\"id\": \"\xf5\x80\x80\x80\"}", "not UTF-8"},
    {"{\"id\": \"\x80\"}", "not UTF-8"},
    {"{\"id\": \"\xed\xa0\x80\"}", "not UTF-8"},
    {"{\"id\": \"\xf4\x90\x80\x80\"}", "not UTF-8"},
    {"{\"id\": \"\xe2\x82\"}", "not UTF-8"},
    {"{\"id\": \"\\ud800\"}", "surrogates"},
    {"{\"id\": \"\\ud800\\u0041\"}", "surrogates"},
    {"{\"id\": \"\\udc00\"}", "surrogates"},
    {"{\"id\": \"\\u12g4\"}", "four hexadecimal digits"},
    {"{\"id\": \"\\x\"}", "one of the escapes"},
    {"{\"id\": \"a\tb\"}", "no control character"},
    {"{\"a\": 01}", "must not begin with 0"},
    {"{\"a\": -01.5}", "must not begin with 0"},
    {"{\"a\": 1.}", "a digit after the point"},
    {"{\"a\": .5}", "a JSON value"},
    {"{\"a\": 1e}", "a digit in the exponent"},
    {"{\"a\": +1}", "a JSON value"},
    {"{\"a\": -}", "a digit"},
    {"{\"a\": NaN}", "written in quotes"},
    {"{\"a\": -Infinity}", "written in quotes"},
    {"{\"a\": Infinity}", "written in quotes"},
    {"{\"a\": True}", "a JSON value"},
    {"{\"a\": /* */ 1}", "a JSON value"},
};

/* ERR-06, TYP-02, TYP-03, SHAPE-04, SIL-16 */
static const refusal fields[] = {
    {"{}", "here:7: id: missing"},
    {"{\"id\": 1}", "here:7: id: a number, where a string is right"},
    {"{\"id\": \"\"}", "here:7: id: empty"},
    {"{\"id\": \"a\\u0000b\"}", "here:7: id: holds NUL"},
    {"{\"id\": \"a\"}", "here:7: X: missing"},
    {WITH_X("[1]"), "here:7: X: an array, where a tensor"},
    {WITH_X("{}"), "here:7: X.dtype: missing"},
    {WITH_X("{\"dtype\": \"int8\"}"), "here:7: X.shape: missing"},
    {WITH_X("{\"dtype\": \"int8\", \"shape\": []}"), "here:7: X.data: missing"},
    {WITH_X(X("\"bfloat16\"", "[1]", "[1]")),
     "X.dtype: unknown type \"bfloat16\"; one of float uint8 int8 uint16 int16 int32 int64 string bool "
     "float16 double uint32 uint64 complex64 complex128 is right (TYP-02)"},
    {WITH_X(X("\"float32\"", "[1]", "[1]")), "unknown type \"float32\""},
    {WITH_X(X("\"int8\\u0000\"", "[1]", "[1]")), "unknown type"},
    {WITH_X(X("1", "[1]", "[1]")), "X.dtype: a number"},
    {WITH_X(X("\"int8\"", "1", "[1]")), "X.shape: a number"},
    {WITH_X(X("\"int8\"", "[-1]", "[1]")), "X.shape[0]: -1; a dimension is 0 or more (SHAPE-04)"},
    {WITH_X(X("\"int8\"", "[1, 1.0]", "[1]")), "X.shape[1]: '1.0' is no integer"},
    {WITH_X(X("\"int8\"", "[\"1\"]", "[1]")), "X.shape[0]: a string"},
    {WITH_X(X("\"int8\"", "[18446744073709551617]", "[1]")),
     "X.shape[0]: 18446744073709551617 is out of range for int64"},
    {WITH_X(X("\"int8\"", "[4294967296, 4294967296]", "[]")), "X.shape: "},
    {WITH_X(X("\"int8\"",
              "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
              "1,1,1,1,1,1,1,1,"
              "1,1,1,1,1,1]",
              "[1]")),
     "X.shape: 65 dimensions; at most 64"},
    {WITH_X(X("\"int8\"", "[2]", "[1]")), "X.data: 1 elements, but the shape has 2"},
    {WITH_X(X("\"int8\"", "[]", "[]")), "X.data: 0 elements, but the shape has 1"},
    {WITH_X(X("\"int8\"", "[1]", "1")), "X.data: a number, where a flat array is right"},
    {WITH_X(X("\"int8\"", "[1, 1]", "[[1]]")), "X.data[0]: an array"},
    {WITH_X(X("\"uint8\"", "[4]", "[1, 2, 3, 300]")), "here:7: X.data[3]: 300 is out of range for uint8 (0 to 255)"},
    {WITH("\"sorted\": 1, \"outputs\": [\"Y\"]"), "here:7: axis: missing; write \"axis\": null for none"},
    {WITH("\"axis\": \"0\", \"sorted\": 1, \"outputs\": [\"Y\"]"), "axis: a string, where null or an integer is right"},
    {WITH("\"axis\": 0.0, \"sorted\": 1, \"outputs\": [\"Y\"]"), "axis: '0.0' is no integer"},
    {WITH("\"axis\": 9223372036854775808, \"sorted\": 1, \"outputs\": [\"Y\"]"),
     "axis: 9223372036854775808 is out of range for int64"},
    {WITH("\"axis\": -99999999999999999999, \"sorted\": 1, \"outputs\": [\"Y\"]"),
     "axis: -99999999999999999999 is out of range"},
    {WITH("\"axis\": null, \"outputs\": [\"Y\"]"), "here:7: sorted: missing"},
    {WITH("\"axis\": null, \"sorted\": true, \"outputs\": [\"Y\"]"), "sorted: true or false, where 0 or 1 is right"},
    {WITH("\"axis\": null, \"sorted\": 1"), "here:7: outputs: missing"},
    {WITH("\"axis\": null, \"sorted\": 1, \"outputs\": \"Y\""), "outputs: a string"},
    {WITH("\"axis\": null, \"sorted\": 1, \"outputs\": []"), "outputs: Y is missing"},
    {WITH("\"axis\": null, \"sorted\": 1, \"outputs\": [\"counts\"]"), "outputs: Y is missing"},
    {WITH("\"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\", \"Y\"]"), "outputs: Y stands twice"},
    {WITH("\"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\", \"inverse\"]"), "outputs: 'inverse' is no output"},
    {WITH("\"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\\u0000\"]"), "is no output"},
    {WITH(REST ", \"expect\": null"), "expect: null, where"},
    {WITH(REST ", \"expect\": {}"), "expect.Y: missing"},
    {WITH(REST ", \"expect\": {\"Y\": " GOOD_X ", \"counts\": " I64("[1]") "}"), "expect.counts: not asked for"},
    {WITH(REST ", \"expect\": {\"Y\": " GOOD_X ", \"Z\": 1}"), "expect: an unknown key"},
    {WITH(REST ", \"expect\": {\"Y\": " GOOD_X ", \"rejected\": \"r\"}"), "\"rejected\" and something else"},
    {WITH(REST ", \"expect\": {\"rejected\": 1}"), "expect.rejected: a number"},
    {WITH(REST ", \"expect\": {\"Y\": " I64("[1]") "}"), "expect.Y.dtype: int64, where int8 is right (TYP-01)"},
    {WITH("\"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\", \"counts\"], \"expect\": {\"Y\": " GOOD_X
          ", \"counts\": " GOOD_X "}"),
     "expect.counts.dtype: int8, where int64 is right (TYP-04)"},
    {WITH(REST ", \"expect\": {\"Y\": " X("\"int8\"", "[1]", "[128]") "}"),
     "expect.Y.data[0]: 128 is out of range for int8 (-128 to 127)"},
    {WITH(REST ", \"tags\": \"a\""), "tags: a string, where an array"},
    {WITH(REST ", \"tags\": [1]"), "tags: a number"},
    {WITH(REST ", \"clauses\": [\"a\\u0000\"]"), "clauses: holds NUL"},
    {WITH(REST ", \"comment\": 1"), "comment: a number"},
};

static const refusal elements[] = {
    {ELEMENT("int8", "-129"), "-129 is out of range for int8 (-128 to 127)"},
    {ELEMENT("int32", "2147483648"), "out of range for int32 (-2147483648 to 2147483647)"},
    {ELEMENT("uint32", "-1"), "out of range for uint32 (0 to 4294967295)"},
    {ELEMENT("int64", "9223372036854775808"), "out of range for int64"},
    {ELEMENT("int64", "\"-9223372036854775809\""), "out of range for int64"},
    {ELEMENT("uint64", "18446744073709551616"), "out of range for uint64 (0 to 18446744073709551615)"},
    {ELEMENT("uint64", "184467440737095516150"), "out of range for uint64"},
    {ELEMENT("uint64", "\"99999999999999999999999999\""), "out of range for uint64"},
    {ELEMENT("int32", "3.0"), "'3.0' is no integer"},
    {ELEMENT("int32", "1e2"), "'1e2' is no integer"},
    {ELEMENT("int32", "\"\""), "is no integer"},
    {ELEMENT("int32", "\"-\""), "is no integer"},
    {ELEMENT("int32", "\"+1\""), "is no integer"},
    {ELEMENT("int32", "\" 1\""), "is no integer"},
    {ELEMENT("int32", "\"01\""), "is no integer"},
    {ELEMENT("int32", "\"0x1\""), "is no integer"},
    {ELEMENT("int32", "\"1\\u0000\""), "is no integer"},
    {ELEMENT("int32", "true"), "true or false, where an integer"},
    {ELEMENT("int32", "null"), "null, where an integer"},
    {ELEMENT("float", "1e39"), "1e39 is out of range for float"},
    {ELEMENT("double", "1e999"), "1e999 is out of range for double"},
    {ELEMENT("double", "-1e999"), "-1e999 is out of range for double"},
    {ELEMENT("float16", "70000"), "70000 is out of range for float16"},
    {ELEMENT("float16", "65520"), "65520 is out of range for float16"},
    {ELEMENT("float", "\"1.5\""), "\"1.5\" is no float"},
    {ELEMENT("float", "\"inf\""), "\"inf\" is no float"},
    {ELEMENT("float", "\"Inf\""), "\"Inf\" is no float"},
    {ELEMENT("float", "\"nan\""), "\"nan\" is no float"},
    {ELEMENT("float", "\"NaN \""), "is no float"},
    {ELEMENT("float", "\"NaN\\u0000\""), "is no float"},
    {ELEMENT("float", "\"NaN(0x7f800000)\""), "is no float"},
    {ELEMENT("float", "\"NaN(0x7ff8000000000000)\""), "is no float"},
    {ELEMENT("float16", "\"NaN(0x7fc00000)\""), "is no float16"},
    {ELEMENT("float", "true"), "true or false, where a number"},
    {ELEMENT("complex64", "1.0"), "a number, where [real, imaginary]"},
    {ELEMENT("complex64", "[1.0]"), "where [real, imaginary]"},
    {ELEMENT("complex64", "[1.0, 2.0, 3.0]"), "where [real, imaginary]"},
    {ELEMENT("complex64", "[1.0, 1e39]"), "1e39 is out of range for float"},
    {ELEMENT("bool", "1"), "a number, where true or false"},
    {ELEMENT("bool", "\"true\""), "a string, where true or false"},
    {ELEMENT("string", "1"), "a number, where a string"},
    {ELEMENT("string", "{\"base64\": 1}"), "an object, where a string"},
    {ELEMENT("string", "{\"base64\": \"\", \"x\": 1}"), "an object, where a string"},
    {ELEMENT("string", "{\"base32\": \"\"}"), "an object, where a string"},
    {ELEMENT("string", "{\"base64\": \"/w\"}"), "X.data[0].base64: not base64"},
    {ELEMENT("string", "{\"base64\": \"/w=a\"}"), "not base64"},
    {ELEMENT("string", "{\"base64\": \"/x==\"}"), "not base64"},
    {ELEMENT("string", "{\"base64\": \"====\"}"), "not base64"},
    {ELEMENT("string", "{\"base64\": \"/w==/w==\"}"), "not base64"},
    {ELEMENT("string", "{\"base64\": \"/w =\"}"), "not base64"},
    {ELEMENT("string", "{\"base64\": \"-_-_\"}"), "not base64"},
};

static void refuse(const refusal *refusals, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uo_arena arena = {0};
    uo_error error = {0};
    uo_vector vector;
    if (uo_json_read_vector(refusals[i].line, strlen(refusals[i].line), "here:7", &arena, &vector, &error) !=
        UO_ERROR_INPUT) {
      fail_msg("not refused: %s", refusals[i].line);
    }
    if (strstr(error.message, refusals[i].says) == NULL)
      fail_msg("%s: '%s' does not say '%s'", refusals[i].line, error.message, refusals[i].says);
    assert_int_equal(strncmp(error.message, "here:7: ", 8), 0);
    uo_arena_release(&arena);
  }
}

static void syntax_is_checked(void **state) {
  (void)state;
  refuse(syntax, sizeof syntax / sizeof syntax[0]);
}

static void fields_are_checked(void **state) {
  (void)state;
  refuse(fields, sizeof fields / sizeof fields[0]);
}

static void elements_are_checked(void **state) {
  (void)state;
  refuse(elements, sizeof elements / sizeof elements[0]);
}

/* The line that all the others are bent from is good: else they would be refused for the wrong reason. */
static void the_straight_line_is_taken(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_vector vector;
  const char *line = WITH(REST ", \"expect\": {\"Y\": " GOOD_X "}");
  assert_int_equal(uo_json_read_vector(line, strlen(line), "here:7", &arena, &vector, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
}

/* A NUL in the text is no end of it. */
static void nul_bytes_are_refused(void **state) {
  (void)state;
  static const char outside[] = "{\"a\": 1}\0";
  static const char inside[] = "{\"a\0\": 1}";
  uo_arena arena = {0};
  uo_vector vector;
  uo_error error;
  assert_int_equal(uo_json_read_vector(outside, sizeof outside - 1, "here:7", &arena, &vector, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "nothing more"));
  assert_int_equal(uo_json_read_vector(inside, sizeof inside - 1, "here:7", &arena, &vector, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "no control character"));
  uo_arena_release(&arena);
}

static void depth_is_bounded(void **state) {
  (void)state;
  char deep[200002];
  uo_arena arena = {0};
  uo_vector vector;
  uo_error error;
  memset(deep, '[', sizeof deep);
  assert_int_equal(uo_json_read_vector(deep, sizeof deep, "here:7", &arena, &vector, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "levels"));
  uo_arena_release(&arena);
}

static const refusal answers[] = {
    {"{}", "id: missing"},
    {"{\"id\": \"a\"}", "no answer"},
    {"{\"id\": \"a\", \"rejected\": null}", "rejected: null"},
    {"{\"id\": \"a\", \"rejected\": \"\", \"failed\": \"\"}", "exclude each other"},
    {"{\"id\": \"a\", \"Y\": " GOOD_X ", \"unsupported\": \"\"}", "exclude each other"},
    {"{\"id\": \"a\", \"Y\": null}", "here:7: Y: null"},
    {"{\"id\": \"a\", \"counts\": " X("\"int8\"", "[1]", "[]") "}", "here:7: counts.data: 0 elements"},
    {"{\"id\": \"a\", \"Y\": " X("\"int4\"", "[1]", "[1]") "}", "here:7: Y.dtype: unknown type \"int4\""},
    {"started", "a JSON value"},
};

static void answers_are_checked(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
    uo_arena arena = {0};
    uo_error error = {0};
    uo_answer answer;
    const char *id;
    if (uo_json_read_answer(answers[i].line, strlen(answers[i].line), "here:7", &arena, &id, &answer, &error) !=
        UO_ERROR_INPUT) {
      fail_msg("not refused: %s", answers[i].line);
    }
    if (strstr(error.message, answers[i].says) == NULL)
      fail_msg("'%s' does not say '%s'", error.message, answers[i].says);
    uo_arena_release(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(syntax_is_checked),     cmocka_unit_test(fields_are_checked),
      cmocka_unit_test(elements_are_checked),  cmocka_unit_test(the_straight_line_is_taken),
      cmocka_unit_test(nul_bytes_are_refused), cmocka_unit_test(depth_is_bounded),
      cmocka_unit_test(answers_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
