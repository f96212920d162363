/*
 * Right answers pass and changed ones do not: over all types, shapes, axes, orders, sets of outputs and policies, an
 * answer is changed in one place at random, and the checker must object exactly when it is no longer right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/checker_both.h"
#include "support/checker_change.h"
#include "tensor/format.h"
#include "tensor/shape.h"

static void check(const checker_question *asked, const uo_outputs *claimed, uo_report *report) {
  uo_error error;
  uo_error_code code =
      checker_both(&asked->x, &asked->attributes, asked->wanted, claimed, asked->policy, NULL, report, &error);
  if (code != UO_ERROR_NONE) fail_msg("%s", error.message);
}

static void describe(const checker_question *asked, const uo_outputs *claimed, const uo_report *report) {
  char text[400];
  print_error("policy %s", uo_policy_format(asked->policy, text, sizeof text));
  print_error(" axis %s%lld sorted %lld\n", asked->attributes.has_axis ? "" : "none/",
              (long long)asked->attributes.axis, (long long)asked->attributes.sorted);
  print_error("X %s\n", uo_format_tensor(&asked->x, text, sizeof text));
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (claimed->tensor[output] == NULL) continue;
    print_error("%s %s\n", uo_output_name(output), uo_format_tensor(claimed->tensor[output], text, sizeof text));
  }
  for (int f = 0; f < report->count; f++) {
    const uo_finding *finding = &report->findings[f];
    print_error("%s %s[%lld]: have %s, want %s\n", uo_clause_id(finding->clause), uo_output_name(finding->output),
                (long long)finding->position, finding->have, finding->want);
  }
}

/* ---- Tests ----------------------------------------------------------------------------------------------------- */

/* OUT-07, SIL-17 and everything else: what the slow way and the reference answer is accepted, whatever was asked for.
 */
static void accepts_right_answers(void **unused) {
  (void)unused;
  uint64_t state = 1;
  for (int turn = 0; turn < 30000; turn++) {
    uo_arena arena = {0};
    checker_question asked = checker_random_question(&state, &arena);
    checker_answer answer;
    checker_answer_make(&asked.x, &asked.attributes, asked.wanted, asked.policy, &arena, &answer);
    uo_report report;
    check(&asked, &answer.outputs, &report);
    if (report.count != 0) describe(&asked, &answer.outputs, &report);
    assert_int_equal(report.count, 0);

    uo_outputs outputs;
    uo_error error;
    assert_int_equal(uo_unique(&asked.x, &asked.attributes, asked.wanted, asked.policy, NULL, &outputs, &error), 0);
    check(&asked, &outputs, &report);
    if (report.count != 0) describe(&asked, &outputs, &report);
    assert_int_equal(report.count, 0);
    uo_outputs_release(&outputs);
    uo_arena_release(&arena);
  }
}

/* An answer changed in one place is objected to exactly when it is no longer right. */
static void objects_exactly_to_wrong_answers(void **unused) {
  (void)unused;
  uint64_t state = 2;
  int wrong = 0;
  int still_right = 0;
  for (int turn = 0; turn < 60000; turn++) {
    uo_arena arena = {0};
    checker_question asked = checker_random_question(&state, &arena);
    checker_answer answer;
    checker_answer_make(&asked.x, &asked.attributes, asked.wanted, asked.policy, &arena, &answer);
    checker_change(&state, &answer, &asked);
    bool right =
        checker_answer_is_right(&asked.x, &asked.attributes, asked.wanted, asked.policy, &answer.outputs, &arena);
    uo_report report;
    check(&asked, &answer.outputs, &report);
    if (right != (report.count == 0)) describe(&asked, &answer.outputs, &report);
    assert_int_equal(right, report.count == 0);
    wrong += !right;
    still_right += right;
    uo_arena_release(&arena);
  }
  assert_true(wrong > 20000); /* neither side may be empty */
  assert_true(still_right > 2000);
}

/* An answer that follows one policy is judged under another one: right exactly when it is that policy's answer, too. */
static void objects_exactly_to_other_policies(void **unused) {
  (void)unused;
  uint64_t state = 3;
  int wrong = 0;
  for (int turn = 0; turn < 30000; turn++) {
    uo_arena arena = {0};
    checker_question asked = checker_random_question(&state, &arena);
    checker_answer answer;
    checker_answer_make(&asked.x, &asked.attributes, asked.wanted, (uo_policy)checker_random(&state, 256), &arena,
                        &answer);
    bool right =
        checker_answer_is_right(&asked.x, &asked.attributes, asked.wanted, asked.policy, &answer.outputs, &arena);
    uo_report report;
    check(&asked, &answer.outputs, &report);
    if (right != (report.count == 0)) describe(&asked, &answer.outputs, &report);
    assert_int_equal(right, report.count == 0);
    wrong += !right;
    uo_arena_release(&arena);
  }
  assert_true(wrong > 1500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepts_right_answers),
      cmocka_unit_test(objects_exactly_to_wrong_answers),
      cmocka_unit_test(objects_exactly_to_other_policies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
