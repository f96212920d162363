/*
 * How much the checker does: which choices it tries, where it ends in a hurry, how often it compares, what it
 * allocates. None of this shows in a verdict; a run of a million cases feels it. The arena of support/thin_arena.h
 * takes a block for each allocation, so that allocations can be counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "checker/argsort.h"
#include "checker/check.h"
#include "checker/lookup.h"
#include "support/checker_answer.h"
#include "support/thin_arena.h"

typedef struct supply {
  int made;
  int held;
  int most; /* held at a time */
} supply;

static void *take(void *context, size_t size) {
  supply *from = context;
  from->made++;
  from->held++;
  if (from->held > from->most) from->most = from->held;
  return malloc(size);
}

static void give_back(void *context, void *block) {
  supply *to = context;
  to->held--;
  free(block);
}

static const int64_t two[] = {2};
static const int64_t three[] = {3};
static const int64_t two_rows[] = {2, 1};
static const uo_attributes ascending = {0, 0, 1};
static const uo_attributes unsorted = {0, 0, 0};
static const uo_attributes along_first = {1, 0, 1};

/* ---- Choices ---------------------------------------------------------------------------------------------------- */

/* Judges under one policy in a hurry; returns whether nothing was found. */
static bool explains(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, const uo_outputs *claimed,
                     uo_policy policy, supply *used) {
  uo_allocator allocator = {take, give_back, used};
  uo_arena arena = {.allocator = &allocator};
  uo_check_question question;
  uo_report report;
  assert_int_equal(uo_check_question_make(x, attributes, wanted, claimed, &question, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_check_judge(&question, policy, UO_CHECK_HURRY, &arena, &report, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
  return report.count == 0;
}

static bool is_asked(const uo_policy_set *set, uo_policy relevant, uo_policy choices) {
  for (uo_policy member = 0; member < 256; member++) {
    if ((member & relevant) == choices && uo_policy_set_has(set, member)) return true;
  }
  return false;
}

/* uo_check_set tries what `relevant` has, and nothing else: it allocates as much as one check for each. */
static void expect_tries(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                         const uo_outputs *claimed, uo_policy relevant, const uo_policy_set *asked) {
  supply single = {0, 0, 0};
  bool explained[256] = {false};
  for (uo_policy choices = 0; choices < 256; choices++) {
    if ((choices & ~relevant) != 0 || !is_asked(asked, relevant, choices)) continue;
    explained[choices] = explained[choices & ~(uo_policy)UO_REPRESENTATIVE_ANY] ||
                         explains(x, attributes, wanted, claimed, choices, &single);
  }
  supply together = {0, 0, 0};
  uo_allocator allocator = {take, give_back, &together};
  uo_policy_set left = *asked;
  assert_int_equal(uo_check_set(x, attributes, wanted, claimed, &allocator, &left, NULL), UO_ERROR_NONE);
  assert_int_equal(together.made, single.made);
  assert_int_equal(together.most, single.most);
  for (uo_policy member = 0; member < 256; member++) {
    bool want = uo_policy_set_has(asked, member) && explained[member & relevant];
    assert_int_equal(uo_policy_set_has(&left, member), want);
  }
}

typedef struct choice_row {
  uo_tensor x;
  const uo_attributes *attributes;
  uo_policy relevant;
} choice_row;

#define FLOATS(...) two, ((const uint32_t[]){__VA_ARGS__})
#define TEXTS(a, b) two, ((const uo_bytes[]){{a, sizeof(a) - 1}, {b, sizeof(b) - 1}})
#define NANS        (UO_NAN_DISTINCT | UO_REPRESENTATIVE_ANY | UO_NAN_FIRST)
#define ROW_NANS    (UO_NAN_SUBTENSOR_DISTINCT | UO_REPRESENTATIVE_ANY | UO_NAN_FIRST)
#define ZEROS       (UO_ZERO_DISTINCT | UO_REPRESENTATIVE_ANY)
enum { NAN_BITS = 0x7fc00000, ONE = 0x3f800000 };
static const uint32_t minus_zero = 0x80000000;

/* By hand: the silent points that an X touches (SIL-01 to SIL-05, SIL-07, SIL-09, SIL-22). */
static void only_choices_that_matter_are_tried(void **state) {
  (void)state;
  const uint64_t wide[] = {UINT64_C(0x7ff8000000000000), 0};
  const uint64_t wide_zeros[] = {UINT64_C(0x8000000000000000), 0};
  const uint16_t half[] = {0x7e00, 0x8000};
  const uint16_t half_zeros[] = {0, 0x8000};
  const int64_t numbers[] = {0, INT64_MIN};
  const choice_row rows[] = {
      {{UO_TYPE_FLOAT, 1, FLOATS(ONE, ONE + 1)}, &ascending, 0},
      {{UO_TYPE_FLOAT, 1, FLOATS(ONE, NAN_BITS)}, &ascending, NANS},
      {{UO_TYPE_FLOAT, 1, FLOATS(NAN_BITS, ONE)}, &unsorted, NANS & ~UO_NAN_FIRST},
      {{UO_TYPE_FLOAT, 1, FLOATS(NAN_BITS, ONE)}, &along_first, NANS},
      {{UO_TYPE_FLOAT, 2, two_rows, (const uint32_t[]){NAN_BITS, ONE}}, &along_first, ROW_NANS},
      {{UO_TYPE_FLOAT, 2, two_rows, (const uint32_t[]){NAN_BITS, ONE}}, &ascending, NANS},
      {{UO_TYPE_FLOAT, 1, FLOATS(0, minus_zero)}, &ascending, ZEROS},
      {{UO_TYPE_FLOAT, 1, FLOATS(minus_zero, 0)}, &unsorted, ZEROS},
      {{UO_TYPE_FLOAT, 1, FLOATS(0, 0)}, &ascending, 0},
      {{UO_TYPE_FLOAT, 1, FLOATS(minus_zero, minus_zero)}, &ascending, 0},
      {{UO_TYPE_FLOAT, 1, FLOATS(1, minus_zero + 1)}, &ascending, 0},
      {{UO_TYPE_DOUBLE, 1, two, wide}, &ascending, NANS},
      {{UO_TYPE_DOUBLE, 1, two, wide_zeros}, &ascending, ZEROS},
      {{UO_TYPE_FLOAT16, 1, two, half}, &ascending, NANS},
      {{UO_TYPE_FLOAT16, 1, two, half_zeros}, &ascending, ZEROS},
      {{UO_TYPE_INT64, 1, two, numbers}, &ascending, 0},
      {{UO_TYPE_COMPLEX64, 1, FLOATS(ONE, ONE, ONE, ONE + 1)}, &ascending, UO_COMPLEX_BY_MODULUS},
      {{UO_TYPE_COMPLEX64, 1, FLOATS(ONE, ONE, ONE, ONE + 1)}, &unsorted, 0},
      {{UO_TYPE_COMPLEX64, 1, FLOATS(ONE, 0, ONE, minus_zero)}, &ascending, ZEROS | UO_COMPLEX_BY_MODULUS},
      {{UO_TYPE_COMPLEX64, 1, FLOATS(ONE, ONE, ONE, NAN_BITS)},
       &unsorted,
       UO_NAN_DISTINCT | UO_REPRESENTATIVE_ANY | UO_NAN_COMPLEX_BY_PART},
      {{UO_TYPE_COMPLEX128, 1, two, (const uint64_t[]){1, UINT64_C(0x7ff8000000000000), 2, 1}},
       &ascending,
       NANS | UO_NAN_COMPLEX_BY_PART | UO_COMPLEX_BY_MODULUS},
      {{UO_TYPE_COMPLEX64, 2, two_rows, (const uint32_t[]){NAN_BITS, 0, ONE, minus_zero}},
       &along_first,
       ROW_NANS | ZEROS | UO_NAN_COMPLEX_BY_PART | UO_COMPLEX_BY_MODULUS},
      {{UO_TYPE_STRING, 1, TEXTS("a\xEE\x80\x80", "\xF0\x90\x80\x80")}, &ascending, UO_STRING_UTF16},
      {{UO_TYPE_STRING, 1, TEXTS("\xEF\xBF\xBD", "b\xF4\x8F\xBF\xBF")}, &ascending, UO_STRING_UTF16},
      {{UO_TYPE_STRING, 1, TEXTS("\xEE\x80\x80", "\xF0\x90\x80\x80")}, &unsorted, 0},
      {{UO_TYPE_STRING, 1, TEXTS("\xEE\x80\x80", "\xEF\xBF\xBD")}, &ascending, 0},
      {{UO_TYPE_STRING, 1, TEXTS("\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF")}, &ascending, 0},
      {{UO_TYPE_STRING, 1, TEXTS("\xED\x9F\xBF", "\xF0\x90\x80\x80")}, &ascending, 0},
      {{UO_TYPE_STRING, 1, TEXTS("\xEE\x80\x80", "\xF5")}, &ascending, 0},
      {{UO_TYPE_STRING, 1, TEXTS("", "a\xEE\xF4")}, &ascending, UO_STRING_UTF16},
      {{UO_TYPE_STRING, 1, two, (const uo_bytes[]){{"\xEE\x80\x80\xF0", 3}, {"", 0}}}, &ascending, 0},
  };
  const uo_policy_set spec = uo_policy_set_spec();
  const uo_policy_set all = uo_policy_set_all();
  const uo_policy_set onnx = {{1}};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
    const choice_row *row = &rows[r];
    for (uo_policy followed = 0; followed < 256; followed++) {
      if ((followed & ~row->relevant) != 0) continue;
      uo_arena arena = {0};
      checker_answer answer;
      checker_answer_make(&row->x, row->attributes, UO_WANT_ALL, followed, &arena, &answer);
      expect_tries(&row->x, row->attributes, UO_WANT_ALL, &answer.outputs, row->relevant, &spec);
      expect_tries(&row->x, row->attributes, UO_WANT_ALL, &answer.outputs, row->relevant, &all);
      expect_tries(&row->x, row->attributes, UO_WANT_ALL, &answer.outputs, row->relevant, &onnx);
      memset(answer.data[UO_INDICES], 0xff, sizeof(int64_t)); /* wrong under every policy */
      expect_tries(&row->x, row->attributes, UO_WANT_ALL, &answer.outputs, row->relevant, &all);
      uo_arena_release(&arena);
    }
  }
}

/* ---- In a hurry ------------------------------------------------------------------------------------------------- */

static const int64_t flat[] = {2, 1, 1, 3, 4, 3}; /* Y 1 2 3 4, at 1 0 3 4, inverse 1 0 0 2 3 2, counts 2 1 2 1 */
static const int64_t dims_6[] = {6};
static const uo_tensor x_flat = {UO_TYPE_INT64, 1, dims_6, flat};

typedef struct hurry_row {
  int64_t y[4];
  int64_t first_index;
  int64_t first_count;
  int32_t type_of_counts;
  uo_clause only;
  int output;
} hurry_row;

/* What is found first is all that is found. */
static void a_hurry_ends_at_the_first_group(void **state) {
  (void)state;
  static const hurry_row rows[] = {
      {{9, 2, 3, 4}, 0, 9, UO_TYPE_UINT64, UO_CLAUSE_TYP_04, UO_COUNTS}, /* what can be said without looking at values
                                                                          */
      {{2, 1, 3, 9}, 0, 9, UO_TYPE_INT64, UO_CLAUSE_ORD_01, UO_Y},       /* Y alone */
      {{0, 1, 2, 9}, 0, 9, UO_TYPE_INT64, UO_CLAUSE_VAL_01, UO_Y},       /* what Y lacks */
      {{1, 2, 3, 4}, 0, 2, UO_TYPE_INT64, UO_CLAUSE_IDX_01, UO_INDICES}, /* not what contradicts it, too */
  };
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
    uo_arena arena = {0};
    checker_answer answer;
    checker_answer_make(&x_flat, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
    memcpy(answer.data[UO_Y], rows[r].y, sizeof rows[r].y);
    memcpy(answer.data[UO_INDICES], &rows[r].first_index, sizeof(int64_t));
    memcpy(answer.data[UO_COUNTS], &rows[r].first_count, sizeof(int64_t));
    answer.tensor[UO_COUNTS].dtype = rows[r].type_of_counts;
    uo_check_question question;
    uo_report report;
    assert_int_equal(uo_check_question_make(&x_flat, &ascending, UO_WANT_ALL, &answer.outputs, &question, NULL), 0);
    assert_int_equal(uo_check_judge(&question, UO_POLICY_ONNX, UO_CHECK_HURRY, &arena, &report, NULL), 0);
    assert_int_equal(report.count, 1);
    assert_int_equal(report.findings[0].clause, rows[r].only);
    assert_int_equal(report.findings[0].output, rows[r].output);
    assert_int_equal(report.findings[0].places, 1);
    assert_int_equal(uo_check_judge(&question, UO_POLICY_ONNX, 0, &arena, &report, NULL), 0);
    assert_true(report.count > 1);
    uo_arena_release(&arena);
  }
}

/* Other bits in Y (SIL-03) end it, too, before the counts are looked at. */
static void a_hurry_ends_at_bits(void **state) {
  (void)state;
  static const uint32_t data[] = {NAN_BITS + 1, ONE, NAN_BITS};
  uo_tensor x = {UO_TYPE_FLOAT, 1, three, data};
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
  memcpy(answer.data[UO_Y] + sizeof data[0], &data[2], sizeof data[2]);
  memset(answer.data[UO_COUNTS], 0, sizeof(int64_t));
  uo_check_question question;
  uo_report report;
  assert_int_equal(uo_check_question_make(&x, &ascending, UO_WANT_ALL, &answer.outputs, &question, NULL), 0);
  assert_int_equal(uo_check_judge(&question, UO_POLICY_ONNX, UO_CHECK_HURRY, &arena, &report, NULL), 0);
  assert_int_equal(report.count, 1);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_SIL_03);
  uo_arena_release(&arena);
}

/* ---- Sorting ---------------------------------------------------------------------------------------------------- */

/* Compares the tens, so that there are equals to be told apart, and counts in the first element of `a`'s array. */
static int64_t numbers[1 + 1000];

static int compare_tens(uo_policy policy, const void *a, const void *b) {
  (void)policy;
  int64_t x;
  int64_t y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  numbers[0]++;
  return (x / 10 > y / 10) - (x / 10 < y / 10);
}

/* Sorts positions 1 to `count`; returns how many comparisons that took. */
static int64_t sort_tens(int64_t count) {
  static const int64_t all[] = {1001};
  uo_tensor tensor = {UO_TYPE_INT64, 1, all, numbers};
  uo_view view = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
  view.compare = compare_tens;
  int64_t positions[1000];
  for (int64_t i = 0; i < count; i++) positions[i] = 1 + i;
  numbers[0] = 0;
  uo_arena arena = {0};
  assert_int_equal(uo_argsort(&view, positions, count, &arena, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
  for (int64_t i = 1; i < count; i++) {
    int64_t before = numbers[positions[i - 1]] / 10;
    int64_t here = numbers[positions[i]] / 10;
    assert_true(before < here || (before == here && positions[i - 1] < positions[i]));
  }
  return numbers[0];
}

/* Stable; a comparison for each neighbour when all is in order, and never more than count log count. */
static void sorting_takes_few_comparisons(void **state) {
  (void)state;
  for (int64_t i = 1; i <= 1000; i++) numbers[i] = i;
  assert_int_equal(sort_tens(1000), 999);
  for (int64_t i = 1; i <= 1000; i++) numbers[i] = 77;
  assert_int_equal(sort_tens(1000), 999);
  for (int64_t i = 1; i <= 1000; i++) numbers[i] = i * 387 % 1009;
  assert_true(sort_tens(1000) <= 10000);
  for (int64_t count = 0; count < 40; count++) (void)sort_tens(count);
}

/* Values in any order are found by their bits; only where there are few is it not worth a table, and they are sorted.
 */
static void many_values_are_not_compared(void **state) {
  (void)state;
  for (int64_t i = 0; i <= 1000; i++) numbers[i] = i * 387 % 1009 * 10;
  for (int64_t count = 3; count <= 1000; count += 997) {
    uo_tensor tensor = {UO_TYPE_INT64, 1, &count, numbers + 1};
    uo_view view = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
    view.compare = compare_tens;
    numbers[0] = 0;
    uo_arena arena = {0};
    uo_lookup lookup;
    assert_int_equal(uo_lookup_unordered(&lookup, &view, &arena, NULL), UO_ERROR_NONE);
    assert_int_equal(lookup.table != NULL, count == 1000);
    assert_int_equal(lookup.rest_count, count == 1000 ? 0 : 3);
    assert_int_equal(numbers[0] == 0, count == 1000);
    uo_arena_release(&arena);
  }
}

/* ---- Memory ----------------------------------------------------------------------------------------------------- */

/* Blocks that the judgements take; X is 0, 1, ... of its type and right. */
static int blocks_for(int32_t dtype, int64_t count, int64_t sorted, uint32_t wanted, uo_policy policy) {
  static double numbers_of_x[40];
  static int64_t integers_of_x[40];
  for (int i = 0; i < 40; i++) numbers_of_x[i] = integers_of_x[i] = 1 + i * i;
  uo_tensor x = {dtype, 1, &count, dtype == UO_TYPE_INT64 ? (const void *)integers_of_x : numbers_of_x};
  uo_attributes attributes = {0, 0, sorted};
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&x, &attributes, wanted, policy, &arena, &answer);
  supply used = {0, 0, 0};
  uo_allocator allocator = {take, give_back, &used};
  uo_arena counted = {.allocator = &allocator};
  uo_check_question question;
  uo_report report;
  assert_int_equal(uo_check_question_make(&x, &attributes, wanted, &answer.outputs, &question, NULL), 0);
  assert_int_equal(uo_check_judge(&question, policy, UO_CHECK_EXPLAIN, &counted, &report, NULL), 0);
  assert_int_equal(report.count, 0);
  uo_arena_release(&counted);
  uo_arena_release(&arena);
  return used.made;
}

/* A table is made where it spares searches, and arrays where somebody asks for what they hold. */
static void only_what_is_needed_is_allocated(void **state) {
  (void)state;
  const int32_t integers = UO_TYPE_INT64;
  const int32_t reals = UO_TYPE_DOUBLE;
  const uint32_t inverse = UO_WANT_Y | UO_WANT_INVERSE_INDICES;
  const int few = blocks_for(integers, 3, 1, UO_WANT_Y, 0);
  assert_int_equal(blocks_for(integers, 40, 1, UO_WANT_Y, 0), few + 1);                 /* the table */
  assert_int_equal(blocks_for(integers, 3, 1, inverse, 0), few + 1);                    /* where each item stands */
  assert_int_equal(blocks_for(integers, 40, 1, inverse, 0), few + 1);                   /* and the inverse tells that */
  assert_int_equal(blocks_for(integers, 3, 1, UO_WANT_Y | UO_WANT_COUNTS, 0), few + 1); /* how often */
  assert_int_equal(blocks_for(integers, 3, 1, UO_WANT_Y | UO_WANT_INDICES, 0), few);
  assert_int_equal(blocks_for(integers, 3, 1, UO_WANT_Y, UO_REPRESENTATIVE_ANY), few); /* no other bits to look for */
  assert_int_equal(blocks_for(reals, 3, 1, UO_WANT_Y, 0), few);
  assert_int_equal(blocks_for(reals, 3, 1, UO_WANT_Y, UO_REPRESENTATIVE_ANY), few + 2);
  assert_int_equal(blocks_for(integers, 3, 1, UO_WANT_Y, UO_NAN_DISTINCT), few); /* no NaN to tell apart */
  assert_int_equal(blocks_for(reals, 3, 1, UO_WANT_Y, UO_NAN_DISTINCT), few + 1);
  assert_int_equal(blocks_for(reals, 3, 1, UO_WANT_Y, UO_NAN_FIRST), few);
  const int few_unsorted = blocks_for(integers, 3, 0, UO_WANT_Y, 0);
  assert_int_equal(few_unsorted, few + 2);                              /* the rest, and room to sort it */
  assert_int_equal(blocks_for(integers, 40, 0, UO_WANT_Y, 0), few + 2); /* a table with everything, and that room */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_choices_that_matter_are_tried),
      cmocka_unit_test(a_hurry_ends_at_the_first_group),
      cmocka_unit_test(a_hurry_ends_at_bits),
      cmocka_unit_test(sorting_takes_few_comparisons),
      cmocka_unit_test(many_values_are_not_compared),
      cmocka_unit_test(only_what_is_needed_is_allocated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
