/*
 * The sampler against plain loops over pairs that compare by tensor/order.h: it ranks by numbers of its own, so the two
 * share no comparison but that of strings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cases/behaviours.h"
#include "cases/generated.h"
#include "tensor/order.h"

#define CASES     6000
#define MAX_ITEMS 80

/* For each item the first one that equals it. */
typedef struct naive {
  uo_items items;
  int64_t count;
  int64_t size;
  int64_t first[MAX_ITEMS];
} naive;

static int order_of(const naive *all, int64_t a, int64_t b) {
  return uo_items_compare(UO_POLICY_ONNX, &all->items, a, &all->items, b);
}

static naive look(const uo_case *question, int32_t axis) {
  naive all = {.items = uo_items_of(&question->x, axis)};
  all.count = all.items.count;
  all.size = all.items.outer * all.items.inner;
  for (int64_t i = 0; i < all.count && i < MAX_ITEMS; i++) {
    all.first[i] = i;
    for (int64_t k = i - 1; k >= 0; k--) {
      if (order_of(&all, i, k) == 0) all.first[i] = k;
    }
  }
  return all;
}

static void expect(const uo_behaviour_set *set, const uo_case *question, int bin, bool want) {
  if (uo_behaviour_set_has(set, bin) == want) return;
  fail_msg("%s: %s: want %d", question->id, uo_bin_name((uo_bin)bin), want);
}

/* VAL-01, IDX-01 */
static void expect_duplicates(const naive *all, const uo_behaviour_set *set, const uo_case *question) {
  bool some = all->count > 1;
  int64_t distinct = 0;
  bool adjacent = false;
  bool apart = false;
  for (int64_t i = 0; i < all->count; i++) {
    distinct += all->first[i] == i;
    bool after_equal = i > 0 && order_of(all, i, i - 1) == 0;
    adjacent = adjacent || after_equal;
    apart = apart || (all->first[i] < i && !after_equal);
  }
  assert_int_equal(set->items, all->count);
  assert_int_equal(set->distinct, distinct);
  expect(set, question, UO_BIN_DUPLICATES_NONE, some && distinct == all->count);
  expect(set, question, UO_BIN_DUPLICATES_ALL, some && distinct == 1);
  expect(set, question, UO_BIN_DUPLICATES_ADJACENT, adjacent && distinct > 1);
  expect(set, question, UO_BIN_DUPLICATES_APART, apart);
  bool ends = some && distinct > 1 && all->first[all->count - 1] == 0;
  expect(set, question, UO_BIN_DUPLICATES_FIRST_AND_LAST, ends);
}

/* ORD-01, ORD-02 */
static void expect_relation(const naive *all, const uo_behaviour_set *set, const uo_case *question) {
  bool up = true;
  bool down = true;
  int64_t before = -1;
  int64_t distinct = 0;
  for (int64_t i = 0; i < all->count; i++) {
    if (all->first[i] != i) continue;
    if (before >= 0) {
      up = up && order_of(all, i, before) > 0;
      down = down && order_of(all, i, before) < 0;
    }
    before = i;
    distinct++;
  }
  expect(set, question, UO_BIN_RELATION_SAME, distinct > 1 && up);
  expect(set, question, UO_BIN_RELATION_REVERSE, distinct > 1 && down);
  expect(set, question, UO_BIN_RELATION_UNRELATED, !up && !down);
}

/* SIL-03, SIL-04: whether equal items have different bits at all. */
static void expect_bits(const naive *all, const uo_behaviour_set *set, const uo_case *question) {
  bool different = false;
  for (int64_t i = 0; i < all->count; i++)
    different = different || !uo_items_identical(&all->items, i, &all->items, all->first[i]);
  bool any =
      uo_behaviour_set_has(set, UO_BIN_FIRST_SMALLEST_BITS) || uo_behaviour_set_has(set, UO_BIN_FIRST_OTHER_BITS);
  if (any != different) fail_msg("%s: want different bits: %d", question->id, different);
}

/* SIL-05 */
static void expect_nans(const naive *all, const uo_behaviour_set *set, const uo_case *question) {
  const uo_tensor *x = &question->x;
  size_t width = uo_type_size(x->dtype);
  int64_t nans = 0;
  for (int64_t i = 0; i < all->count * all->size; i++)
    nans += uo_element_has_nan(x->dtype, (const char *)x->data + (size_t)i * width);
  expect(set, question, UO_BIN_VALUE_NAN_ONE, nans == 1);
  expect(set, question, UO_BIN_VALUE_NAN_MANY, nans > 1);
  expect(set, question, UO_BIN_VALUE_NAN_IN_SUBTENSOR, nans > 0 && all->size > 1);
}

/* Whether two rows differ in `want` elements alone: the last one, or the first one. */
static bool differ_in(const naive *all, int64_t a, int64_t b, int64_t want) {
  uo_compare_function *compare = uo_compare_for(all->items.tensor->dtype);
  size_t width = uo_type_size(all->items.tensor->dtype);
  const char *data = all->items.tensor->data;
  for (int64_t e = 0; e < all->size; e++) {
    int64_t outer = e / all->items.inner;
    int64_t inner = e % all->items.inner;
    const char *left = data + (size_t)((outer * all->count + a) * all->items.inner + inner) * width;
    const char *right = data + (size_t)((outer * all->count + b) * all->items.inner + inner) * width;
    if ((compare(UO_POLICY_ONNX, left, right) != 0) != (e == want)) return false;
  }
  return true;
}

/* SIL-06 */
static void expect_rows(const naive *all, const uo_behaviour_set *set, const uo_case *question) {
  bool last = false;
  bool first = false;
  for (int64_t i = 0; i < all->count && all->size > 1; i++) {
    for (int64_t k = 0; k < i; k++) {
      last = last || differ_in(all, i, k, all->size - 1);
      first = first || differ_in(all, i, k, 0);
    }
  }
  expect(set, question, UO_BIN_ROWS_LAST, last);
  expect(set, question, UO_BIN_ROWS_FIRST, first);
}

/* Enough of each for the test to mean something. */
static int checked;

static void check(const uo_case *question, uo_arena *scratch) {
  uo_behaviour_set set;
  int32_t axis;
  int64_t elements;
  assert_int_equal(uo_behaviours_sample(question, NULL, scratch, &set, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_tensor_validate(&question->x, &elements, NULL), UO_ERROR_NONE);
  if (uo_attributes_resolve(&question->attributes, question->x.rank, &axis, NULL) != UO_ERROR_NONE) return;
  if (uo_items_of(&question->x, axis).count > MAX_ITEMS) return;
  naive all = look(question, axis);
  expect_duplicates(&all, &set, question);
  expect_relation(&all, &set, question);
  expect_bits(&all, &set, question);
  expect_nans(&all, &set, question);
  expect_rows(&all, &set, question);
  checked++;
}

static void random_cases_are_sampled_alike(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_arena scratch = {0};
  for (uint64_t i = 0; i < CASES; i++) {
    uo_case made;
    uo_arena_reset(&arena);
    assert_int_equal(uo_random_case(11, i, &arena, &made, NULL), UO_ERROR_NONE);
    check(&made, &scratch);
  }
  assert_true(checked > CASES / 2);
  uo_arena_release(&arena);
  uo_arena_release(&scratch);
}

static void grid_cases_are_sampled_alike(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_arena scratch = {0};
  checked = 0;
  for (uint64_t i = 0; i < uo_grid_size(); i += 23) {
    uo_case made;
    uo_arena_reset(&arena);
    assert_int_equal(uo_grid_case(i, &arena, &made, NULL), UO_ERROR_NONE);
    check(&made, &scratch);
  }
  assert_true(checked > CASES / 2);
  uo_arena_release(&arena);
  uo_arena_release(&scratch);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_cases_are_sampled_alike),
      cmocka_unit_test(grid_cases_are_sampled_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
