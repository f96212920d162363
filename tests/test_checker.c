/*
 * Each clause that the checker can report: a right answer that passes, and one changed by hand that yields exactly the
 * findings that the change deserves, at exactly those places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/checker_answer.h"
#include "support/checker_both.h"

/* ---- Questions ------------------------------------------------------------------------------------------------- */

enum question_name {
  FLAT,
  UNSORTED,
  ROWS,
  SCALAR,
  NO_ROWS,
  EMPTY_ROWS,
  FLOATS,
  NAN_ROWS,
  NOTHING,
  COLUMNS,
  ONE_EMPTY_ROW,
  LAYERS,
  QUESTION_COUNT
};

static const int64_t flat[] = {2, 1, 1, 3, 4, 3};
static const int64_t rows[] = {5, 0, 1, 0, 5, 0, 1, 1};
static const int64_t seven[] = {7};
static const uint32_t floats[] = {0x7fc00001, 0x80000000, 0x7fc00000, 0x00000000, 0x3f800000}; /* NaN' -0 NaN +0 1 */
static const uint32_t nan_rows[] = {0x7fc00001, 0x3f800000, 0x7fc00002, 0x3f800000};
static const uint32_t layers[] = {
    0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x3f800000, 0x40000000, /* 1 2, 3 4, 1 2 */
    0x40a00000, 0x80000000, 0x40c00000, 0x7fc00001, 0x40a00000, 0};         /* 5 -0, 6 NaN', 5 +0 */
static const int64_t dims_6[] = {6};
static const int64_t dims_4_2[] = {4, 2};
static const int64_t dims_0_2[] = {0, 2};
static const int64_t dims_3_0[] = {3, 0};
static const int64_t dims_5[] = {5};
static const int64_t dims_2_2[] = {2, 2};
static const int64_t dims_0[] = {0};
static const int64_t dims_1_0[] = {1, 0};
static const int64_t dims_2_3_2[] = {2, 3, 2};

typedef struct question {
  uo_tensor x;
  uo_attributes attributes;
} question;

static const question questions[QUESTION_COUNT] = {
    [FLAT] = {{UO_TYPE_INT64, 1, dims_6, flat},
              {0, 0, 1}}, /* Y 1 2 3 4, at 1 0 3 4, inverse 1 0 0 2 3 2, counts 2 1 2 1 */
    [UNSORTED] = {{UO_TYPE_INT64, 1, dims_6, flat},
                  {0, 0, 0}}, /* Y 2 1 3 4, at 0 1 3 4, inverse 0 1 1 2 3 2, counts 1 2 2 1 */
    [ROWS] = {{UO_TYPE_INT64, 2, dims_4_2, rows},
              {1, -2, 1}}, /* Y [1 0] [1 1] [5 0], at 1 3 0, inverse 2 0 2 1, counts 1 1 2 */
    [SCALAR] = {{UO_TYPE_INT64, 0, NULL, seven}, {0, 0, 1}},
    [NO_ROWS] = {{UO_TYPE_INT64, 2, dims_0_2, NULL}, {1, 0, 1}},
    [EMPTY_ROWS] = {{UO_TYPE_INT64, 2, dims_3_0, NULL}, {1, 0, 0}},
    [FLOATS] = {{UO_TYPE_FLOAT, 1, dims_5, floats},
                {0, 0, 1}}, /* Y -0 1 NaN', at 1 4 0, inverse 2 0 2 0 1, counts 2 1 2 */
    [NAN_ROWS] = {{UO_TYPE_FLOAT, 2, dims_2_2, nan_rows}, {1, 0, 1}},
    [NOTHING] = {{UO_TYPE_STRING, 1, dims_0, NULL}, {0, 0, 0}},
    [COLUMNS] = {{UO_TYPE_INT64, 2, dims_4_2, rows}, {1, 1, 1}}, /* Y [0 0 0 1] [5 1 5 1] in columns, at 1 0 */
    [ONE_EMPTY_ROW] = {{UO_TYPE_INT64, 2, dims_1_0, NULL}, {1, 0, 1}},
    [LAYERS] = {{UO_TYPE_FLOAT, 3, dims_2_3_2, layers}, {1, 1, 1}}, /* Y 1 2, 3 4 | 5 -0, 6 NaN', at 0 1 */
};

/* ---- Changes and what they deserve ----------------------------------------------------------------------------- */

enum change_kind { NONE, SET, SET_BITS, DIM, RANK, DTYPE, TOGGLE };

typedef struct change {
  enum change_kind kind;
  int output;
  int64_t at; /* element of SET and SET_BITS, dimension of DIM */
  int64_t to;
} change;

typedef struct expected {
  uo_clause clause;
  int output;
  int64_t position;
  int64_t places; /* 0 ends the list */
} expected;

typedef struct row {
  const char *name;
  enum question_name question;
  uint32_t wanted;
  uo_policy policy;
  change changes[4];
  expected findings[10];
} row;

#define Y_AND_INDICES (UO_WANT_Y | UO_WANT_INDICES)
#define Y_AND_INVERSE (UO_WANT_Y | UO_WANT_INVERSE_INDICES)
#define Y_AND_COUNTS  (UO_WANT_Y | UO_WANT_COUNTS)
#define AT(clause, output, position, places)                                                                           \
  { UO_CLAUSE_##clause, UO_##output, position, places }

static void apply(const change *changed, checker_answer *answer) {
  int output = changed->output;
  uo_tensor *tensor = &answer->tensor[output];
  uint32_t bits = (uint32_t)changed->to;
  switch (changed->kind) {
    case SET:
      memcpy(answer->data[output] + (size_t)changed->at * sizeof changed->to, &changed->to, sizeof changed->to);
      break;
    case SET_BITS:
      memcpy(answer->data[output] + (size_t)changed->at * sizeof bits, &bits, sizeof bits);
      break;
    case DIM:
      answer->dims[output][changed->at] = changed->to;
      break;
    case RANK:
      for (int32_t d = tensor->rank; d < changed->to; d++) answer->dims[output][d] = 1;
      tensor->rank = (int32_t)changed->to;
      break;
    case DTYPE:
      tensor->dtype = (int32_t)changed->to;
      break;
    case TOGGLE:
      answer->outputs.tensor[output] = answer->outputs.tensor[output] == NULL ? tensor : NULL;
      break;
    default:
      break;
  }
}

static void expect(const row *tried, const uo_report *report) {
  int count = 0;
  while (tried->findings[count].places != 0) count++;
  bool same = count == report->count;
  for (int f = 0; same && f < count; f++) {
    const uo_finding *have = &report->findings[f];
    const expected *want = &tried->findings[f];
    same = have->clause == want->clause && have->output == want->output && have->position == want->position &&
           have->places == want->places && have->have[0] != '\0' && have->want[0] != '\0';
  }
  if (same) return;
  for (int f = 0; f < report->count; f++) {
    const uo_finding *have = &report->findings[f];
    print_error("%s %s[%lld] x%lld: have %s, want %s\n", uo_clause_id(have->clause), uo_output_name(have->output),
                (long long)have->position, (long long)have->places, have->have, have->want);
  }
  fail_msg("%s: not the findings that are expected", tried->name);
}

static void try_rows(const row *tried, size_t count) {
  for (size_t r = 0; r < count; r++, tried++) {
    uo_arena arena = {0};
    checker_answer answer;
    const question *asked = &questions[tried->question];
    checker_answer_make(&asked->x, &asked->attributes, tried->wanted, tried->policy, &arena, &answer);
    uo_report report;
    uo_error error;
    assert_int_equal(checker_both(&asked->x, &asked->attributes, tried->wanted, &answer.outputs, tried->policy, NULL,
                                  &report, &error),
                     UO_ERROR_NONE);
    if (report.count != 0) fail_msg("%s: the right answer does not pass", tried->name);
    for (int c = 0; c < 4; c++) apply(&tried->changes[c], &answer);
    assert_int_equal(checker_both(&asked->x, &asked->attributes, tried->wanted, &answer.outputs, tried->policy, NULL,
                                  &report, &error),
                     UO_ERROR_NONE);
    expect(tried, &report);
    uo_arena_release(&arena);
  }
}

#define TRY(rows) try_rows(rows, sizeof(rows) / sizeof((rows)[0]))

/* OUT-01, OUT-04, TYP-01, TYP-04: what is not there or of the wrong type is that and nothing else. */
static void presence_and_types(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"no Y", FLAT, 15, 0, {{TOGGLE, UO_Y, 0, 0}}, {AT(OUT_01, Y, -1, 1)}},
      {"no indices", FLAT, 15, 0, {{TOGGLE, UO_INDICES, 0, 0}}, {AT(OUT_04, INDICES, -1, 1)}},
      {"no inverse", FLAT, 15, 0, {{TOGGLE, UO_INVERSE_INDICES, 0, 0}}, {AT(OUT_04, INVERSE_INDICES, -1, 1)}},
      {"no counts", FLAT, 15, 0, {{TOGGLE, UO_COUNTS, 0, 0}}, {AT(OUT_04, COUNTS, -1, 1)}},
      {"counts unasked", FLAT, 7, 0, {{TOGGLE, UO_COUNTS, 0, 0}}, {AT(OUT_04, COUNTS, -1, 1)}},
      {"no Y and wrong counts",
       FLAT,
       15,
       0,
       {{TOGGLE, UO_Y, 0, 0}, {SET, UO_COUNTS, 1, 2}},
       {AT(OUT_01, Y, -1, 1), AT(CNT_01, COUNTS, 1, 1), AT(CNT_02, COUNTS, -1, 1)}},
      {"no Y, unsorted", UNSORTED, 15, 0, {{TOGGLE, UO_Y, 0, 0}}, {AT(OUT_01, Y, -1, 1)}},
      {"no Y, unsorted, and wrong positions",
       UNSORTED,
       15,
       0,
       {{TOGGLE, UO_Y, 0, 0}, {SET, UO_INDICES, 3, 3}, {SET, UO_INVERSE_INDICES, 0, 1}, {SET, UO_COUNTS, 0, 2}},
       {AT(OUT_01, Y, -1, 1), AT(IDX_01, INDICES, 3, 1), AT(IDX_04, INDICES, 3, 1), AT(INV_01, INVERSE_INDICES, 0, 1),
        AT(INV_05, INVERSE_INDICES, 0, 3), AT(CNT_01, COUNTS, 0, 1), AT(CNT_02, COUNTS, -1, 1)}},
      {"no Y, distinct NaNs", FLOATS, 15, UO_NAN_DISTINCT, {{TOGGLE, UO_Y, 0, 0}}, {AT(OUT_01, Y, -1, 1)}},
      {"Y of another type", FLAT, 15, 0, {{DTYPE, UO_Y, 0, UO_TYPE_UINT64}}, {AT(TYP_01, Y, -1, 1)}},
      {"Y of a type outside T", FLAT, 15, 0, {{DTYPE, UO_Y, 0, 16}}, {AT(TYP_01, Y, -1, 1)}},
      {"int32 indices", FLAT, 15, 0, {{DTYPE, UO_INDICES, 0, UO_TYPE_INT32}}, {AT(TYP_04, INDICES, -1, 1)}},
      {"int32 inverse",
       FLAT,
       15,
       0,
       {{DTYPE, UO_INVERSE_INDICES, 0, UO_TYPE_INT32}},
       {AT(TYP_04, INVERSE_INDICES, -1, 1)}},
      {"int32 counts and wrong Y",
       FLAT,
       9,
       0,
       {{DTYPE, UO_COUNTS, 0, UO_TYPE_INT32}, {SET, UO_Y, 3, 9}},
       {AT(VAL_01, Y, -1, 1), AT(VAL_02, Y, 3, 1), AT(TYP_04, COUNTS, -1, 1)}},
  };
  TRY(tried);
}

/* SHAPE-01, SHAPE-02, SHAPE-03, SHAPE-05, SHAPE-06 */
static void shape_of_y(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"Y [4, 1]", FLAT, 15, 0, {{RANK, UO_Y, 0, 2}}, {AT(SHAPE_01, Y, -1, 1)}},
      {"Y [4, 1] for rows [4, 2]", ROWS, 15, 0, {{DIM, UO_Y, 1, 1}}, {AT(SHAPE_02, Y, -1, 1)}},
      {"Y [6] for rows", ROWS, 15, 0, {{RANK, UO_Y, 0, 1}, {DIM, UO_Y, 0, 6}}, {AT(SHAPE_02, Y, -1, 1)}},
      {"Y [3, 2] for columns", COLUMNS, 15, 0, {{DIM, UO_Y, 0, 3}}, {AT(SHAPE_02, Y, -1, 1)}},
      {"Y too short along the axis", ROWS, 1, 0, {{DIM, UO_Y, 0, 2}}, {AT(VAL_01, Y, -1, 2), AT(SHAPE_02, Y, -1, 1)}},
      {"scalar Y", SCALAR, 15, 0, {{RANK, UO_Y, 0, 0}}, {AT(SHAPE_03, Y, -1, 1)}},
      {"Y [2] of a scalar",
       SCALAR,
       1,
       0,
       {{DIM, UO_Y, 0, 2}, {SET, UO_Y, 1, 8}},
       {AT(VAL_02, Y, 1, 1), AT(SHAPE_03, Y, -1, 1)}},
      {"Y [1, 2] of [0, 2]", NO_ROWS, 15, 0, {{DIM, UO_Y, 0, 1}}, {AT(VAL_02, Y, -1, 1), AT(SHAPE_05, Y, -1, 1)}},
      {"Y [0] of [0, 2]", NO_ROWS, 15, 0, {{RANK, UO_Y, 0, 1}}, {AT(SHAPE_05, Y, -1, 1)}},
      {"Y [3, 0] of [3, 0]", EMPTY_ROWS, 15, 0, {{DIM, UO_Y, 0, 3}}, {AT(VAL_01, Y, -1, 1), AT(SHAPE_06, Y, -1, 1)}},
      {"Y [0, 0] of [3, 0]", EMPTY_ROWS, 15, 0, {{DIM, UO_Y, 0, 0}}, {AT(VAL_01, Y, -1, 1), AT(SHAPE_06, Y, -1, 1)}},
      {"Y [1] of [0]", NOTHING, 1, 0, {{DIM, UO_Y, 0, 1}}, {AT(VAL_02, Y, 0, 1), AT(SHAPE_01, Y, -1, 1)}},
      {"Y [0, 1] of [0]", NOTHING, 15, 0, {{RANK, UO_Y, 0, 2}}, {AT(SHAPE_01, Y, -1, 1)}},
  };
  TRY(tried);
}

/* VAL-01, VAL-02, ORD-01, ORD-02 */
static void values_and_order(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"1 twice and 2 missing", FLAT, 1, 0, {{SET, UO_Y, 1, 1}}, {AT(VAL_01, Y, 1, 2)}},
      {"the same with all outputs",
       FLAT,
       15,
       0,
       {{SET, UO_Y, 1, 1}},
       {AT(VAL_01, Y, 1, 2), AT(IDX_01, INDICES, 1, 1), AT(INV_06, INVERSE_INDICES, 0, 1), AT(CNT_01, COUNTS, 1, 1)}},
      {"3 twice, unsorted", UNSORTED, 1, 0, {{SET, UO_Y, 3, 3}}, {AT(VAL_01, Y, 3, 2)}},
      {"4 missing", FLAT, 1, 0, {{DIM, UO_Y, 0, 3}}, {AT(VAL_01, Y, -1, 1), AT(SHAPE_01, Y, -1, 1)}},
      {"9 is not in X",
       FLAT,
       15,
       0,
       {{SET, UO_Y, 3, 9}},
       {AT(VAL_01, Y, -1, 1), AT(VAL_02, Y, 3, 1), AT(INV_06, INVERSE_INDICES, 4, 1)}},
      {"a row that is not in X", ROWS, 1, 0, {{SET, UO_Y, 5, 7}}, {AT(VAL_01, Y, -1, 2), AT(VAL_02, Y, 4, 1)}},
      {"2 before 1", FLAT, 1, 0, {{SET, UO_Y, 0, 2}, {SET, UO_Y, 1, 1}}, {AT(ORD_01, Y, 1, 1)}},
      {"all descending",
       FLAT,
       1,
       0,
       {{SET, UO_Y, 0, 4}, {SET, UO_Y, 1, 3}, {SET, UO_Y, 2, 2}, {SET, UO_Y, 3, 1}},
       {AT(ORD_01, Y, 1, 3)}},
      {"rows [5 0] before [1 1]",
       ROWS,
       1,
       0,
       {{SET, UO_Y, 2, 5}, {SET, UO_Y, 3, 0}, {SET, UO_Y, 4, 1}, {SET, UO_Y, 5, 1}},
       {AT(ORD_01, Y, 4, 1)}},
      {"three times, and two missing", FLAT, 1, 0, {{SET, UO_Y, 1, 1}, {SET, UO_Y, 2, 1}}, {AT(VAL_01, Y, 1, 5)}},
      {"8 and 9 are not in X",
       FLAT,
       1,
       0,
       {{SET, UO_Y, 2, 8}, {SET, UO_Y, 3, 9}},
       {AT(VAL_01, Y, -1, 3), AT(VAL_02, Y, 2, 2)}},
      {"9 is not in X, unsorted", UNSORTED, 1, 0, {{SET, UO_Y, 1, 9}}, {AT(VAL_01, Y, -1, 2), AT(VAL_02, Y, 1, 1)}},
      {"in order of last occurrence",
       UNSORTED,
       1,
       0,
       {{SET, UO_Y, 0, 4}, {SET, UO_Y, 1, 3}, {SET, UO_Y, 2, 1}, {SET, UO_Y, 3, 2}},
       {AT(ORD_02, Y, 1, 3)}},
      {"sorted=0 ignored", UNSORTED, 1, 0, {{SET, UO_Y, 0, 1}, {SET, UO_Y, 1, 2}}, {AT(ORD_02, Y, 1, 1)}},
  };
  TRY(tried);
}

/* IDX-01, IDX-02, IDX-03, IDX-04 */
static void indices(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"a later occurrence", FLAT, Y_AND_INDICES, 0, {{SET, UO_INDICES, 0, 2}}, {AT(IDX_01, INDICES, 0, 1)}},
      {"another value", FLAT, Y_AND_INDICES, 0, {{SET, UO_INDICES, 2, 4}}, {AT(IDX_01, INDICES, 2, 1)}},
      {"past the end",
       FLAT,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 3, 6}},
       {AT(IDX_01, INDICES, 3, 1), AT(IDX_02, INDICES, 3, 1)}},
      {"negative",
       FLAT,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 1, -6}},
       {AT(IDX_01, INDICES, 1, 1), AT(IDX_02, INDICES, 1, 1)}},
      {"flat positions with axis",
       ROWS,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 0, 2}, {SET, UO_INDICES, 1, 6}},
       {AT(IDX_01, INDICES, 0, 2), AT(IDX_02, INDICES, 1, 1)}},
      {"too short", FLAT, Y_AND_INDICES, 0, {{DIM, UO_INDICES, 0, 3}}, {AT(IDX_03, INDICES, -1, 1)}},
      {"[4, 1]", FLAT, Y_AND_INDICES, 0, {{RANK, UO_INDICES, 0, 2}}, {AT(IDX_03, INDICES, -1, 1)}},
      {"[3, 1]",
       FLAT,
       Y_AND_INDICES,
       0,
       {{RANK, UO_INDICES, 0, 2}, {DIM, UO_INDICES, 0, 3}},
       {AT(IDX_03, INDICES, -1, 1)}},
      {"past the end, and an inverse to compare with",
       FLAT,
       15,
       0,
       {{SET, UO_INDICES, 3, 6}},
       {AT(IDX_01, INDICES, 3, 1), AT(IDX_02, INDICES, 3, 1)}},
      {"not ascending twice",
       UNSORTED,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 2, 0}, {SET, UO_INDICES, 3, 0}},
       {AT(IDX_01, INDICES, 2, 2), AT(IDX_04, INDICES, 2, 2)}},
      {"of the one empty row",
       ONE_EMPTY_ROW,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 0, 5}},
       {AT(IDX_01, INDICES, 0, 1), AT(IDX_02, INDICES, 0, 1)}},
      {"not ascending",
       UNSORTED,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 3, 3}},
       {AT(IDX_01, INDICES, 3, 1), AT(IDX_04, INDICES, 3, 1)}},
      {"of an empty row", EMPTY_ROWS, Y_AND_INDICES, 0, {{SET, UO_INDICES, 0, 2}}, {AT(IDX_01, INDICES, 0, 1)}},
      {"right for a Y in the wrong order",
       UNSORTED,
       Y_AND_INDICES,
       0,
       {{SET, UO_Y, 0, 1}, {SET, UO_Y, 1, 2}, {SET, UO_INDICES, 0, 1}, {SET, UO_INDICES, 1, 0}},
       {AT(ORD_02, Y, 1, 1), AT(IDX_04, INDICES, 1, 1)}},
  };
  TRY(tried);
}

/* INV-01, INV-02, INV-03, INV-04, INV-05, INV-06 */
static void inverse_indices(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"another value",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{SET, UO_INVERSE_INDICES, 1, 1}},
       {AT(INV_01, INVERSE_INDICES, 1, 1), AT(INV_06, INVERSE_INDICES, 1, 1)}},
      {"past the end",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{SET, UO_INVERSE_INDICES, 5, 4}},
       {AT(INV_01, INVERSE_INDICES, 5, 1), AT(INV_02, INVERSE_INDICES, 5, 1)}},
      {"negative",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{SET, UO_INVERSE_INDICES, 0, -1}},
       {AT(INV_01, INVERSE_INDICES, 0, 1), AT(INV_02, INVERSE_INDICES, 0, 1)}},
      {"two out of range",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{SET, UO_INVERSE_INDICES, 0, -1}, {SET, UO_INVERSE_INDICES, 1, 9}},
       {AT(INV_01, INVERSE_INDICES, 0, 2), AT(INV_02, INVERSE_INDICES, 0, 2)}},
      {"past the end, and indices to compare with",
       FLAT,
       15,
       0,
       {{SET, UO_INVERSE_INDICES, 1, 4}, {SET, UO_INDICES, 4, 5}}, /* what stands behind the indices is none of them */
       {AT(INV_01, INVERSE_INDICES, 1, 1), AT(INV_02, INVERSE_INDICES, 1, 1)}},
      {"negative, and indices to compare with",
       FLAT,
       15,
       0,
       {{SET, UO_INVERSE_INDICES, 1, -1}},
       {AT(INV_01, INVERSE_INDICES, 1, 1), AT(INV_02, INVERSE_INDICES, 1, 1)}},
      {"of the first item",
       FLAT,
       15,
       0,
       {{SET, UO_INVERSE_INDICES, 0, 2}},
       {AT(INV_01, INVERSE_INDICES, 0, 1), AT(INV_05, INVERSE_INDICES, 0, 2), AT(INV_06, INVERSE_INDICES, 0, 1)}},
      {"either place of a value that stands twice in Y",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{SET, UO_Y, 1, 1}, {SET, UO_INVERSE_INDICES, 1, 1}},
       {AT(VAL_01, Y, 1, 2), AT(INV_06, INVERSE_INDICES, 0, 1)}},
      {"[5, 1]",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{RANK, UO_INVERSE_INDICES, 0, 2}, {DIM, UO_INVERSE_INDICES, 0, 5}},
       {AT(INV_03, INVERSE_INDICES, -1, 1), AT(INV_04, INVERSE_INDICES, -1, 1)}},
      {"[6, 1]", FLAT, Y_AND_INVERSE, 0, {{RANK, UO_INVERSE_INDICES, 0, 2}}, {AT(INV_03, INVERSE_INDICES, -1, 1)}},
      {"too short", FLAT, Y_AND_INVERSE, 0, {{DIM, UO_INVERSE_INDICES, 0, 5}}, {AT(INV_04, INVERSE_INDICES, -1, 1)}},
      {"too short and wrong",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{DIM, UO_INVERSE_INDICES, 0, 5}, {SET, UO_INVERSE_INDICES, 4, 0}},
       {AT(INV_01, INVERSE_INDICES, 4, 1), AT(INV_04, INVERSE_INDICES, -1, 1), AT(INV_06, INVERSE_INDICES, 4, 1)}},
      {"not led back to by indices",
       FLAT,
       7,
       0,
       {{SET, UO_INVERSE_INDICES, 1, 3}},
       {AT(INV_01, INVERSE_INDICES, 1, 1), AT(INV_05, INVERSE_INDICES, 1, 2), AT(INV_06, INVERSE_INDICES, 1, 1)}},
      {"indices name a later one",
       FLAT,
       7,
       0,
       {{SET, UO_INDICES, 0, 2}},
       {AT(IDX_01, INDICES, 0, 1), AT(INV_05, INVERSE_INDICES, 1, 1)}},
      {"of an empty row",
       EMPTY_ROWS,
       Y_AND_INVERSE,
       0,
       {{SET, UO_INVERSE_INDICES, 2, 1}},
       {AT(INV_01, INVERSE_INDICES, 2, 1), AT(INV_02, INVERSE_INDICES, 2, 1)}},
  };
  TRY(tried);
}

/* CNT-01, CNT-02 */
static void counts(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"two wrong",
       FLAT,
       Y_AND_COUNTS,
       0,
       {{SET, UO_COUNTS, 0, 1}, {SET, UO_COUNTS, 3, 2}},
       {AT(CNT_01, COUNTS, 0, 2)}},
      {"one too many",
       FLAT,
       Y_AND_COUNTS,
       0,
       {{SET, UO_COUNTS, 0, 3}},
       {AT(CNT_01, COUNTS, 0, 1), AT(CNT_02, COUNTS, -1, 1)}},
      {"none", FLAT, Y_AND_COUNTS, 0, {{SET, UO_COUNTS, 1, 0}}, {AT(CNT_01, COUNTS, 1, 1), AT(CNT_02, COUNTS, 1, 2)}},
      {"none of two",
       FLAT,
       Y_AND_COUNTS,
       0,
       {{SET, UO_COUNTS, 0, 0}, {SET, UO_COUNTS, 1, 0}},
       {AT(CNT_01, COUNTS, 0, 2), AT(CNT_02, COUNTS, 0, 3)}},
      {"a sum beyond 64 bits",
       FLAT,
       Y_AND_COUNTS,
       0,
       {{SET, UO_COUNTS, 0, INT64_MAX}, {SET, UO_COUNTS, 1, INT64_MAX}},
       {AT(CNT_01, COUNTS, 0, 2), AT(CNT_02, COUNTS, -1, 1)}},
      {"[4, 1]", FLAT, Y_AND_COUNTS, 0, {{RANK, UO_COUNTS, 0, 2}}, {AT(CNT_02, COUNTS, -1, 1)}},
      {"one of N instead of n",
       EMPTY_ROWS,
       Y_AND_COUNTS,
       0,
       {{SET, UO_COUNTS, 0, 0}},
       {AT(CNT_01, COUNTS, 0, 1), AT(CNT_02, COUNTS, 0, 2)}},
  };
  TRY(tried);
}

/* ORD-03: Y in one order, the rest in the other. */
static void mixed_orders(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"indices by occurrence",
       FLAT,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 0, 0}, {SET, UO_INDICES, 1, 1}},
       {AT(ORD_03, INDICES, -1, 1), AT(IDX_01, INDICES, 0, 2)}},
      {"indices by value",
       UNSORTED,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 0, 1}, {SET, UO_INDICES, 1, 0}},
       {AT(ORD_03, INDICES, -1, 1), AT(IDX_01, INDICES, 0, 2), AT(IDX_04, INDICES, 1, 1)}},
      {"counts by occurrence",
       FLAT,
       Y_AND_COUNTS,
       0,
       {{SET, UO_COUNTS, 0, 1}, {SET, UO_COUNTS, 1, 2}},
       {AT(ORD_03, COUNTS, -1, 1), AT(CNT_01, COUNTS, 0, 2)}},
      {"inverse by occurrence",
       FLAT,
       Y_AND_INVERSE,
       0,
       {{SET, UO_INVERSE_INDICES, 0, 0}, {SET, UO_INVERSE_INDICES, 1, 1}, {SET, UO_INVERSE_INDICES, 2, 1}},
       {AT(ORD_03, INVERSE_INDICES, -1, 1), AT(INV_01, INVERSE_INDICES, 0, 3), AT(INV_06, INVERSE_INDICES, 0, 3)}},
      {"indices by occurrence but for the first",
       FLAT,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 0, 5}, {SET, UO_INDICES, 1, 1}},
       {AT(IDX_01, INDICES, 0, 2)}},
      {"counts by occurrence but for the first",
       FLAT,
       Y_AND_COUNTS,
       0,
       {{SET, UO_COUNTS, 0, 3}, {SET, UO_COUNTS, 1, 2}},
       {AT(CNT_01, COUNTS, 0, 2), AT(CNT_02, COUNTS, -1, 1)}},
      {"a Y in neither order",
       FLAT,
       Y_AND_INDICES,
       0,
       {{SET, UO_Y, 2, 4}, {SET, UO_Y, 3, 3}, {SET, UO_INDICES, 0, 0}, {SET, UO_INDICES, 1, 1}},
       {AT(ORD_01, Y, 3, 1), AT(IDX_01, INDICES, 0, 4)}},
      {"indices of a wrong Y are not blamed on the order",
       FLAT,
       Y_AND_INDICES,
       0,
       {{SET, UO_INDICES, 0, 0}, {SET, UO_INDICES, 1, 1}, {SET, UO_Y, 3, 9}},
       {AT(VAL_01, Y, -1, 1), AT(VAL_02, Y, 3, 1), AT(IDX_01, INDICES, 0, 2)}},
  };
  TRY(tried);
}

/* SIL-01 to SIL-05: bits of equal values, and which values are equal. */
static void bits_and_nans(void **unused) {
  (void)unused;
  static const row tried[] = {
      {"another NaN", FLOATS, 15, 0, {{SET_BITS, UO_Y, 2, 0x7fc00000}}, {AT(SIL_03, Y, 2, 1)}},
      {"another zero", FLOATS, 15, 0, {{SET_BITS, UO_Y, 0, 0}}, {AT(SIL_04, Y, 0, 1)}},
      {"another NaN in a row", NAN_ROWS, 1, 0, {{SET_BITS, UO_Y, 0, 0x7fc00002}}, {AT(SIL_03, Y, 0, 1)}},
      {"bits of nobody", FLOATS, 15, UO_REPRESENTATIVE_ANY, {{SET_BITS, UO_Y, 2, 0x7fc00003}}, {AT(VAL_02, Y, 2, 1)}},
      {"bits of another member",
       FLOATS,
       15,
       UO_REPRESENTATIVE_ANY,
       {{SET_BITS, UO_Y, 2, 0x7fc00000}, {SET_BITS, UO_Y, 0, 0}},
       {{0, 0, 0, 0}}},
      {"bits of nobody at the first place",
       FLOATS,
       15,
       UO_REPRESENTATIVE_ANY | UO_NAN_FIRST,
       {{SET_BITS, UO_Y, 0, 0x7fc00003}},
       {AT(VAL_02, Y, 0, 1)}},
      {"a value of nobody, whatever the bits",
       FLOATS,
       1,
       UO_REPRESENTATIVE_ANY,
       {{SET_BITS, UO_Y, 1, 0x40000000}},
       {AT(VAL_01, Y, -1, 1), AT(VAL_02, Y, 1, 1)}},
      {"no NaN at all",
       FLOATS,
       1,
       UO_NAN_DISTINCT,
       {{DIM, UO_Y, 0, 2}},
       {AT(VAL_01, Y, -1, 2), AT(SHAPE_01, Y, -1, 1)}},
      {"another zero in a layer", LAYERS, 15, 0, {{SET_BITS, UO_Y, 5, 0}}, {AT(SIL_04, Y, 5, 1)}},
      {"another NaN in a layer", LAYERS, 15, 0, {{SET_BITS, UO_Y, 7, 0x7fc00002}}, {AT(SIL_03, Y, 7, 1)}},
      {"the zero of another layer", LAYERS, 15, UO_REPRESENTATIVE_ANY, {{SET_BITS, UO_Y, 5, 0}}, {{0, 0, 0, 0}}},
      {"NaN not merged",
       FLOATS,
       1,
       0,
       {{DIM, UO_Y, 0, 4}, {SET_BITS, UO_Y, 3, 0x7fc00000}},
       {AT(VAL_01, Y, 3, 1), AT(SHAPE_01, Y, -1, 1)}},
      {"NaN merged", FLOATS, 1, UO_NAN_DISTINCT, {{DIM, UO_Y, 0, 3}}, {AT(VAL_01, Y, -1, 1), AT(SHAPE_01, Y, -1, 1)}},
      {"distinct NaNs exchanged",
       FLOATS,
       1,
       UO_NAN_DISTINCT,
       {{SET_BITS, UO_Y, 2, 0x7fc00000}, {SET_BITS, UO_Y, 3, 0x7fc00001}},
       {AT(SIL_03, Y, 2, 2)}},
      {"rows with NaN merged",
       NAN_ROWS,
       1,
       UO_POLICY_NUMPY,
       {{DIM, UO_Y, 0, 1}},
       {AT(VAL_01, Y, -1, 1), AT(SHAPE_02, Y, -1, 1)}},
      {"NaN first",
       FLOATS,
       1,
       0,
       {{SET_BITS, UO_Y, 0, 0x7fc00001}, {SET_BITS, UO_Y, 1, 0x80000000}, {SET_BITS, UO_Y, 2, 0x3f800000}},
       {AT(ORD_01, Y, 1, 1)}},
      {"zeros merged",
       FLOATS,
       1,
       UO_ZERO_DISTINCT,
       {{DIM, UO_Y, 0, 3}, {SET_BITS, UO_Y, 1, 0x3f800000}, {SET_BITS, UO_Y, 2, 0x7fc00001}},
       {AT(VAL_01, Y, -1, 1), AT(SHAPE_01, Y, -1, 1)}},
  };
  TRY(tried);
}

/* What findings say: values, positions, and bits where values look alike. */
static void findings_say_have_and_want(void **unused) {
  (void)unused;
  uo_arena arena = {0};
  checker_answer answer;
  const question *asked = &questions[FLOATS];
  checker_answer_make(&asked->x, &asked->attributes, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
  change other_nan = {SET_BITS, UO_Y, 2, 0x7fc00000};
  change other_index = {SET, UO_INDICES, 1, 2};
  apply(&other_nan, &answer);
  apply(&other_index, &answer);
  uo_report report;
  assert_int_equal(
      checker_both(&asked->x, &asked->attributes, UO_WANT_ALL, &answer.outputs, UO_POLICY_ONNX, NULL, &report, NULL),
      0);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_SIL_03);
  assert_string_equal(report.findings[0].have, "NaN [0x7fc00000]");
  assert_string_equal(report.findings[0].want, "NaN(0x7fc00001) [0x7fc00001], as at the first occurrence, item 0 of X");
  assert_int_equal(report.findings[1].clause, UO_CLAUSE_IDX_01);
  assert_string_equal(report.findings[1].have, "2, where X has NaN [0x7fc00000]");
  assert_string_equal(report.findings[1].want, "4, where 1.0 occurs first");
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(presence_and_types),
      cmocka_unit_test(shape_of_y),
      cmocka_unit_test(values_and_order),
      cmocka_unit_test(indices),
      cmocka_unit_test(inverse_indices),
      cmocka_unit_test(counts),
      cmocka_unit_test(mixed_orders),
      cmocka_unit_test(bits_and_nans),
      cmocka_unit_test(findings_say_have_and_want),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
