#include "checker/check.h"

#include "checker/judge.h"
#include "checker/proof.h"
#include "tensor/guard.h"

uo_error_code uo_check_question_make(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                     const uo_outputs *claimed, uo_check_question *question, uo_error *error) {
  UO_REQUIRE(x != NULL && attributes != NULL && claimed != NULL, error, UO_ERROR_ARGUMENT,
             "X, the attributes and the claimed outputs must be given");
  UO_REQUIRE((wanted & ~UO_WANT_ALL) == 0, error, UO_ERROR_ARGUMENT, "wanted 0x%lx has an output that does not exist",
             (unsigned long)wanted);
  int64_t count;
  UO_TRY(uo_tensor_validate(x, &count, error));
  int32_t axis;
  UO_TRY(uo_attributes_resolve(attributes, x->rank, &axis, error));
  /* OUT-01: Y is always wanted. */
  *question = (uo_check_question){x, axis, attributes->sorted == 1, wanted | UO_WANT_Y, claimed};
  return UO_ERROR_NONE;
}

/* Y by what it holds, and with that the truth about X. */
static uo_error_code judge_y(uo_checking *check, uo_error *error) {
  bool usable = check->claims.output[UO_Y].usable;
  if (check->x.elements == 0) {
    UO_TRY(uo_truth_of_empty_items(check, error));
    if (usable) uo_judge_empty_y(check);
    return UO_ERROR_NONE;
  }
  if (!usable) return uo_truth_by_sorting(check, error);
  check->y = uo_view_of(&check->claims.y_tensor, check->x.items.axis, check->policy);
  check->y_is_judged = true;
  UO_TRY(uo_judge_y_order(check, error));
  if (uo_checking_is_over(check)) return UO_ERROR_NONE;
  UO_TRY(uo_truth_by_claim(check, error));
  if (uo_checking_is_over(check)) return UO_ERROR_NONE;
  return uo_judge_y_items(check, error);
}

/* Every group of clauses in turn. */
static uo_error_code judge(uo_checking *check, uo_error *error) {
  UO_TRY(judge_y(check, error));
  if (uo_checking_is_over(check)) return UO_ERROR_NONE;
  uo_judge_shapes(check);
  uo_judge_indices(check);
  uo_judge_inverse(check);
  uo_judge_counts(check);
  if (check->hurry || check->report->count == 0) return UO_ERROR_NONE;
  uo_judge_consistency(check);
  return uo_judge_mixed_order(check, error);
}

uo_error_code uo_check_judge(const uo_check_question *question, uo_policy policy, unsigned how, uo_arena *arena,
                             uo_report *report, uo_error *error) {
  uo_checking check = {.policy = policy, .sorted = question->sorted, .arena = arena, .report = report};
  check.hurry = (how & UO_CHECK_HURRY) != 0;
  report->count = 0;
  check.x = uo_view_of(question->x, question->axis, policy);
  uo_claims_read(&check.claims, question->claimed, question->wanted, &check.x.items, report);
  if (uo_checking_is_over(&check)) return UO_ERROR_NONE;
  bool proven = false;
  if (report->count == 0 && (how & UO_CHECK_EXPLAIN) == 0) UO_TRY(uo_prove(&check, &proven, error));
  return proven ? UO_ERROR_NONE : judge(&check, error);
}

/* Output by output, Y first, and in each in the order of the clauses: the same report however it was found. */
static void sort_findings(uo_report *report) {
  for (int i = 1; i < report->count; i++) {
    uo_finding moved = report->findings[i];
    int to = i;
    for (; to > 0; to--) {
      const uo_finding *before = &report->findings[to - 1];
      if (before->output < moved.output) break;
      if (before->output == moved.output && before->clause < moved.clause) break;
      report->findings[to] = *before;
    }
    report->findings[to] = moved;
  }
}

uo_error_code uo_check(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, const uo_outputs *claimed,
                       uo_policy policy, const uo_allocator *allocator, uo_report *report, uo_error *error) {
  UO_REQUIRE(report != NULL, error, UO_ERROR_ARGUMENT, "there must be a report to write to");
  report->count = 0;
  UO_REQUIRE(policy < 1u << UO_CHOICE_COUNT, error, UO_ERROR_ARGUMENT, "policy 0x%lx does not exist",
             (unsigned long)policy);
  uo_check_question question;
  UO_TRY(uo_check_question_make(x, attributes, wanted, claimed, &question, error));
  uo_arena arena = {.allocator = allocator};
  uo_error_code code = uo_check_judge(&question, policy, 0, &arena, report, error);
  uo_arena_release(&arena);
  if (code != UO_ERROR_NONE) report->count = 0; /* half a report would look like a whole one */
  sort_findings(report);
  return code;
}
