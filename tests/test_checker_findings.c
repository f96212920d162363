/*
 * What the other tests of the checker do not reach: reports that are full, texts that are too long, claims of several
 * faults at once, and sizes that no test can hold.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "checker/findings.h"
#include "checker/lookup.h"
#include "support/checker_answer.h"
#include "support/checker_both.h"

static const int64_t flat[] = {2, 1, 1, 3, 4, 3};
static const int64_t dims_6[] = {6};
static const int64_t dims_3_2[] = {3, 2};
static const uo_tensor flat_x = {UO_TYPE_INT64, 1, dims_6, flat};
static const uo_tensor rows_x = {UO_TYPE_INT64, 2, dims_3_2, flat};
static const uo_attributes ascending = {0, 0, 1};
static const uo_attributes unsorted = {0, 0, 0};
static const uo_attributes along_last = {1, 1, 1};

/* ---- Reports ----------------------------------------------------------------------------------------------------- */

static void a_full_report_takes_no_more(void **state) {
  (void)state;
  uo_report report = {.count = 0};
  for (int i = 0; i < UO_MAX_FINDINGS; i++) {
    assert_non_null(uo_report_add(&report, (uo_clause)(i / 4), i % 4, i));
  }
  assert_null(uo_report_add(&report, UO_CLAUSE_SIL_23, UO_Y, 0));
  uo_report_whole(&report, UO_CLAUSE_SIL_22, UO_Y, "have", "want");
  assert_int_equal(report.count, UO_MAX_FINDINGS);
  assert_false(uo_report_has(&report, UO_CLAUSE_SIL_23, UO_Y));
  assert_false(uo_report_has(&report, UO_CLAUSE_SIL_22, UO_Y));
}

static void the_same_clause_in_two_outputs_is_two_findings(void **state) {
  (void)state;
  uo_report report = {.count = 0};
  assert_non_null(uo_report_add(&report, UO_CLAUSE_TYP_04, UO_INDICES, 5));
  assert_false(uo_report_has(&report, UO_CLAUSE_TYP_04, UO_COUNTS));
  assert_non_null(uo_report_add(&report, UO_CLAUSE_TYP_04, UO_COUNTS, 6));
  assert_null(uo_report_add(&report, UO_CLAUSE_TYP_04, UO_INDICES, 7));
  assert_int_equal(report.count, 2);
  assert_int_equal(report.findings[0].places, 2);
  assert_int_equal(report.findings[0].position, 5);
  assert_int_equal(report.findings[1].places, 1);
}

static void long_texts_are_cut_between_characters(void **state) {
  (void)state;
  char text[UO_FINDING_TEXT];
  char letters[201] = "";
  memset(letters, 'a', 200);
  uo_finding_text(text, "%s", letters);
  assert_int_equal(strlen(text), UO_FINDING_TEXT - 1);
  assert_memory_equal(text, letters, UO_FINDING_TEXT - 4);
  assert_string_equal(text + UO_FINDING_TEXT - 4, "...");

  letters[UO_FINDING_TEXT - 1] = '\0'; /* what just fits is left alone */
  uo_finding_text(text, "%s", letters);
  assert_string_equal(text, letters);

  char euros[301];
  for (size_t i = 0; i < 300; i += 3) memcpy(euros + i, "\xE2\x82\xAC", 3);
  euros[300] = '\0';
  for (size_t shift = 0; shift < 3; shift++) {
    uo_finding_text(text, "%.*s%s", (int)shift, "ab", euros);
    size_t length = strlen(text);
    assert_string_equal(text + length - 3, "...");
    assert_memory_equal(text + length - 6, "\xE2\x82\xAC", 3);
    assert_true(length > UO_FINDING_TEXT - 4);
  }

  letters[UO_FINDING_TEXT - 1] = 'a'; /* one byte too many */
  letters[UO_FINDING_TEXT] = '\0';
  uo_finding_text(text, "%s", letters);
  assert_string_equal(text + UO_FINDING_TEXT - 4, "...");

  for (size_t i = 0; i < 300; i += 2) memcpy(euros + i, "\xC3\xA9", 2); /* odd bytes continue a character, too */
  for (size_t shift = 0; shift < 2; shift++) {
    uo_finding_text(text, "%.*s%s", (int)shift, "a", euros);
    assert_memory_equal(text + strlen(text) - 5, "\xC3\xA9...", 5);
  }

  memset(letters, '\x80', 200); /* nothing that a character could begin with */
  uo_finding_text(text, "%s", letters);
  assert_string_equal(text, "...");
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

typedef struct edit {
  int output;
  enum { SET, DIM, RANK, DTYPE, DROP } kind;
  int64_t at;
  int64_t to;
} edit;

typedef struct text_row {
  const uo_tensor *x;
  const uo_attributes *attributes;
  edit edits[3];
  int edit_count;
  uo_clause clause;
  const char *have;
  const char *want;
} text_row;

static void apply(const edit *change, checker_answer *answer) {
  uo_tensor *tensor = &answer->tensor[change->output];
  switch (change->kind) {
    case SET:
      memcpy(answer->data[change->output] + (size_t)change->at * sizeof change->to, &change->to, sizeof change->to);
      break;
    case DIM:
      answer->dims[change->output][change->at] = change->to;
      break;
    case RANK:
      answer->dims[change->output][1] = 1;
      tensor->rank = (int32_t)change->to;
      break;
    case DTYPE:
      tensor->dtype = (int32_t)change->to;
      break;
    default:
      answer->outputs.tensor[change->output] = NULL;
      break;
  }
}

static const text_row text_rows[] = {
    {&flat_x, &ascending, {{UO_Y, DTYPE, 0, UO_TYPE_DOUBLE}}, 1, UO_CLAUSE_TYP_01, "double", "int64"},
    {&flat_x,
     &ascending,
     {{UO_COUNTS, DTYPE, 0, 99}},
     1,
     UO_CLAUSE_TYP_04,
     "element type 99, which is outside T",
     "int64"},
    {&flat_x, &ascending, {{UO_Y, DROP, 0, 0}}, 1, UO_CLAUSE_OUT_01, "not given", "given: it is wanted"},
    {&flat_x, &ascending, {{UO_Y, RANK, 0, 2}}, 1, UO_CLAUSE_SHAPE_01, "int64[4, 1]", "int64[4]"},
    {&rows_x, &along_last, {{UO_Y, DIM, 1, 1}}, 1, UO_CLAUSE_SHAPE_02, "int64[3, 1]", "int64[3, 2]"},
    {&flat_x, &ascending, {{UO_INDICES, RANK, 0, 2}}, 1, UO_CLAUSE_IDX_03, "int64[4, 1]", "int64[4]"},
    {&flat_x, &ascending, {{UO_INVERSE_INDICES, DIM, 0, 5}}, 1, UO_CLAUSE_INV_04, "int64[5]", "int64[6]"},
    {&flat_x, &ascending, {{UO_Y, SET, 0, 0}}, 1, UO_CLAUSE_VAL_01, "not in Y", "1, which is item 1 of X"},
    {&flat_x, &ascending, {{UO_Y, SET, 1, 1}}, 1, UO_CLAUSE_VAL_01, "1 again, as item 1", "1 once, as item 0"},
    {&flat_x, &ascending, {{UO_Y, SET, 0, 0}}, 1, UO_CLAUSE_VAL_02, "0", "an item of X that does not stand in Y yet"},
    {&flat_x, &ascending, {{UO_Y, SET, 0, 9}}, 1, UO_CLAUSE_ORD_01, "2 after 9", "a value above 9"},
    {&flat_x,
     &unsorted,
     {{UO_Y, SET, 0, 1}, {UO_Y, SET, 1, 2}},
     2,
     UO_CLAUSE_ORD_02,
     "2 after 1",
     "2 first: it occurs at 0, the other not before 1"},
    {&flat_x,
     &ascending,
     {{UO_INDICES, SET, 0, 6}},
     1,
     UO_CLAUSE_IDX_01,
     "6, which is no position in X",
     "1, where 1 occurs first"},
    {&flat_x, &ascending, {{UO_INDICES, SET, 0, 6}}, 1, UO_CLAUSE_IDX_02, "6", "a position in [0, 6)"},
    {&flat_x,
     &ascending,
     {{UO_INDICES, SET, 0, 2}},
     1,
     UO_CLAUSE_IDX_01,
     "2, a later occurrence",
     "1, where 1 occurs first"},
    {&flat_x,
     &ascending,
     {{UO_INDICES, SET, 0, 3}},
     1,
     UO_CLAUSE_IDX_01,
     "3, where X has 3",
     "1, where 1 occurs first"},
    {&flat_x, &unsorted, {{UO_INDICES, SET, 1, 0}}, 1, UO_CLAUSE_IDX_04, "0 after 0", "more than 0"},
    {&flat_x, &ascending, {{UO_INVERSE_INDICES, SET, 0, 3}}, 1, UO_CLAUSE_INV_01, "3", "1, where 2 stands in Y"},
    {&flat_x, &ascending, {{UO_INVERSE_INDICES, SET, 0, 4}}, 1, UO_CLAUSE_INV_02, "4", "a position in [0, 4)"},
    {&flat_x,
     &ascending,
     {{UO_INVERSE_INDICES, SET, 0, 3}},
     1,
     UO_CLAUSE_INV_06,
     "3, where Y has 4",
     "where Y has 2, as X has"},
    {&flat_x,
     &ascending,
     {{UO_INDICES, SET, 0, 2}},
     1,
     UO_CLAUSE_INV_05,
     "0, and indices[0] is 2",
     "indices[j] to be the first i with inverse_indices[i] = j"},
    {&flat_x, &ascending, {{UO_COUNTS, SET, 0, 3}}, 1, UO_CLAUSE_CNT_01, "3", "2, as often as 1 occurs"},
    {&flat_x, &ascending, {{UO_COUNTS, SET, 0, 0}}, 1, UO_CLAUSE_CNT_02, "0", "at least 1"},
    {&flat_x, &ascending, {{UO_COUNTS, SET, 0, 3}}, 1, UO_CLAUSE_CNT_02, "7 in sum", "6 in sum"},
    {&flat_x,
     &ascending,
     {{UO_COUNTS, SET, 0, INT64_MAX}},
     1,
     UO_CLAUSE_CNT_02,
     "at least 9223372036854775807 in sum",
     "6 in sum"},
};

/* What is wrong and what would be right, word for word. */
static void findings_say_what_is_wrong(void **state) {
  (void)state;
  for (size_t r = 0; r < sizeof text_rows / sizeof text_rows[0]; r++) {
    const text_row *row = &text_rows[r];
    uo_arena arena = {0};
    checker_answer answer;
    checker_answer_make(row->x, row->attributes, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
    for (int e = 0; e < row->edit_count; e++) apply(&row->edits[e], &answer);
    uo_report report;
    assert_int_equal(
        checker_both(row->x, row->attributes, UO_WANT_ALL, &answer.outputs, UO_POLICY_ONNX, NULL, &report, NULL), 0);
    int f = 0;
    while (f < report.count && report.findings[f].clause != row->clause) f++;
    if (f == report.count) fail_msg("row %zu: %s is not found", r, uo_clause_id(row->clause));
    assert_string_equal(report.findings[f].have, row->have);
    assert_string_equal(report.findings[f].want, row->want);
    uo_arena_release(&arena);
  }
}

/* ---- Several faults at once -------------------------------------------------------------------------------------- */

static uo_report judge(const uo_tensor *x, const uo_attributes *attributes, const checker_answer *answer) {
  uo_report report;
  uint32_t wanted = UO_WANT_ALL;
  assert_int_equal(checker_both(x, attributes, wanted, &answer->outputs, UO_POLICY_ONNX, NULL, &report, NULL), 0);
  return report;
}

static void expect_findings(const uo_report *report, int count, const uo_clause *clauses) {
  assert_int_equal(report->count, count);
  for (int f = 0; f < count; f++) assert_int_equal(report->findings[f].clause, clauses[f]);
}

static void set(checker_answer *answer, int output, size_t at, int64_t to) {
  memcpy(answer->data[output] + at * sizeof to, &to, sizeof to);
}

/* SHAPE-02: a Y of another rank has no dimension along the axis, and perhaps no dimensions at all. */
static void y_of_a_lower_rank(void **state) {
  (void)state;
  uo_arena arena = {0};
  for (int32_t rank = 0; rank < 2; rank++) {
    checker_answer answer;
    checker_answer_make(&rows_x, &along_last, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
    answer.tensor[UO_Y].rank = rank;
    if (rank == 0) answer.tensor[UO_Y].dims = NULL;
    uo_report report = judge(&rows_x, &along_last, &answer);
    expect_findings(&report, 1, (uo_clause[]){UO_CLAUSE_SHAPE_02});
    assert_int_equal(report.findings[0].output, UO_Y);
  }
  uo_arena_release(&arena);
}

/* IDX-01, IDX-02, IDX-03: each said once, with the number of places. */
static void indices_out_of_range_and_too_few(void **state) {
  (void)state;
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&flat_x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
  set(&answer, UO_INDICES, 0, 6);
  set(&answer, UO_INDICES, 1, -1);
  answer.dims[UO_INDICES][0] = 3;
  uo_report report = judge(&flat_x, &ascending, &answer);
  expect_findings(&report, 3, (uo_clause[]){UO_CLAUSE_IDX_01, UO_CLAUSE_IDX_02, UO_CLAUSE_IDX_03});
  assert_int_equal(report.findings[0].places, 2);
  assert_int_equal(report.findings[1].places, 2);
  uo_arena_release(&arena);
}

/* INV-01, INV-04, INV-05, INV-06 */
static void inverse_wrong_and_too_short(void **state) {
  (void)state;
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&flat_x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
  set(&answer, UO_INVERSE_INDICES, 5, 0);
  set(&answer, UO_INVERSE_INDICES, 4, 0);
  answer.dims[UO_INVERSE_INDICES][0] = 5;
  uo_report report = judge(&flat_x, &ascending, &answer);
  expect_findings(&report, 4, (uo_clause[]){UO_CLAUSE_INV_01, UO_CLAUSE_INV_04, UO_CLAUSE_INV_05, UO_CLAUSE_INV_06});
  uo_arena_release(&arena);
}

/* INV-01, OUT-01: without a Y there is nothing that the inverse could reproduce. */
static void inverse_without_y(void **state) {
  (void)state;
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&flat_x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
  answer.outputs.tensor[UO_Y] = NULL;
  answer.outputs.tensor[UO_INDICES] = NULL;
  set(&answer, UO_INVERSE_INDICES, 0, 0);
  uo_report report = judge(&flat_x, &ascending, &answer);
  expect_findings(&report, 3, (uo_clause[]){UO_CLAUSE_OUT_01, UO_CLAUSE_OUT_04, UO_CLAUSE_INV_01});
  uo_arena_release(&arena);
}

/* VAL-01, INV-02: -1 is no position, not even for a value that Y lacks. */
static void minus_one_for_what_y_lacks(void **state) {
  (void)state;
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&flat_x, &ascending, UO_WANT_Y | UO_WANT_INVERSE_INDICES, UO_POLICY_ONNX, &arena, &answer);
  answer.dims[UO_Y][0] = 3;
  set(&answer, UO_INVERSE_INDICES, 4, -1);
  uo_report report;
  uint32_t wanted = UO_WANT_Y | UO_WANT_INVERSE_INDICES;
  assert_int_equal(checker_both(&flat_x, &ascending, wanted, &answer.outputs, UO_POLICY_ONNX, NULL, &report, NULL), 0);
  expect_findings(&report, 3, (uo_clause[]){UO_CLAUSE_VAL_01, UO_CLAUSE_SHAPE_01, UO_CLAUSE_INV_02});
  assert_int_equal(report.findings[2].position, 4);
  uo_arena_release(&arena);
}

/* VAL-02: several strings without bytes are one finding. */
static void strings_without_bytes_are_counted(void **state) {
  (void)state;
  static const uo_bytes right[] = {{"a", 1}, {"b", 1}};
  static const uo_bytes wrong[] = {{NULL, 1}, {NULL, 1}};
  static const int64_t two[] = {2};
  uo_tensor x = {UO_TYPE_STRING, 1, two, right};
  uo_tensor y = {UO_TYPE_STRING, 1, two, wrong};
  uo_outputs claimed = {{&y, NULL, NULL, NULL}, NULL};
  uo_report report;
  assert_int_equal(checker_both(&x, &ascending, UO_WANT_Y, &claimed, UO_POLICY_ONNX, NULL, &report, NULL), 0);
  expect_findings(&report, 1, (uo_clause[]){UO_CLAUSE_VAL_02});
  assert_int_equal(report.findings[0].places, 2);
}

/* TYP-04, SHAPE-06: an inverse of another type says nothing about subtensors without elements. */
static void inverse_of_another_type(void **state) {
  (void)state;
  static const int64_t x_dims[] = {3, 0};
  static const int64_t y_dims[] = {1, 0};
  static const int64_t three[] = {3};
  static const double zeros[] = {0, 0, 0};
  uo_tensor x = {UO_TYPE_FLOAT, 2, x_dims, NULL};
  uo_tensor y = {UO_TYPE_FLOAT, 2, y_dims, NULL};
  uo_tensor inverse = {UO_TYPE_DOUBLE, 1, three, zeros};
  uo_outputs claimed = {{&y, NULL, &inverse, NULL}, NULL};
  uo_attributes along_first = {1, 0, 1};
  uo_report report;
  uint32_t wanted = UO_WANT_Y | UO_WANT_INVERSE_INDICES;
  uo_policy policy = UO_REPRESENTATIVE_ANY;
  assert_int_equal(checker_both(&x, &along_first, wanted, &claimed, policy, NULL, &report, NULL), 0);
  expect_findings(&report, 1, (uo_clause[]){UO_CLAUSE_TYP_04});
}

/* ---- Sets of policies -------------------------------------------------------------------------------------------- */

static uo_policy_set explaining(const uo_bytes *x_data, const uo_bytes *y_data) {
  static const int64_t two[] = {2};
  uo_tensor x = {UO_TYPE_STRING, 1, two, x_data};
  uo_tensor y = {UO_TYPE_STRING, 1, two, y_data};
  uo_outputs claimed = {{&y, NULL, NULL, NULL}, NULL};
  uo_policy_set policies = uo_policy_set_spec();
  assert_int_equal(uo_check_set(&x, &ascending, UO_WANT_Y, &claimed, NULL, &policies, NULL), 0);
  return policies;
}

/* SIL-09: strings that bytes and UTF-16 order differently tell which of the two it was; others do not. */
static void utf16_shows_where_it_differs(void **state) {
  (void)state;
  static const uo_bytes by_bytes[] = {{"\xEF\xBF\xBD", 3}, {"\xF0\x9F\x98\x80", 4}};
  static const uo_bytes by_units[] = {{"\xF0\x9F\x98\x80", 4}, {"\xEF\xBF\xBD", 3}};
  uo_policy_set left = explaining(by_bytes, by_units);
  assert_true(uo_policy_set_has(&left, UO_STRING_UTF16));
  assert_false(uo_policy_set_has(&left, UO_POLICY_ONNX));
  left = explaining(by_bytes, by_bytes);
  assert_false(uo_policy_set_has(&left, UO_STRING_UTF16));
  assert_true(uo_policy_set_has(&left, UO_POLICY_ONNX));

  static const uo_bytes no_surrogates[] = {{"\xEE\x80\x80", 3}, {"\xF5", 1}};
  left = explaining(no_surrogates, no_surrogates);
  assert_true(uo_policy_set_has(&left, UO_STRING_UTF16));
  assert_true(uo_policy_set_has(&left, UO_POLICY_ONNX));
}

static void no_room_for_a_set(void **state) {
  (void)state;
  char text[] = "as it was";
  uo_policy_set spec = uo_policy_set_spec();
  assert_ptr_equal(uo_policy_set_format(&spec, text, 0), text);
  assert_string_equal(text, "as it was");
}

/* ---- Sizes that no test can hold --------------------------------------------------------------------------------- */

/* Beyond 2^31 items a position does not fit into the table: there is none, and search alone serves. */
static void too_many_items_for_a_table(void **state) {
  (void)state;
  uo_arena arena = {0};
  int64_t count = INT64_C(1) << 31;
  uo_tensor y_tensor = {UO_TYPE_INT64, 1, &count, flat};
  uo_view y = uo_view_of(&y_tensor, -1, UO_POLICY_ONNX);
  uo_lookup lookup;
  assert_int_equal(uo_lookup_ascending(&lookup, &y, false, true, &arena, NULL), UO_ERROR_NONE);
  assert_null(lookup.table);
  assert_int_equal(lookup.count, count);
  uo_arena_release(&arena);
}

/* OUT-01, OUT-04: elements without data are an output that was not given. */
static void elements_without_data(void **state) {
  (void)state;
  uo_arena arena = {0};
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    checker_answer answer;
    checker_answer_make(&flat_x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
    answer.tensor[output].data = NULL;
    uo_report report = judge(&flat_x, &ascending, &answer);
    expect_findings(&report, 1, (uo_clause[]){output == UO_Y ? UO_CLAUSE_OUT_01 : UO_CLAUSE_OUT_04});
    assert_string_equal(report.findings[0].have,
                        output == UO_INVERSE_INDICES ? "6 elements without data" : "4 elements without data");
    assert_string_equal(report.findings[0].want, "data for them");
  }
  uo_arena_release(&arena);
}

/* INV-05: an index that names the first item of X must lead back, too. */
static void the_first_item_contradicts(void **state) {
  (void)state;
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&flat_x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
  set(&answer, UO_INDICES, 2, 0);
  uo_report report = judge(&flat_x, &ascending, &answer);
  expect_findings(&report, 2, (uo_clause[]){UO_CLAUSE_IDX_01, UO_CLAUSE_INV_05});
  assert_int_equal(report.findings[1].position, 0);
  uo_arena_release(&arena);
}

/* Equal hashes are right but slow: what differs in one byte, anywhere, hashes differently. */
static void every_byte_counts_in_the_hash(void **state) {
  (void)state;
  static const int64_t pair[] = {2};
  static const int64_t shapes[][2] = {{2, 40}, {2, 20}, {2, 10}, {2, 5}};
  static const int32_t types[] = {UO_TYPE_UINT8, UO_TYPE_UINT16, UO_TYPE_UINT32, UO_TYPE_UINT64};
  char text[2][40];
  _Alignas(8) unsigned char bytes[2 * 40];
  uo_bytes strings[2] = {{text[0], 40}, {text[1], 40}};
  uo_tensor words = {UO_TYPE_STRING, 1, pair, strings};
  uo_view of_words = uo_view_of(&words, -1, UO_POLICY_ONNX);
  for (size_t at = 0; at < 40; at++) {
    memset(text, 'x', sizeof text);
    assert_true(uo_view_hash(&of_words, 0) == uo_view_hash(&of_words, 1));
    text[1][at] = 'y';
    assert_true(uo_view_hash(&of_words, 0) != uo_view_hash(&of_words, 1));
    for (size_t t = 0; t < 4; t++) {
      uo_tensor rows = {types[t], 2, shapes[t], bytes};
      uo_view of_rows = uo_view_of(&rows, 0, UO_POLICY_ONNX);
      memset(bytes, 7, sizeof bytes);
      assert_true(uo_view_hash(&of_rows, 0) == uo_view_hash(&of_rows, 1));
      bytes[40 + at] = 8;
      assert_true(uo_view_hash(&of_rows, 0) != uo_view_hash(&of_rows, 1));
    }
  }
}

/* ORD-03: an inverse is in the other order only if all of it is. */
static void the_other_order_in_all_places(void **state) {
  (void)state;
  uo_arena arena = {0};
  for (int64_t at = -1; at < 6; at++) {
    checker_answer answer;
    checker_answer other;
    checker_answer_make(&flat_x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
    checker_answer_make(&flat_x, &unsorted, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &other);
    answer.tensor[UO_INVERSE_INDICES] = other.tensor[UO_INVERSE_INDICES];
    if (at >= 0) set(&other, UO_INVERSE_INDICES, (size_t)at, 7);
    uo_report report = judge(&flat_x, &ascending, &answer);
    assert_int_equal(uo_report_has(&report, UO_CLAUSE_ORD_03, UO_INVERSE_INDICES), at < 0);
  }
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_full_report_takes_no_more),
      cmocka_unit_test(the_same_clause_in_two_outputs_is_two_findings),
      cmocka_unit_test(long_texts_are_cut_between_characters),
      cmocka_unit_test(findings_say_what_is_wrong),
      cmocka_unit_test(every_byte_counts_in_the_hash),
      cmocka_unit_test(the_other_order_in_all_places),
      cmocka_unit_test(elements_without_data),
      cmocka_unit_test(the_first_item_contradicts),
      cmocka_unit_test(y_of_a_lower_rank),
      cmocka_unit_test(indices_out_of_range_and_too_few),
      cmocka_unit_test(inverse_wrong_and_too_short),
      cmocka_unit_test(inverse_without_y),
      cmocka_unit_test(minus_one_for_what_y_lacks),
      cmocka_unit_test(strings_without_bytes_are_counted),
      cmocka_unit_test(inverse_of_another_type),
      cmocka_unit_test(utf16_shows_where_it_differs),
      cmocka_unit_test(no_room_for_a_set),
      cmocka_unit_test(too_many_items_for_a_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
