/* Types, shapes, policies, memory and text of tensors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/scarce.h"
#include "tensor/format.h"
#include "tensor/guard.h"
#include "tensor/memory.h"
#include "tensor/shape.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* TYP-02, TYP-03: exactly 15 types, each with its ONNX number and name. */
static void types_are_the_fifteen(void **state) {
  (void)state;
  int known = 0;
  for (int32_t dtype = -1; dtype <= 64; dtype++) {
    const char *name = uo_type_name(dtype);
    assert_int_equal(name != NULL, uo_type_size(dtype) != 0);
    if (name == NULL) continue;
    known++;
    assert_int_equal(uo_type_from_name(name), dtype);
  }
  assert_int_equal(known, 15);
  assert_null(uo_type_name(16)); /* BFLOAT16 */
  assert_int_equal(uo_type_from_name("bfloat16"), 0);
  assert_int_equal(uo_type_from_name("Float"), 0);
  assert_string_equal(uo_type_name(10), "float16");
  assert_int_equal(uo_type_size(UO_TYPE_COMPLEX128), 16);
}

/* OUT-05 */
static void outputs_have_names(void **state) {
  (void)state;
  assert_string_equal(uo_output_name(UO_Y), "Y");
  assert_string_equal(uo_output_name(UO_INVERSE_INDICES), "inverse_indices");
  assert_null(uo_output_name(4));
  assert_null(uo_output_name(-1));
}

/* SHAPE-04 */
static void shape_products_do_not_overflow(void **state) {
  (void)state;
  int64_t count = -1;
  const int64_t plain[] = {2, 3, 4};
  assert_int_equal(uo_shape_count(3, plain, 4, &count, NULL), UO_ERROR_NONE);
  assert_int_equal(count, 24);
  assert_int_equal(uo_shape_count(0, NULL, 4, &count, NULL), UO_ERROR_NONE);
  assert_int_equal(count, 1);
  const int64_t zero[] = {INT64_MAX, 0, INT64_MAX};
  assert_int_equal(uo_shape_count(3, zero, 8, &count, NULL), UO_ERROR_NONE);
  assert_int_equal(count, 0);
  const int64_t huge[] = {INT64_C(1) << 32, INT64_C(1) << 31};
  assert_int_equal(uo_shape_count(2, huge, 1, &count, NULL), UO_ERROR_SHAPE);
  /* What needs no division is found just as well as what does, on both sides of the limit. */
  const int64_t small[] = {5, (int64_t)(SIZE_MAX >> 1) / 5 / 16, 1}, more[] = {5, (int64_t)(SIZE_MAX >> 1) / 5 / 16, 2};
  assert_int_equal(uo_shape_count(3, small, 16, &count, NULL), UO_ERROR_NONE);
  assert_int_equal(count, small[0] * small[1]);
  assert_int_equal(uo_shape_count(3, more, 16, &count, NULL), UO_ERROR_SHAPE);
  const int64_t parts[] = {INT64_C(1) << (4 * sizeof(size_t) - 4), INT64_C(1) << (4 * sizeof(size_t) - 4), 8};
  assert_int_equal(uo_shape_count(2, parts, 16, &count, NULL), UO_ERROR_NONE);
  assert_int_equal(count, parts[0] * parts[1]);
  assert_int_equal(uo_shape_count(3, parts, 16, &count, NULL), UO_ERROR_SHAPE);
  assert_int_equal(uo_shape_count(3, parts, 0, &count, NULL), UO_ERROR_NONE);
  const int64_t bytes[] = {INT64_C(1) << 60};
  assert_int_equal(uo_shape_count(1, bytes, 8, &count, NULL), UO_ERROR_SHAPE);
  const int64_t negative[] = {0, -1};
  assert_int_equal(uo_shape_count(2, negative, 1, &count, NULL), UO_ERROR_SHAPE);
  assert_int_equal(uo_shape_count(-1, plain, 1, &count, NULL), UO_ERROR_SHAPE);
  assert_int_equal(uo_shape_count(UO_MAX_RANK + 1, plain, 1, &count, NULL), UO_ERROR_SHAPE);
  assert_int_equal(uo_shape_count(1, NULL, 1, &count, NULL), UO_ERROR_SHAPE);
}

static void tensors_are_validated(void **state) {
  (void)state;
  const int64_t dims[] = {2};
  const float data[] = {1, 2};
  int64_t count;
  uo_error error;
  uo_tensor good = {UO_TYPE_FLOAT, 1, dims, data};
  assert_int_equal(uo_tensor_validate(&good, &count, &error), UO_ERROR_NONE);
  assert_int_equal(count, 2);
  uo_tensor no_data = {UO_TYPE_FLOAT, 1, dims, NULL};
  assert_int_equal(uo_tensor_validate(&no_data, &count, &error), UO_ERROR_SHAPE);
  assert_non_null(strstr(error.message, "2 elements"));
  uo_tensor bad_type = {16, 1, dims, data};
  assert_int_equal(uo_tensor_validate(&bad_type, &count, &error), UO_ERROR_TYPE);
  assert_int_equal(error.code, UO_ERROR_TYPE);
  assert_non_null(strstr(error.message, "16"));
  assert_int_equal(uo_tensor_validate(NULL, &count, &error), UO_ERROR_ARGUMENT);
}

/* ATT-02, ATT-03, AXIS-03 to AXIS-06, SIL-13, SIL-15, SIL-16 */
static void attributes_are_resolved(void **state) {
  (void)state;
  const struct {
    uo_attributes attributes;
    int32_t rank;
    uo_error_code code;
    int32_t axis;
  } rows[] = {
      {{0, 99, 1}, 2, UO_ERROR_NONE, -1},
      {{0, 0, 0}, 0, UO_ERROR_NONE, -1},
      {{1, 0, 0}, 1, UO_ERROR_NONE, 0},
      {{1, -1, 1}, 3, UO_ERROR_NONE, 2},
      {{1, -3, 1}, 3, UO_ERROR_NONE, 0},
      {{1, 3, 1}, 3, UO_ERROR_AXIS, 0},
      {{1, -4, 1}, 3, UO_ERROR_AXIS, 0},
      {{1, 0, 1}, 0, UO_ERROR_AXIS, 0},
      {{1, -1, 1}, 0, UO_ERROR_AXIS, 0},
      {{1, INT64_C(1) << 32, 1}, 2, UO_ERROR_AXIS, 0},
      {{1, INT64_MIN, 1}, 2, UO_ERROR_AXIS, 0},
      {{1, INT64_MAX, 1}, 2, UO_ERROR_AXIS, 0},
      {{0, 0, 2}, 2, UO_ERROR_SORTED, 0},
      {{0, 0, -1}, 2, UO_ERROR_SORTED, 0},
      {{1, 0, INT64_C(1) << 32}, 2, UO_ERROR_SORTED, 0},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    int32_t axis = -7;
    assert_int_equal(uo_attributes_resolve(&rows[i].attributes, rows[i].rank, &axis, NULL), rows[i].code);
    if (rows[i].code == UO_ERROR_NONE) assert_int_equal(axis, rows[i].axis);
  }
}

/* AXIS-01, AXIS-02, SHAPE-05, SHAPE-06 */
static void items_follow_the_axis(void **state) {
  (void)state;
  const int64_t dims[] = {2, 3, 4};
  uo_tensor tensor = {UO_TYPE_INT8, 3, dims, "0123456789abcdefghijklmn"};
  const int64_t want[][3] = {{24, 1, 1}, {2, 1, 12}, {3, 2, 4}, {4, 6, 1}};
  for (int32_t axis = -1; axis < 3; axis++) {
    uo_items items = uo_items_of(&tensor, axis);
    assert_int_equal(items.count, want[axis + 1][0]);
    assert_int_equal(items.outer, want[axis + 1][1]);
    assert_int_equal(items.inner, want[axis + 1][2]);
  }
  const int64_t empty[] = {3, 0};
  uo_tensor none = {UO_TYPE_INT8, 2, empty, NULL};
  assert_int_equal(uo_items_of(&none, -1).count, 0);
  assert_int_equal(uo_items_of(&none, 0).count, 3);
  assert_int_equal(uo_items_of(&none, 0).inner, 0);
  assert_int_equal(uo_items_of(&none, 1).count, 0);
  const int64_t wide[] = {INT64_C(1) << 40, INT64_C(1) << 40, 0};
  uo_tensor vast = {UO_TYPE_INT8, 3, wide, NULL};
  assert_int_equal(uo_items_of(&vast, 2).count, 0);
  assert_int_equal(uo_items_of(&vast, 0).count, INT64_C(1) << 40);
  assert_int_equal(uo_items_of(&vast, 0).outer * uo_items_of(&vast, 0).inner, 0);
}

static void policies_read_back(void **state) {
  (void)state;
  for (uo_policy policy = 0; policy < 1u << UO_CHOICE_COUNT; policy++) {
    char text[256];
    uo_policy back = ~0u;
    assert_int_equal(uo_policy_parse(uo_policy_format(policy, text, sizeof text), &back, NULL), UO_ERROR_NONE);
    assert_int_equal(back, policy);
  }
  char text[256];
  assert_string_equal(uo_policy_format(UO_POLICY_ARRAY_API, text, sizeof text), "array-api");
  assert_string_equal(uo_policy_format(UO_NAN_FIRST, text, sizeof text), "onnx,nan-order=first");
  uo_policy policy;
  assert_int_equal(uo_policy_parse("zero=distinct", &policy, NULL), UO_ERROR_NONE);
  assert_int_equal(policy, UO_ZERO_DISTINCT);
  assert_int_equal(uo_policy_parse("numpy,nan-subtensor=equal,nan-order=first", &policy, NULL), UO_ERROR_NONE);
  assert_int_equal(policy, UO_NAN_FIRST);
}

static void unknown_policies_are_named(void **state) {
  (void)state;
  const char *const bad[] = {"",          "nonsense",     "onnx,", ",onnx",  "onnx,numpy", "nan",      "onnx,nan=",
                             "nan=maybe", "nam=distinct", "spec",  "onnx,=", "ONNX",       "=distinct"};
  for (size_t i = 0; i < COUNT(bad); i++) {
    uo_policy policy = 77;
    uo_error error = {UO_ERROR_NONE, ""};
    assert_int_equal(uo_policy_parse(bad[i], &policy, &error), UO_ERROR_ARGUMENT);
    assert_int_equal(policy, 77);
    assert_true(strlen(error.message) > 10);
  }
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

static void products_that_overflow_are_no_memory(void **state) {
  (void)state;
  uo_arena arena = {NULL, NULL};
  assert_null(uo_allocate(NULL, SIZE_MAX / 2, 3));
  assert_null(uo_arena_allocate(&arena, SIZE_MAX / 2, 3));
  assert_null(uo_arena_allocate(&arena, SIZE_MAX, 1));
  assert_null(uo_arena_copy(&arena, "", SIZE_MAX));
  void *none = uo_allocate(NULL, 0, 0);
  assert_non_null(none);
  uo_release(NULL, none);
  uo_release(NULL, NULL);
  uo_arena_release(&arena);
}

/* Read by AddressSanitizer, which otherwise ends a program that asks for too much. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

static void large_blocks_begin_at_large_pages(void **state) {
  (void)state;
  const size_t page = (size_t)2 << 20;
  for (size_t size = page - 1; size <= page + 1; size++) {
    unsigned char *block = uo_allocate(NULL, 1, size);
    assert_non_null(block);
    if (size >= page) assert_int_equal((uintptr_t)block % page, 0);
    memset(block, 0x5a, size);
    uo_release(NULL, block);
  }
  assert_null(uo_allocate(NULL, 1, SIZE_MAX / 2 - page)); /* as many bytes as no machine has */
}

static void arenas_give_zeroed_aligned_memory_and_all_of_it_back(void **state) {
  (void)state;
  scarce m = {1000, 0};
  uo_allocator allocator = {scarce_allocate, scarce_release, &m};
  uo_arena arena = {&allocator, NULL};
  for (int round = 0; round < 3; round++) {
    for (size_t size = 0; size < 3000; size += 7) {
      unsigned char *block = uo_arena_allocate(&arena, size, 1);
      assert_non_null(block);
      assert_int_equal((uintptr_t)block % _Alignof(max_align_t), 0);
      for (size_t i = 0; i < size; i++) assert_int_equal(block[i], 0);
      memset(block, 0xA5, size);
    }
    if (round == 0) assert_true(m.held > 1);
    uo_arena_reset(&arena);
    assert_int_equal(m.held, 1);
  }
  uo_arena_release(&arena);
  assert_int_equal(m.held, 0);
  uo_arena_release(&arena);
  uo_arena_reset(&arena);
}

static void copied_tensors_stand_alone(void **state) {
  (void)state;
  char bytes[] = "ab\0c";
  uo_bytes strings[] = {{bytes, 4}, {NULL, 0}};
  int64_t dims[] = {2};
  uo_tensor tensor = {UO_TYPE_STRING, 1, dims, strings};
  for (int allowed = 0;; allowed++) {
    scarce m = {allowed, 0};
    uo_allocator allocator = {scarce_allocate, scarce_release, &m};
    uo_arena arena = {&allocator, NULL};
    uo_tensor copy;
    uo_error_code code = uo_arena_copy_tensor(&arena, &tensor, &copy, NULL);
    if (code == UO_ERROR_NONE) {
      const uo_bytes *copies = copy.data;
      assert_ptr_not_equal(copies[0].data, bytes);
      assert_memory_equal(copies[0].data, "ab\0c", 4);
      assert_int_equal(copies[1].size, 0);
      assert_int_equal(copy.dims[0], 2);
    } else {
      assert_int_equal(code, UO_ERROR_MEMORY);
    }
    uo_arena_release(&arena);
    assert_int_equal(m.held, 0);
    if (code == UO_ERROR_NONE) break;
  }
}

static void failures_are_told(void **state) {
  (void)state;
  uo_error error;
  assert_int_equal(uo_fail(&error, UO_ERROR_INPUT, "line %d: %s", 3, "odd"), UO_ERROR_INPUT);
  assert_string_equal(error.message, "line 3: odd");
  assert_int_equal(error.code, UO_ERROR_INPUT);
  assert_int_equal(uo_fail(NULL, UO_ERROR_AXIS, "unseen"), UO_ERROR_AXIS);
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

static void tensors_are_shown_nested(void **state) {
  (void)state;
  char text[200];
  const int64_t dims[] = {2, 1, 2};
  const uint8_t data[] = {1, 2, 3, 255};
  uo_tensor tensor = {UO_TYPE_UINT8, 3, dims, data};
  assert_string_equal(uo_format_tensor(&tensor, text, sizeof text), "uint8[2, 1, 2] [[[1, 2]], [[3, 255]]]");
  assert_string_equal(uo_format_tensor(&tensor, text, 21), "uint8[2, 1, 2] [[...");
  assert_string_equal(uo_format_tensor(&tensor, text, 1), "");
  uo_tensor scalar = {UO_TYPE_UINT8, 0, NULL, data};
  assert_string_equal(uo_format_tensor(&scalar, text, sizeof text), "uint8[] 1");
  const int64_t empty[] = {0, 3};
  uo_tensor none = {UO_TYPE_STRING, 2, empty, NULL};
  assert_string_equal(uo_format_tensor(&none, text, sizeof text), "string[0, 3] (no element)");
  uo_tensor bad = {99, 1, dims, NULL};
  assert_string_equal(uo_format_tensor(&bad, text, sizeof text), "type 99[2] (not a valid tensor)");
  uo_items rows = uo_items_of(&tensor, 0);
  assert_string_equal(uo_format_item(&rows, 1, true, text, sizeof text), "[3, 255]");
  uo_items columns = uo_items_of(&tensor, 2);
  assert_string_equal(uo_format_item(&columns, 1, false, text, sizeof text), "[2, 255]");
}

#define ELEMENT(type, value, with_bits, want)                                                                          \
  do {                                                                                                                 \
    uo_tensor one = {type, 0, NULL, value};                                                                            \
    char shown[200];                                                                                                   \
    assert_string_equal(uo_format_element(&one, 0, with_bits, shown, sizeof shown), want);                             \
  } while (0)

static void elements_are_shown_with_their_bits(void **state) {
  (void)state;
  const float negative_zero = -0.0f;
  const double one_and_half[] = {1.5, -0.0};
  const float complex_pair[] = {1.0f, 2.0f};
  const uint16_t half = 0x3C00;
  const int64_t lowest = INT64_MIN;
  const uint64_t highest = UINT64_MAX;
  const uint8_t flags[] = {0, 1, 7};
  const int8_t small = -128;
  const int16_t medium = -32768;
  const int32_t middle = INT32_MIN;
  const uint16_t word = 65535;
  const uint32_t wide = UINT32_MAX;
  ELEMENT(UO_TYPE_FLOAT, &negative_zero, true, "-0.0 [0x80000000]");
  ELEMENT(UO_TYPE_FLOAT, &negative_zero, false, "-0.0");
  ELEMENT(UO_TYPE_DOUBLE, one_and_half, true, "1.5 [0x3ff8000000000000]");
  ELEMENT(UO_TYPE_COMPLEX128, one_and_half, true, "(1.5, -0.0) [0x3ff8000000000000, 0x8000000000000000]");
  ELEMENT(UO_TYPE_COMPLEX64, complex_pair, false, "(1.0, 2.0)");
  ELEMENT(UO_TYPE_FLOAT16, &half, true, "1.0 [0x3c00]");
  ELEMENT(UO_TYPE_INT64, &lowest, true, "-9223372036854775808");
  ELEMENT(UO_TYPE_UINT64, &highest, true, "18446744073709551615");
  ELEMENT(UO_TYPE_BOOL, flags, true, "false");
  ELEMENT(UO_TYPE_BOOL, flags + 1, true, "true");
  ELEMENT(UO_TYPE_BOOL, flags + 2, true, "bool(0x07)");
  ELEMENT(UO_TYPE_INT8, &small, false, "-128");
  ELEMENT(UO_TYPE_INT16, &medium, false, "-32768");
  ELEMENT(UO_TYPE_INT32, &middle, false, "-2147483648");
  ELEMENT(UO_TYPE_UINT8, flags + 2, false, "7");
  ELEMENT(UO_TYPE_UINT16, &word, false, "65535");
  ELEMENT(UO_TYPE_UINT32, &wide, false, "4294967295");
  ELEMENT(99, &wide, false, "?");
}

/* SIL-09 to SIL-11: bytes that a terminal must not see are escaped, text is left as it is. */
static void strings_are_shown_safely(void **state) {
  (void)state;
  const struct {
    const char *bytes;
    size_t size;
    const char *want;
  } rows[] = {
      {"plain", 5, "\"plain\""},
      {"a\0b", 3, "\"a\\x00b\""},
      {"q\"\\\n\x1b", 5, "\"q\\\"\\\\\\n\\x1b\""},
      {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
      {"\xff\xc3", 2, "\"\\xff\\xc3\""},
      {"\xc0\x80", 2, "\"\\xc0\\x80\""},
      {"\xed\xa0\x80", 3, "\"\\xed\\xa0\\x80\""},
      {"\xc2\x85", 2, "\"\\xc2\\x85\""},
      {"\xe2\x80\xae", 3, "\"\\xe2\\x80\\xae\""},
      {"", 0, "\"\""},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    uo_bytes string = {rows[i].bytes, rows[i].size};
    ELEMENT(UO_TYPE_STRING, &string, true, rows[i].want);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_are_the_fifteen),
      cmocka_unit_test(outputs_have_names),
      cmocka_unit_test(shape_products_do_not_overflow),
      cmocka_unit_test(tensors_are_validated),
      cmocka_unit_test(attributes_are_resolved),
      cmocka_unit_test(items_follow_the_axis),
      cmocka_unit_test(policies_read_back),
      cmocka_unit_test(unknown_policies_are_named),
      cmocka_unit_test(products_that_overflow_are_no_memory),
      cmocka_unit_test(large_blocks_begin_at_large_pages),
      cmocka_unit_test(arenas_give_zeroed_aligned_memory_and_all_of_it_back),
      cmocka_unit_test(copied_tensors_stand_alone),
      cmocka_unit_test(failures_are_told),
      cmocka_unit_test(tensors_are_shown_nested),
      cmocka_unit_test(elements_are_shown_with_their_bits),
      cmocka_unit_test(strings_are_shown_safely),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
