#include "gate/judge.h"

#include <stdio.h>
#include <string.h>

#include "gate/append.h"
#include "tensor/format.h"
#include "tensor/guard.h"
#include "tensor/order.h"
#include "tensor/shape.h"

uo_judge uo_judge_for(bool spec, uo_policy policy) {
  return (uo_judge){.spec = spec, .policy = spec ? (uo_policy)UO_POLICY_ONNX : policy, .alive = uo_policy_set_spec()};
}

const char *uo_answer_kind_name(uo_answer_kind kind) {
  static const char *const names[] = {
      [UO_ANSWER_OUTPUTS] = "outputs",
      [UO_ANSWER_REJECTED] = "rejected",
      [UO_ANSWER_UNSUPPORTED] = "unsupported",
      [UO_ANSWER_FAILED] = "failed",
      [UO_ANSWER_CRASHED] = "crashed",
      [UO_ANSWER_HUNG] = "hung",
      [UO_ANSWER_OUT_OF_MEMORY] = "out of memory",
      [UO_ANSWER_CLOBBERED] = "clobbered",
      [UO_ANSWER_LEAKED] = "leaked",
      [UO_ANSWER_BROKEN] = "broken",
  };
  return names[kind];
}

/* Whether the case must be rejected, by the operator or because its vector says so, and why. */
static bool must_reject(const uo_case *question, const uo_corpus_vector *vector, uo_error *reason) {
  if (uo_case_allowed(question, reason) != UO_ERROR_NONE) return true;
  if (vector == NULL || vector->vector.rejected == NULL) return false;
  *reason = (uo_error){.code = UO_ERROR_INPUT};
  snprintf(reason->message, sizeof reason->message, "%s", vector->vector.rejected);
  return true;
}

_Static_assert(UO_MAX_FINDINGS >= UO_OUTPUT_COUNT, "a report has room for a finding in each output");

static uo_finding *add_finding(uo_report *report, uo_clause clause, int output, int64_t position) {
  uo_finding *finding = &report->findings[report->count++];
  *finding = (uo_finding){.clause = clause, .output = output, .position = position, .places = 1};
  return finding;
}

/* ERR-01, ERR-02, ERR-03 */
static void judge_accepted(const uo_case *question, const uo_error *reason, uo_judgement *judgement) {
  judgement->verdict = UO_VERDICT_ACCEPTS_INVALID;
  uo_clause clause = UO_CLAUSE_ERR_03;
  if (reason->code == UO_ERROR_AXIS) clause = question->x.rank == 0 ? UO_CLAUSE_ERR_02 : UO_CLAUSE_ERR_01;
  if (reason->code == UO_ERROR_INPUT) { /* no clause forbids it, but the vector does */
    snprintf(judgement->message, sizeof judgement->message, "the vector says that it must be rejected: %.400s",
             reason->message);
    return;
  }
  uo_finding *finding = add_finding(&judgement->report, clause, UO_Y, -1);
  snprintf(finding->have, sizeof finding->have, "outputs");
  snprintf(finding->want, sizeof finding->want, "an error: %.140s", reason->message);
}

/* ---- Under a policy --------------------------------------------------------------------------------------------- */

static uo_error_code check(const uo_case *question, const uo_outputs *outputs, uo_policy policy,
                           uo_judgement *judgement, uo_error *error) {
  judgement->policy = policy;
  return uo_check(&question->x, &question->attributes, question->wanted, outputs, policy, NULL, &judgement->report,
                  error);
}

/* Narrows `set` to the policies that explain the outputs. */
static uo_error_code narrow(const uo_case *question, const uo_outputs *outputs, uo_policy_set *set, uo_error *error) {
  return uo_check_set(&question->x, &question->attributes, question->wanted, outputs, NULL, set, error);
}

static uo_error_code judge_under_policy(const uo_judge *judge, const uo_case *question, const uo_outputs *outputs,
                                        uo_judgement *judgement, uo_error *error) {
  UO_TRY(check(question, outputs, judge->policy, judgement, error));
  judgement->verdict = UO_VERDICT_PASS;
  if (judgement->report.count == 0) return UO_ERROR_NONE;
  judgement->verdict = UO_VERDICT_WRONG;
  uo_policy_set explaining = uo_policy_set_all();
  UO_TRY(narrow(question, outputs, &explaining, error));
  uo_policy nearest = judge->policy;
  if (!uo_policy_set_nearest(&explaining, judge->policy, &nearest)) return UO_ERROR_NONE;
  judgement->verdict = UO_VERDICT_FREEDOM;
  judgement->choices = nearest ^ judge->policy;
  return UO_ERROR_NONE;
}

/* ---- Under spec ------------------------------------------------------------------------------------------------- */

static int count_bits(uint32_t bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

/* The fewest choices in which a member of one set differs from a member of the other; 0 when one of them is empty. */
static uint32_t smallest_difference(const uo_policy_set *alive, const uo_policy_set *explaining, uo_policy *near) {
  uint32_t smallest = 0;
  for (uo_policy policy = 0; policy < 1u << UO_CHOICE_COUNT; policy++) {
    uo_policy other = policy;
    if (!uo_policy_set_has(alive, policy) || !uo_policy_set_nearest(explaining, policy, &other)) continue;
    if (smallest != 0 && count_bits(policy ^ other) >= count_bits(smallest)) continue;
    smallest = policy ^ other;
    *near = policy;
  }
  return smallest;
}

/* No set of choices that explained the run so far explains this answer. */
static uo_error_code judge_unexplained(const uo_judge *judge, const uo_case *question, const uo_outputs *outputs,
                                       uo_judgement *judgement, uo_error *error) {
  uo_policy_set explaining = uo_policy_set_all();
  UO_TRY(narrow(question, outputs, &explaining, error));
  uo_policy policy = UO_POLICY_ONNX;
  (void)!uo_policy_set_nearest(&judge->alive, UO_POLICY_ONNX, &policy); /* some set of choices is always left */
  judgement->choices = smallest_difference(&judge->alive, &explaining, &policy);
  judgement->inconsistent = judgement->choices != 0;
  judgement->verdict = UO_VERDICT_WRONG;
  UO_TRY(check(question, outputs, policy, judgement, error));
  if (!judgement->inconsistent) return UO_ERROR_NONE;
  char here[256];
  char earlier[256];
  char points[128];
  snprintf(judgement->message, sizeof judgement->message,
           "inconsistent: this answer follows %s, but earlier answers follow %s (%s)",
           uo_choices_format(judgement->choices, policy ^ judgement->choices, here, sizeof here),
           uo_choices_format(judgement->choices, policy, earlier, sizeof earlier),
           uo_choices_silent_points(judgement->choices, points, sizeof points));
  return UO_ERROR_NONE;
}

static uo_error_code judge_under_spec(uo_judge *judge, const uo_case *question, const uo_outputs *outputs,
                                      uo_judgement *judgement, uo_error *error) {
  uo_policy_set narrowed = judge->alive;
  UO_TRY(narrow(question, outputs, &narrowed, error));
  if (uo_policy_set_is_empty(&narrowed)) return judge_unexplained(judge, question, outputs, judgement, error);
  judge->alive = narrowed;
  judgement->report.count = 0;
  judgement->policy = UO_POLICY_ONNX;
  judgement->verdict = UO_VERDICT_PASS;
  if (uo_policy_set_has(&narrowed, UO_POLICY_ONNX)) return UO_ERROR_NONE;
  /* onnx may be out because of an earlier answer; what this one does is told by checking it alone. */
  UO_TRY(check(question, outputs, UO_POLICY_ONNX, judgement, error));
  if (judgement->report.count == 0) return UO_ERROR_NONE;
  uo_policy nearest = UO_POLICY_ONNX;
  uo_policy_set explaining = uo_policy_set_all();
  UO_TRY(narrow(question, outputs, &explaining, error));
  (void)!uo_policy_set_nearest(&explaining, UO_POLICY_ONNX, &nearest); /* what is left of the sets explains it, too */
  judgement->verdict = UO_VERDICT_FREEDOM;
  judgement->choices = nearest ^ UO_POLICY_ONNX;
  return UO_ERROR_NONE;
}

/* ---- The expected answer ---------------------------------------------------------------------------------------- */

/* The clause that says what stands in an output. */
static uo_clause value_clause(int output) {
  static const uo_clause clauses[UO_OUTPUT_COUNT] = {
      [UO_Y] = UO_CLAUSE_VAL_01,
      [UO_INDICES] = UO_CLAUSE_IDX_01,
      [UO_INVERSE_INDICES] = UO_CLAUSE_INV_01,
      [UO_COUNTS] = UO_CLAUSE_CNT_01,
  };
  return clauses[output];
}

/* Where two tensors differ: *places is 0 when they are the same bit for bit, *position -1 when type or shape differ. */
static void compare(const uo_tensor *have, const uo_tensor *want, int64_t *position, int64_t *places) {
  *position = -1;
  *places = have->dtype != want->dtype || !uo_shape_equal(have, want);
  if (*places != 0) return;
  uo_items a = uo_items_of(have, -1);
  uo_items b = uo_items_of(want, -1);
  for (int64_t i = 0; i < a.count; i++) {
    if (uo_items_identical(&a, i, &b, i)) continue;
    if ((*places)++ == 0) *position = i;
  }
}

/* The clause that a wrong expected answer violates in an output: one that the checker (`own`) finds there, if any. */
static uo_clause suspect_clause(const uo_report *own, int output) {
  uo_clause clause = value_clause(output);
  uo_clause found = clause;
  for (int i = own->count - 1; i >= 0; i--) {
    if (own->findings[i].output != output) continue;
    if (own->findings[i].clause == clause) return clause;
    found = own->findings[i].clause;
  }
  return found;
}

static void add_difference(const uo_tensor *have, const uo_tensor *want, int output, const uo_report *own,
                           uo_judgement *judgement) {
  int64_t position;
  int64_t places;
  compare(have, want, &position, &places);
  if (places == 0) return;
  uo_finding *finding = add_finding(&judgement->report, suspect_clause(own, output), output, position);
  finding->places = places;
  if (position < 0) {
    uo_format_type(have, finding->have, sizeof finding->have);
    uo_format_type(want, finding->want, sizeof finding->want);
  } else {
    uo_format_element(have, position, true, finding->have, sizeof finding->have);
    uo_format_element(want, position, true, finding->want, sizeof finding->want);
  }
}

static bool same_outputs(const uo_outputs *have, const uo_outputs *want, uint32_t wanted) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((wanted & (1u << output)) == 0) continue;
    int64_t position;
    int64_t places = 1;
    int64_t count;
    const uo_tensor *tensor = have->tensor[output];
    if (tensor == NULL || uo_tensor_validate(tensor, &count, NULL) != UO_ERROR_NONE) return false;
    compare(tensor, want->tensor[output], &position, &places);
    if (places != 0) return false;
  }
  return true;
}

/* Says which clauses the vector's own expected answer violates, as the checker sees it. */
static void name_suspect(const uo_report *own, uo_judgement *judgement) {
  char *message = judgement->message;
  size_t size = sizeof judgement->message;
  snprintf(message, size, "the answer satisfies every clause, but differs from the vector's expected answer");
  if (own->count == 0) {
    uo_append(message, size, ", which satisfies them too: two answers to one case, so the checker is wrong");
    return;
  }
  uo_append(message, size, ", which violates ");
  for (int i = 0; i < own->count; i++) {
    uo_append(message, size, "%s%s", i == 0 ? "" : ", ", uo_clause_id(own->findings[i].clause));
  }
  uo_append(message, size, " by the checker: either the vector or the checker is wrong");
}

/*
 * Golden and checker are two oracles of one answer, and must agree. Only a policy that leaves the representative open
 * allows more than one answer; the vector then shows one of them.
 */
static uo_error_code compare_with_expected(const uo_judge *judge, const uo_case *question,
                                           const uo_corpus_vector *vector, const uo_outputs *outputs,
                                           uo_judgement *judgement, uo_error *error) {
  if (vector == NULL || !vector->vector.has_expected || vector->vector.rejected != NULL) return UO_ERROR_NONE;
  if (vector->policy != judge->policy || (judge->policy & UO_REPRESENTATIVE_ANY) != 0) return UO_ERROR_NONE;
  uo_outputs expected = uo_vector_outputs(&vector->vector);
  bool same = same_outputs(outputs, &expected, question->wanted);
  if (judgement->verdict != UO_VERDICT_PASS) {
    if (same && !judgement->inconsistent) {
      uo_append(judgement->message, sizeof judgement->message,
                "the answer is the vector's expected answer, bit for bit: either the vector or the checker is wrong");
    }
    return UO_ERROR_NONE;
  }
  if (same) return UO_ERROR_NONE;
  judgement->verdict = UO_VERDICT_WRONG;
  judgement->report.count = 0;
  uo_report own;
  UO_TRY(uo_check(&question->x, &question->attributes, question->wanted, &expected, vector->policy, NULL, &own, error));
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & (1u << output)) == 0) continue;
    add_difference(outputs->tensor[output], expected.tensor[output], output, &own, judgement);
  }
  name_suspect(&own, judgement);
  return UO_ERROR_NONE;
}

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

/* OUT-04: an output that was not asked for must not be given. */
static void judge_unwanted(const uo_case *question, const uo_outputs *outputs, uo_judgement *judgement) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (outputs->tensor[output] == NULL || (question->wanted & (1u << output)) != 0) continue;
    judgement->verdict = UO_VERDICT_CLOBBERS;
    judgement->choices = 0;
    judgement->inconsistent = false;
    snprintf(judgement->message, sizeof judgement->message, "gave %s, which was not asked for", uo_output_name(output));
  }
}

static uo_error_code judge_outputs(uo_judge *judge, const uo_case *question, const uo_corpus_vector *vector,
                                   const uo_answer *answer, uo_judgement *judgement, uo_error *error) {
  uo_error reason;
  if (must_reject(question, vector, &reason)) {
    judge_accepted(question, &reason, judgement);
    return UO_ERROR_NONE;
  }
  const uo_outputs *outputs = &answer->outputs;
  if (judge->spec) {
    UO_TRY(judge_under_spec(judge, question, outputs, judgement, error));
  } else {
    UO_TRY(judge_under_policy(judge, question, outputs, judgement, error));
  }
  UO_TRY(compare_with_expected(judge, question, vector, outputs, judgement, error));
  judge_unwanted(question, outputs, judgement);
  return UO_ERROR_NONE;
}

/* Outputs are judged first: a wrong answer stays `wrong`, a right one that leaks is `leaks`. */
static uo_error_code judge_leaked(uo_judge *judge, const uo_case *question, const uo_corpus_vector *vector,
                                  const uo_answer *answer, uo_judgement *judgement, uo_error *error) {
  if (answer->outputs.tensor[UO_Y] != NULL) {
    UO_TRY(judge_outputs(judge, question, vector, answer, judgement, error));
    if (uo_verdict_fails(judgement->verdict, judge->spec, false)) return UO_ERROR_NONE;
  }
  judgement->verdict = UO_VERDICT_LEAKS;
  judgement->report.count = 0;
  judgement->choices = 0;
  return UO_ERROR_NONE;
}

static uo_verdict verdict_without_outputs(uo_answer_kind kind, bool reject) {
  switch (kind) {
    case UO_ANSWER_REJECTED:
    case UO_ANSWER_FAILED:
      return reject ? UO_VERDICT_PASS : UO_VERDICT_REJECTS_VALID;
    case UO_ANSWER_UNSUPPORTED:
      return UO_VERDICT_UNSUPPORTED;
    case UO_ANSWER_CRASHED:
      return UO_VERDICT_CRASH;
    case UO_ANSWER_HUNG:
      return UO_VERDICT_HANG;
    case UO_ANSWER_OUT_OF_MEMORY:
      return UO_VERDICT_OUT_OF_MEMORY;
    case UO_ANSWER_CLOBBERED:
      return UO_VERDICT_CLOBBERS;
    default:
      return UO_VERDICT_BROKEN_ADAPTER;
  }
}

uo_error_code uo_judge_answer(uo_judge *judge, const uo_case *question, const uo_corpus_vector *vector,
                              const uo_answer *answer, uo_judgement *judgement, uo_error *error) {
  judgement->policy = judge->policy;
  judgement->choices = 0;
  judgement->inconsistent = false;
  judgement->report.count = 0;
  snprintf(judgement->message, sizeof judgement->message, "%s", answer->message == NULL ? "" : answer->message);
  if (answer->kind == UO_ANSWER_OUTPUTS) return judge_outputs(judge, question, vector, answer, judgement, error);
  if (answer->kind == UO_ANSWER_LEAKED) return judge_leaked(judge, question, vector, answer, judgement, error);
  uo_error reason;
  judgement->verdict = verdict_without_outputs(answer->kind, must_reject(question, vector, &reason));
  return UO_ERROR_NONE;
}

void uo_judge_unstable(uo_answer_kind first, const uo_answer *second, uo_judgement *judgement) {
  const char *was = uo_verdict_name(judgement->verdict);
  const char *then = second->message == NULL || second->message[0] == '\0' ? "" : second->message;
  char message[UO_JUDGEMENT_MESSAGE];
  if (first == second->kind) {
    snprintf(message, sizeof message, "asked again it gave other outputs (first judged %s)", was);
  } else {
    snprintf(message, sizeof message, "answered first: %s (judged %s); asked again: %s%s%.300s",
             uo_answer_kind_name(first), was, uo_answer_kind_name(second->kind), then[0] == '\0' ? "" : ": ", then);
  }
  memcpy(judgement->message, message, sizeof message);
  judgement->verdict = UO_VERDICT_UNSTABLE;
}
