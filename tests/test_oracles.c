/*
 * The three oracles against each other: goldens (numpy), reference and checker. None is trusted alone, so each answer
 * of one is judged by the other two: over every frozen vector, the whole grid, random cases and a slice of the small
 * ones.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cases/generated.h"
#include "files/vector.h"
#include "tensor/format.h"
#include "tensor/order.h"
#include "unique_oracle/checker.h"

static void fail_case(const uo_case *question, const char *why) {
  char shown[400];
  char policy_free[64];
  snprintf(policy_free, sizeof policy_free, "axis %s%" PRId64 " sorted %" PRId64 " wanted %" PRIu32,
           question->attributes.has_axis ? "" : "none/", question->attributes.axis, question->attributes.sorted,
           question->wanted);
  fail_msg("%s: %s %s: %s", question->id, uo_format_tensor(&question->x, shown, sizeof shown), policy_free, why);
}

/* What the checker says of these outputs; "" when nothing is wrong. */
static void check_outputs(const uo_case *question, const uo_outputs *outputs, uo_policy policy) {
  uo_report report;
  uo_error error;
  if (uo_check(&question->x, &question->attributes, question->wanted, outputs, policy, NULL, &report, &error) !=
      UO_ERROR_NONE)
    fail_case(question, error.message);
  if (report.count == 0) return;
  const uo_finding *first = &report.findings[0];
  char why[512];
  char name[128];
  snprintf(why, sizeof why, "under %s: %s %s[%" PRId64 "] have %s want %s", uo_policy_format(policy, name, sizeof name),
           uo_clause_id(first->clause), uo_output_name(first->output), first->position, first->have, first->want);
  fail_case(question, why);
}

/* Reference and checker on one case, under one policy; a case that must be rejected is. */
static void compare_reference_with_checker(const uo_case *question, uo_policy policy) {
  uo_outputs outputs;
  uo_error error;
  uo_error reason;
  uo_error_code allowed = uo_case_allowed(question, &reason);
  uo_error_code code = uo_unique(&question->x, &question->attributes, question->wanted, policy, NULL, &outputs, &error);
  if (code != allowed) fail_case(question, code == UO_ERROR_NONE ? "answered although invalid" : error.message);
  if (code == UO_ERROR_NONE) check_outputs(question, &outputs, policy);
  uo_outputs_release(&outputs);
}

static void expect_identical(const uo_vector *vector, const uo_outputs *outputs) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *have = outputs->tensor[output];
    if ((vector->question.wanted & 1u << output) == 0) {
      if (have != NULL) fail_case(&vector->question, "an output that is not wanted");
      continue;
    }
    const uo_tensor *want = &vector->expected[output];
    uo_items have_items = uo_items_of(have, -1);
    uo_items want_items = uo_items_of(want, -1);
    if (have->dtype != want->dtype || !uo_shape_equal(have, want))
      fail_case(&vector->question, "type or shape differs from the golden");
    for (int64_t i = 0; i < want_items.count; i++)
      if (!uo_items_identical(&have_items, i, &want_items, i)) fail_case(&vector->question, "differs from the golden");
  }
}

/* Every frozen vector: the reference gives the golden bit for bit, and the checker finds nothing wrong with the golden.
 */
static void goldens_reference_and_checker_agree(void **state) {
  (void)state;
  uo_vector_source *source;
  uo_error error;
  if (uo_vectors_open(UO_SOURCE_DIR "/corpus/vectors", &source, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  uo_arena arena = {NULL, NULL};
  int64_t judged = 0;
  for (;;) {
    uo_vector vector;
    bool more;
    if (uo_vectors_next(source, &arena, &vector, &more, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
    if (!more) break;
    uo_policy policy;
    assert_int_equal(uo_policy_parse(uo_vectors_header(source)->policy, &policy, NULL), UO_ERROR_NONE);
    assert_true(vector.has_expected);
    uo_outputs outputs;
    const uo_case *question = &vector.question;
    uo_error_code code =
        uo_unique(&question->x, &question->attributes, question->wanted, policy, NULL, &outputs, &error);
    if ((code != UO_ERROR_NONE) != (vector.rejected != NULL))
      fail_case(question, "rejected by one and not by the other");
    if (code == UO_ERROR_NONE) {
      uo_outputs golden = uo_vector_outputs(&vector);
      expect_identical(&vector, &outputs);
      check_outputs(question, &golden, policy);
      check_outputs(question, &outputs, policy);
    }
    uo_outputs_release(&outputs);
    uo_arena_reset(&arena);
    judged++;
  }
  uo_vectors_close(source);
  uo_arena_release(&arena);
  assert_true(judged >= 5000);
}

typedef uo_error_code indexed_case(uint64_t index, uo_arena *arena, uo_case *made, uo_error *error);

static uo_error_code random_case(uint64_t index, uo_arena *arena, uo_case *made, uo_error *error) {
  return uo_random_case(20260101, index, arena, made, error);
}

/* Cases from, from + step, ... below `end`; case number i of the walk under policy onnx, or under i % 256 when
 * `all_policies`. */
static void walk(indexed_case *make, uint64_t from, uint64_t step, uint64_t end, bool all_policies) {
  uo_arena arena = {NULL, NULL};
  uint64_t walked = 0;
  for (uint64_t index = from; index < end; index += step) {
    uo_case question;
    uo_error error;
    if (make(index, &arena, &question, &error) != UO_ERROR_NONE) fail_msg("case %" PRIu64 ": %s", index, error.message);
    uo_policy policy = all_policies ? (uo_policy)(walked % (1u << UO_CHOICE_COUNT)) : UO_POLICY_ONNX;
    compare_reference_with_checker(&question, policy);
    uo_arena_reset(&arena);
    walked++;
  }
  uo_arena_release(&arena);
  assert_true(walked > 0);
}

static void the_grid_agrees(void **state) {
  (void)state;
  walk(uo_grid_case, 0, 1, uo_grid_size(), false);
}

/* Policies go round while the grid is walked in steps that share no factor with their number. */
static void the_grid_agrees_under_every_policy(void **state) {
  (void)state;
  walk(uo_grid_case, 1, 3, uo_grid_size(), true);
}

static void random_cases_agree(void **state) {
  (void)state;
  walk(random_case, 0, 1, 10000, false);
  walk(random_case, 10000, 1, 20000, true);
}

static void a_slice_of_the_small_cases_agrees(void **state) {
  (void)state;
  walk(uo_small_case, 0, 997, uo_small_size(), false);
  walk(uo_small_case, 5, 1009, uo_small_size(), true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(goldens_reference_and_checker_agree), cmocka_unit_test(the_grid_agrees),
      cmocka_unit_test(the_grid_agrees_under_every_policy),  cmocka_unit_test(random_cases_agree),
      cmocka_unit_test(a_slice_of_the_small_cases_agrees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
