/* The clause tables and sets of policies; uo_check_set against trying all 256 policies one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/checker_answer.h"
#include "support/checker_both.h"
#include "tensor/format.h"
#include "tensor/shape.h"

/* ---- Clauses --------------------------------------------------------------------------------------------------- */

static void clauses_are_found_by_id(void **unused) {
  (void)unused;
  for (int c = 0; c < UO_CLAUSE_COUNT; c++) {
    uo_clause found;
    assert_true(uo_clause_find(uo_clause_id((uo_clause)c), &found));
    assert_int_equal(found, c);
    bool silent = strncmp(uo_clause_id((uo_clause)c), "SIL-", 4) == 0;
    assert_int_equal(uo_clause_is_silent((uo_clause)c), silent);
    assert_int_equal(uo_clause_source((uo_clause)c)[0] == '\0', silent);
    assert_true(uo_clause_text((uo_clause)c)[0] != '\0');
  }
  uo_clause found = UO_CLAUSE_VAL_01;
  assert_false(uo_clause_find("VAL-99", &found));
  assert_false(uo_clause_find("val-01", &found));
  assert_false(uo_clause_find(NULL, &found));
  assert_string_equal(uo_clause_id(UO_CLAUSE_VAL_01), "VAL-01");
  assert_string_equal(uo_clause_source(UO_CLAUSE_ORD_01), "defs.cc 3056, 3153");
  assert_string_equal(uo_clause_id((uo_clause)UO_CLAUSE_COUNT), "");
  assert_false(uo_clause_is_silent((uo_clause)UO_CLAUSE_COUNT));
}

/* ---- Sets ------------------------------------------------------------------------------------------------------ */

static int size_of(const uo_policy_set *set) {
  int size = 0;
  for (uo_policy policy = 0; policy < 256; policy++) size += uo_policy_set_has(set, policy);
  return size;
}

static uo_policy_set set_of(const uo_policy *members, int count) {
  uo_policy_set set = {{0}};
  for (int i = 0; i < count; i++) set.word[members[i] / 64] |= (uint64_t)1 << members[i] % 64;
  return set;
}

/* SIL-05, SIL-22: the same NaNs are not one value as elements and several as subtensors of one element. */
static void spec_has_the_consistent_policies(void **unused) {
  (void)unused;
  uo_policy_set spec = uo_policy_set_spec();
  uo_policy_set all = uo_policy_set_all();
  assert_int_equal(size_of(&spec), 128);
  assert_int_equal(size_of(&all), 256);
  assert_true(uo_policy_set_has(&spec, UO_POLICY_ONNX));
  assert_true(uo_policy_set_has(&spec, UO_POLICY_IEEE));
  assert_true(uo_policy_set_has(&spec, UO_POLICY_ARRAY_API));
  assert_false(uo_policy_set_has(&spec, UO_POLICY_NUMPY));
  assert_false(uo_policy_set_has(&spec, UO_NAN_DISTINCT));
  assert_false(uo_policy_set_has(&all, 256));
  assert_false(uo_policy_set_is_empty(&spec));
  assert_true(uo_policy_set_is_empty(&(uo_policy_set){{0}}));
  for (int word = 0; word < UO_POLICY_SET_WORDS; word++) {
    uo_policy_set one = {{0}};
    one.word[word] = 1;
    assert_false(uo_policy_set_is_empty(&one));
  }
}

static void nearest_differs_in_the_fewest_choices(void **unused) {
  (void)unused;
  uo_policy nearest = 77;
  uo_policy_set empty = {{0}};
  assert_false(uo_policy_set_nearest(&empty, 0, &nearest));
  static const uo_policy members[] = {UO_POLICY_IEEE, UO_ZERO_DISTINCT, UO_STRING_UTF16, 255};
  uo_policy_set set = set_of(members, 4);
  assert_true(uo_policy_set_nearest(&set, UO_POLICY_ONNX, &nearest));
  assert_int_equal(nearest, UO_ZERO_DISTINCT); /* the smallest of two at distance 1 */
  assert_true(uo_policy_set_nearest(&set, UO_POLICY_IEEE | UO_NAN_FIRST, &nearest));
  assert_int_equal(nearest, UO_POLICY_IEEE);
  assert_true(uo_policy_set_nearest(&set, 254, &nearest));
  assert_int_equal(nearest, 255);
  static const uo_policy first = 0;
  static const uo_policy last = 255;
  set = set_of(&first, 1);
  assert_true(uo_policy_set_nearest(&set, 3, &nearest));
  assert_int_equal(nearest, 0);
  set = set_of(&last, 1); /* and 0 differs from it in every choice */
  assert_true(uo_policy_set_nearest(&set, 0, &nearest));
  assert_int_equal(nearest, 255);
}

static void sets_are_written_by_their_choices(void **unused) {
  (void)unused;
  char text[256];
  uo_policy_set set = uo_policy_set_all();
  assert_string_equal(uo_policy_set_format(&set, text, sizeof text), "any");
  set = uo_policy_set_spec();
  assert_string_equal(uo_policy_set_format(&set, text, sizeof text), "any");
  set = (uo_policy_set){{0}};
  assert_string_equal(uo_policy_set_format(&set, text, sizeof text), "none");
  set = uo_policy_set_spec();
  for (uo_policy policy = 0; policy < 256; policy++) {
    if ((policy & UO_NAN_DISTINCT) != 0 || (policy & UO_ZERO_DISTINCT) == 0)
      set.word[policy / 64] &= ~((uint64_t)1 << policy % 64);
  }
  assert_string_equal(uo_policy_set_format(&set, text, sizeof text), "nan=equal, nan-subtensor=equal, zero=distinct");
  assert_string_equal(uo_policy_set_format(&set, text, 15), "nan=equal, nan");
  static const uo_policy members[] = {0, UO_ZERO_DISTINCT | UO_STRING_UTF16};
  set = set_of(members, 2);
  assert_non_null(strstr(uo_policy_set_format(&set, text, sizeof text), "zero=equal|distinct"));
  assert_non_null(strstr(text, "nan-order=last,"));
  set = set_of(members, 1);
  assert_string_equal(uo_policy_set_format(&set, text, sizeof text),
                      "nan=equal, nan-subtensor=equal, nan-order=last, nan-complex=any-part, zero=equal, "
                      "representative=first, complex-order=lexicographic, string-order=bytes");
  static const uo_policy of_elements[] = {0, UO_NAN_DISTINCT}; /* open alone, and not together with nan-subtensor */
  set = set_of(of_elements, 2);
  assert_non_null(strstr(uo_policy_set_format(&set, text, sizeof text), "nan-subtensor=equal, nan-order=last"));
  assert_null(strstr(text, "nan=equal"));
  set = uo_policy_set_spec();
  for (uo_policy policy = 0; policy < 256; policy++) {
    if ((policy & UO_ZERO_DISTINCT) == 0) set.word[policy / 64] &= ~((uint64_t)1 << policy % 64);
  }
  assert_string_equal(uo_policy_set_format(&set, text, sizeof text), "zero=distinct");
}

/* ---- Narrowing ------------------------------------------------------------------------------------------------- */

typedef struct question {
  uo_tensor x;
  uo_attributes attributes;
  uint32_t wanted;
} question;

static uo_policy_set try_all(const question *asked, const uo_outputs *claimed, const uo_policy_set *before) {
  uo_policy_set after = {{0}};
  for (uo_policy policy = 0; policy < 256; policy++) {
    uo_report report;
    assert_int_equal(checker_both(&asked->x, &asked->attributes, asked->wanted, claimed, policy, NULL, &report, NULL),
                     0);
    if (report.count == 0 && uo_policy_set_has(before, policy)) after.word[policy / 64] |= (uint64_t)1 << policy % 64;
  }
  return after;
}

static void expect_same_set(const question *asked, const uo_outputs *claimed, uo_policy_set set) {
  uo_policy_set want = try_all(asked, claimed, &set);
  assert_int_equal(uo_check_set(&asked->x, &asked->attributes, asked->wanted, claimed, NULL, &set, NULL), 0);
  if (memcmp(&set, &want, sizeof set) == 0) return;
  char text[300];
  print_error("X %s", uo_format_tensor(&asked->x, text, sizeof text));
  print_error(" axis %s%lld sorted %lld\n", asked->attributes.has_axis ? "" : "none/",
              (long long)asked->attributes.axis, (long long)asked->attributes.sorted);
  print_error("have %s\n", uo_policy_set_format(&set, text, sizeof text));
  print_error("want %s\n", uo_policy_set_format(&want, text, sizeof text));
  fail();
}

/* Makes an element of Y one of the first four letters: often another zero or NaN (SIL-03, SIL-04). */
static void give_other_bits(uint64_t *state, const question *asked, checker_answer *answer) {
  int64_t count = uo_items_of(&answer->tensor[UO_Y], -1).count;
  if (count == 0) return;
  size_t at = (size_t)checker_random(state, (uint64_t)count);
  int letter = (int)checker_random(state, 4);
  checker_alphabet_write(asked->x.dtype, letter, answer->data[UO_Y] + at * uo_type_size(asked->x.dtype));
}

/* Choices that cannot matter are not tried, and still the set is that of trying each policy: all types, axes, orders.
 */
static void narrowing_is_exact(void **unused) {
  (void)unused;
  static const int32_t types[] = {UO_TYPE_FLOAT,      UO_TYPE_FLOAT16, UO_TYPE_DOUBLE, UO_TYPE_COMPLEX64,
                                  UO_TYPE_COMPLEX128, UO_TYPE_STRING,  UO_TYPE_INT8};
  uint64_t state = 4;
  int narrowed = 0;
  for (int turn = 0; turn < 300; turn++) {
    uo_arena arena = {0};
    question asked;
    checker_random_case(&state, types[checker_random(&state, 7)], &arena, &asked.x, &asked.attributes);
    asked.wanted = UO_WANT_Y | (uint32_t)checker_random(&state, 8) << 1;
    checker_answer answer;
    uo_policy followed = (uo_policy)checker_random(&state, 256);
    checker_answer_make(&asked.x, &asked.attributes, asked.wanted, followed, &arena, &answer);
    uo_policy_set set = uo_policy_set_all();
    expect_same_set(&asked, &answer.outputs, set);
    assert_int_equal(uo_check_set(&asked.x, &asked.attributes, asked.wanted, &answer.outputs, NULL, &set, NULL), 0);
    assert_true(uo_policy_set_has(&set, followed));
    narrowed += size_of(&set) < 256;
    expect_same_set(&asked, &answer.outputs, uo_policy_set_spec());
    give_other_bits(&state, &asked, &answer);
    expect_same_set(&asked, &answer.outputs, uo_policy_set_all());
    uo_arena_release(&arena);
  }
  assert_true(narrowed > 40);
}

static const int64_t dims_3[] = {3};
static const int64_t dims_2[] = {2};
static const int64_t dims_3_1[] = {3, 1};
static const int64_t dims_2_1[] = {2, 1};
static const uint32_t two_nans[] = {0x7fc00000, 0x3f800000, 0x7fc00000};
static const uint32_t merged[] = {0x3f800000, 0x7fc00000};

/* SIL-01, SIL-05: merging NaNs without axis and keeping rows of them apart is no consistent set of choices. */
static void one_set_of_choices_must_explain_the_run(void **unused) {
  (void)unused;
  uo_policy_set set = uo_policy_set_spec();
  uo_tensor x = {UO_TYPE_FLOAT, 1, dims_3, two_nans};
  uo_tensor y = {UO_TYPE_FLOAT, 1, dims_2, merged};
  uo_attributes flat = {0, 0, 1};
  uo_outputs claimed = {{&y, NULL, NULL, NULL}, NULL};
  assert_int_equal(uo_check_set(&x, &flat, UO_WANT_Y, &claimed, NULL, &set, NULL), 0);
  assert_true(uo_policy_set_has(&set, UO_POLICY_ONNX));
  assert_false(uo_policy_set_has(&set, UO_POLICY_IEEE));

  /* SIL-22: on a rank-1 tensor an axis changes nothing. */
  uo_attributes along = {1, 0, 1};
  uo_policy_set before = set;
  assert_int_equal(uo_check_set(&x, &along, UO_WANT_Y, &claimed, NULL, &set, NULL), 0);
  assert_memory_equal(&set, &before, sizeof set);

  static const uint32_t kept[] = {0x3f800000, 0x7fc00000, 0x7fc00000};
  x = (uo_tensor){UO_TYPE_FLOAT, 2, dims_3_1, two_nans};
  y = (uo_tensor){UO_TYPE_FLOAT, 2, dims_3_1, kept};
  assert_int_equal(uo_check_set(&x, &along, UO_WANT_Y, &claimed, NULL, &set, NULL), 0);
  assert_true(uo_policy_set_is_empty(&set));
  y = (uo_tensor){UO_TYPE_FLOAT, 2, dims_2_1, merged};
  assert_int_equal(uo_check_set(&x, &along, UO_WANT_Y, &claimed, NULL, &before, NULL), 0);
  assert_false(uo_policy_set_is_empty(&before));
}

/* SIL-03: the NaN of the second occurrence in Y is explained by representative=any, and by nothing else. */
static void another_nan_is_explained_by_any(void **unused) {
  (void)unused;
  static const uint32_t other_nans[] = {0x7fc00001, 0x3f800000, 0x7fc00000};
  uo_tensor x = {UO_TYPE_FLOAT, 1, dims_3, other_nans};
  uo_tensor y = {UO_TYPE_FLOAT, 1, dims_2, merged};
  uo_attributes flat = {0, 0, 1};
  uo_outputs claimed = {{&y, NULL, NULL, NULL}, NULL};
  uo_policy_set set = uo_policy_set_spec();
  assert_int_equal(uo_check_set(&x, &flat, UO_WANT_Y, &claimed, NULL, &set, NULL), 0);
  char text[256];
  assert_string_equal(uo_policy_set_format(&set, text, sizeof text),
                      "nan=equal, nan-subtensor=equal, nan-order=last, representative=any");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clauses_are_found_by_id),
      cmocka_unit_test(spec_has_the_consistent_policies),
      cmocka_unit_test(nearest_differs_in_the_fewest_choices),
      cmocka_unit_test(sets_are_written_by_their_choices),
      cmocka_unit_test(narrowing_is_exact),
      cmocka_unit_test(another_nan_is_explained_by_any),
      cmocka_unit_test(one_set_of_choices_must_explain_the_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
