/* Tensors as text, and numbers read where the decimal point is a comma: what no other test of the room reaches. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tensor/format.h"
#include "tensor/memory.h"
#include "tensor/number.h"
#include "tensor/shape.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- A C library in a locale with a comma ---------------------------------------------------------------------- */

static bool comma;

/* Such a locale need not be installed: these stand in for the C library's. */
struct lconv *localeconv(void) {
  static char point[] = ".";
  static struct lconv convention;
  point[0] = comma ? ',' : '.';
  convention.decimal_point = point;
  return &convention;
}

/* What strtod would read: a point ends the number there, as a comma does elsewhere. */
static double read_decimal(const char *text) {
  char copy[600];
  size_t length = strcspn(text, comma ? "." : ",");
  assert_true(length < sizeof copy);
  memcpy(copy, text, length);
  copy[length] = '\0';
  for (char *at = strchr(copy, ','); at != NULL; at = strchr(at, ',')) *at = '.';
  double value = NAN;
  assert_int_equal(sscanf(copy, "%lf", &value), 1);
  return value;
}

double strtod(const char *restrict text, char **restrict end) {
  assert_null(end);
  return read_decimal(text);
}

/* Only for numbers that double and float round alike. */
float strtof(const char *restrict text, char **restrict end) {
  assert_null(end);
  return (float)read_decimal(text);
}

static void numbers_are_read_in_every_locale(void **state) {
  (void)state;
  for (int round = 0; round < 2; round++) {
    comma = round == 1;
    double wide = 0;
    float single = 0;
    uint16_t half = 0;
    assert_true(uo_number_parse(UO_TYPE_DOUBLE, "-1.5e3", &wide));
    assert_true(wide == -1500.0);
    assert_true(uo_number_parse(UO_TYPE_DOUBLE, "2E+2", &wide));
    assert_true(wide == 200.0);
    assert_true(uo_number_parse(UO_TYPE_DOUBLE, "17", &wide));
    assert_true(wide == 17.0);
    assert_true(uo_number_parse(UO_TYPE_FLOAT, "0.25", &single));
    assert_true(single == 0.25f);
    assert_true(uo_number_parse(UO_TYPE_FLOAT16, "0.5", &half));
    assert_int_equal(half, 0x3800);
    assert_false(uo_number_parse(UO_TYPE_DOUBLE, "1,5", &wide));
  }
  comma = true;
  char text[600];
  memset(text, '0', sizeof text);
  text[0] = '1';
  text[1] = '.';
  text[511] = '\0'; /* as long as there is room for */
  double wide = 0;
  assert_true(uo_number_parse(UO_TYPE_DOUBLE, text, &wide));
  assert_true(wide == 1.0);
  text[511] = '0';
  text[512] = '\0';
  assert_false(uo_number_parse(UO_TYPE_DOUBLE, text, &wide));
  comma = false;
}

static void nan_and_beyond_become_halves(void **state) {
  (void)state;
  assert_int_equal(uo_half_from_double((double)NAN) & 0x7FFF, 0x7E00);
  assert_int_equal(uo_half_from_double(copysign((double)NAN, -1.0)), 0xFE00);
  assert_int_equal(uo_half_from_double(1e9), 0x7C00);
  assert_int_equal(uo_half_from_double(-1e9), 0xFC00);
}

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

/* SIL-09, SIL-11: well-formed sequences of printable characters are shown, every other byte by its number. */
static void sequences_at_the_edges_of_utf8(void **state) {
  (void)state;
  const struct {
    const char *bytes;
    bool shown;
  } rows[] = {
      {"\x7e", true},
      {"\x7f", false},
      {"\x80", false},
      {"\xc1\xbf", false},
      {"\xc2\x9f", false},
      {"\xc2\xa0", true},
      {"\xc3\x80", true},
      {"\xdf\xbf", true},
      {"\xc3(", false},
      {"\xe0\x9f\xbf", false},
      {"\xe0\xa0\x80", true},
      {"\xe1\x80\x80", true},
      {"\xe1\x80(", false},
      {"\xe2\x82", false},
      {"\xe2\x80\xa7", true},
      {"\xe2\x80\xa8", false},
      {"\xe2\x80\xae", false},
      {"\xe2\x80\xaf", true},
      {"\xe2\x81\xa8", true},
      {"\xed\x9f\xbf", true},
      {"\xed\xa0\x80", false},
      {"\xee\x80\x80", true},
      {"\xf0\x8f\xbf\xbf", false},
      {"\xf0\x90\x80\x80", true},
      {"\xf1\x80\x80\x80", true},
      {"\xf4\x8f\xbf\xbf", true},
      {"\xf4\x90\x80\x80", false},
      {"\xf5\x80\x80\x80", false},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    uo_bytes string = {rows[i].bytes, strlen(rows[i].bytes)};
    uo_tensor one = {UO_TYPE_STRING, 0, NULL, &string};
    char text[40];
    char want[40];
    uo_format_element(&one, 0, false, text, sizeof text);
    snprintf(want, sizeof want, "\"%s\"", rows[i].bytes);
    if (rows[i].shown != (strcmp(text, want) == 0)) fail_msg("row %zu: %s", i, text);
    if (!rows[i].shown) assert_non_null(strstr(text, "\\x"));
  }
}

/* Whatever the room, the text ends in it, and not in the middle of a character. */
static void texts_end_where_the_room_does(void **state) {
  (void)state;
  uo_bytes string = {"\xc3\xa9\xc3\xa9\xc3\xa9\xe2\x82\xac\xe2\x82\xac", 12};
  uo_tensor one = {UO_TYPE_STRING, 0, NULL, &string};
  const char *whole = "\"\xc3\xa9\xc3\xa9\xc3\xa9\xe2\x82\xac\xe2\x82\xac\"";
  for (size_t size = 1; size < 20; size++) {
    char text[20];
    memset(text, '#', sizeof text);
    uo_format_element(&one, 0, false, text, size);
    size_t length = strlen(text);
    assert_true(length < size);
    if (size > strlen(whole)) {
      assert_string_equal(text, whole);
      continue;
    }
    size_t kept = length < 3 ? 0 : length - 3;
    assert_memory_equal(text, whole, kept);
    assert_int_not_equal((unsigned char)whole[kept] & 0xC0, 0x80);
  }
  char untouched[] = "#";
  assert_ptr_equal(uo_format_element(&one, 0, false, untouched, 0), untouched);
  assert_string_equal(untouched, "#");
  assert_ptr_equal(uo_policy_format(UO_POLICY_ONNX, untouched, 0), untouched);
  assert_string_equal(untouched, "#");
}

static void types_without_dimensions(void **state) {
  (void)state;
  char text[40];
  uo_tensor odd = {UO_TYPE_INT64, 2, NULL, NULL};
  assert_string_equal(uo_format_type(&odd, text, sizeof text), "int64[]");
}

/* ---- Arguments and memory ------------------------------------------------------------------------------------------
 */

static void nothing_given_is_said(void **state) {
  (void)state;
  uo_tensor scalar = {UO_TYPE_BOOL, 0, NULL, ""};
  int64_t count;
  uo_policy policy;
  uo_error error;
  assert_int_equal(uo_tensor_validate(NULL, &count, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_tensor_validate(&scalar, NULL, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_policy_parse(NULL, &policy, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_policy_parse("onnx", NULL, &error), UO_ERROR_ARGUMENT);
}

static void shapes_are_compared(void **state) {
  (void)state;
  static const int64_t dims[] = {2, 3};
  static const int64_t others[] = {2, 4};
  uo_tensor a = {UO_TYPE_INT8, 2, dims, NULL};
  uo_tensor b = {UO_TYPE_INT8, 2, others, NULL};
  uo_tensor scalar = {UO_TYPE_INT8, 0, NULL, NULL};
  assert_true(uo_shape_equal(&a, &a));
  assert_false(uo_shape_equal(&a, &b));
  assert_false(uo_shape_equal(&a, &scalar));
  assert_true(uo_shape_equal(&scalar, &scalar));
}

/* An allocator that gives `left` blocks. */
static void *scarce_allocate(void *context, size_t size) {
  int *left = context;
  return (*left)-- > 0 ? malloc(size) : NULL;
}

static void scarce_release(void *context, void *block) {
  (void)context;
  free(block);
}

static void arenas_refuse_what_no_memory_holds(void **state) {
  (void)state;
  int left = 0;
  uo_allocator allocator = {scarce_allocate, scarce_release, &left};
  uo_arena arena = {&allocator, NULL};
  assert_null(uo_arena_copy(&arena, "abc", 3));
  left = 1;
  assert_null(uo_arena_allocate(&arena, SIZE_MAX - 16, 1)); /* with its head the chunk is beyond size_t */
  assert_int_equal(left, 1);
  assert_non_null(uo_arena_allocate(&arena, 7, 0));
  char *empty = uo_arena_copy(&arena, NULL, 0);
  assert_non_null(empty);
  assert_string_equal(empty, "");
  uo_arena_release(&arena);
}

/* A chunk for each part of a copied tensor, so that each can be refused. */
static void copies_need_every_part(void **state) {
  (void)state;
  enum { LARGE = 20000 };
  static char bytes[LARGE];
  static int64_t dims[] = {LARGE / 16};
  static uo_bytes strings[LARGE / 16];
  for (size_t i = 0; i < LARGE / 16; i++) strings[i] = (uo_bytes){bytes, 40};
  uo_tensor tensor = {UO_TYPE_STRING, 1, dims, strings};
  uo_tensor copy;
  int refused = 0;
  for (uo_error_code code = UO_ERROR_MEMORY; code != UO_ERROR_NONE; refused++) {
    int left = refused;
    uo_allocator allocator = {scarce_allocate, scarce_release, &left};
    uo_arena arena = {&allocator, NULL};
    code = uo_arena_copy_tensor(&arena, &tensor, &copy, NULL);
    if (code != UO_ERROR_NONE) assert_int_equal(code, UO_ERROR_MEMORY);
    uo_arena_release(&arena);
  }
  assert_true(refused >= 4);

  uo_arena arena = {NULL, NULL};
  tensor.dtype = 99;
  assert_int_equal(uo_arena_copy_tensor(&arena, &tensor, &copy, NULL), UO_ERROR_TYPE);
  uo_tensor empty = {UO_TYPE_INT64, 1, (const int64_t[]){0}, NULL};
  assert_int_equal(uo_arena_copy_tensor(&arena, &empty, &copy, NULL), UO_ERROR_NONE);
  assert_int_equal(copy.dims[0], 0);
  int64_t seven = 7;
  uo_tensor scalar = {UO_TYPE_INT64, 0, NULL, &seven};
  assert_int_equal(uo_arena_copy_tensor(&arena, &scalar, &copy, NULL), UO_ERROR_NONE);
  assert_memory_equal(copy.data, &seven, sizeof seven);
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_read_in_every_locale),
      cmocka_unit_test(nan_and_beyond_become_halves),
      cmocka_unit_test(sequences_at_the_edges_of_utf8),
      cmocka_unit_test(texts_end_where_the_room_does),
      cmocka_unit_test(types_without_dimensions),
      cmocka_unit_test(nothing_given_is_said),
      cmocka_unit_test(shapes_are_compared),
      cmocka_unit_test(arenas_refuse_what_no_memory_holds),
      cmocka_unit_test(copies_need_every_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
