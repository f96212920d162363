/* What findings say, word for word, where other values or other places than those of test_checker_findings.c matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/checker_answer.h"
#include "support/checker_both.h"

/* ---- Questions -------------------------------------------------------------------------------------------------- */

static const int64_t flat[] = {2, 1, 1, 3, 4, 3}; /* Y 1 2 3 4, at 1 0 3 4, inverse 1 0 0 2 3 2, counts 2 1 2 1 */
static const int64_t pairs[] = {5, 7, 5, 7};
static const int64_t rows[] = {5, 0, 1, 0, 5, 0, 1, 1}; /* along 0: Y [1 0] [1 1] [5 0]; along 1: Y 0 0 0 1, 5 1 5 1 */
static const uint32_t floats[] = {0x7fc00001, 0x80000000, 0x7fc00000, 0, 0x3f800000}; /* NaN' -0 NaN +0 1 */
static const uint32_t layers[] = {
    0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x3f800000, 0x40000000, /* 1 2, 3 4, 1 2 */
    0x40a00000, 0x80000000, 0x40c00000, 0x7fc00001, 0x40a00000, 0};         /* 5 -0, 6 NaN', 5 +0 */
#define X_20 "xxxxxxxxxxxxxxxxxxxx"
static const uo_bytes strings[] = {{X_20 X_20 X_20 X_20 X_20 "1", 101}, {X_20 X_20 X_20 X_20 X_20 "2", 101}, {"z", 1}};

static const int64_t dims_3[] = {3};
static const int64_t dims_4[] = {4};
static const int64_t dims_5[] = {5};
static const int64_t dims_6[] = {6};
static const int64_t dims_0_2[] = {0, 2};
static const int64_t dims_3_0[] = {3, 0};
static const int64_t dims_4_2[] = {4, 2};
static const int64_t dims_2_3_2[] = {2, 3, 2};

static const uo_tensor x_flat = {UO_TYPE_INT64, 1, dims_6, flat};
static const uo_tensor x_pairs = {UO_TYPE_INT64, 1, dims_4, pairs};
static const uo_tensor x_rows = {UO_TYPE_INT64, 2, dims_4_2, rows};
static const uo_tensor x_no_rows = {UO_TYPE_INT64, 2, dims_0_2, NULL};
static const uo_tensor x_empty_rows = {UO_TYPE_INT64, 2, dims_3_0, NULL};
static const uo_tensor x_floats = {UO_TYPE_FLOAT, 1, dims_5, floats};
static const uo_tensor x_layers = {UO_TYPE_FLOAT, 3, dims_2_3_2, layers};
static const uo_tensor x_strings = {UO_TYPE_STRING, 1, dims_3, strings};

#define ASCENDING                                                                                                      \
  { 0, 0, 1 }
#define UNSORTED                                                                                                       \
  { 0, 0, 0 }
#define ALONG(axis)                                                                                                    \
  { 1, axis, 1 }

/* ---- Changes and what they make the checker say ----------------------------------------------------------------- */

typedef struct edit {
  enum {
    SET,
    ITEMS,
    ELEMENTS_OF_X
  } kind; /* ITEMS: the length of the output; ELEMENTS_OF_X: element `at` is X's `to` */
  int output;
  int64_t at;
  int64_t to;
} edit;

typedef struct row {
  const uo_tensor *x;
  uo_attributes attributes;
  uo_policy policy;
  edit edits[3];
  int edit_count;
  uo_clause clause;
  int output;
  const char *have;
  const char *want;
} row;

static void apply(const edit *change, const row *tried, checker_answer *answer) {
  size_t size = uo_type_size(answer->tensor[change->output].dtype);
  unsigned char *at = answer->data[change->output] + (size_t)change->at * size;
  uint32_t four = (uint32_t)change->to;
  switch (change->kind) {
    case SET:
      memcpy(at, size == 4 ? (const void *)&four : (const void *)&change->to, size);
      break;
    case ITEMS:
      answer->dims[change->output][change->at] = change->to;
      break;
    default:
      memcpy(at, (const unsigned char *)tried->x->data + (size_t)change->to * size, size);
      break;
  }
}

static void expect_said(const row *tried, size_t number, const uo_report *report) {
  for (int f = 0; f < report->count; f++) {
    const uo_finding *finding = &report->findings[f];
    if (finding->clause != tried->clause || finding->output != tried->output) continue;
    if (strcmp(finding->have, tried->have) == 0 && strcmp(finding->want, tried->want) == 0) return;
    fail_msg("row %zu: have %s, want %s", number, finding->have, finding->want);
  }
  fail_msg("row %zu: %s is not found", number, uo_clause_id(tried->clause));
}

static void try_rows(const row *tried, size_t count) {
  for (size_t r = 0; r < count; r++, tried++) {
    uo_arena arena = {0};
    checker_answer answer;
    checker_answer_make(tried->x, &tried->attributes, UO_WANT_ALL, tried->policy, &arena, &answer);
    for (int e = 0; e < tried->edit_count; e++) apply(&tried->edits[e], tried, &answer);
    uo_report report;
    uo_policy policy = tried->policy;
    assert_int_equal(
        checker_both(tried->x, &tried->attributes, UO_WANT_ALL, &answer.outputs, policy, NULL, &report, NULL), 0);
    expect_said(tried, r, &report);
    uo_arena_release(&arena);
  }
}

#define TRY(rows) try_rows(rows, sizeof(rows) / sizeof((rows)[0]))

/* ---- Tests ------------------------------------------------------------------------------------------------------ */

/* Zeros and NaNs are shown with their bits, other numbers without. */
static void bits_are_shown_where_values_do_not_tell(void **state) {
  (void)state;
  static const row tried[] = {
      {&x_floats,
       ASCENDING,
       0,
       {{SET, UO_Y, 0, 0x3f800000}, {SET, UO_Y, 1, 0x80000000}},
       2,
       UO_CLAUSE_ORD_01,
       UO_Y,
       "-0.0 [0x80000000] after 1.0",
       "a value above 1.0"},
      {&x_floats,
       ASCENDING,
       0,
       {{SET, UO_Y, 1, 0x40000000}},
       1,
       UO_CLAUSE_VAL_01,
       UO_Y,
       "not in Y",
       "1.0, which is item 4 of X"},
      {&x_floats,
       ASCENDING,
       0,
       {{ITEMS, UO_Y, 0, 2}},
       1,
       UO_CLAUSE_VAL_01,
       UO_Y,
       "not in Y",
       "NaN(0x7fc00001) [0x7fc00001], which is item 0 of X"},
      {&x_floats,
       ASCENDING,
       0,
       {{SET, UO_Y, 1, 0x40000000}},
       1,
       UO_CLAUSE_VAL_02,
       UO_Y,
       "2.0",
       "an item of X that does not stand in Y yet"},
      {&x_floats,
       ASCENDING,
       0,
       {{SET, UO_INDICES, 0, 0}},
       1,
       UO_CLAUSE_IDX_01,
       UO_INDICES,
       "0, where X has NaN(0x7fc00001) [0x7fc00001]",
       "1, where -0.0 [0x80000000] occurs first"},
      {&x_floats,
       ASCENDING,
       0,
       {{SET, UO_INVERSE_INDICES, 4, 2}},
       1,
       UO_CLAUSE_INV_06,
       UO_INVERSE_INDICES,
       "2, where Y has NaN(0x7fc00001) [0x7fc00001]",
       "where Y has 1.0, as X has"},
      {&x_floats,
       ASCENDING,
       0,
       {{SET, UO_INVERSE_INDICES, 1, 1}},
       1,
       UO_CLAUSE_INV_06,
       UO_INVERSE_INDICES,
       "1, where Y has 1.0",
       "where Y has -0.0 [0x80000000], as X has"},
      {&x_layers,
       ALONG(1),
       0,
       {{SET, UO_Y, 5, 0}},
       1,
       UO_CLAUSE_SIL_04,
       UO_Y,
       "0.0 [0x00000000]",
       "-0.0 [0x80000000], as at the first occurrence, item 0 of X"},
      {&x_layers,
       ALONG(1),
       0,
       {{SET, UO_Y, 7, 0x7fc00002}},
       1,
       UO_CLAUSE_SIL_03,
       UO_Y,
       "NaN(0x7fc00002) [0x7fc00002]",
       "NaN(0x7fc00001) [0x7fc00001], as at the first occurrence, item 1 of X"},
  };
  TRY(tried);
}

/* Another zero is a later occurrence of the same value; under nan=distinct another NaN is not (SIL-01, SIL-04). */
static void what_an_index_names_instead(void **state) {
  (void)state;
  static const row tried[] = {
      {&x_floats,
       ASCENDING,
       0,
       {{SET, UO_INDICES, 0, 3}},
       1,
       UO_CLAUSE_IDX_01,
       UO_INDICES,
       "3, a later occurrence",
       "1, where -0.0 [0x80000000] occurs first"},
      {&x_floats,
       ASCENDING,
       UO_NAN_DISTINCT,
       {{SET, UO_INDICES, 2, 2}},
       1,
       UO_CLAUSE_IDX_01,
       UO_INDICES,
       "2, where X has NaN [0x7fc00000]",
       "0, where NaN(0x7fc00001) [0x7fc00001] occurs first"},
      {&x_empty_rows,
       ALONG(0),
       0,
       {{SET, UO_INDICES, 0, 2}},
       1,
       UO_CLAUSE_IDX_01,
       UO_INDICES,
       "2, a later occurrence",
       "0, where the empty subtensor occurs first"},
  };
  TRY(tried);
}

/* Places other than the first. */
static void places_behind_the_first(void **state) {
  (void)state;
  static const row tried[] = {
      {&x_flat, ASCENDING, 0, {{SET, UO_COUNTS, 2, 5}}, 1, UO_CLAUSE_CNT_01, UO_COUNTS, "5", "2, as often as 3 occurs"},
      {&x_flat,
       ASCENDING,
       0,
       {{SET, UO_Y, 2, 2}},
       1,
       UO_CLAUSE_VAL_01,
       UO_Y,
       "2 again, as item 2",
       "2 once, as item 1"},
      {&x_flat, UNSORTED, 0, {{SET, UO_Y, 2, 1}}, 1, UO_CLAUSE_VAL_01, UO_Y, "1 again, as item 2", "1 once, as item 1"},
      {&x_flat,
       ASCENDING,
       0,
       {{SET, UO_INDICES, 2, 0}},
       1,
       UO_CLAUSE_INV_05,
       UO_INVERSE_INDICES,
       "1, and indices[1] is 0",
       "indices[j] to be the first i with inverse_indices[i] = j"},
      {&x_flat,
       ASCENDING,
       0,
       {{SET, UO_INVERSE_INDICES, 3, 0}},
       1,
       UO_CLAUSE_INV_05,
       UO_INVERSE_INDICES,
       "0, and indices[0] is 1",
       "indices[j] to be the first i with inverse_indices[i] = j"},
  };
  TRY(tried);
}

/* SHAPE-01, SHAPE-02, SHAPE-05, SHAPE-06, and how many distinct ones there are where Y lacks some (SIL-01). */
static void shapes_that_would_be_right(void **state) {
  (void)state;
  static const row tried[] = {
      {&x_rows, ALONG(0), 0, {{ITEMS, UO_Y, 0, 2}}, 1, UO_CLAUSE_SHAPE_02, UO_Y, "int64[2, 2]", "int64[3, 2]"},
      {&x_rows, ALONG(1), 0, {{ITEMS, UO_Y, 0, 3}}, 1, UO_CLAUSE_SHAPE_02, UO_Y, "int64[3, 2]", "int64[4, 2]"},
      {&x_layers, ALONG(1), 0, {{ITEMS, UO_Y, 0, 1}}, 1, UO_CLAUSE_SHAPE_02, UO_Y, "float[1, 2, 2]", "float[2, 2, 2]"},
      {&x_pairs, ASCENDING, 0, {{ITEMS, UO_Y, 0, 0}}, 1, UO_CLAUSE_SHAPE_01, UO_Y, "int64[0]", "int64[2]"},
      {&x_floats,
       ASCENDING,
       UO_NAN_DISTINCT,
       {{ITEMS, UO_Y, 0, 2}},
       1,
       UO_CLAUSE_SHAPE_01,
       UO_Y,
       "float[2]",
       "float[4]"},
      {&x_floats, ASCENDING, 0, {{ITEMS, UO_Y, 0, 2}}, 1, UO_CLAUSE_SHAPE_01, UO_Y, "float[2]", "float[3]"},
      {&x_empty_rows,
       ALONG(0),
       0,
       {{ITEMS, UO_Y, 0, 3}},
       1,
       UO_CLAUSE_VAL_01,
       UO_Y,
       "3 subtensors",
       "1: all subtensors without elements are equal"},
      {&x_no_rows, ALONG(0), 0, {{ITEMS, UO_Y, 0, 1}}, 1, UO_CLAUSE_VAL_02, UO_Y, "1 subtensors", "0: X has none"},
      {&x_flat,
       ASCENDING,
       0,
       {{ITEMS, UO_Y, 0, INT64_C(1) << 61}},
       1,
       UO_CLAUSE_SHAPE_01,
       UO_Y,
       "the shape has too many elements: its size in bytes is over 9223372036854775807",
       "a shape"},
  };
  TRY(tried);
}

/* ORD-03 */
static void the_other_order(void **state) {
  (void)state;
  static const row tried[] = {
      {&x_flat,
       ASCENDING,
       0,
       {{SET, UO_INDICES, 0, 0}, {SET, UO_INDICES, 1, 1}},
       2,
       UO_CLAUSE_ORD_03,
       UO_INDICES,
       "in order of first occurrence",
       "in ascending order of the values, as Y is"},
      {&x_flat,
       UNSORTED,
       0,
       {{SET, UO_INDICES, 0, 1}, {SET, UO_INDICES, 1, 0}},
       2,
       UO_CLAUSE_ORD_03,
       UO_INDICES,
       "in ascending order of the values",
       "in order of first occurrence, as Y is"},
  };
  TRY(tried);
}

/* Long values are cut, and what is said about them still stands behind. */
static void long_values_are_cut(void **state) {
  (void)state;
#define CUT_64 "\"" X_20 X_20 "xxxxxxxxxxxxxxxxxxx..."
#define CUT_72 "\"" X_20 X_20 X_20 "xxxxxxx..."
#define CUT_96 "\"" X_20 X_20 X_20 X_20 "xxxxxxxxxxx..."
  static const row tried[] = {
      {&x_strings,
       ASCENDING,
       0,
       {{ELEMENTS_OF_X, UO_Y, 0, 2}},
       1,
       UO_CLAUSE_VAL_01,
       UO_Y,
       "\"z\" again, as item 2",
       "\"z\" once, as item 0"},
      {&x_strings,
       ASCENDING,
       0,
       {{SET, UO_INDICES, 2, 0}},
       1,
       UO_CLAUSE_IDX_01,
       UO_INDICES,
       "0, where X has " CUT_64,
       "2, where \"z\" occurs first"},
      {&x_strings,
       ASCENDING,
       0,
       {{SET, UO_COUNTS, 0, 2}},
       1,
       UO_CLAUSE_CNT_01,
       UO_COUNTS,
       "2",
       "1, as often as " CUT_64 " occurs"},
      {&x_strings,
       ASCENDING,
       0,
       {{SET, UO_INVERSE_INDICES, 0, 1}},
       1,
       UO_CLAUSE_INV_06,
       UO_INVERSE_INDICES,
       "1, where Y has " CUT_64,
       "where Y has " CUT_64 ", as X has"},
      {&x_strings,
       ASCENDING,
       0,
       {{ELEMENTS_OF_X, UO_Y, 1, 0}},
       1,
       UO_CLAUSE_VAL_01,
       UO_Y,
       CUT_72 " again, as item 1",
       CUT_72 " once, as item 0"},
      {&x_strings,
       ASCENDING,
       0,
       {{ITEMS, UO_Y, 0, 0}},
       1,
       UO_CLAUSE_VAL_01,
       UO_Y,
       "not in Y",
       CUT_96 ", which is item 0 of X"},
  };
  TRY(tried);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bits_are_shown_where_values_do_not_tell),
      cmocka_unit_test(what_an_index_names_instead),
      cmocka_unit_test(places_behind_the_first),
      cmocka_unit_test(shapes_that_would_be_right),
      cmocka_unit_test(the_other_order),
      cmocka_unit_test(long_values_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
