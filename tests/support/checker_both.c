#include "support/checker_both.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "checker/check.h"
#include "checker/proof.h"

/* Whether the bits at a position of Y are those of no first occurrence. */
static bool has_other_bits(const uo_view *x, const uo_view *y) {
  for (int64_t k = 0; k < y->items.count; k++) {
    int64_t i = 0;
    while (!uo_view_equal(x, i, y, k)) i++;
    if (!uo_view_same_bits(x, i, y, k)) return true;
  }
  return false;
}

/* What proof.h says that it leaves; Y is right. */
static bool is_left_to_judges(const uo_checking *check) {
  const uo_view *x = &check->x;
  if (x->elements == 0 || x->items.count == 0) return true;
  if (x->part == 0) return false;
  uo_view y = uo_view_of(&check->claims.y_tensor, x->items.axis, check->policy);
  for (int64_t k = 0; k < y.items.count; k++) {
    if (uo_items_solitary(check->policy, &y.items, k)) return true;
    /* two values whose hashes are equal */
    if ((check->policy & (UO_ZERO_DISTINCT | UO_NAN_COMPLEX_BY_PART)) != 0 && !uo_view_bits_decide(&y, k)) return true;
  }
  return (check->policy & UO_REPRESENTATIVE_ANY) != 0 && has_other_bits(x, &y);
}

static void hold_proof_against(const uo_check_question *question, uo_policy policy, int findings) {
  uo_arena arena = {0};
  uo_report report = {0};
  uo_checking check = {.policy = policy, .sorted = question->sorted, .arena = &arena, .report = &report};
  check.x = uo_view_of(question->x, question->axis, policy);
  uo_claims_read(&check.claims, question->claimed, question->wanted, &check.x.items, &report);
  if (report.count == 0) {
    bool proven;
    assert_int_equal(uo_prove(&check, &proven, NULL), UO_ERROR_NONE);
    assert_int_equal(report.count, 0);
    if (findings != 0) assert_false(proven);
    if (findings == 0 && !proven) assert_true(is_left_to_judges(&check));
  }
  uo_arena_release(&arena);
}

uo_error_code checker_both(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                           const uo_outputs *claimed, uo_policy policy, const uo_allocator *allocator,
                           uo_report *report, uo_error *error) {
  uo_error_code code = uo_check(x, attributes, wanted, claimed, policy, allocator, report, error);
  if (code != UO_ERROR_NONE) return code;
  uo_check_question question;
  assert_int_equal(uo_check_question_make(x, attributes, wanted, claimed, &question, NULL), UO_ERROR_NONE);
  uo_arena arena = {0};
  uo_report explained;
  assert_int_equal(uo_check_judge(&question, policy, UO_CHECK_EXPLAIN, &arena, &explained, NULL), UO_ERROR_NONE);
  assert_int_equal(explained.count, report->count);
  uo_arena_release(&arena);
  hold_proof_against(&question, policy, report->count);
  return UO_ERROR_NONE;
}
