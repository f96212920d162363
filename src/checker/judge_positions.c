/* indices, inverse_indices and counts, and the shapes of all outputs. */
#include <inttypes.h>

#include "checker/findings.h"
#include "checker/judge.h"
#include "tensor/format.h"

#define VALUE_TEXT 64

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- Shapes ---------------------------------------------------------------------------------------------------- */

static void report_shape(uo_report *report, uo_clause clause, int output, const uo_tensor *have,
                         const uo_tensor *want) {
  char have_text[UO_FINDING_TEXT];
  char want_text[UO_FINDING_TEXT];
  uo_report_whole(report, clause, output, uo_format_type(have, have_text, sizeof have_text),
                  uo_format_type(want, want_text, sizeof want_text));
}

/* SHAPE-01 to SHAPE-06 */
static void judge_y_shape(uo_checking *check) {
  const uo_claimed *y = &check->claims.output[UO_Y];
  const uo_items *x = &check->x.items;
  if (!y->shaped) return;
  if (check->claims.y_formed && (x->axis < 0 ? y->count : y->tensor->dims[x->axis]) == check->distinct) return;
  int64_t dims[UO_MAX_RANK] = {check->distinct};
  uo_tensor want = {x->tensor->dtype, 1, dims, NULL};
  if (x->axis >= 0) {
    want.rank = x->tensor->rank;
    memcpy(dims, x->tensor->dims, (size_t)want.rank * sizeof dims[0]);
    dims[x->axis] = check->distinct;
  }
  report_shape(check->report, uo_shape_clause(x), UO_Y, y->tensor, &want);
}

/* IDX-03, INV-03, INV-04, CNT-02: 1-D and of this length. */
static void judge_vector(uo_checking *check, int output, uo_clause rank_clause, uo_clause length_clause,
                         int64_t length) {
  const uo_claimed *claimed = &check->claims.output[output];
  if (!claimed->shaped) return;
  uo_tensor want = {UO_TYPE_INT64, 1, &length, NULL};
  bool flat = claimed->tensor->rank == 1;
  if (!flat) report_shape(check->report, rank_clause, output, claimed->tensor, &want);
  if (claimed->count == length || (!flat && rank_clause == length_clause)) return;
  report_shape(check->report, length_clause, output, claimed->tensor, &want);
}

void uo_judge_shapes(uo_checking *check) {
  judge_y_shape(check);
  judge_vector(check, UO_INDICES, UO_CLAUSE_IDX_03, UO_CLAUSE_IDX_03, check->distinct);
  judge_vector(check, UO_INVERSE_INDICES, UO_CLAUSE_INV_03, UO_CLAUSE_INV_04, check->x.items.count);
  judge_vector(check, UO_COUNTS, UO_CLAUSE_CNT_02, UO_CLAUSE_CNT_02, check->distinct);
}

/* ---- Indices --------------------------------------------------------------------------------------------------- */

/* IDX-02: positions in the flattened X, or on its axis. */
static void report_index_range(uo_checking *check, int64_t k, int64_t have) {
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_IDX_02, UO_INDICES, k);
  if (finding == NULL) return;
  uo_finding_text(finding->have, "%" PRId64, have);
  uo_finding_text(finding->want, "a position in [0, %" PRId64 ")", check->x.items.count);
}

/* Item i of X as text. Empty subtensors are never walked: their other dimensions may be huge. */
static const char *item_text(const uo_checking *check, int64_t i, char text[VALUE_TEXT]) {
  if (check->x.elements == 0) return "the empty subtensor";
  return uo_format_item(&check->x.items, i, !uo_view_bits_decide(&check->x, i), text, VALUE_TEXT);
}

/* Whether item i of X is the value whose first occurrence is `first`. */
static bool is_later_occurrence(const uo_checking *check, int64_t i, int64_t first) {
  const uo_view *x = &check->x;
  if (x->elements == 0) return true;
  return uo_view_equal(x, i, x, first) && !uo_items_solitary(check->policy, &x->items, first);
}

/* IDX-01 */
static void report_index(uo_checking *check, int64_t k, int64_t have, int64_t want) {
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_IDX_01, UO_INDICES, k);
  if (finding == NULL) return;
  char value[VALUE_TEXT];
  uo_finding_text(finding->want, "%" PRId64 ", where %s occurs first", want, item_text(check, want, value));
  if (have < 0 || have >= check->x.items.count) {
    uo_finding_text(finding->have, "%" PRId64 ", which is no position in X", have);
  } else if (is_later_occurrence(check, have, want)) {
    uo_finding_text(finding->have, "%" PRId64 ", a later occurrence", have);
  } else {
    uo_finding_text(finding->have, "%" PRId64 ", where X has %s", have, item_text(check, have, value));
  }
}

/* IDX-04: under sorted=0 indices ascend. */
static void judge_index_ascent(uo_checking *check) {
  const uo_claimed *indices = &check->claims.output[UO_INDICES];
  for (int64_t k = 1; k < indices->count; k++) {
    int64_t before = uo_claimed_at(indices, k - 1);
    int64_t have = uo_claimed_at(indices, k);
    if (have > before) continue;
    uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_IDX_04, UO_INDICES, k);
    if (finding == NULL) continue;
    uo_finding_text(finding->have, "%" PRId64 " after %" PRId64, have, before);
    uo_finding_text(finding->want, "more than %" PRId64, before);
  }
}

void uo_judge_indices(uo_checking *check) {
  const uo_claimed *indices = &check->claims.output[UO_INDICES];
  if (!indices->usable) return;
  int64_t count = smaller(indices->count, check->places);
  for (int64_t k = 0; k < count; k++) {
    int64_t have = uo_claimed_at(indices, k);
    int64_t first = check->first[uo_truth_leader(check, k)];
    if (first != 0 && have == first - 1) continue;
    if (have < 0 || have >= check->x.items.count) report_index_range(check, k, have);
    if (first != 0) report_index(check, k, have, first - 1); /* else Y's element is nowhere in X: VAL-02 says so */
  }
  if (!check->sorted) judge_index_ascent(check);
}

/* ---- Inverse --------------------------------------------------------------------------------------------------- */

/* INV-02: positions in Y, or on its axis. */
static void report_inverse_range(uo_checking *check, int64_t i, int64_t have) {
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_INV_02, UO_INVERSE_INDICES, i);
  if (finding == NULL) return;
  uo_finding_text(finding->have, "%" PRId64, have);
  uo_finding_text(finding->want, "a position in [0, %" PRId64 ")", check->places);
}

/* INV-01 */
static void report_inverse(uo_checking *check, int64_t i, int64_t have, int64_t want) {
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_INV_01, UO_INVERSE_INDICES, i);
  if (finding == NULL) return;
  char value[VALUE_TEXT];
  uo_finding_text(finding->have, "%" PRId64, have);
  uo_finding_text(finding->want, "%" PRId64 ", where %s stands in Y", want, item_text(check, i, value));
}

/* INV-06: what stands in Y there is not what stands in X. */
static void report_reproduction(uo_checking *check, int64_t i, int64_t have) {
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_INV_06, UO_INVERSE_INDICES, i);
  if (finding == NULL) return;
  char value[VALUE_TEXT];
  uo_format_item(&check->y.items, have, !uo_view_bits_decide(&check->y, have), value, sizeof value);
  uo_finding_text(finding->have, "%" PRId64 ", where Y has %s", have, value);
  uo_finding_text(finding->want, "where Y has %s, as X has", item_text(check, i, value));
}

static void judge_inverse_at(uo_checking *check, int64_t i, int64_t have) {
  int64_t want = check->where[i];
  bool in_range = have >= 0 && have < check->places;
  if (!in_range) report_inverse_range(check, i, have);
  if (in_range && want >= 0 && uo_truth_leader(check, have) == want) return; /* a value that stands twice in Y */
  if (want >= 0) report_inverse(check, i, have, want); /* else Y lacks X's element: VAL-01 says so */
  if (in_range && check->y_is_judged) report_reproduction(check, i, have);
}

void uo_judge_inverse(uo_checking *check) {
  const uo_claimed *inverse = &check->claims.output[UO_INVERSE_INDICES];
  if (!inverse->usable) return;
  int64_t count = smaller(inverse->count, check->x.items.count);
  for (int64_t i = 0; i < count; i++) {
    int64_t have = uo_claimed_at(inverse, i);
    if (have != check->where[i] || have < 0) judge_inverse_at(check, i, have);
  }
}

/* ---- Counts ---------------------------------------------------------------------------------------------------- */

/* CNT-01 */
static void report_count(uo_checking *check, int64_t k, int64_t have, int64_t want) {
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_CNT_01, UO_COUNTS, k);
  if (finding == NULL) return;
  char value[VALUE_TEXT];
  int64_t first = check->first[uo_truth_leader(check, k)] - 1;
  uo_finding_text(finding->have, "%" PRId64, have);
  uo_finding_text(finding->want, "%" PRId64 ", as often as %s occurs", want, item_text(check, first, value));
}

/* CNT-02: every entry at least 1, and n or N in sum. A sum beyond 64 bits is beyond every n. */
static void judge_sum(uo_checking *check) {
  const uo_claimed *counts = &check->claims.output[UO_COUNTS];
  int64_t sum = 0;
  for (int64_t k = 0; k < counts->count; k++) {
    int64_t have = uo_claimed_at(counts, k);
    if (have >= 1) {
      sum = have > INT64_MAX - sum ? INT64_MAX : sum + have;
      continue;
    }
    uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_CNT_02, UO_COUNTS, k);
    if (finding == NULL) continue;
    uo_finding_text(finding->have, "%" PRId64, have);
    uo_finding_text(finding->want, "at least 1");
  }
  if (sum == check->x.items.count) return;
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_CNT_02, UO_COUNTS, -1);
  if (finding == NULL) return;
  uo_finding_text(finding->have, "%s%" PRId64 " in sum", sum == INT64_MAX ? "at least " : "", sum);
  uo_finding_text(finding->want, "%" PRId64 " in sum", check->x.items.count);
}

void uo_judge_counts(uo_checking *check) {
  const uo_claimed *counts = &check->claims.output[UO_COUNTS];
  if (!counts->usable) return;
  int64_t count = smaller(counts->count, check->places);
  for (int64_t k = 0; k < count; k++) {
    int64_t leader = uo_truth_leader(check, k);
    int64_t have = uo_claimed_at(counts, k);
    if (have == check->tally[leader] || check->first[leader] == 0) continue;
    report_count(check, k, have, check->tally[leader]);
  }
  judge_sum(check);
}

/* ---- Between the claims ---------------------------------------------------------------------------------------- */

static void report_contradiction(uo_checking *check, int64_t i, int64_t j, int64_t index) {
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_INV_05, UO_INVERSE_INDICES, i);
  if (finding == NULL) return;
  uo_finding_text(finding->have, "%" PRId64 ", and indices[%" PRId64 "] is %" PRId64, j, j, index);
  uo_finding_text(finding->want, "indices[j] to be the first i with inverse_indices[i] = j");
}

/* Both directions: what indices names leads back, and nothing before it does. Entries out of range were reported. */
void uo_judge_consistency(uo_checking *check) {
  const uo_claimed *indices = &check->claims.output[UO_INDICES];
  const uo_claimed *inverse = &check->claims.output[UO_INVERSE_INDICES];
  if (!indices->usable || !inverse->usable) return;
  for (int64_t j = 0; j < indices->count; j++) {
    int64_t i = uo_claimed_at(indices, j);
    if (i < 0 || i >= inverse->count) continue;
    int64_t back = uo_claimed_at(inverse, i);
    if (back == j || back < 0 || back >= indices->count) continue;
    report_contradiction(check, i, back, uo_claimed_at(indices, back));
  }
  for (int64_t i = 0; i < inverse->count; i++) {
    int64_t j = uo_claimed_at(inverse, i);
    if (j < 0 || j >= indices->count) continue;
    int64_t index = uo_claimed_at(indices, j);
    if (index > i && index < inverse->count) report_contradiction(check, i, j, index);
  }
}
