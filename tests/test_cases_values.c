/* The values that cases are made of: what they are called is what they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/build.h"
#include "cases/values.h"
#include "tensor/number.h"
#include "tensor/order.h"

enum { MOST_VALUES = 256 };

/* All values of a type's families, as a tensor's data and as values. */
typedef struct everything {
  int count;
  uo_value value[MOST_VALUES];
  unsigned char data[MOST_VALUES * 16];
} everything;

static void gather_everything(int32_t dtype, everything *all) {
  all->count = 0;
  for (int family = 0; family < uo_family_count(dtype); family++) {
    for (int i = 0; i < uo_family_size(dtype, family); i++) {
      assert_true(all->count < MOST_VALUES); /* what a mixed alphabet has room for */
      all->value[all->count] = uo_family_value(dtype, family, i);
      uo_value_store(dtype, &all->value[all->count], all->data, all->count);
      all->count++;
    }
  }
}

static const void *element(int32_t dtype, const everything *all, int i) {
  return all->data + (size_t)i * uo_type_size(dtype);
}

static int sign_of(int number) { return (number > 0) - (number < 0); }

/*
 * ORD-01, SIL-01, SIL-02, SIL-04, SIL-07 to SIL-10, SIL-23: the order in which values are laid out ascends as the
 * checker's does, and breaks its ties.
 */
static void layout_order_ascends_under_policy_onnx(void **state) {
  (void)state;
  everything *all = calloc(1, sizeof(*all));
  assert_non_null(all);
  for (int type = 0; type < UO_TYPE_COUNT; type++) {
    int32_t dtype = uo_type_at(type);
    uo_compare_function *compare = uo_compare_for(dtype);
    gather_everything(dtype, all);
    for (int i = 0; i < all->count * all->count; i++) {
      int a = i / all->count;
      int b = i % all->count;
      int here = sign_of(uo_value_compare(dtype, &all->value[a], &all->value[b]));
      int there = sign_of(compare(UO_POLICY_ONNX, element(dtype, all, a), element(dtype, all, b)));
      assert_int_equal(here, -sign_of(uo_value_compare(dtype, &all->value[b], &all->value[a])));
      if (there != 0) assert_int_equal(here, there);
      if (dtype != UO_TYPE_STRING && here == 0)
        assert_memory_equal(all->value[a].bits, all->value[b].bits, sizeof(all->value[a].bits));
    }
  }
  free(all);
}

/* No family says a value twice. */
static void families_hold_different_values(void **state) {
  (void)state;
  for (int type = 0; type < UO_TYPE_COUNT; type++) {
    int32_t dtype = uo_type_at(type);
    for (int family = 0; family < uo_family_count(dtype); family++) {
      for (int i = 0; i < uo_family_size(dtype, family); i++) {
        uo_value value = uo_family_value(dtype, family, i);
        for (int k = 0; k < i; k++) {
          uo_value other = uo_family_value(dtype, family, k);
          if (uo_value_compare(dtype, &value, &other) == 0) {
            fail_msg("%s, %s: %d and %d", uo_type_name(dtype), uo_family_name(dtype, family), k, i);
          }
        }
      }
    }
  }
}

static double value_of(int32_t dtype, int number) {
  uo_value value = uo_value_of_float(dtype, number);
  uint16_t half;
  float single;
  double twice;
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      uo_value_store(dtype, &value, &half, 0);
      return uo_half_to_double(half);
    case UO_TYPE_FLOAT: {
      uint32_t bits;
      uo_value_store(dtype, &value, &bits, 0);
      memcpy(&single, &bits, sizeof(single));
      return single;
    }
    default: {
      uint64_t bits;
      uo_value_store(dtype, &value, &bits, 0);
      memcpy(&twice, &bits, sizeof(twice));
      return twice;
    }
  }
}

/* SIL-20: the names in the table of numbers are true in all three types. */
static void numbers_are_what_they_are_called(void **state) {
  (void)state;
  static const int32_t types[] = {UO_TYPE_FLOAT16, UO_TYPE_FLOAT, UO_TYPE_DOUBLE};
  static const struct {
    int number;
    double value;
  } plain[] = {
      {UO_FLOAT_ZERO, 0.0},         {UO_FLOAT_MINUS_ZERO, 0.0},  {UO_FLOAT_ONE, 1.0},
      {UO_FLOAT_TWO, 2.0},          {UO_FLOAT_THREE, 3.0},       {UO_FLOAT_FOUR, 4.0},
      {UO_FLOAT_FIVE, 5.0},         {UO_FLOAT_MINUS_ONE, -1.0},  {UO_FLOAT_MINUS_TWO, -2.0},
      {UO_FLOAT_MINUS_THREE, -3.0}, {UO_FLOAT_MINUS_FOUR, -4.0}, {UO_FLOAT_MINUS_FIVE, -5.0},
      {UO_FLOAT_QUARTER, 0.25},     {UO_FLOAT_ONE_HALF, 0.5},    {UO_FLOAT_MINUS_HALF, -0.5},
      {UO_FLOAT_ONE_AND_HALF, 1.5},
  };
  for (int t = 0; t < 3; t++) {
    int32_t dtype = types[t];
    for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
      assert_true(value_of(dtype, plain[i].number) == plain[i].value);
    assert_true(value_of(dtype, UO_FLOAT_BEFORE_ONE) < 1 && value_of(dtype, UO_FLOAT_AFTER_ONE) > 1);
    assert_true(value_of(dtype, UO_FLOAT_AFTER_INTEGERS_END) - value_of(dtype, UO_FLOAT_ALL_INTEGERS_END) == 2);
    assert_true(value_of(dtype, UO_FLOAT_SUBNORMAL_NEXT) == 2 * value_of(dtype, UO_FLOAT_SUBNORMAL_MIN));
    assert_true(value_of(dtype, UO_FLOAT_MINUS_SUBNORMAL) == -value_of(dtype, UO_FLOAT_SUBNORMAL_MIN));
    assert_true(value_of(dtype, UO_FLOAT_NORMAL_MIN) - value_of(dtype, UO_FLOAT_SUBNORMAL_MAX) ==
                value_of(dtype, UO_FLOAT_SUBNORMAL_MIN));
    assert_true(value_of(dtype, UO_FLOAT_INFINITY) > value_of(dtype, UO_FLOAT_MAX));
    assert_true(value_of(dtype, UO_FLOAT_BEFORE_MAX) < value_of(dtype, UO_FLOAT_MAX));
    assert_true(value_of(dtype, UO_FLOAT_LOWEST) == -value_of(dtype, UO_FLOAT_MAX));
    assert_true(value_of(dtype, UO_FLOAT_MINUS_INFINITY) < value_of(dtype, UO_FLOAT_LOWEST));
    for (int nan = UO_FLOAT_NAN; nan <= UO_FLOAT_MINUS_ONES_NAN; nan++)
      assert_true(value_of(dtype, nan) != value_of(dtype, nan));
  }
}

/* What is lost in a cast is lost: float to float16, double to float. */
static void lossy_numbers_are_lost_in_a_cast(void **state) {
  (void)state;
  assert_int_equal(uo_half_from_double(value_of(UO_TYPE_FLOAT, UO_FLOAT_ALMOST_ONE_ABOVE)), 0x3C00);
  assert_int_equal(uo_half_from_double(value_of(UO_TYPE_FLOAT, UO_FLOAT_ALMOST_ONE_BELOW)), 0x3C00);
  assert_int_equal(uo_half_from_double(value_of(UO_TYPE_FLOAT, UO_FLOAT_BEYOND)), 0x7C00);
  assert_int_equal(uo_half_from_double(value_of(UO_TYPE_FLOAT, UO_FLOAT_MINUTE)), 0);
  assert_true((float)value_of(UO_TYPE_DOUBLE, UO_FLOAT_ALMOST_ONE_ABOVE) == 1.0F);
  assert_true((float)value_of(UO_TYPE_DOUBLE, UO_FLOAT_ALMOST_ONE_BELOW) == 1.0F);
  assert_true(value_of(UO_TYPE_DOUBLE, UO_FLOAT_BEYOND) > value_of(UO_TYPE_FLOAT, UO_FLOAT_MAX));
  assert_true((float)value_of(UO_TYPE_DOUBLE, UO_FLOAT_MINUTE) == 0.0F);
}

static int compare_spread(const void *left, const void *right) {
  const uo_value *a = left;
  const uo_value *b = right;
  for (int part = 0; part < 2; part++) {
    if (a->bits[part] != b->bits[part]) return a->bits[part] < b->bits[part] ? -1 : 1;
  }
  return uo_value_compare(UO_TYPE_STRING, a, b);
}

/* VAL-01: as many different values as there are items, where the type has them. */
static void spread_values_differ(void **state) {
  (void)state;
  enum { NUMBERS = 60000 };
  uo_value *values = malloc(NUMBERS * sizeof(*values));
  assert_non_null(values);
  for (int type = 0; type < UO_TYPE_COUNT; type++) {
    int32_t dtype = uo_type_at(type);
    size_t count = dtype == UO_TYPE_BOOL ? 2 : uo_type_size(dtype) == 1 ? 256 : NUMBERS;
    uo_arena arena = {0};
    for (size_t i = 0; i < count; i++) assert_true(uo_value_spread(dtype, i, &arena, &values[i]));
    qsort(values, count, sizeof(*values), compare_spread);
    for (size_t i = 1; i < count; i++) assert_int_not_equal(compare_spread(&values[i - 1], &values[i]), 0);
    uo_arena_release(&arena);
  }
  free(values);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(layout_order_ascends_under_policy_onnx),
      cmocka_unit_test(families_hold_different_values),
      cmocka_unit_test(numbers_are_what_they_are_called),
      cmocka_unit_test(lossy_numbers_are_lost_in_a_cast),
      cmocka_unit_test(spread_values_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
