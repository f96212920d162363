/* Equality and order of elements and subtensors, under every policy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tensor/order.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
enum { POLICIES = 1 << UO_CHOICE_COUNT };

static int sign(int order) { return (order > 0) - (order < 0); }

/* A list of elements that must ascend strictly, each against each. */
static void check_ascending(uo_policy policy, int32_t dtype, const void *list, size_t count) {
  uo_compare_function *compare = uo_compare_for(dtype);
  const unsigned char *elements = list;
  size_t size = uo_type_size(dtype);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < count; k++)
      assert_int_equal(sign(compare(policy, elements + i * size, elements + k * size)), (i > k) - (i < k));
}

/* SIL-08, SIL-23 */
static void integers_at_full_width(void **state) {
  (void)state;
  const int64_t signed_list[] = {INT64_MIN, -1, 0, INT64_C(9007199254740992), INT64_C(9007199254740993), INT64_MAX};
  const uint64_t unsigned_list[] = {0, 1, UINT64_C(9223372036854775807), UINT64_C(9223372036854775808), UINT64_MAX};
  const int8_t bytes[] = {-128, -1, 0, 127};
  const uint8_t unsigned_bytes[] = {0, 127, 128, 255};
  const int16_t shorts[] = {INT16_MIN, -1, 0, INT16_MAX};
  const uint16_t unsigned_shorts[] = {0, 32767, 32768, 65535};
  const int32_t words[] = {INT32_MIN, -1, 0, INT32_MAX};
  const uint32_t unsigned_words[] = {0, INT32_MAX, UINT32_C(0x80000000), UINT32_MAX};
  const uint8_t flags[] = {0, 1};
  check_ascending(0, UO_TYPE_INT64, signed_list, COUNT(signed_list));
  check_ascending(0, UO_TYPE_UINT64, unsigned_list, COUNT(unsigned_list));
  check_ascending(0, UO_TYPE_INT8, bytes, COUNT(bytes));
  check_ascending(0, UO_TYPE_UINT8, unsigned_bytes, COUNT(unsigned_bytes));
  check_ascending(0, UO_TYPE_INT16, shorts, COUNT(shorts));
  check_ascending(0, UO_TYPE_UINT16, unsigned_shorts, COUNT(unsigned_shorts));
  check_ascending(0, UO_TYPE_INT32, words, COUNT(words));
  check_ascending(0, UO_TYPE_UINT32, unsigned_words, COUNT(unsigned_words));
  check_ascending(0, UO_TYPE_BOOL, flags, COUNT(flags));
  assert_null(uo_compare_for(16));
}

/* SIL-02, SIL-20: NaN above +Inf, or first of all; subnormals are values. */
static void floats_ascend(void **state) {
  (void)state;
  const float last[] = {-INFINITY, -1.0f, -1e-45f, 0.0f, 1e-45f, 1.0f, 3.4e38f, INFINITY, NAN};
  const float first[] = {NAN, -INFINITY, -1.0f, -1e-45f, 0.0f, 1e-45f, 1.0f, 3.4e38f, INFINITY};
  check_ascending(0, UO_TYPE_FLOAT, last, COUNT(last));
  check_ascending(UO_NAN_FIRST, UO_TYPE_FLOAT, first, COUNT(first));
  const uint16_t halves[] = {0xFC00, 0xFBFF, 0x8001, 0x0000, 0x0001, 0x3C00, 0x7BFF, 0x7C00, 0x7E00};
  check_ascending(0, UO_TYPE_FLOAT16, halves, COUNT(halves));
}

/* SIL-01, SIL-04: NaNs of any bits are one value; -0 equals +0, or comes before it. */
static void nans_and_zeros(void **state) {
  (void)state;
  uo_compare_function *compare = uo_compare_for(UO_TYPE_DOUBLE);
  const uint64_t nans[] = {UINT64_C(0x7FF8000000000000), UINT64_C(0xFFF8000000000000), UINT64_C(0x7FF0000000000001),
                           UINT64_C(0x7FF8000000000123)};
  for (size_t i = 0; i < COUNT(nans); i++) {
    assert_true(uo_element_has_nan(UO_TYPE_DOUBLE, &nans[i]));
    for (size_t k = 0; k < COUNT(nans); k++) assert_int_equal(compare(0, &nans[i], &nans[k]), 0);
  }
  const double zeros[] = {-0.0, 0.0};
  assert_int_equal(compare(0, &zeros[0], &zeros[1]), 0);
  check_ascending(UO_ZERO_DISTINCT, UO_TYPE_DOUBLE, zeros, 2);
  assert_false(uo_element_has_nan(UO_TYPE_DOUBLE, &zeros[0]));
  const int32_t word = 0x7FC00000;
  assert_false(uo_element_has_nan(UO_TYPE_INT32, &word));
  const uint16_t half = 0x7C01;
  assert_true(uo_element_has_nan(UO_TYPE_FLOAT16, &half));
  const float single = NAN;
  assert_true(uo_element_has_nan(UO_TYPE_FLOAT, &single));
}

/* SIL-07 */
static void complex_by_parts_and_by_modulus(void **state) {
  (void)state;
  const double lexicographic[][2] = {{-3, 9}, {1, -5}, {1, 2}, {2, 0}, {(double)INFINITY, 0}, {0, (double)NAN}};
  check_ascending(0, UO_TYPE_COMPLEX128, lexicographic, COUNT(lexicographic));
  const double modulus[][2] = {{0, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {-2, 0}, {3, 4}, {(double)NAN, 0}};
  check_ascending(UO_COMPLEX_BY_MODULUS, UO_TYPE_COMPLEX128, modulus, COUNT(modulus));
  const double by_part[][2] = {{5, 5},           {1, (double)NAN}, {2, (double)NAN},
                               {(double)NAN, 1}, {(double)NAN, 2}, {(double)NAN, (double)NAN}};
  check_ascending(UO_NAN_COMPLEX_BY_PART, UO_TYPE_COMPLEX128, by_part, COUNT(by_part));
  const double nan_first[][2] = {{1, (double)NAN}, {(double)NAN, 1}, {(double)NAN, (double)NAN}, {-9, 0}, {5, 5}};
  check_ascending(UO_NAN_COMPLEX_BY_PART | UO_NAN_FIRST, UO_TYPE_COMPLEX128, nan_first, COUNT(nan_first));
  uo_compare_function *compare = uo_compare_for(UO_TYPE_COMPLEX128);
  for (size_t i = 1; i < COUNT(by_part); i++) assert_int_equal(compare(0, by_part[1], by_part[i]), 0);
  const double cut[][2] = {{-1, -0.0}, {-1, 0.0}};
  assert_int_equal(compare(UO_COMPLEX_BY_MODULUS, cut[0], cut[1]), 0);
  check_ascending(UO_COMPLEX_BY_MODULUS | UO_ZERO_DISTINCT, UO_TYPE_COMPLEX128, cut, 2);
  assert_true(uo_element_has_nan(UO_TYPE_COMPLEX128, by_part[1]));
  const float single[] = {NAN, 1};
  assert_true(uo_element_has_nan(UO_TYPE_COMPLEX64, single));
  const float pairs[][2] = {{1, 0}, {1, 1}};
  check_ascending(0, UO_TYPE_COMPLEX64, pairs, 2);
}

/* SIL-09, SIL-10, SIL-11 */
static void strings_by_bytes_and_by_utf16(void **state) {
  (void)state;
  const uo_bytes by_bytes[] = {{NULL, 0},
                               {"\0", 1},
                               {"A", 1},
                               {"a", 1},
                               {"a\0", 2},
                               {"a\0b", 3},
                               {"ab", 2},
                               {"\x7f", 1},
                               {"\xee\x80\x80", 3},
                               {"\xef\xbf\xbf", 3},
                               {"\xf0\x90\x80\x80", 4},
                               {"\xff", 1}};
  check_ascending(0, UO_TYPE_STRING, by_bytes, COUNT(by_bytes));
  const uo_bytes by_units[] = {{NULL, 0},
                               {"a", 1},
                               {"\xed\x9f\xbf", 3},
                               {"\xf0\x90\x80\x80", 4},
                               {"\xf4\x8f\xbf\xbf", 4},
                               {"\xee\x80\x80", 3},
                               {"\xef\xbf\xbf", 3},
                               {"\xef\xbf\xbf!", 4}};
  check_ascending(UO_STRING_UTF16, UO_TYPE_STRING, by_units, COUNT(by_units));
}

/* Whatever the policy, the order is a total preorder: reflexive, antisymmetric, transitive. */
static void check_preorder(int32_t dtype, const void *list, size_t count) {
  uo_compare_function *compare = uo_compare_for(dtype);
  const unsigned char *at = list;
  size_t size = uo_type_size(dtype);
  for (uo_policy policy = 0; policy < POLICIES; policy++) {
    for (size_t i = 0; i < count; i++) {
      assert_int_equal(compare(policy, at + i * size, at + i * size), 0);
      for (size_t k = 0; k < count; k++) {
        int ik = sign(compare(policy, at + i * size, at + k * size));
        assert_int_equal(ik, -sign(compare(policy, at + k * size, at + i * size)));
        for (size_t m = 0; m < count; m++) {
          int km = sign(compare(policy, at + k * size, at + m * size));
          if (ik <= 0 && km <= 0) {
            int im = sign(compare(policy, at + i * size, at + m * size));
            assert_int_equal(im, ik == 0 && km == 0 ? 0 : -1);
          }
        }
      }
    }
  }
}

static void every_policy_is_a_preorder(void **state) {
  (void)state;
  const double parts[] = {-(double)INFINITY, -1, -0.0, 0.0, 5e-324, 1, 3, (double)INFINITY, (double)NAN};
  check_preorder(UO_TYPE_DOUBLE, parts, COUNT(parts));
  double grid[36][2];
  const double few[] = {-1, -0.0, 0.0, 1, (double)INFINITY, (double)NAN};
  for (size_t i = 0; i < 36; i++) memcpy(grid[i], (double[]){few[i / 6], few[i % 6]}, sizeof grid[i]);
  check_preorder(UO_TYPE_COMPLEX128, grid, COUNT(grid));
  const uo_bytes strings[] = {{"", 0},     {"a", 1},   {"a\0", 2}, {"\xee\x80\x80", 3}, {"\xf0\x90\x80\x80", 4},
                              {"\xff", 1}, {"\xed", 1}};
  check_preorder(UO_TYPE_STRING, strings, COUNT(strings));
}

/* SIL-06: the elements of a subtensor are compared row-major over the remaining axes in their order. */
static void subtensors_are_compared_row_major(void **state) {
  (void)state;
  const int64_t dims[] = {2, 2, 2};
  /* along axis 1: item 0 is [0, 1, 4, 5], item 1 is [0, 1, 3, 9] */
  const int32_t data[] = {0, 1, 0, 1, 4, 5, 3, 9};
  uo_tensor tensor = {UO_TYPE_INT32, 3, dims, data};
  uo_items items = uo_items_of(&tensor, 1);
  assert_true(uo_items_compare(0, &items, 0, &items, 1) > 0);
  assert_true(uo_items_compare(0, &items, 1, &items, 0) < 0);
  assert_int_equal(uo_items_compare(0, &items, 1, &items, 1), 0);
  uo_items first = uo_items_of(&tensor, 0);
  assert_true(uo_items_compare(0, &first, 0, &first, 1) < 0);
}

/* SIL-01, SIL-05, SIL-22 */
static void solitary_items_follow_their_choice(void **state) {
  (void)state;
  const int64_t dims[] = {2, 2};
  const int64_t flat_dims[] = {4};
  const float data[] = {1, NAN, 3, 4};
  uo_tensor matrix = {UO_TYPE_FLOAT, 2, dims, data};
  uo_tensor list = {UO_TYPE_FLOAT, 1, flat_dims, data};
  uo_items elements = uo_items_of(&matrix, -1);
  uo_items rows = uo_items_of(&matrix, 0);
  uo_items ranked = uo_items_of(&list, 0);
  for (uo_policy policy = 0; policy < POLICIES; policy++) {
    bool nan = (policy & UO_NAN_DISTINCT) != 0;
    assert_int_equal(uo_items_solitary(policy, &elements, 1), nan);
    assert_int_equal(uo_items_solitary(policy, &ranked, 1), nan);
    assert_int_equal(uo_items_solitary(policy, &rows, 0), (policy & UO_NAN_SUBTENSOR_DISTINCT) != 0);
    assert_false(uo_items_solitary(policy, &elements, 0));
    assert_false(uo_items_solitary(policy, &rows, 1));
  }
}

/* VAL-02 */
static void identical_means_every_bit(void **state) {
  (void)state;
  const int64_t dims[] = {4};
  const float data[] = {0.0f, -0.0f, 0.0f, NAN};
  uo_tensor tensor = {UO_TYPE_FLOAT, 1, dims, data};
  uo_items items = uo_items_of(&tensor, -1);
  assert_true(uo_items_identical(&items, 0, &items, 2));
  assert_false(uo_items_identical(&items, 0, &items, 1));
  assert_true(uo_items_identical(&items, 3, &items, 3));
  const int64_t three[] = {3};
  const uo_bytes strings[] = {{"a\0", 2}, {"a\0", 2}, {"a", 1}};
  uo_tensor texts = {UO_TYPE_STRING, 1, three, strings};
  uo_items words = uo_items_of(&texts, 0);
  assert_true(uo_items_identical(&words, 0, &words, 1));
  assert_false(uo_items_identical(&words, 0, &words, 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_at_full_width),
      cmocka_unit_test(floats_ascend),
      cmocka_unit_test(nans_and_zeros),
      cmocka_unit_test(complex_by_parts_and_by_modulus),
      cmocka_unit_test(strings_by_bytes_and_by_utf16),
      cmocka_unit_test(every_policy_is_a_preorder),
      cmocka_unit_test(subtensors_are_compared_row_major),
      cmocka_unit_test(solitary_items_follow_their_choice),
      cmocka_unit_test(identical_means_every_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
