#include "reference/group.h"

#include "reference/array.h"
#include "reference/sort.h"
#include "tensor/guard.h"

/* Items that are hashed at a time. Room for as many new groups is made before, so that nothing can fail between. */
#define BATCH 64

/* Steps that the table may take for each item so far; good hashes need about 2. */
#define STEPS_PER_ITEM 8

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- Groups ---------------------------------------------------------------------------------------------------- */

/* Replaces *array by a larger one with the same first `count` numbers. */
static uo_error_code grow_array(const uo_allocator *allocator, int64_t **array, int64_t count, int64_t room,
                                uo_error *error) {
  int64_t *larger = uo_allocate_array(allocator, room, sizeof **array);
  UO_REQUIRE_MEMORY(larger, error);
  if (count > 0) memcpy(larger, *array, (size_t)count * sizeof **array);
  uo_release(allocator, *array);
  *array = larger;
  return UO_ERROR_NONE;
}

/* Makes room for `more` new groups. There are never more than `most`. */
static uo_error_code reserve_groups(uo_groups *groups, int64_t more, int64_t most, const uo_allocator *allocator,
                                    uo_error *error) {
  if (groups->room - groups->count >= more) return UO_ERROR_NONE;
  int64_t room = smaller(most, 2 * groups->room + more);
  UO_TRY(grow_array(allocator, &groups->first, groups->count, room, error));
  UO_TRY(grow_array(allocator, &groups->sizes, groups->count, room, error));
  groups->room = room;
  return UO_ERROR_NONE;
}

static int64_t add_group(uo_groups *groups, int64_t item) {
  groups->first[groups->count] = item;
  groups->sizes[groups->count] = 0;
  return groups->count++;
}

/* ---- By hash table --------------------------------------------------------------------------------------------- */

/*
 * Open addressing, linear probing, at most half full. A slot is 0 when it is free; otherwise a group's number plus 1 in
 * the lower 48 bits, which is more than memory has room for, and the upper 16 bits of its hash, which save nearly all
 * comparisons with other groups.
 */
typedef struct group_table {
  uint64_t *slots;
  uint64_t mask; /* how many slots there are, less 1: a power of two less 1 */
  int64_t used;
} group_table;

#define SLOT_TAG (UINT64_C(0xffff) << 48)

static void place_group(group_table *table, int64_t group, uint64_t hash) {
  uint64_t slot = hash & table->mask;
  while (table->slots[slot] != 0) slot = (slot + 1) & table->mask;
  table->slots[slot] = (hash & SLOT_TAG) | (uint64_t)(group + 1);
}

/* Fills the empty table with all groups that are not solitary. */
static void place_groups(group_table *table, const uo_keys *keys, uo_hash_function *hash, const uo_groups *groups) {
  uint64_t hashes[BATCH];
  for (int64_t begin = 0; begin < groups->count; begin += BATCH) {
    int64_t count = smaller(BATCH, groups->count - begin);
    hash(keys, groups->first + begin, count, hashes);
    for (int64_t i = 0; i < count; i++)
      if (!uo_keys_solitary(keys, groups->first[begin + i])) place_group(table, begin + i, hashes[i]);
  }
}

/* Makes room for `more` groups in the table. */
static uo_error_code reserve_slots(group_table *table, int64_t more, const uo_keys *keys, uo_hash_function *hash,
                                   const uo_groups *groups, const uo_allocator *allocator, uo_error *error) {
  uint64_t needed = 2 * (uint64_t)(table->used + more);
  if (table->slots != NULL && needed <= table->mask + 1) return UO_ERROR_NONE;
  uint64_t size = 4;
  while (size < needed) size *= 2;
  if (table->slots != NULL) size *= 2; /* growing is dear: not soon again */
  uo_release(allocator, table->slots);
  table->slots = uo_allocate_array(allocator, (int64_t)size, sizeof(uint64_t));
  UO_REQUIRE_MEMORY(table->slots, error);
  memset(table->slots, 0, (size_t)size * sizeof(uint64_t));
  table->mask = size - 1;
  place_groups(table, keys, hash, groups);
  return UO_ERROR_NONE;
}

/* What one call of group_by_hash works with. */
typedef struct grouping {
  const uo_keys *keys;
  uo_groups *groups;
  group_table table;
  uint64_t steps;       /* taken, weighted by the length of keys */
  uint64_t allowed;     /* what they may amount to by now */
  uint64_t comparisons; /* of whole keys */
} grouping;

/* The group of an item, a new one if need be. */
static inline int64_t find_group(grouping *g, int64_t item, uint64_t hash) {
  if (uo_keys_solitary(g->keys, item)) return add_group(g->groups, item); /* SIL-01, SIL-05: equal to nothing */
  group_table *table = &g->table;
  uint64_t weight = uo_keys_weight(g->keys, item);
  g->allowed += STEPS_PER_ITEM * weight;
  for (uint64_t slot = hash & table->mask;; slot = (slot + 1) & table->mask) {
    uint64_t entry = table->slots[slot];
    g->steps += weight;
    if (entry == 0) {
      int64_t group = add_group(g->groups, item);
      table->slots[slot] = (hash & SLOT_TAG) | (uint64_t)(group + 1);
      table->used++;
      return group;
    }
    if (((entry ^ hash) & SLOT_TAG) != 0) continue;
    int64_t group = (int64_t)(entry & ~SLOT_TAG) - 1;
    g->comparisons++;
    if (uo_keys_equal(g->keys, g->groups->first[group], item)) return group;
  }
}

/* Groups the next `count` items; false when the table has taken too many steps. */
static bool group_batch(grouping *g, int64_t begin, int64_t count, const uint64_t *hashes, int64_t *group_of) {
  for (int64_t i = 0; i < count; i++) {
    int64_t group = find_group(g, begin + i, hashes[i]);
    g->groups->sizes[group]++;
    if (group_of != NULL) group_of[begin + i] = group;
    if (g->steps > g->allowed) return false;
  }
  return true;
}

/* *done is false when the table has taken too many steps; the groups are then of no use. */
static uo_error_code group_by_hash(grouping *g, uo_hash_function *hash, const uo_allocator *allocator,
                                   int64_t *group_of, bool *done, uo_error *error) {
  int64_t items[BATCH];
  uint64_t hashes[BATCH];
  int64_t all = g->keys->count;
  *done = true;
  for (int64_t begin = 0; begin < all && *done; begin += BATCH) {
    int64_t count = smaller(BATCH, all - begin);
    UO_TRY(reserve_groups(g->groups, count, all, allocator, error));
    UO_TRY(reserve_slots(&g->table, count, g->keys, hash, g->groups, allocator, error));
    for (int64_t i = 0; i < count; i++) items[i] = begin + i;
    hash(g->keys, items, count, hashes);
    *done = group_batch(g, begin, count, hashes, group_of);
  }
  return UO_ERROR_NONE;
}

/* ---- By sorting ------------------------------------------------------------------------------------------------ */

/* Writes for each item the first item that it equals: of the sorted items, the first of a run of equal ones. */
static void find_leaders(const uo_keys *keys, const uo_sort_entry *sorted, int64_t *leader, uint64_t *comparisons) {
  for (int64_t i = 0; i < keys->count; i++) {
    int64_t item = sorted[i].index;
    bool same = i > 0 && sorted[i].prefix == sorted[i - 1].prefix && !uo_keys_solitary(keys, item);
    if (same) {
      ++*comparisons;
      same = uo_keys_equal(keys, sorted[i - 1].index, item);
    }
    leader[item] = same ? leader[sorted[i - 1].index] : item;
  }
}

/* Replaces leaders by the numbers of their groups, in order of first occurrence: a leader stands before those that it
 * leads. */
static uo_error_code number_leaders(int64_t *leader, int64_t count, uo_groups *groups, const uo_allocator *allocator,
                                    uo_error *error) {
  for (int64_t i = 0; i < count; i++) {
    if (leader[i] == i) {
      UO_TRY(reserve_groups(groups, 1, count, allocator, error));
      leader[i] = add_group(groups, i);
    } else {
      leader[i] = leader[leader[i]];
    }
    groups->sizes[leader[i]]++;
  }
  return UO_ERROR_NONE;
}

static uo_error_code group_by_sorting(const uo_keys *keys, const uo_allocator *allocator, int64_t *group_of,
                                      uo_groups *groups, uint64_t *comparisons, uo_error *error) {
  uo_sort_entry *sorted;
  UO_TRY(uo_sort_by_key(keys, NULL, keys->count, allocator, &sorted, comparisons, error));
  int64_t *leader = group_of != NULL ? group_of : uo_allocate_array(allocator, keys->count, sizeof *leader);
  if (leader != NULL) find_leaders(keys, sorted, leader, comparisons);
  uo_release(allocator, sorted);
  UO_REQUIRE_MEMORY(leader, error);
  uo_error_code code = number_leaders(leader, keys->count, groups, allocator, error);
  if (leader != group_of) uo_release(allocator, leader);
  return code;
}

/* ---- Both ------------------------------------------------------------------------------------------------------ */

/* SHAPE-06: items without elements are all equal, and may be more than memory could hold keys for. */
static uo_error_code group_empty_items(const uo_keys *keys, const uo_allocator *allocator, int64_t *group_of,
                                       uo_groups *groups, uo_error *error) {
  UO_TRY(reserve_groups(groups, 1, 1, allocator, error));
  groups->sizes[add_group(groups, 0)] = keys->count;
  if (group_of != NULL) memset(group_of, 0, (size_t)keys->count * sizeof *group_of);
  return UO_ERROR_NONE;
}

uo_error_code uo_group_items(const uo_keys *keys, uo_hash_function *hash, const uo_allocator *allocator,
                             int64_t *group_of, uo_groups *groups, uint64_t *comparisons, uo_error *error) {
  if (keys->count == 0) return UO_ERROR_NONE; /* SHAPE-05 */
  if (keys->bytes == NULL && keys->stride == 0) return group_empty_items(keys, allocator, group_of, groups, error);
  grouping g = {.keys = keys, .groups = groups};
  bool done;
  uo_error_code code = group_by_hash(&g, hash, allocator, group_of, &done, error);
  uo_release(allocator, g.table.slots);
  *comparisons += g.comparisons;
  UO_TRY(code);
  if (done) return UO_ERROR_NONE;
  groups->count = 0;
  return group_by_sorting(keys, allocator, group_of, groups, comparisons, error);
}

void uo_groups_release(const uo_allocator *allocator, const uo_groups *groups) {
  uo_release(allocator, groups->first);
  uo_release(allocator, groups->sizes);
}
