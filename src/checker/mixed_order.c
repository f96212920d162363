/* ORD-03: outputs that are right for the other order than Y's. */
#include "checker/findings.h"
#include "checker/judge.h"
#include "tensor/guard.h"

/* `other` receives the positions of Y in the other order: by first occurrence when sorted, else by value. */
static uo_error_code order_otherwise(const uo_checking *check, int64_t *other, uo_error *error) {
  for (int64_t k = 0; k < check->places; k++) other[k] = k;
  if (!check->sorted) return uo_argsort(&check->y, other, check->places, check->arena, error);
  uo_tensor first = {UO_TYPE_INT64, 1, &check->places, check->first};
  uo_view by_occurrence = uo_view_of(&first, 0, check->policy);
  return uo_argsort(&by_occurrence, other, check->places, check->arena, error);
}

/* Whether a usable claimed vector over Y's positions has at each j what is right for position other[j]. */
static bool is_right_otherwise(const uo_claimed *claimed, const int64_t *right, int64_t offset, const int64_t *other,
                               int64_t places) {
  if (claimed->count != places) return false;
  for (int64_t j = 0; j < places; j++) {
    if (uo_claimed_at(claimed, j) != right[other[j]] + offset) return false;
  }
  return true;
}

/* `rank` is where each position of Y stands in the other order. */
static bool inverse_is_right_otherwise(const uo_checking *check, const int64_t *rank) {
  const uo_claimed *inverse = &check->claims.output[UO_INVERSE_INDICES];
  if (inverse->count != check->x.items.count) return false;
  for (int64_t i = 0; i < inverse->count; i++) {
    if (uo_claimed_at(inverse, i) != rank[check->where[i]]) return false;
  }
  return true;
}

static void report_other_order(uo_checking *check, int output) {
  if (check->sorted) {
    uo_report_whole(check->report, UO_CLAUSE_ORD_03, output, "in order of first occurrence",
                    "in ascending order of the values, as Y is");
  } else {
    uo_report_whole(check->report, UO_CLAUSE_ORD_03, output, "in ascending order of the values",
                    "in order of first occurrence, as Y is");
  }
}

static bool y_is_right(const uo_report *report) {
  for (int i = 0; i < report->count; i++) {
    if (report->findings[i].output == UO_Y) return false;
  }
  return true;
}

uo_error_code uo_judge_mixed_order(uo_checking *check, uo_error *error) {
  const uo_claimed *output = check->claims.output;
  bool indices = uo_report_has(check->report, UO_CLAUSE_IDX_01, UO_INDICES);
  bool inverse = uo_report_has(check->report, UO_CLAUSE_INV_01, UO_INVERSE_INDICES);
  bool counts = uo_report_has(check->report, UO_CLAUSE_CNT_01, UO_COUNTS);
  bool positions = indices || inverse || counts;
  /* A Y that could not be judged has a finding, too. */
  if (!positions || !y_is_right(check->report)) return UO_ERROR_NONE;
  int64_t *other = uo_arena_allocate(check->arena, (size_t)check->places, sizeof *other);
  int64_t *rank = uo_arena_allocate(check->arena, (size_t)check->places, sizeof *rank);
  UO_REQUIRE_MEMORY(other, error);
  UO_REQUIRE_MEMORY(rank, error);
  UO_TRY(order_otherwise(check, other, error));
  for (int64_t j = 0; j < check->places; j++) rank[other[j]] = j;
  if (indices && is_right_otherwise(&output[UO_INDICES], check->first, -1, other, check->places)) {
    report_other_order(check, UO_INDICES);
  }
  if (inverse && inverse_is_right_otherwise(check, rank)) report_other_order(check, UO_INVERSE_INDICES);
  if (counts && is_right_otherwise(&output[UO_COUNTS], check->tally, 0, other, check->places)) {
    report_other_order(check, UO_COUNTS);
  }
  return UO_ERROR_NONE;
}
