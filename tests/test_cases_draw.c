/* The generator behind random cases: its numbers are fixed, its choices fair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases/draw.h"

/*
 * SplitMix64 as published starts from a state, adds the constant and mixes. Our key 0 is its state 0, whose first
 * outputs are well known.
 */
static void draws_are_splitmix64(void **state) {
  (void)state;
  uo_draws draws = {0, 0};
  assert_int_equal(uo_draw(&draws), UINT64_C(0xE220A8397B1DCDAF));
  assert_int_equal(uo_draw(&draws), UINT64_C(0x6E789E6AA1B965F4));
  assert_int_equal(uo_draw(&draws), UINT64_C(0x06C45D188009454F));
  assert_int_equal(draws.count, 3);
}

/* Fixed for ever, like the cases that follow from them. */
static void keys_are_fixed(void **state) {
  (void)state;
  assert_int_equal(uo_draws_start(0, 0).key, UINT64_C(0x48218226FF3CD4BF));
  assert_int_equal(uo_draws_start(7, 123).key, UINT64_C(0x1906E75B0DD1406C));
  assert_int_not_equal(uo_draws_start(1, 2).key, uo_draws_start(2, 1).key);
  assert_int_equal(uo_draws_start(7, 123).count, 0);
}

/* Every number below a bound comes, about equally often; none beyond. */
static void bounded_draws_are_fair(void **state) {
  (void)state;
  enum { DRAWS = 20000 };
  for (uint64_t bound = 1; bound <= 40; bound++) {
    int hits[40] = {0};
    uo_draws draws = uo_draws_start(bound, 0);
    for (int i = 0; i < DRAWS; i++) {
      uint64_t number = uo_draw_below(&draws, bound);
      assert_true(number < bound);
      hits[number]++;
    }
    for (uint64_t number = 0; number < bound; number++) {
      assert_true(hits[number] > DRAWS / (int)bound * 3 / 4);
      assert_true(hits[number] < DRAWS / (int)bound * 5 / 4 + 1);
    }
  }
}

/* Wide bounds reach both ends: no bit of the range is lost. */
static void wide_bounds_are_reached(void **state) {
  (void)state;
  uint64_t seen = 0;
  uo_draws draws = uo_draws_start(0, 1);
  for (int i = 0; i < 200; i++) seen |= uo_draw_below(&draws, UINT64_MAX);
  assert_int_equal(seen, UINT64_MAX);
  seen = 0;
  uint64_t bound = (UINT64_C(1) << 63) + 1;
  for (int i = 0; i < 200; i++) {
    uint64_t number = uo_draw_below(&draws, bound);
    assert_true(number < bound);
    seen |= number;
  }
  assert_int_equal(seen, UINT64_MAX >> 1);
}

static void weights_are_kept(void **state) {
  (void)state;
  static const unsigned char weights[] = {1, 0, 200, 50};
  int hits[4] = {0};
  uo_draws draws = uo_draws_start(3, 3);
  for (int i = 0; i < 25100; i++) hits[uo_draw_weighted(&draws, weights, 4)]++;
  assert_true(hits[0] > 60 && hits[0] < 150); /* about 100; twice that when a boundary is off by one */
  assert_int_equal(hits[1], 0);
  assert_true(hits[2] > 19500 && hits[2] < 20500);
  assert_true(hits[3] > 4500 && hits[3] < 5500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(draws_are_splitmix64),   cmocka_unit_test(keys_are_fixed),
      cmocka_unit_test(bounded_draws_are_fair), cmocka_unit_test(wide_bounds_are_reached),
      cmocka_unit_test(weights_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
