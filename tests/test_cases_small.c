/* Level 2 is exhaustive: every tensor it promises is there, once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/generated.h"
#include "support/cases_canonical.h"

/* ---- How many there must be, by brute force ---------------------------------------------------------------------- */

/* Elements of shape number `shape` (three digits 0 to 5 and a rank), or -1 where level 2 leaves it out. */
static int64_t elements_of(int rank, int shape) {
  int64_t elements = 1;
  int widest = 0;
  for (int d = 0; d < rank; d++, shape /= 6) {
    elements *= shape % 6;
    if (shape % 6 > widest) widest = shape % 6;
  }
  if (elements > 5 || (elements == 0 && widest > 3)) return -1;
  return elements;
}

static uint64_t power(uint64_t base, int64_t exponent) {
  uint64_t product = 1;
  for (int64_t i = 0; i < exponent; i++) product *= base;
  return product;
}

/* Cases over one alphabet; `empties`: with the shapes that have no element. */
static uint64_t cases_over(uint64_t letters, bool empties) {
  uint64_t cases = 0;
  for (int rank = 0; rank <= 3; rank++) {
    for (int shape = 0; shape < (int)power(6, rank); shape++) {
      int64_t elements = elements_of(rank, shape);
      if (elements < 0 || (elements == 0 && !empties)) continue;
      cases += power(letters, elements) * (1 + 2 * (uint64_t)rank) * 2 * 8;
    }
  }
  return cases;
}

/* TYP-02, SHAPE-03 to SHAPE-06, AXIS-04, OUT-02 */
static void size_is_what_it_counts_to(void **state) {
  (void)state;
  uint64_t want = 14 * cases_over(4, true) + cases_over(2, true) + 6 * cases_over(4, false);
  assert_int_equal(uo_small_size(), want);
  assert_true(uo_small_size() >= 10000000);
}

/* ---- Every one different ----------------------------------------------------------------------------------------- */

static int compare_hashes(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left;
  uint64_t b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

typedef struct hashes {
  uint64_t *hash;
  size_t count;
} hashes;

/* The hashes of all cases from `begin` on that have this type and follow each other. */
static uint64_t hash_block(int32_t dtype, uint64_t begin, hashes *all) {
  uo_arena arena = {0};
  uint64_t i = begin;
  for (; i < uo_small_size(); i++) {
    uo_case made;
    uo_arena_reset(&arena);
    assert_int_equal(uo_small_case(i, &arena, &made, NULL), UO_ERROR_NONE);
    if (made.x.dtype != dtype) break;
    all->hash[all->count++] = cases_hash_question(CASES_FNV_START, &made);
  }
  uo_arena_release(&arena);
  return i;
}

static int32_t type_of_case(uint64_t index) {
  uo_arena arena = {0};
  uo_case made;
  assert_int_equal(uo_small_case(index, &arena, &made, NULL), UO_ERROR_NONE);
  int32_t dtype = made.x.dtype;
  uo_arena_release(&arena);
  return dtype;
}

/* Walks the blocks of the alphabets, whose sizes are known, and hashes those of one type. */
static void expect_all_different(int32_t dtype, uint64_t want) {
  hashes all = {malloc((size_t)want * sizeof(uint64_t)), 0};
  assert_non_null(all.hash);
  for (uint64_t begin = 0; begin < uo_small_size();) {
    bool is_bool = type_of_case(begin) == UO_TYPE_BOOL;
    uint64_t first = is_bool ? cases_over(2, true) : cases_over(4, true);
    uint64_t size = uo_small_size() - begin > 6 * cases_over(4, false) ? first : cases_over(4, false);
    if (type_of_case(begin) == dtype) assert_int_equal(hash_block(dtype, begin, &all), begin + size);
    begin += size;
  }
  assert_int_equal(all.count, want);
  qsort(all.hash, all.count, sizeof(uint64_t), compare_hashes);
  for (size_t i = 1; i < all.count; i++) assert_int_not_equal(all.hash[i - 1], all.hash[i]);
  free(all.hash);
}

static void no_case_comes_twice(void **state) {
  (void)state;
  expect_all_different(UO_TYPE_BOOL, cases_over(2, true));
  expect_all_different(UO_TYPE_STRING, cases_over(4, true) + cases_over(4, false));
}

/* ---- What is in it ----------------------------------------------------------------------------------------------- */

/* Every case is valid and allowed; all types, ranks, axes, orders and sets of outputs come. */
static void all_are_valid_and_allowed(void **state) {
  (void)state;
  uo_arena arena = {0};
  int types[16] = {0};
  int axes[4][7] = {{0}};
  int outputs[16] = {0};
  int orders[2] = {0};
  for (uint64_t i = 0; i < uo_small_size(); i += 97) {
    uo_case made;
    int64_t count;
    uo_arena_reset(&arena);
    assert_int_equal(uo_small_case(i, &arena, &made, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_tensor_validate(&made.x, &count, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_case_allowed(&made, NULL), UO_ERROR_NONE);
    assert_true(count <= 5 && made.x.rank <= 3);
    types[made.x.dtype]++;
    axes[made.x.rank][made.attributes.has_axis ? made.attributes.axis + 3 : 6]++;
    outputs[made.wanted]++;
    orders[made.attributes.sorted]++;
  }
  for (int type = 1; type < 16; type++) assert_true(types[type] > 0);
  for (int rank = 0; rank <= 3; rank++) {
    for (int axis = -3; axis < 3; axis++) assert_int_equal(axes[rank][axis + 3] > 0, axis >= -rank && axis < rank);
    assert_true(axes[rank][6] > 0);
  }
  for (uint32_t wanted = 0; wanted < 16; wanted++) assert_int_equal(outputs[wanted] > 0, (wanted & UO_WANT_Y) != 0);
  assert_true(orders[0] > 0 && orders[1] > 0);
  uo_arena_release(&arena);
}

/* The first alphabet of float: -0, +0, NaN, 1 (SIL-01, SIL-04), as the last element runs through it fastest. */
static void letters_run_in_order(void **state) {
  (void)state;
  uo_arena arena = {0};
  const uint32_t want[] = {0x80000000, 0x00000000, 0x7FC00000, 0x3F800000};
  uint64_t scalars =
      16 * 297; /* after the shapes without elements, each form of axis with 16 sets of outputs and orders */
  for (uint64_t i = 0; i < 4; i++) {
    uo_case made;
    assert_int_equal(uo_small_case(scalars + i * 16, &arena, &made, NULL), UO_ERROR_NONE);
    assert_int_equal(made.x.rank, 0);
    assert_int_equal(cases_element_bits(&made.x, 0, 0), want[i]);
  }
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(size_is_what_it_counts_to),
      cmocka_unit_test(no_case_comes_twice),
      cmocka_unit_test(all_are_valid_and_allowed),
      cmocka_unit_test(letters_run_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
