/* Y: its values, their order and their bits. */
#include "checker/findings.h"
#include "checker/judge.h"
#include "tensor/format.h"
#include "tensor/guard.h"

#define VALUE_TEXT 72

/* An item as text, with its bits where the value does not tell them. */
static const char *value_text(const uo_view *view, int64_t i, char text[VALUE_TEXT]) {
  return uo_format_item(&view->items, i, !uo_view_bits_decide(view, i), text, VALUE_TEXT);
}

/* The flat position in Y at which item k begins. */
static int64_t position_of(const uo_checking *check, int64_t k) { return k * check->y.items.inner; }

static uo_finding *add(uo_checking *check, uo_clause clause, int64_t k) {
  return uo_report_add(check->report, clause, UO_Y, position_of(check, k));
}

/* ---- Ascending order ------------------------------------------------------------------------------------------- */

static void report_descent(uo_checking *check, int64_t k) {
  uo_finding *finding = add(check, UO_CLAUSE_ORD_01, k);
  if (finding == NULL) return;
  char here[VALUE_TEXT];
  char before[VALUE_TEXT];
  value_text(&check->y, k, here);
  value_text(&check->y, k - 1, before);
  uo_finding_text(finding->have, "%s after %s", here, before);
  uo_finding_text(finding->want, "a value above %s", before);
}

/* ORD-01 */
static uo_error_code judge_ascent(uo_checking *check, uo_error *error) {
  bool ascends = true;
  bool equal_neighbours = false;
  for (int64_t k = 1; k < check->y.items.count; k++) {
    int order = uo_view_compare(&check->y, k - 1, &check->y, k);
    if (order < 0) continue;
    if (order == 0) {
      equal_neighbours = true;
    } else {
      ascends = false;
      report_descent(check, k);
    }
  }
  if (!ascends) return uo_lookup_unordered(&check->lookup, &check->y, check->arena, error);
  bool with_table = !check->claims.output[UO_INVERSE_INDICES].usable; /* else the inverse says where to look */
  return uo_lookup_ascending(&check->lookup, &check->y, equal_neighbours, with_table, check->arena, error);
}

/* ---- Each value once --------------------------------------------------------------------------------------------- */

static void report_twice(uo_checking *check, int64_t k) {
  uo_finding *finding = add(check, UO_CLAUSE_VAL_01, k);
  if (finding == NULL) return;
  char here[VALUE_TEXT];
  char before[VALUE_TEXT];
  int64_t leader = uo_lookup_leader(&check->lookup, k);
  uo_finding_text(finding->have, "%s again, as item %lld", value_text(&check->y, k, here), (long long)k);
  uo_finding_text(finding->want, "%s once, as item %lld", value_text(&check->y, leader, before), (long long)leader);
}

/* VAL-01 */
static void judge_twice(uo_checking *check) {
  if (check->lookup.leader == NULL) return;
  for (int64_t k = 0; k < check->y.items.count; k++) {
    if (check->lookup.leader[k] != k) report_twice(check, k);
  }
}

uo_error_code uo_judge_y_order(uo_checking *check, uo_error *error) {
  if (check->sorted) {
    UO_TRY(judge_ascent(check, error));
  } else {
    UO_TRY(uo_lookup_unordered(&check->lookup, &check->y, check->arena, error));
  }
  judge_twice(check);
  return UO_ERROR_NONE;
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* VAL-02 */
static void report_foreign(uo_checking *check, int64_t k, const char *want) {
  uo_finding *finding = add(check, UO_CLAUSE_VAL_02, k);
  if (finding == NULL) return;
  char here[VALUE_TEXT];
  uo_finding_text(finding->have, "%s", value_text(&check->y, k, here));
  uo_finding_text(finding->want, "%s", want);
}

/* ORD-02: `before` is the last position whose value occurs in X. */
static void judge_occurrence(uo_checking *check, int64_t k, int64_t before) {
  if (before < 0 || check->first[before] < check->first[k]) return;
  uo_finding *finding = add(check, UO_CLAUSE_ORD_02, k);
  if (finding == NULL) return;
  char here[VALUE_TEXT];
  char there[VALUE_TEXT];
  value_text(&check->y, k, here);
  value_text(&check->y, before, there);
  uo_finding_text(finding->have, "%s after %s", here, there);
  uo_finding_text(finding->want, "%s first: it occurs at %lld, the other not before %lld", here,
                  (long long)check->first[k] - 1, (long long)check->first[before] - 1);
}

/* ---- Bits ------------------------------------------------------------------------------------------------------ */

/* The flat position of element e, in row-major order within the item, of item i. */
static int64_t element_position(const uo_view *view, int64_t i, int64_t e) {
  return (e / view->items.inner * view->items.count + i) * view->items.inner + e % view->items.inner;
}

/* Whether element e of two items has the same bits. No string: strings that are equal have the same bytes. */
static bool same_element(const uo_view *x, int64_t i, const uo_view *y, int64_t k, int64_t e) {
  const unsigned char *have = uo_view_element(y, element_position(y, k, e));
  return memcmp(have, uo_view_element(x, element_position(x, i, e)), y->size) == 0;
}

/* Other bits of an equal value, which only a NaN (SIL-03) or a zero (SIL-04) can have. */
static void report_bits(uo_checking *check, int64_t k) {
  const uo_view *x = &check->x;
  const uo_view *y = &check->y;
  int64_t i = check->first[k] - 1;
  int64_t e = 0;
  while (same_element(x, i, y, k, e)) e++; /* one differs: that is why we are here */
  int64_t position = element_position(y, k, e);
  int64_t origin = element_position(x, i, e);
  bool nan = uo_element_has_nan(y->items.tensor->dtype, uo_view_element(y, position));
  uo_clause clause = nan ? UO_CLAUSE_SIL_03 : UO_CLAUSE_SIL_04;
  uo_finding *finding = uo_report_add(check->report, clause, UO_Y, position);
  if (finding == NULL) return;
  char have[VALUE_TEXT];
  char want[VALUE_TEXT];
  uo_format_element(y->items.tensor, position, true, have, sizeof have);
  uo_format_element(x->items.tensor, origin, true, want, sizeof want);
  uo_finding_text(finding->have, "%s", have);
  uo_finding_text(finding->want, "%s, as at the first occurrence, item %lld of X", want, (long long)i);
}

/* Whether the bits at position k are not those of the first occurrence. */
static bool has_other_bits(const uo_checking *check, int64_t k) {
  return check->first[k] != 0 && !uo_view_same_bits(&check->x, check->first[k] - 1, &check->y, k);
}

/* representative=any: the bits must be those of some member of the class. */
static uo_error_code judge_any_bits(uo_checking *check, uo_error *error) {
  if (check->x.part == 0) return UO_ERROR_NONE; /* only float types have other bits of an equal value */
  unsigned char *looking = uo_arena_allocate(check->arena, (size_t)check->places, 1);
  UO_REQUIRE_MEMORY(looking, error);
  for (int64_t k = 0; k < check->places; k++) looking[k] = has_other_bits(check, k);
  for (int64_t i = 0; i < check->x.items.count; i++) {
    int64_t k = check->where[i];
    if (k >= 0 && looking[k] && uo_view_same_bits(&check->x, i, &check->y, k)) looking[k] = 0;
  }
  for (int64_t k = 0; k < check->places; k++) {
    if (looking[k]) report_foreign(check, k, "the bits of some item of X that is equal to it");
  }
  return UO_ERROR_NONE;
}

/* ---- Together -------------------------------------------------------------------------------------------------- */

uo_error_code uo_judge_y_items(uo_checking *check, uo_error *error) {
  bool any = (check->policy & UO_REPRESENTATIVE_ANY) != 0;
  int64_t before = -1;
  for (int64_t k = 0; k < check->places; k++) {
    if (uo_lookup_leader(&check->lookup, k) != k) continue; /* judge_twice said so */
    if (check->first[k] == 0) {
      report_foreign(check, k, "an item of X that does not stand in Y yet");
      continue;
    }
    if (!check->sorted) judge_occurrence(check, k, before);
    if (!any && has_other_bits(check, k)) report_bits(check, k);
    before = k;
  }
  return any ? judge_any_bits(check, error) : UO_ERROR_NONE;
}

void uo_judge_empty_y(uo_checking *check) {
  int64_t have = check->claims.y_tensor.dims[check->x.items.axis];
  if (have == check->distinct) return;
  uo_clause clause = check->distinct == 0 ? UO_CLAUSE_VAL_02 : UO_CLAUSE_VAL_01;
  char text[UO_FINDING_TEXT];
  uo_finding_text(text, "%lld subtensors", (long long)have);
  uo_report_whole(check->report, clause, UO_Y, text,
                  check->distinct == 0 ? "0: X has none" : "1: all subtensors without elements are equal");
}
