/* Generated cases: the same everywhere, each on its own, named by its id. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cases/build.h"
#include "cases/generated.h"
#include "support/cases_canonical.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uo_case must_make_random(uint64_t seed, uint64_t index, uo_arena *arena) {
  uo_case made;
  assert_int_equal(uo_random_case(seed, index, arena, &made, NULL), UO_ERROR_NONE);
  return made;
}

static uo_case must_make_grid(uint64_t index, uo_arena *arena) {
  uo_case made;
  assert_int_equal(uo_grid_case(index, arena, &made, NULL), UO_ERROR_NONE);
  return made;
}

static uo_case must_make_small(uint64_t index, uo_arena *arena) {
  uo_case made;
  assert_int_equal(uo_small_case(index, arena, &made, NULL), UO_ERROR_NONE);
  return made;
}

/* ---- Allowed or not ---------------------------------------------------------------------------------------------- */

static uo_error_code allowed(int32_t rank, int32_t has_axis, int64_t axis, int64_t sorted) {
  static const int64_t dims[] = {1, 1, 1};
  static const uint8_t data[] = {0};
  uo_case question = {"", {UO_TYPE_UINT8, rank, dims, data}, {has_axis, axis, sorted}, UO_WANT_Y};
  uo_error reason = {UO_ERROR_NONE, ""};
  uo_error_code code = uo_case_allowed(&question, &reason);
  assert_int_equal(reason.code, code);
  assert_int_equal(reason.message[0] != '\0', code != UO_ERROR_NONE);
  return code;
}

/* ERR-01, ERR-02, ERR-03, ATT-02, ATT-03, AXIS-03, AXIS-04, AXIS-06, SIL-13, SIL-15, SIL-16 */
static void allowed_is_what_the_operator_allows(void **state) {
  (void)state;
  assert_int_equal(allowed(3, 0, 0, 1), UO_ERROR_NONE);
  assert_int_equal(allowed(0, 0, 0, 0), UO_ERROR_NONE);
  assert_int_equal(allowed(0, 0, 99, 0), UO_ERROR_NONE); /* without axis its value means nothing */
  assert_int_equal(allowed(3, 1, 2, 1), UO_ERROR_NONE);
  assert_int_equal(allowed(3, 1, -3, 1), UO_ERROR_NONE);
  assert_int_equal(allowed(3, 1, 3, 1), UO_ERROR_AXIS);
  assert_int_equal(allowed(3, 1, -4, 1), UO_ERROR_AXIS);
  assert_int_equal(allowed(3, 1, INT64_C(1) << 32, 1), UO_ERROR_AXIS);
  assert_int_equal(allowed(3, 1, INT64_MIN, 1), UO_ERROR_AXIS);
  assert_int_equal(allowed(0, 1, 0, 1), UO_ERROR_AXIS);
  assert_int_equal(allowed(0, 1, -1, 1), UO_ERROR_AXIS);
  assert_int_equal(allowed(3, 0, 0, 2), UO_ERROR_SORTED);
  assert_int_equal(allowed(3, 0, 0, -1), UO_ERROR_SORTED);
  assert_int_equal(allowed(3, 0, 0, INT64_C(1) << 32), UO_ERROR_SORTED);
}

/* ERR-01, ERR-02, ERR-03: every way is invalid for every rank that is generated, from whatever valid attributes. */
static void invalidated_attributes_are_invalid(void **state) {
  (void)state;
  static const int64_t dims[UO_PLAN_MAX_RANK] = {0};
  for (int way = 0; way < uo_invalid_count(); way++) {
    for (int32_t rank = 0; rank <= UO_PLAN_MAX_RANK; rank++) {
      uo_case question = {"", {UO_TYPE_INT8, rank, dims, NULL}, {0, 0, way % 2}, UO_WANT_Y};
      uo_invalidate(way, rank, &question.attributes);
      assert_int_not_equal(uo_case_allowed(&question, NULL), UO_ERROR_NONE);
    }
  }
}

/* ---- The same everywhere ----------------------------------------------------------------------------------------- */

/*
 * Fixed for ever: ids are in bug reports and known-failure files. When one of these changes, so do all cases named
 * before.
 */
static void random_cases_never_change(void **state) {
  (void)state;
  uo_arena arena = {0};
  uint64_t hash = CASES_FNV_START;
  for (uint64_t i = 0; i < 1000; i++) {
    uo_arena_reset(&arena);
    uo_case made = must_make_random(7, i, &arena);
    hash = cases_hash_case(hash, &made);
  }
  assert_int_equal(hash, UINT64_C(0x1F2AC97DDD9D09BF));
  uo_arena_reset(&arena);
  uo_case far = must_make_random(UINT64_MAX, UINT64_MAX, &arena);
  assert_string_equal(far.id, "18446744073709551615:18446744073709551615");
  assert_int_equal(cases_hash_case(CASES_FNV_START, &far), UINT64_C(0x2E0CA9389FDF73EF));
  uo_arena_release(&arena);
}

static void grid_cases_never_change(void **state) {
  (void)state;
  uo_arena arena = {0};
  uint64_t first = CASES_FNV_START;
  uint64_t spread = CASES_FNV_START;
  for (uint64_t i = 0; i < 1000; i++) {
    uo_arena_reset(&arena);
    uo_case made = must_make_grid(i, &arena);
    first = cases_hash_case(first, &made);
  }
  for (uint64_t i = 0; i < uo_grid_size(); i += 101) {
    uo_arena_reset(&arena);
    uo_case made = must_make_grid(i, &arena);
    spread = cases_hash_case(spread, &made);
  }
  assert_int_equal(first, UINT64_C(0x31432D15F8C0F429));
  assert_int_equal(spread, UINT64_C(0x87DECB871E896F6D));
  uint64_t numerous = CASES_FNV_START;
  for (uint64_t i = 139035; i < uo_grid_size(); i++) {
    uo_arena_reset(&arena);
    uo_case made = must_make_grid(i, &arena);
    numerous = cases_hash_case(numerous, &made);
  }
  assert_int_equal(numerous, UINT64_C(0x074380F15129F4D8));
  uo_arena_release(&arena);
}

static void small_cases_never_change(void **state) {
  (void)state;
  uo_arena arena = {0};
  uint64_t hash = CASES_FNV_START;
  for (uint64_t i = 0; i < uo_small_size(); i += 9973) {
    uo_arena_reset(&arena);
    uo_case made = must_make_small(i, &arena);
    hash = cases_hash_case(hash, &made);
  }
  assert_int_equal(hash, UINT64_C(0x657AAF5893B86286));
  uo_arena_release(&arena);
}

/* ---- Each on its own --------------------------------------------------------------------------------------------- */

/* A case made alone, through its id, in an arena of its own, is the one made in sequence. */
static void expect_alone_as_in_sequence(const uo_case *in_sequence) {
  uo_arena alone = {0};
  uo_case again;
  bool known = false;
  assert_int_equal(uo_generated_case(in_sequence->id, &alone, &again, &known, NULL), UO_ERROR_NONE);
  assert_true(known);
  assert_int_equal(cases_hash_case(CASES_FNV_START, &again), cases_hash_case(CASES_FNV_START, in_sequence));
  uo_arena_release(&alone);
}

static void cases_can_be_made_alone(void **state) {
  (void)state;
  uo_arena arena = {0};
  for (uint64_t i = 0; i < 600; i++) {
    uo_arena_reset(&arena);
    uo_case made = must_make_random(i % 3, i, &arena);
    expect_alone_as_in_sequence(&made);
    made = must_make_grid(i * (uo_grid_size() / 600), &arena);
    expect_alone_as_in_sequence(&made);
    made = must_make_small(i * (uo_small_size() / 600), &arena);
    expect_alone_as_in_sequence(&made);
  }
  uo_arena_release(&arena);
}

/* Neighbours and other seeds give other cases. */
static void random_cases_differ(void **state) {
  (void)state;
  uo_arena arena = {0};
  int same = 0;
  for (uint64_t i = 0; i < 500; i++) {
    uo_arena_reset(&arena);
    uo_case here = must_make_random(1, i, &arena);
    uo_case next = must_make_random(1, i + 1, &arena);
    uo_case other = must_make_random(i, 1, &arena);
    uint64_t hash = cases_hash_question(CASES_FNV_START, &here);
    same += hash == cases_hash_question(CASES_FNV_START, &next);
    same += i != 1 && hash == cases_hash_question(CASES_FNV_START, &other);
  }
  assert_true(same <= 2); /* scalars of bool may coincide */
  uo_arena_release(&arena);
}

/* ---- Ids --------------------------------------------------------------------------------------------------------- */

static void ids_name_cases(void **state) {
  (void)state;
  static const char *const others[] = {"wild-B001", "",       "7",       "7:",       ":7",   "7:x",
                                       "7:1x",      "07:1",   "7:01",    "7:1:2",    "-7:1", "7: 1",
                                       "grid:",     "grid:x", "grid:1x", "grid:01",  "grid", "small",
                                       "small:-1",  "Grid:1", "grids:1", "small:1 ", "+7:1", "0x7:1"};
  uo_arena arena = {0};
  uo_case made;
  for (size_t i = 0; i < COUNT(others); i++) {
    bool known = true;
    assert_int_equal(uo_generated_case(others[i], &arena, &made, &known, NULL), UO_ERROR_NONE);
    assert_false(known);
  }
  static const char *const ids[] = {"7:123",   "0:0",     "18446744073709551615:0", "grid:0", "grid:42",
                                    "small:0", "small:17"};
  for (size_t i = 0; i < COUNT(ids); i++) {
    bool known = false;
    assert_int_equal(uo_generated_case(ids[i], &arena, &made, &known, NULL), UO_ERROR_NONE);
    assert_true(known);
    assert_string_equal(made.id, ids[i]);
  }
  uo_arena_release(&arena);
}

static void expect_out_of_range(const char *id) {
  uo_arena arena = {0};
  uo_case made;
  uo_error error;
  bool known = false;
  assert_int_equal(uo_generated_case(id, &arena, &made, &known, &error), UO_ERROR_ARGUMENT);
  assert_true(known);
  assert_int_equal(strncmp(error.message, id, strlen(id)), 0);
  uo_arena_release(&arena);
}

static void indexes_out_of_range_are_errors(void **state) {
  (void)state;
  char id[64];
  uo_arena arena = {0};
  uo_case made;
  snprintf(id, sizeof(id), "grid:%llu", (unsigned long long)uo_grid_size());
  expect_out_of_range(id);
  snprintf(id, sizeof(id), "small:%llu", (unsigned long long)uo_small_size());
  expect_out_of_range(id);
  expect_out_of_range("grid:18446744073709551615");
  expect_out_of_range("small:18446744073709551616");
  expect_out_of_range("7:18446744073709551616");
  expect_out_of_range("99999999999999999999:1");
  assert_int_equal(uo_grid_case(uo_grid_size() - 1, &arena, &made, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_small_case(uo_small_size() - 1, &arena, &made, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(allowed_is_what_the_operator_allows),
      cmocka_unit_test(invalidated_attributes_are_invalid),
      cmocka_unit_test(random_cases_never_change),
      cmocka_unit_test(grid_cases_never_change),
      cmocka_unit_test(small_cases_never_change),
      cmocka_unit_test(cases_can_be_made_alone),
      cmocka_unit_test(random_cases_differ),
      cmocka_unit_test(ids_name_cases),
      cmocka_unit_test(indexes_out_of_range_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
