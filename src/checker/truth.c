#include "checker/truth.h"

#include "checker/findings.h"
#include "tensor/format.h"
#include "tensor/guard.h"

/* Arrays that somebody asks for. Representatives of a class can only be told from others where bits and values differ.
 */
static uo_error_code allocate_truth(uo_checking *check, int64_t items, uo_error *error) {
  const uo_claimed *output = check->claims.output;
  check->first = uo_arena_allocate(check->arena, (size_t)check->places, sizeof *check->first);
  UO_REQUIRE_MEMORY(check->first, error);
  if (output[UO_COUNTS].usable) {
    check->tally = uo_arena_allocate(check->arena, (size_t)check->places, sizeof *check->tally);
    UO_REQUIRE_MEMORY(check->tally, error);
  }
  bool any = (check->policy & UO_REPRESENTATIVE_ANY) != 0 && check->x.part != 0;
  if (output[UO_INVERSE_INDICES].usable || any) {
    check->where = uo_arena_allocate(check->arena, (size_t)items, sizeof *check->where);
    UO_REQUIRE_MEMORY(check->where, error);
  }
  return UO_ERROR_NONE;
}

/* Item i of X has its value at position k of Y. */
static void place_item(uo_checking *check, int64_t i, int64_t k) {
  if (check->where != NULL) check->where[i] = k;
  if (k < 0) return;
  if (check->first[k] == 0) {
    check->first[k] = i + 1;
    check->seen++;
  }
  if (check->tally != NULL) check->tally[k]++;
}

/* ---- From the claimed Y ---------------------------------------------------------------------------------------- */

/* The items of X that Y lacks. */
typedef struct missing_items {
  int64_t *item; /* NULL while there are none */
  int64_t count;
} missing_items;

/* VAL-01 */
static uo_error_code note_missing(uo_checking *check, missing_items *missing, int64_t i, uo_error *error) {
  if (missing->item == NULL) {
    missing->item = uo_arena_allocate(check->arena, (size_t)check->x.items.count, sizeof *missing->item);
    UO_REQUIRE_MEMORY(missing->item, error);
  }
  missing->item[missing->count++] = i;
  uo_finding *finding = uo_report_add(check->report, UO_CLAUSE_VAL_01, UO_Y, -1);
  if (finding == NULL) return UO_ERROR_NONE;
  char value[96];
  uo_format_item(&check->x.items, i, !uo_view_bits_decide(&check->x, i), value, sizeof value);
  uo_finding_text(finding->have, "not in Y");
  uo_finding_text(finding->want, "%s, which is item %lld of X", value, (long long)i);
  return UO_ERROR_NONE;
}

/* The position in Y that the claimed inverse has for item i, if the same value stands there; -1 if not. */
static int64_t claimed_place(const uo_checking *check, int64_t i) {
  const uo_claimed *inverse = &check->claims.output[UO_INVERSE_INDICES];
  if (!inverse->usable || i >= inverse->count) return -1;
  int64_t k = uo_claimed_at(inverse, i);
  if (k < 0 || k >= check->places) return -1;
  return uo_view_equal(&check->x, i, &check->y, k) ? uo_lookup_leader(&check->lookup, k) : -1;
}

static int64_t place_of(uo_checking *check, int64_t i) {
  if (check->lookup.taken != NULL && uo_items_solitary(check->policy, &check->x.items, i)) {
    return uo_lookup_find_solitary(&check->lookup, &check->x, i);
  }
  int64_t k = claimed_place(check, i);
  if (k >= 0) return k;
  /* In order of first occurrence a new value stands just behind those that were seen: looking there spares a search. */
  if (check->seen < check->places && uo_view_same_bits(&check->x, i, &check->y, check->seen)) {
    return uo_lookup_leader(&check->lookup, check->seen);
  }
  return uo_lookup_find(&check->lookup, &check->x, i);
}

/* Adds the distinct values among the missing items to those that there should be. */
static uo_error_code count_missing(uo_checking *check, const missing_items *missing, uo_error *error) {
  const uo_view *x = &check->x;
  UO_TRY(uo_argsort(x, missing->item, missing->count, check->arena, error));
  for (int64_t m = 0; m < missing->count; m++) {
    int64_t i = missing->item[m];
    bool again = m > 0 && uo_view_compare(x, missing->item[m - 1], x, i) == 0;
    if (!again || uo_items_solitary(check->policy, &x->items, i)) check->distinct++;
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_truth_by_claim(uo_checking *check, uo_error *error) {
  check->places = check->y.items.count;
  UO_TRY(allocate_truth(check, check->x.items.count, error));
  if (uo_view_may_be_solitary(&check->x)) {
    check->lookup.taken = uo_arena_allocate(check->arena, (size_t)check->places, sizeof *check->lookup.taken);
    UO_REQUIRE_MEMORY(check->lookup.taken, error);
  }
  missing_items missing = {NULL, 0};
  for (int64_t i = 0; i < check->x.items.count; i++) {
    int64_t k = place_of(check, i);
    place_item(check, i, k);
    if (k >= 0) continue;
    UO_TRY(note_missing(check, &missing, i, error));
    if (check->hurry) return UO_ERROR_NONE;
  }
  check->distinct = check->seen;
  return count_missing(check, &missing, error);
}

/* ---- From X alone ---------------------------------------------------------------------------------------------- */

/* Numbers the classes along `order`, which holds the items in ascending order: class_of[i] is the class of item i. */
static int64_t number_classes(const uo_view *x, const int64_t *order, int64_t *class_of) {
  int64_t classes = 0;
  for (int64_t place = 0; place < x->items.count; place++) {
    int64_t i = order[place];
    bool again = place > 0 && uo_view_compare(x, order[place - 1], x, i) == 0;
    if (!again || uo_items_solitary(x->policy, &x->items, i)) classes++;
    class_of[i] = classes - 1;
  }
  return classes;
}

/* Numbers the same classes by first occurrence (ORD-02); `number` has room for each of them, cleared. */
static void renumber_by_occurrence(int64_t *class_of, int64_t items, int64_t *number) {
  int64_t seen = 0;
  for (int64_t i = 0; i < items; i++) {
    int64_t *mine = &number[class_of[i]];
    if (*mine == 0) *mine = ++seen;
    class_of[i] = *mine - 1;
  }
}

uo_error_code uo_truth_by_sorting(uo_checking *check, uo_error *error) {
  int64_t items = check->x.items.count;
  int64_t *order = uo_arena_allocate(check->arena, (size_t)items, sizeof *order);
  int64_t *class_of = uo_arena_allocate(check->arena, (size_t)items, sizeof *class_of);
  UO_REQUIRE_MEMORY(order, error);
  UO_REQUIRE_MEMORY(class_of, error);
  for (int64_t i = 0; i < items; i++) order[i] = i;
  UO_TRY(uo_argsort(&check->x, order, items, check->arena, error));
  check->distinct = number_classes(&check->x, order, class_of);
  check->places = check->distinct;
  UO_TRY(allocate_truth(check, items, error));
  if (!check->sorted) {
    renumber_by_occurrence(class_of, items, check->first);
    memset(check->first, 0, (size_t)check->places * sizeof *check->first);
  }
  for (int64_t i = 0; i < items; i++) place_item(check, i, class_of[i]);
  return UO_ERROR_NONE;
}

/* ---- Without elements ------------------------------------------------------------------------------------------ */

/* X may have more such items than anybody can count: only those that the claimed inverse has room for are looked at. */
uo_error_code uo_truth_of_empty_items(uo_checking *check, uo_error *error) {
  const uo_claimed *inverse = &check->claims.output[UO_INVERSE_INDICES];
  int64_t items = check->x.items.count;
  check->distinct = items > 0 ? 1 : 0;
  check->places = check->distinct;
  int64_t looked_at = inverse->count < items ? inverse->count : items;
  UO_TRY(allocate_truth(check, inverse->usable ? looked_at : 0, error));
  if (items == 0) return UO_ERROR_NONE;
  check->first[0] = 1;
  if (check->tally != NULL) check->tally[0] = items;
  return UO_ERROR_NONE; /* `where` is all 0 */
}
