/* The search for the smallest failing case, against a subject that misbehaves by rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gate/shrinking.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

/* ---- The subject ------------------------------------------------------------------------------------------------- */

/* The reference, but for cases of more than `most` elements, which are answered with `kind`; outputs are then wrong. */
typedef struct ruled {
  uo_subject base;
  uo_subject *reference;
  int64_t most;
  uo_answer_kind kind;
  uint32_t left_out; /* outputs that are missing in a wrong answer */
  int slow_from;     /* cases are larger than this many elements: they hang instead; 0: never */
  int errors_at;     /* the asking at which the harness fails; 0: never */
  int asked;
  bool remembers; /* and no case may be asked again */
  uint64_t prints[UO_SHRINK_CALLS];
} ruled;

/* No case is asked twice: its number, all of it but its id, is a new one. */
static void remember(ruled *self, const uo_case *question) {
  int64_t dims[] = {3};
  int64_t node[] = {question->attributes.axis * question->attributes.has_axis, question->attributes.sorted,
                    question->wanted};
  uo_tensor attributes = {UO_TYPE_INT64, 1, dims, node};
  uo_answer as_answer = {.outputs = {.tensor = {&question->x, &attributes}}};
  uint64_t print = uo_answer_fingerprint(&as_answer);
  for (int i = 0; i < self->asked - 1; i++) assert_true(self->prints[i] != print);
  assert_in_range(self->asked, 1, UO_SHRINK_CALLS);
  self->prints[self->asked - 1] = print;
}

static uo_error_code ruled_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                               uo_answer *answers, uo_error *error) {
  ruled *self = (ruled *)subject;
  self->asked++;
  UO_REQUIRE(self->asked != self->errors_at, error, UO_ERROR_SYSTEM, "fork: refused");
  uo_error_code code = uo_subject_ask(self->reference, cases, count, arena, answers, error);
  if (code != UO_ERROR_NONE) return code;
  assert_int_equal(count, 1);
  if (self->remembers) remember(self, &cases[0]);
  int64_t elements = uo_items_of(&cases[0].x, -1).count;
  if (elements <= self->most) return UO_ERROR_NONE;
  if (self->slow_from > 0 && elements < self->slow_from) {
    answers[0] = (uo_answer){.kind = UO_ANSWER_HUNG, .message = "no answer"};
  } else if (self->kind != UO_ANSWER_OUTPUTS) {
    answers[0] = (uo_answer){.kind = self->kind, .message = "spoilt"};
  } else {
    for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
      if ((self->left_out >> output & 1u) != 0) answers[0].outputs.tensor[output] = NULL;
    }
  }
  return UO_ERROR_NONE;
}

static void ruled_close(uo_subject *subject) { (void)subject; }

static ruled open_ruled(int64_t most, uo_answer_kind kind) {
  ruled self = {.most = most, .kind = kind, .left_out = UO_WANT_COUNTS};
  assert_int_equal(uo_subject_open_builtin(UO_POLICY_ONNX, &self.reference, NULL), UO_ERROR_NONE);
  self.base = (uo_subject){.info = self.reference->info, .ask = ruled_ask, .close = ruled_close};
  return self;
}

/* ---- The case ---------------------------------------------------------------------------------------------------- */

static const int64_t dims[] = {4, 10};
static const int32_t data[40] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
                                 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
static const uo_case question = {"forty", {UO_TYPE_INT32, 2, dims, data}, {1, 1, 0}, UO_WANT_ALL};

static const uo_shrink_limits plenty = {.calls = UO_SHRINK_CALLS, .hang_cost = 50, .death_cost = 1};

/* Asks and shrinks; the failure is the verdict's. */
static uo_shrunk shrink(ruled *subject, uo_verdict verdict, const uo_shrink_limits *limits, uo_arena *arena) {
  uo_judge judge = uo_judge_for(false, UO_POLICY_ONNX);
  uo_judgement failure;
  uo_arena answers = {0};
  uint64_t calls;
  uo_shrunk shrunk;
  assert_int_equal(uo_ask_alone(&subject->base, &judge, &question, &answers, NULL, &failure, &calls, NULL), 0);
  uo_arena_release(&answers);
  assert_int_equal(failure.verdict, verdict);
  subject->asked = 0;
  subject->remembers = true;
  assert_int_equal(uo_shrink_failure(&subject->base, &judge, &question, &failure, limits, arena, &shrunk, NULL), 0);
  assert_true(uo_same_failure(&shrunk.judgement, &failure));
  assert_string_equal(shrunk.question.id, "forty");
  return shrunk;
}

static int64_t elements_of(const uo_shrunk *shrunk) { return uo_items_of(&shrunk->question.x, -1).count; }

static void every_kind_of_failure(void **state) {
  (void)state;
  static const struct {
    uo_answer_kind kind;
    uo_verdict verdict;
  } kinds[] = {
      {UO_ANSWER_OUTPUTS, UO_VERDICT_WRONG},
      {UO_ANSWER_REJECTED, UO_VERDICT_REJECTS_VALID},
      {UO_ANSWER_FAILED, UO_VERDICT_REJECTS_VALID},
      {UO_ANSWER_CRASHED, UO_VERDICT_CRASH},
      {UO_ANSWER_CLOBBERED, UO_VERDICT_CLOBBERS},
      {UO_ANSWER_BROKEN, UO_VERDICT_BROKEN_ADAPTER},
      {UO_ANSWER_OUT_OF_MEMORY, UO_VERDICT_OUT_OF_MEMORY},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    uo_arena arena = {0};
    ruled subject = open_ruled(5, kinds[i].kind);
    uo_shrunk shrunk = shrink(&subject, kinds[i].verdict, &plenty, &arena);
    assert_int_equal(elements_of(&shrunk), 6);
    assert_int_equal(shrunk.question.x.rank, 1);
    assert_int_equal(shrunk.question.x.dtype, UO_TYPE_FLOAT);
    /* Counts are what is wrong, so they stay wanted; else Y alone is enough. */
    bool counts = kinds[i].kind == UO_ANSWER_OUTPUTS;
    assert_int_equal(shrunk.question.wanted, counts ? UO_WANT_Y | UO_WANT_COUNTS : UO_WANT_Y);
    assert_true(shrunk.complete && shrunk.simpler);
    assert_int_equal(shrunk.calls, subject.asked);
    assert_in_range(shrunk.calls, 1, 200);
    uo_subject_close(subject.reference);
    uo_arena_release(&arena);
  }
}

static void limits_hold(void **state) {
  (void)state;
  for (uint64_t calls = 0; calls < 60; calls++) {
    uo_arena arena = {0};
    uo_shrink_limits limits = plenty;
    ruled subject = open_ruled(5, UO_ANSWER_OUTPUTS);
    limits.calls = calls;
    uo_shrunk shrunk = shrink(&subject, UO_VERDICT_WRONG, &limits, &arena);
    assert_int_equal(shrunk.calls, subject.asked);
    assert_in_range(shrunk.calls, 0, calls);
    assert_in_range(elements_of(&shrunk), 6, 40);
    assert_int_equal(shrunk.simpler, elements_of(&shrunk) < 40 || shrunk.question.x.rank < 2);
    if (!shrunk.complete) assert_int_equal(shrunk.calls, calls);
    uo_subject_close(subject.reference);
    uo_arena_release(&arena);
  }
}

/* Hangs and deaths count for more. A hang on the way is another answer, not the failure looked for. */
static void costs(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_shrink_limits limits = {.calls = 500, .hang_cost = 100, .death_cost = 10};
  ruled subject = open_ruled(5, UO_ANSWER_HUNG);
  uo_shrunk shrunk = shrink(&subject, UO_VERDICT_HANG, &limits, &arena);
  assert_in_range(shrunk.calls, 500, 599);
  assert_in_range(subject.asked, 5, 20);
  assert_false(shrunk.complete);
  uo_subject_close(subject.reference);

  subject = open_ruled(5, UO_ANSWER_CRASHED);
  shrunk = shrink(&subject, UO_VERDICT_CRASH, &limits, &arena);
  assert_true(shrunk.calls > (uint64_t)subject.asked);
  uo_subject_close(subject.reference);

  subject = open_ruled(5, UO_ANSWER_OUTPUTS);
  subject.slow_from = 12;
  shrunk = shrink(&subject, UO_VERDICT_WRONG, &plenty, &arena);
  assert_int_equal(elements_of(&shrunk), 12);
  uo_subject_close(subject.reference);
  uo_arena_release(&arena);
}

/* What the harness says is passed on, and nothing is lost. */
static void errors_are_passed_on(void **state) {
  (void)state;
  uo_judge judge = uo_judge_for(false, UO_POLICY_ONNX);
  uo_judgement failure;
  uo_arena answers = {0};
  uint64_t calls;
  for (int at = 1; at < 12; at++) {
    uo_arena arena = {0};
    uo_error error = {0};
    uo_shrunk shrunk;
    ruled subject = open_ruled(5, UO_ANSWER_OUTPUTS);
    assert_int_equal(uo_ask_alone(&subject.base, &judge, &question, &answers, NULL, &failure, &calls, NULL), 0);
    assert_int_equal(calls, 2);
    subject.errors_at = subject.asked + at;
    uo_error_code code =
        uo_shrink_failure(&subject.base, &judge, &question, &failure, &plenty, &arena, &shrunk, &error);
    assert_int_equal(code, UO_ERROR_SYSTEM);
    assert_string_equal(error.message, "fork: refused");
    uo_subject_close(subject.reference);
    uo_arena_release(&arena);
  }
  uo_arena_release(&answers);
}

static uo_judgement judged(uo_verdict verdict, uint32_t choices, int count, const uo_clause *clauses) {
  uo_judgement made;
  memset(&made, 0, sizeof made);
  made.verdict = verdict;
  made.choices = choices;
  made.report.count = count;
  for (int i = 0; i < count; i++) made.report.findings[i].clause = clauses[i];
  return made;
}

/* The same failure: verdict, set of clauses in whatever order and output, choices. */
static void same_failures(void **state) {
  (void)state;
  const uo_clause two[] = {UO_CLAUSE_VAL_01, UO_CLAUSE_CNT_01};
  const uo_clause turned[] = {UO_CLAUSE_CNT_01, UO_CLAUSE_VAL_01, UO_CLAUSE_CNT_01};
  uo_judgement first = judged(UO_VERDICT_WRONG, 0, 2, two);
  uo_judgement other = judged(UO_VERDICT_WRONG, 0, 3, turned);
  assert_true(uo_same_failure(&first, &other) && uo_same_failure(&other, &first));
  other = judged(UO_VERDICT_WRONG, 0, 1, two);
  assert_false(uo_same_failure(&first, &other) || uo_same_failure(&other, &first));
  other = judged(UO_VERDICT_FREEDOM, 0, 2, two);
  assert_false(uo_same_failure(&first, &other));
  other = judged(UO_VERDICT_WRONG, 1, 2, two);
  assert_false(uo_same_failure(&first, &other));
}

static void what_can_be_shrunk(void **state) {
  (void)state;
  assert_true(uo_can_shrink(UO_SUBJECT_PLUGIN, UO_VERDICT_WRONG));
  assert_true(uo_can_shrink(UO_SUBJECT_COMMAND, UO_VERDICT_HANG));
  assert_false(uo_can_shrink(UO_SUBJECT_ANSWERS, UO_VERDICT_WRONG));
  assert_false(uo_can_shrink(UO_SUBJECT_PLUGIN, UO_VERDICT_UNSTABLE));
  assert_false(uo_can_shrink(UO_SUBJECT_PLUGIN, UO_VERDICT_UNSUPPORTED));
}

/* A similar failure names a part of the clauses and choices, but not nothing where there was something. */
static void similar_failures(void **state) {
  (void)state;
  const uo_clause two[] = {UO_CLAUSE_VAL_01, UO_CLAUSE_CNT_01};
  uo_judgement both = judged(UO_VERDICT_WRONG, 0, 2, two);
  uo_judgement one = judged(UO_VERDICT_WRONG, 0, 1, two);
  uo_judgement none = judged(UO_VERDICT_WRONG, 0, 0, two);
  uo_judgement crash = judged(UO_VERDICT_CRASH, 0, 0, two);
  uo_judgement free_one = judged(UO_VERDICT_FREEDOM, UO_NAN_DISTINCT, 0, two);
  uo_judgement free_two = judged(UO_VERDICT_FREEDOM, UO_NAN_DISTINCT | UO_NAN_FIRST, 0, two);
  assert_true(uo_similar_failure(&one, &both) && uo_similar_failure(&both, &both));
  assert_false(uo_similar_failure(&both, &one));
  assert_false(uo_similar_failure(&none, &both) || uo_similar_failure(&one, &none));
  assert_false(uo_similar_failure(&crash, &none));
  assert_true(uo_similar_failure(&crash, &crash));
  assert_true(uo_similar_failure(&free_one, &free_two));
  assert_false(uo_similar_failure(&free_two, &free_one));
}

/* A leak may show at the first asking or only at the second; time is a limit, too; more calls than cases are none. */
static void leaks_and_time(void **state) {
  (void)state;
  uo_judge judge = uo_judge_for(false, UO_POLICY_ONNX);
  uo_judgement failure;
  uo_arena arena = {0};
  uo_shrunk shrunk;
  uint64_t calls;
  ruled subject = open_ruled(5, UO_ANSWER_LEAKED);
  assert_int_equal(uo_ask_alone(&subject.base, &judge, &question, &arena, NULL, &failure, &calls, NULL), 0);
  assert_int_equal(failure.verdict, UO_VERDICT_LEAKS);
  uo_shrink_limits limits = plenty;
  assert_int_equal(uo_shrink_failure(&subject.base, &judge, &question, &failure, &limits, &arena, &shrunk, NULL), 0);
  assert_int_equal(elements_of(&shrunk), 6);
  limits.seconds = 1e-9;
  assert_int_equal(uo_shrink_failure(&subject.base, &judge, &question, &failure, &limits, &arena, &shrunk, NULL), 0);
  assert_false(shrunk.complete || shrunk.simpler);
  limits.calls = UINT64_MAX;
  uo_error error;
  assert_int_equal(uo_shrink_failure(&subject.base, &judge, &question, &failure, &limits, &arena, &shrunk, &error),
                   UO_ERROR_ARGUMENT);
  uo_subject_close(subject.reference);
  uo_arena_release(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_of_failure), cmocka_unit_test(limits_hold),    cmocka_unit_test(costs),
      cmocka_unit_test(errors_are_passed_on),  cmocka_unit_test(same_failures),  cmocka_unit_test(what_can_be_shrunk),
      cmocka_unit_test(similar_failures),      cmocka_unit_test(leaks_and_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
