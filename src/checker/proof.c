#include "checker/proof.h"

#include "checker/ascent.h"
#include "checker/differ.h"
#include "checker/distinct.h"
#include "checker/places.h"
#include "checker/thin.h"
#include "tensor/guard.h"

/*
 * What is shown, of X with n items and a Y with U, for positions k in Y and i in X; place[i] is the claimed inverse[i],
 * or where i was found when nobody asked for the inverse, and first[k] likewise indices[k]:
 *   1. Y's items are different: they ascend, as they must where sorted (ORD-01), or their hashes differ (VAL-01).
 *   2. place[i] is in [0, U), and Y has X's item there (INV-01, INV-02, INV-06; VAL-01: Y lacks none).
 *   3. No i stands before first[place[i]], and U of them stand at it. These are U different k, for each has one
 *      first[k]: every k is there, and first there (IDX-01, IDX-02; VAL-02: Y has nothing else).
 *   4. unsorted: first ascends (ORD-02, IDX-04).
 *   5. Where bits of equal items differ, i is not first[place[i]] (SIL-03, SIL-04).
 *   6. counts[k] is how many place[i] are k (CNT-01, CNT-02).
 */
typedef struct proof {
  const uo_checking *check;
  const uo_view *x;
  uo_view y;
  int64_t places;               /* U */
  const unsigned char *inverse; /* int64, perhaps not aligned; NULL when nobody asked for it */
  const unsigned char *first;   /* likewise; `noted` when nobody asked for indices */
  int64_t *noted;               /* -1 where a place was not seen yet; NULL when indices were claimed */
  uo_places lookup;
  int64_t *tally; /* 1 << lanes for each k; NULL when there is nothing to be counted */
  unsigned lanes;
  int64_t at_first; /* how many i are first[place[i]] */
} proof;

/* How many items go through one obligation after the other: their places then stay in the nearest cache. */
#define BLOCK 1024

/* One counter waits for itself where a value comes again and again: up to so many values have 1 << LANES. */
#define LANES_UP_TO 4096
#define LANES       2

/* ---- Shapes ----------------------------------------------------------------------------------------------------- */

/* IDX-03, INV-03, INV-04, CNT-02. What is given is usable: nothing was found. */
static bool is_vector(const uo_claimed *claimed, int64_t length) {
  return claimed->tensor == NULL || (claimed->tensor->rank == 1 && claimed->count == length);
}

/* SHAPE-01, SHAPE-02 too. Neither X nor Y is without items or elements. */
static bool is_shaped(const uo_checking *check) {
  const uo_claimed *output = check->claims.output;
  if (check->x.elements == 0 || check->x.items.count == 0) return false;
  if (!output[UO_Y].usable || !check->claims.y_formed || output[UO_Y].count == 0) return false;
  int64_t places = uo_items_of(&check->claims.y_tensor, check->x.items.axis).count;
  return is_vector(&output[UO_INDICES], places) && is_vector(&output[UO_COUNTS], places) &&
         is_vector(&output[UO_INVERSE_INDICES], check->x.items.count);
}

/* SIL-01, SIL-05 */
static bool has_solitary(const uo_view *y) {
  if (!uo_view_may_be_solitary(y)) return false;
  for (int64_t k = 0; k < y->items.count; k++) {
    if (uo_items_solitary(y->policy, &y->items, k)) return true;
  }
  return false;
}

/* ---- Positions -------------------------------------------------------------------------------------------------- */

/* INV-02 */
static bool is_in_range(const proof *of, const uo_block *items) {
  uint64_t outside = 0; /* its highest bit says whether one was negative or above the last place */
  for (int64_t i = 0; i < items->count; i++) {
    uint64_t k = (uint64_t)uo_load_position(items->place, i);
    outside |= k | ((uint64_t)of->places - 1 - k);
  }
  return outside >> 63 == 0;
}

/* Where each place is seen first. */
static void note_first(proof *of, const uo_block *items) {
  for (int64_t i = 0; i < items->count; i++) {
    int64_t k = uo_load_position(items->place, i);
    if (of->noted[k] >= 0) continue;
    of->noted[k] = items->from + i;
    of->at_first++;
  }
}

/* 3: where they were claimed to be. */
static bool is_none_earlier(proof *of, const uo_block *items) {
  uint64_t since_first = 0; /* its highest bit says whether one was before it */
  int64_t at_first = 0;
  for (int64_t i = 0; i < items->count; i++) {
    int64_t first = uo_load_position(of->first, uo_load_position(items->place, i));
    uint64_t since = (uint64_t)(items->from + i) - (uint64_t)first;
    since_first |= since;
    at_first += since == 0;
  }
  of->at_first += at_first;
  return since_first >> 63 == 0;
}

/*
 * 2 and 6 for the items of a block, which are words of this size, or 0: then their bits are compared elsewhere.
 * Returns whether some bits differ.
 */
#define PASS(name, size, tallied)                                                                                      \
  static bool pass_##name(const proof *of, const uo_block *items) {                                                    \
    const unsigned char *x = uo_view_element(of->x, (size) == 0 ? 0 : items->from);                                    \
    const unsigned char *y = uo_view_element(&of->y, 0);                                                               \
    const unsigned lanes = of->lanes;                                                                                  \
    const uint64_t lane = (UINT64_C(1) << lanes) - 1;                                                                  \
    uint64_t bits = 0;                                                                                                 \
    for (int64_t i = 0; i < items->count; i++) {                                                                       \
      uint64_t k = (uint64_t)uo_load_position(items->place, i);                                                        \
      if ((size) != 0) bits |= uo_view_load(x + (size_t)i * (size), size) ^ uo_view_load(y + k * (size), size);        \
      if (tallied) of->tally[(k << lanes) + ((uint64_t)i & lane)]++;                                                   \
    }                                                                                                                  \
    return bits != 0;                                                                                                  \
  }

PASS(items, 0, false)
PASS(bytes, 1, false)
PASS(halves, 2, false)
PASS(words, 4, false)
PASS(doubles, 8, false)
PASS(items_tallied, 0, true)
PASS(bytes_tallied, 1, true)
PASS(halves_tallied, 2, true)
PASS(words_tallied, 4, true)
PASS(doubles_tallied, 8, true)

static bool pass(const proof *of, const uo_block *items) {
  bool tallied = of->tally != NULL;
  switch (of->x->word) {
    case 1:
      return tallied ? pass_bytes_tallied(of, items) : pass_bytes(of, items);
    case 2:
      return tallied ? pass_halves_tallied(of, items) : pass_halves(of, items);
    case 4:
      return tallied ? pass_words_tallied(of, items) : pass_words(of, items);
    case 8:
      return tallied ? pass_doubles_tallied(of, items) : pass_doubles(of, items);
    default:
      return tallied ? pass_items_tallied(of, items) : pass_items(of, items);
  }
}

static bool is_counted(const proof *of) {
  const uo_claimed *counts = &of->check->claims.output[UO_COUNTS];
  if (counts->tensor == NULL) return true;
  for (int64_t k = 0; k < of->places; k++) {
    int64_t occurrences = of->tally == NULL ? 1 : 0;
    for (int64_t lane = 0; of->tally != NULL && lane < INT64_C(1) << of->lanes; lane++) {
      occurrences += of->tally[(k << of->lanes) + lane];
    }
    if (uo_claimed_at(counts, k) != occurrences) return false;
  }
  return true;
}

static bool first_ascends(const proof *of) {
  for (int64_t k = 1; k < of->places; k++) {
    if (uo_load_position(of->first, k) <= uo_load_position(of->first, k - 1)) return false;
  }
  return true;
}

/* ---- Places ----------------------------------------------------------------------------------------------------- */

/* Unsorted, and the block holds just the values that should come next: then they stand there, if they stand once. */
static bool is_next_in_y(const proof *of, const uo_block *items) {
  if (of->check->sorted || of->places - of->at_first < items->count) return false;
  return !uo_differ(of->x, &of->y, items);
}

/* Where the items of a block stand when no inverse says so; *found is false when some are not found. */
static uo_error_code find_places(proof *of, int64_t *place, int64_t from, int64_t count, bool *found, uo_error *error) {
  for (int64_t i = 0; i < count; i++) place[i] = of->at_first + i;
  uo_block next = {(const unsigned char *)place, from, count};
  *found = is_next_in_y(of, &next);
  if (*found) return UO_ERROR_NONE;
  *found = true;
  if (of->lookup.slot == NULL) UO_TRY(uo_places_make(&of->lookup, &of->y, of->check->arena, found, error));
  *found = *found && uo_places_suggest(&of->lookup, of->x, from, count, place);
  return UO_ERROR_NONE;
}

/* ---- All together ----------------------------------------------------------------------------------------------- */

/* 5: some bits differ. The values may be equal all the same, but none of them is the first. */
static bool is_equal_behind_first(const proof *of, const uo_block *items) {
  for (int64_t i = 0; i < items->count; i++) {
    int64_t k = uo_load_position(items->place, i);
    int64_t item = items->from + i;
    if (uo_view_same_bits(of->x, item, &of->y, k)) continue;
    if (uo_load_position(of->first, k) == item || uo_view_compare(of->x, item, &of->y, k) != 0) return false;
  }
  return true;
}

/* 2, 3, 5 and 6 of a block. */
static bool holds(proof *of, const uo_block *items) {
  if (!is_in_range(of, items)) return false;
  if (of->at_first < of->places) { /* once all were seen, nothing that follows can stand before them */
    if (of->noted != NULL) {
      note_first(of, items);
    } else if (!is_none_earlier(of, items)) {
      return false;
    }
  }
  bool differing = pass(of, items);
  if (of->x->word == 0) differing = uo_differ(of->x, &of->y, items);
  return !differing || is_equal_behind_first(of, items);
}

static uo_error_code pass_over_x(proof *of, bool *held, uo_error *error) {
  int64_t place[BLOCK];
  int64_t items = of->x->items.count;
  *held = true;
  for (int64_t from = 0; from < items && *held; from += BLOCK) {
    int64_t count = items - from < BLOCK ? items - from : BLOCK;
    uo_block block = {(const unsigned char *)place, from, count};
    if (of->inverse == NULL) {
      UO_TRY(find_places(of, place, from, count, held, error));
    } else {
      block.place = of->inverse + (size_t)from * sizeof place[0];
    }
    *held = *held && holds(of, &block);
  }
  return UO_ERROR_NONE;
}

/* Where every item is a value of its own, each occurs once: that needs no tally. */
static uo_error_code allocate(proof *of, uo_error *error) {
  const uo_claimed *output = of->check->claims.output;
  uo_arena *arena = of->check->arena;
  if (of->first == NULL) {
    of->noted = uo_arena_allocate(arena, (size_t)of->places, sizeof *of->noted);
    UO_REQUIRE_MEMORY(of->noted, error);
    memset(of->noted, 0xff, (size_t)of->places * sizeof *of->noted);
    of->first = (const unsigned char *)of->noted;
  }
  if (output[UO_COUNTS].tensor == NULL || of->places == of->x->items.count) return UO_ERROR_NONE;
  of->lanes = of->places <= LANES_UP_TO ? LANES : 0;
  of->tally = uo_arena_allocate(arena, (size_t)of->places << of->lanes, sizeof *of->tally);
  UO_REQUIRE_MEMORY(of->tally, error);
  return UO_ERROR_NONE;
}

/* Y of an X of narrow words is that of its values: there are few of them. */
static uo_error_code thin_out(proof *of, uo_tensor *thin, uo_view *thinned, uo_error *error) {
  const uo_claimed *output = of->check->claims.output;
  bool alone = output[UO_INDICES].tensor == NULL && output[UO_INVERSE_INDICES].tensor == NULL &&
               output[UO_COUNTS].tensor == NULL;
  bool narrow = of->x->word == 1 || of->x->word == 2;
  if (!alone || !narrow || of->x->items.count < UO_THIN_FROM(of->x->word)) return UO_ERROR_NONE;
  UO_TRY(uo_thin(of->x, of->check->arena, thin, error));
  *thinned = uo_view_of(thin, -1, of->check->policy);
  of->x = thinned;
  return UO_ERROR_NONE;
}

static const void *data_of(const uo_claimed *claimed) { return claimed->tensor == NULL ? NULL : claimed->tensor->data; }

uo_error_code uo_prove(const uo_checking *check, bool *proven, uo_error *error) {
  *proven = false;
  if (!is_shaped(check)) return UO_ERROR_NONE;
  const uo_claimed *output = check->claims.output;
  proof of = {.check = check, .x = &check->x};
  of.y = uo_view_of(&check->claims.y_tensor, check->x.items.axis, check->policy);
  of.places = of.y.items.count;
  of.inverse = data_of(&output[UO_INVERSE_INDICES]);
  of.first = data_of(&output[UO_INDICES]);
  if (has_solitary(&of.y) || (check->sorted && !uo_ascends(&of.y))) return UO_ERROR_NONE;
  uo_tensor thin;
  uo_view thinned;
  UO_TRY(thin_out(&of, &thin, &thinned, error));
  UO_TRY(allocate(&of, error));
  bool held;
  UO_TRY(pass_over_x(&of, &held, error));
  if (!held || of.at_first != of.places || !is_counted(&of)) return UO_ERROR_NONE;
  if (!check->sorted) {
    if (!first_ascends(&of)) return UO_ERROR_NONE;
    if (!uo_ascends(&of.y)) return uo_show_distinct(&of.y, check->arena, proven, error);
  }
  *proven = true;
  return UO_ERROR_NONE;
}
