#include "checker/lookup.h"

#include "tensor/guard.h"

/* From how many items on a table is worth its making, and beyond how many a position does not fit in it. */
#define TABLE_LEAST UINT64_C(16)
#define TABLE_MOST  (INT64_C(1) << 31)

/* How far a chain may go. */
#define CHAIN_MOST 16

#define TAG UINT64_C(0xffffffff00000000)

/* ---- The table ------------------------------------------------------------------------------------------------- */

static uo_error_code make_table(uo_lookup *lookup, uo_arena *arena, uo_error *error) {
  uint64_t size = 2 * TABLE_LEAST;
  while (size < 2 * (uint64_t)lookup->count) size *= 2;
  lookup->table = uo_arena_allocate(arena, (size_t)size, sizeof *lookup->table);
  UO_REQUIRE_MEMORY(lookup->table, error);
  lookup->mask = size - 1;
  lookup->table_complete = true;
  return UO_ERROR_NONE;
}

/*
 * Walks the chain of an item: the entry with the same bits, or the empty one where it ends, or NULL when it is cut.
 */
static uint64_t *walk(const uo_lookup *lookup, const uo_view *view, int64_t i, uint64_t hash) {
  for (uint64_t step = 0; step < CHAIN_MOST; step++) {
    uint64_t *entry = &lookup->table[(hash + step) & lookup->mask];
    if (*entry == 0) return entry;
    if (((*entry ^ hash) & TAG) != 0) continue;
    if (uo_view_same_bits(view, i, lookup->y, (int64_t)(*entry & ~TAG) - 1)) return entry;
  }
  return NULL;
}

/* Enters position k; false when it must go to the rest. *same is the position of the same bits before it, or k. */
static bool enter(uo_lookup *lookup, int64_t k, int64_t *same) {
  if (!uo_view_bits_decide(lookup->y, k)) return false;
  uint64_t hash = uo_view_hash(lookup->y, k);
  uint64_t *entry = walk(lookup, lookup->y, k, hash);
  if (entry == NULL) {
    lookup->table_complete = false;
    return false;
  }
  if (*entry == 0) *entry = (hash & TAG) | (uint64_t)(k + 1);
  *same = (int64_t)(*entry & ~TAG) - 1;
  return true;
}

/* ---- Values that stand twice ----------------------------------------------------------------------------------- */

static uo_error_code note_twice(uo_lookup *lookup, int64_t k, int64_t first, uo_arena *arena, uo_error *error) {
  if (lookup->leader == NULL) {
    lookup->leader = uo_arena_allocate(arena, (size_t)lookup->count, sizeof *lookup->leader);
    UO_REQUIRE_MEMORY(lookup->leader, error);
    for (int64_t i = 0; i < lookup->count; i++) lookup->leader[i] = i;
  }
  lookup->leader[k] = first;
  return UO_ERROR_NONE;
}

static int64_t position_at(const uo_lookup *lookup, int64_t place) {
  return lookup->rest == NULL ? place : lookup->rest[place];
}

/* Equal neighbours in the rest: one value twice, unless they are solitary. */
static uo_error_code note_equal_neighbours(uo_lookup *lookup, uo_arena *arena, uo_error *error) {
  const uo_view *y = lookup->y;
  for (int64_t place = 1; place < lookup->rest_count; place++) {
    int64_t before = position_at(lookup, place - 1);
    int64_t here = position_at(lookup, place);
    if (uo_view_compare(y, before, y, here) != 0) continue;
    if (uo_items_solitary(y->policy, &y->items, here)) continue;
    UO_TRY(note_twice(lookup, here, uo_lookup_leader(lookup, before), arena, error));
  }
  return UO_ERROR_NONE;
}

/* ---- Making ---------------------------------------------------------------------------------------------------- */

static bool table_is_of_use(int64_t count) { return count >= (int64_t)TABLE_LEAST && count < TABLE_MOST; }

uo_error_code uo_lookup_ascending(uo_lookup *lookup, const uo_view *y, bool equal_neighbours, bool with_table,
                                  uo_arena *arena, uo_error *error) {
  *lookup = (uo_lookup){.y = y, .count = y->items.count, .rest_count = y->items.count};
  if (equal_neighbours) UO_TRY(note_equal_neighbours(lookup, arena, error));
  if (!with_table || !table_is_of_use(lookup->count)) return UO_ERROR_NONE;
  UO_TRY(make_table(lookup, arena, error));
  int64_t same;
  for (int64_t k = 0; k < lookup->count; k++) (void)enter(lookup, k, &same);
  return UO_ERROR_NONE;
}

/* Enters all of Y; `rest` receives the positions that cannot be entered. */
static uo_error_code enter_all(uo_lookup *lookup, int64_t **rest, uo_arena *arena, uo_error *error) {
  for (int64_t k = 0; k < lookup->count; k++) {
    int64_t same = k;
    if (lookup->table != NULL && enter(lookup, k, &same)) {
      if (same != k) UO_TRY(note_twice(lookup, k, same, arena, error));
      continue;
    }
    if (*rest == NULL) {
      *rest = uo_arena_allocate(arena, (size_t)lookup->count, sizeof **rest);
      UO_REQUIRE_MEMORY(*rest, error);
    }
    (*rest)[lookup->rest_count++] = k;
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_lookup_unordered(uo_lookup *lookup, const uo_view *y, uo_arena *arena, uo_error *error) {
  *lookup = (uo_lookup){.y = y, .count = y->items.count};
  if (table_is_of_use(lookup->count)) UO_TRY(make_table(lookup, arena, error));
  int64_t *rest = NULL;
  UO_TRY(enter_all(lookup, &rest, arena, error));
  UO_TRY(uo_argsort(y, rest, lookup->rest_count, arena, error));
  lookup->rest = rest;
  return note_equal_neighbours(lookup, arena, error);
}

/* ---- Finding --------------------------------------------------------------------------------------------------- */

/* The first place in the rest whose item is not below item i of x. */
static int64_t lower_bound(const uo_lookup *lookup, const uo_view *x, int64_t i) {
  int64_t low = 0;
  int64_t high = lookup->rest_count;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (uo_view_compare(lookup->y, position_at(lookup, middle), x, i) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool stands_at(const uo_lookup *lookup, int64_t place, const uo_view *x, int64_t i) {
  return place < lookup->rest_count && uo_view_compare(x, i, lookup->y, position_at(lookup, place)) == 0;
}

int64_t uo_lookup_find(const uo_lookup *lookup, const uo_view *x, int64_t i) {
  if (lookup->table != NULL && uo_view_bits_decide(x, i)) {
    const uint64_t *entry = walk(lookup, x, i, uo_view_hash(x, i));
    if (entry != NULL && *entry != 0) return (int64_t)(*entry & ~TAG) - 1;
    if (lookup->table_complete) return -1;
  }
  int64_t place = lower_bound(lookup, x, i);
  return stands_at(lookup, place, x, i) ? position_at(lookup, place) : -1;
}

int64_t uo_lookup_find_solitary(uo_lookup *lookup, const uo_view *x, int64_t i) {
  /* Inputs of NaNs alone are one group: looking at the last one first spares the search. */
  int64_t group = stands_at(lookup, lookup->last, x, i) ? lookup->last : lower_bound(lookup, x, i);
  if (!stands_at(lookup, group, x, i)) return -1;
  lookup->last = group;
  int64_t place = group + lookup->taken[group];
  if (!stands_at(lookup, place, x, i)) return -1;
  lookup->taken[group]++;
  return position_at(lookup, place);
}
