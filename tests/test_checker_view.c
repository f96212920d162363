/* What an item is by its bits: whether they decide its value, what they are as a word, what they hash to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "checker/view.h"
#include "support/checker_answer.h"

static bool bits_decide(int32_t dtype, const void *element) {
  uo_tensor tensor = {dtype, 0, NULL, element};
  uo_view view = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
  return uo_view_bits_decide(&view, 0);
}

/* SIL-01, SIL-04: neither NaNs nor zeros, of either sign; everything else, to the last bit beside them. */
static void zeros_and_nans_do_not_decide(void **state) {
  (void)state;
  for (unsigned half = 0; half <= 0xffff; half++) {
    uint16_t bits = (uint16_t)half;
    bool is_plain = (half & 0x7fff) != 0 && (half & 0x7fff) <= 0x7c00;
    assert_int_equal(bits_decide(UO_TYPE_FLOAT16, &bits), is_plain);
  }
  static const struct {
    uint32_t bits;
    uint64_t wide;
    bool decide;
  } edges[] = {
      {0, 0, false},
      {1, 1, true},
      {0x7f800000, UINT64_C(0x7ff0000000000000), true},
      {0x7f800001, UINT64_C(0x7ff0000000000001), false},
      {0x7fffffff, UINT64_C(0x7fffffffffffffff), false},
      {0x80000000, UINT64_C(0x8000000000000000), false},
      {0x80000001, UINT64_C(0x8000000000000001), true},
      {0xff800000, UINT64_C(0xfff0000000000000), true},
      {0xff800001, UINT64_C(0xfff0000000000001), false},
  };
  for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++) {
    assert_int_equal(bits_decide(UO_TYPE_FLOAT, &edges[e].bits), edges[e].decide);
    assert_int_equal(bits_decide(UO_TYPE_DOUBLE, &edges[e].wide), edges[e].decide);
    for (int part = 0; part < 2; part++) {
      uint32_t narrow[2] = {0x3f800000, 0x3f800000};
      uint64_t wide[2] = {1, 1};
      narrow[part] = edges[e].bits;
      wide[part] = edges[e].wide;
      assert_int_equal(bits_decide(UO_TYPE_COMPLEX64, narrow), edges[e].decide);
      assert_int_equal(bits_decide(UO_TYPE_COMPLEX128, wide), edges[e].decide);
    }
  }
  static const int64_t zero = 0;
  static const uo_bytes nothing = {NULL, 0};
  assert_true(bits_decide(UO_TYPE_INT64, &zero));
  assert_true(bits_decide(UO_TYPE_UINT8, &zero));
  assert_true(bits_decide(UO_TYPE_BOOL, &zero));
  assert_true(bits_decide(UO_TYPE_STRING, &nothing));
}

/* SIL-05: a zero or a NaN anywhere in a subtensor, and only in its own one. */
static void one_element_of_a_subtensor_is_enough(void **state) {
  (void)state;
  static const int64_t dims[] = {2, 3, 4};
  for (int32_t axis = 0; axis < 3; axis++) {
    for (int64_t at = 0; at < 24; at++) {
      float data[24];
      for (int i = 0; i < 24; i++) data[i] = 1;
      data[at] = 0;
      uo_tensor tensor = {UO_TYPE_FLOAT, 3, dims, data};
      uo_view view = uo_view_of(&tensor, axis, UO_POLICY_ONNX);
      const int64_t place[] = {at / 12, at / 4 % 3, at % 4};
      for (int64_t i = 0; i < dims[axis]; i++) assert_int_equal(uo_view_bits_decide(&view, i), i != place[axis]);
    }
  }
}

/* One element of at most 8 bytes, and no string. */
static void small_elements_are_words(void **state) {
  (void)state;
  _Alignas(16) static const unsigned char data[32] = {1};
  static const int64_t row[] = {2, 1};
  static const int64_t pair[] = {1, 2};
  for (int t = 0; t < 15; t++) {
    int32_t dtype = checker_types[t];
    size_t size = uo_type_size(dtype);
    size_t want = dtype == UO_TYPE_STRING || size > 8 ? 0 : size;
    uo_tensor tensor = {dtype, 2, row, data};
    assert_int_equal(uo_view_of(&tensor, -1, UO_POLICY_ONNX).word, want);
    assert_int_equal(uo_view_of(&tensor, 0, UO_POLICY_ONNX).word, want);
    assert_int_equal(uo_view_of(&tensor, 1, UO_POLICY_ONNX).word, 0); /* two elements, behind each other */
    tensor.dims = pair;
    assert_int_equal(uo_view_of(&tensor, 0, UO_POLICY_ONNX).word, 0); /* two elements beside each other */
  }
}

/* SIL-01, SIL-05 */
static void only_nans_can_be_solitary(void **state) {
  (void)state;
  _Alignas(16) static const unsigned char data[16] = {0};
  for (int t = 0; t < 15; t++) {
    int32_t dtype = checker_types[t];
    bool has_nan = dtype == UO_TYPE_FLOAT16 || dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_DOUBLE ||
                   dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128;
    for (uo_policy policy = 0; policy < 256; policy++) {
      uo_tensor tensor = {dtype, 0, NULL, data};
      uo_view view = uo_view_of(&tensor, -1, policy);
      bool distinct = (policy & (UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT)) != 0;
      assert_int_equal(uo_view_may_be_solitary(&view), has_nan && distinct);
    }
  }
}

/* ---- Hashes ----------------------------------------------------------------------------------------------------- */

static uint64_t hash_of_text(const char *text, size_t size) {
  uo_bytes string = {text, size};
  uo_tensor tensor = {UO_TYPE_STRING, 0, NULL, &string};
  uo_view view = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
  return uo_view_hash(&view, 0);
}

/* Every bit of every byte, whatever the length, and the length itself (SIL-10: NUL is a byte like any other). */
static void every_bit_and_the_length_count(void **state) {
  (void)state;
  char text[24];
  for (size_t size = 1; size <= sizeof text; size++) {
    memset(text, 'x', sizeof text);
    uint64_t before = hash_of_text(text, size);
    for (size_t at = 0; at < size; at++) {
      for (int bit = 0; bit < 8; bit++) {
        text[at] = (char)('x' ^ 1 << bit);
        assert_true(hash_of_text(text, size) != before);
      }
      text[at] = 'x';
    }
    assert_true(hash_of_text(text, size) == before);
    memset(text, 0, sizeof text);
    assert_true(hash_of_text(text, size) != hash_of_text(text, size - 1));
  }
}

/* Every element of an item, and none of another one. */
static void every_element_of_an_item_counts(void **state) {
  (void)state;
  static const int64_t dims[] = {2, 3, 4};
  for (int32_t axis = 0; axis < 3; axis++) {
    for (int64_t at = 0; at < 24; at++) {
      uo_bytes words[24];
      double numbers[24];
      for (int i = 0; i < 24; i++) words[i] = (uo_bytes){"word", 4};
      for (int i = 0; i < 24; i++) numbers[i] = 1;
      uo_tensor texts = {UO_TYPE_STRING, 3, dims, words};
      uo_tensor reals = {UO_TYPE_DOUBLE, 3, dims, numbers};
      uo_view of_texts = uo_view_of(&texts, axis, UO_POLICY_ONNX);
      uo_view of_reals = uo_view_of(&reals, axis, UO_POLICY_ONNX);
      uint64_t text = uo_view_hash(&of_texts, 0);
      uint64_t real = uo_view_hash(&of_reals, 0);
      words[at].data = "ward";
      numbers[at] = 2;
      const int64_t place[] = {at / 12, at / 4 % 3, at % 4};
      for (int64_t i = 0; i < dims[axis]; i++) {
        assert_int_equal(uo_view_hash(&of_texts, i) == text, i != place[axis]);
        assert_int_equal(uo_view_hash(&of_reals, i) == real, i != place[axis]);
      }
    }
  }
}

/* A table looks at the lowest bits and at the upper half: numbers that differ in few bits, low or high, differ there.
 */
static void numbers_are_spread(void **state) {
  (void)state;
  enum { COUNT = 256, PLACES = 1024 };
  for (int shift = 0; shift <= 56; shift += 4) {
    uint64_t hash[COUNT];
    unsigned char taken[PLACES] = {0};
    int places = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
      uint64_t number = i << shift;
      uo_tensor one = {UO_TYPE_UINT64, 0, NULL, &number};
      uo_view view = uo_view_of(&one, -1, UO_POLICY_ONNX);
      hash[i] = uo_view_hash(&view, 0);
      places += taken[hash[i] % PLACES]++ == 0;
      for (uint64_t before = 0; before < i; before++) assert_true(hash[before] >> 32 != hash[i] >> 32);
    }
    assert_true(places > 128); /* chance would take 227 */
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(zeros_and_nans_do_not_decide),
      cmocka_unit_test(one_element_of_a_subtensor_is_enough),
      cmocka_unit_test(small_elements_are_words),
      cmocka_unit_test(only_nans_can_be_solitary),
      cmocka_unit_test(every_bit_and_the_length_count),
      cmocka_unit_test(every_element_of_an_item_counts),
      cmocka_unit_test(numbers_are_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
