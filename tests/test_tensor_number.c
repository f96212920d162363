/* float16 by value, and floats to text and back. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tensor/number.h"

/* SIL-20: every float16, subnormals included, keeps its value on the way to double and back. */
static void every_half_survives_double(void **state) {
  (void)state;
  for (uint32_t bits = 0; bits <= 0xFFFF; bits++) {
    double value = uo_half_to_double((uint16_t)bits);
    if ((bits & 0x7FFF) > 0x7C00) {
      assert_true(isnan(value));
    } else {
      assert_int_equal(uo_half_from_double(value), bits);
    }
  }
}

static void half_values_are_exact(void **state) {
  (void)state;
  assert_true(uo_half_to_double(0x3C00) == 1.0);
  assert_true(uo_half_to_double(0xC000) == -2.0);
  assert_true(uo_half_to_double(0x7BFF) == 65504.0);
  assert_true(uo_half_to_double(0x0001) == ldexp(1.0, -24));
  assert_true(uo_half_to_double(0x0400) == ldexp(1.0, -14));
  assert_true(signbit(uo_half_to_double(0x8000)));
}

/* Halfway between two neighbours goes to the even one; just off halfway goes to the nearer one. */
static void half_rounds_to_nearest_even(void **state) {
  (void)state;
  for (uint16_t bits = 0; bits < 0x7BFF; bits++) {
    double low = uo_half_to_double(bits);
    double high = uo_half_to_double((uint16_t)(bits + 1));
    double middle = (low + high) / 2;
    assert_int_equal(uo_half_from_double(middle), bits % 2 == 0 ? bits : bits + 1);
    assert_int_equal(uo_half_from_double(nextafter(middle, low)), bits);
    assert_int_equal(uo_half_from_double(nextafter(middle, high)), bits + 1);
  }
  assert_int_equal(uo_half_from_double(65519.99), 0x7BFF);
  assert_int_equal(uo_half_from_double(65520.0), 0x7C00);
  assert_int_equal(uo_half_from_double(-1e300), 0xFC00);
  assert_int_equal(uo_half_from_double(ldexp(1.0, -25)), 0);
  assert_int_equal(uo_half_from_double(ldexp(1.0, -25) * 1.0001), 1);
  assert_int_equal(uo_half_from_double(ldexp(1.0, -26)), 0);
}

static void check_text(int32_t dtype, const void *element, const char *want) {
  char text[UO_NUMBER_TEXT];
  uo_number_format(dtype, element, text);
  assert_string_equal(text, want);
}

static void numbers_are_written_shortest(void **state) {
  (void)state;
  const struct {
    double value;
    const char *text;
  } doubles[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {100.0, "100.0"},
      {0.1, "0.1"},
      {-2.5, "-2.5"},
      {1e15, "1000000000000000.0"},
      {1e16, "1.0e+16"},
      {1e-5, "0.00001"},
      {1.5e-6, "1.5e-06"},
      {0.30000000000000004, "0.30000000000000004"},
      {123456.789, "123456.789"},
      {1e300, "1.0e+300"},
      {5e-324, "5.0e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {9007199254740993.0, "9007199254740992.0"},
      {(double)INFINITY, "Infinity"},
      {-(double)INFINITY, "-Infinity"},
  };
  for (size_t i = 0; i < sizeof doubles / sizeof doubles[0]; i++)
    check_text(UO_TYPE_DOUBLE, &doubles[i].value, doubles[i].text);
  float tenth = 0.1f;
  check_text(UO_TYPE_FLOAT, &tenth, "0.1");
  uint16_t largest = 0x7BFF;
  check_text(UO_TYPE_FLOAT16, &largest, "65500.0"); /* the shortest that reads back, not the exact value */
}

static void nan_is_written_by_its_bits(void **state) {
  (void)state;
  uint32_t quiet = 0x7FC00000;
  uint32_t payload = 0x7FC00001;
  uint32_t signalling = 0xFF800001;
  uint64_t negative = UINT64_C(0xFFF8000000000000);
  uint16_t half = 0x7E01;
  check_text(UO_TYPE_FLOAT, &quiet, "NaN");
  check_text(UO_TYPE_FLOAT, &payload, "NaN(0x7fc00001)");
  check_text(UO_TYPE_FLOAT, &signalling, "NaN(0xff800001)");
  check_text(UO_TYPE_DOUBLE, &negative, "NaN(0xfff8000000000000)");
  check_text(UO_TYPE_FLOAT16, &half, "NaN(0x7e01)");
}

static void round_trip(int32_t dtype, uint64_t bits) {
  unsigned char element[8];
  unsigned char back[8];
  uint16_t half = (uint16_t)bits;
  uint32_t single = (uint32_t)bits;
  size_t size = uo_type_size(dtype);
  memcpy(element, size == 2 ? (void *)&half : size == 4 ? (void *)&single : (void *)&bits, size);
  char text[UO_NUMBER_TEXT];
  uo_number_format(dtype, element, text);
  assert_true(uo_number_parse(dtype, text, back));
  assert_memory_equal(element, back, size);
}

static void text_keeps_every_bit(void **state) {
  (void)state;
  for (uint64_t bits = 0; bits <= 0xFFFF; bits++) round_trip(UO_TYPE_FLOAT16, bits);
  uint64_t mix = 1;
  for (int i = 0; i < 200000; i++) {
    mix = mix * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    round_trip(UO_TYPE_FLOAT, mix >> 32);
    round_trip(UO_TYPE_DOUBLE, mix ^ mix >> 29);
  }
  const uint64_t edges[] = {0,
                            1,
                            UINT64_C(0x000FFFFFFFFFFFFF),
                            UINT64_C(0x0010000000000000),
                            UINT64_C(0x7FEFFFFFFFFFFFFF),
                            UINT64_C(0x7FF0000000000000),
                            UINT64_C(0x7FF0000000000001),
                            UINT64_C(0x3CB0000000000000)};
  for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
    round_trip(UO_TYPE_DOUBLE, edges[i]);
    round_trip(UO_TYPE_DOUBLE, edges[i] | UINT64_C(1) << 63);
  }
}

static void text_that_is_no_number_is_refused(void **state) {
  (void)state;
  const char *const bad[] = {"",
                             "-",
                             "1.",
                             ".5",
                             "1e",
                             "nan",
                             "inf",
                             "0x10",
                             "1 ",
                             " 1",
                             "+1",
                             "1e999",
                             "-1e999",
                             "NaN()",
                             "NaN(0x7fc0000)",
                             "NaN(0x7f800000)",
                             "NaN(0x3f800000)",
                             "NaN(0x7fc00001",
                             "infinity",
                             "1,5"};
  float element = 3.0f;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_false(uo_number_parse(UO_TYPE_FLOAT, bad[i], &element));
  assert_true(element == 3.0f);
  uint16_t half;
  assert_false(uo_number_parse(UO_TYPE_FLOAT16, "70000", &half));
  assert_false(uo_number_parse(UO_TYPE_FLOAT, "3.5e38", &element));
}

/* float and float16 are rounded once, from the decimal, not twice by way of double. */
static void decimals_are_rounded_once(void **state) {
  (void)state;
  const struct {
    const char *text;
    uint16_t bits;
  } halves[] = {
      {"1.00048828125", 0x3C00}, /* a tie, to even */
      {"1.00048828125000000000000001", 0x3C01},
      {"1.00048828124999999999999999", 0x3C00},
      {"-1.00048828125000000000000001", 0xBC01},
      {"1.00146484375", 0x3C02},
      {"1.00146484374999999999999999", 0x3C01},
      {"65519.9999999999999999999", 0x7BFF},
      {"0.0000000298023223876953125", 0x0000},
      {"0.00000002980232238769531250000001", 0x0001},
  };
  for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
    uint16_t half = 0xFFFF;
    assert_true(uo_number_parse(UO_TYPE_FLOAT16, halves[i].text, &half));
    assert_int_equal(half, halves[i].bits);
  }
  float element;
  uint32_t bits;
  assert_true(uo_number_parse(UO_TYPE_FLOAT, "1.00000017881393432617187499", &element));
  memcpy(&bits, &element, sizeof bits);
  assert_int_equal(bits, 0x3F800001);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_half_survives_double),        cmocka_unit_test(half_values_are_exact),
      cmocka_unit_test(half_rounds_to_nearest_even),       cmocka_unit_test(numbers_are_written_shortest),
      cmocka_unit_test(nan_is_written_by_its_bits),        cmocka_unit_test(text_keeps_every_bit),
      cmocka_unit_test(text_that_is_no_number_is_refused), cmocka_unit_test(decimals_are_rounded_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
