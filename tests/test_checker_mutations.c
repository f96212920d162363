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

#include "support/checker_answer.h"
#include "tensor/format.h"
#include "tensor/shape.h"

typedef struct question {
  uo_tensor x;
  uo_attributes attributes;
  uint32_t wanted;
  uo_policy policy;
} question;

static question random_question(uint64_t *state, uo_arena *arena) {
  question asked;
  checker_random_case(state, checker_types[checker_random(state, 15)], arena, &asked.x, &asked.attributes);
  asked.wanted = UO_WANT_Y | (uint32_t)checker_random(state, 8) << 1;
  asked.policy = checker_random(state, 2) == 0 ? UO_POLICY_ONNX : (uo_policy)checker_random(state, 256);
  return asked;
}

static void check(const question *asked, const uo_outputs *claimed, uo_report *report) {
  uo_error error;
  uo_error_code code =
      uo_check(&asked->x, &asked->attributes, asked->wanted, claimed, asked->policy, NULL, report, &error);
  if (code != UO_ERROR_NONE) fail_msg("%s", error.message);
}

static void describe(const question *asked, const uo_outputs *claimed, const uo_report *report) {
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

/* ---- Changes --------------------------------------------------------------------------------------------------- */

static int64_t elements_of(const uo_tensor *tensor) { return uo_items_of(tensor, -1).count; }

/* Sets one element of Y to a letter, or to another element of Y. */
static void change_y_element(uint64_t *state, checker_answer *answer, const question *asked) {
  int64_t count = elements_of(&answer->tensor[UO_Y]);
  if (count == 0) return;
  size_t size = uo_type_size(asked->x.dtype);
  unsigned char *at = answer->data[UO_Y] + (size_t)checker_random(state, (uint64_t)count) * size;
  /* few letters: X has them rather often */
  int letter = (int)checker_random(state, asked->x.dtype == UO_TYPE_BOOL ? 2 : 8);
  checker_alphabet_write(asked->x.dtype, letter, at);
}

static void swap(unsigned char *a, unsigned char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

/* Exchanges two elements of an output. */
static void swap_elements(uint64_t *state, checker_answer *answer, int output) {
  int64_t count = elements_of(&answer->tensor[output]);
  if (count == 0) return;
  size_t size = uo_type_size(answer->tensor[output].dtype);
  size_t a = (size_t)checker_random(state, (uint64_t)count);
  size_t b = (size_t)checker_random(state, (uint64_t)count);
  swap(answer->data[output] + a * size, answer->data[output] + b * size, size);
}

static void change_number(uint64_t *state, checker_answer *answer, int output) {
  int64_t count = elements_of(&answer->tensor[output]);
  if (count == 0) return;
  unsigned char *at = answer->data[output] + (size_t)checker_random(state, (uint64_t)count) * sizeof(int64_t);
  static const int64_t odd[] = {-1, INT64_MIN, INT64_MAX, 0, 1, 2};
  int64_t value;
  memcpy(&value, at, sizeof value);
  uint64_t kind = checker_random(state, 8);
  value = kind < 6 ? odd[kind] : kind == 6 ? value + 1 : value - 1;
  memcpy(at, &value, sizeof value);
}

/* One item more or less; the data has room for one more, cleared or stale. */
static void change_length(uint64_t *state, checker_answer *answer, int output) {
  uo_tensor *tensor = &answer->tensor[output];
  int64_t *dim = &answer->dims[output][tensor->rank == 1 ? 0 : checker_random(state, (uint64_t)tensor->rank)];
  bool grow = *dim == 0 || (elements_of(tensor) > 0 && tensor->rank == 1 && checker_random(state, 2) == 0);
  *dim += grow ? 1 : -1;
  if (!grow || elements_of(tensor) == 0 || output != UO_Y) return;
  size_t size = uo_type_size(tensor->dtype);
  unsigned char *last = answer->data[output] + (size_t)(elements_of(tensor) - 1) * size;
  if (elements_of(tensor) > 1) memcpy(last, answer->data[output], size);
}

static void change_form(uint64_t *state, checker_answer *answer, const question *asked, int output) {
  uo_tensor *tensor = &answer->tensor[output];
  switch (checker_random(state, 4)) {
    case 0:
      answer->dims[output][tensor->rank++] = 1;
      break;
    case 1: /* of the same size, so that the data is as long as it says */
      tensor->dtype = tensor->dtype == UO_TYPE_INT64 ? UO_TYPE_UINT64 : tensor->dtype;
      break;
    case 2:
      answer->outputs.tensor[output] = answer->outputs.tensor[output] == NULL ? tensor : NULL;
      break;
    default:
      if (elements_of(tensor) > 0 && tensor->rank < asked->x.rank + 1) answer->dims[output][tensor->rank++] = 1;
      break;
  }
}

/* A random change of a random output; it may turn out to change nothing. */
static void change(uint64_t *state, checker_answer *answer, const question *asked) {
  int output = (int)checker_random(state, UO_OUTPUT_COUNT);
  switch (checker_random(state, 6)) {
    case 0:
      change_form(state, answer, asked, output);
      break;
    case 1:
      change_length(state, answer, output);
      break;
    case 2:
      swap_elements(state, answer, output);
      break;
    default:
      if (output == UO_Y) {
        change_y_element(state, answer, asked);
      } else {
        change_number(state, answer, output);
      }
      break;
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
    question asked = random_question(&state, &arena);
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
    question asked = random_question(&state, &arena);
    checker_answer answer;
    checker_answer_make(&asked.x, &asked.attributes, asked.wanted, asked.policy, &arena, &answer);
    change(&state, &answer, &asked);
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
    question asked = random_question(&state, &arena);
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
