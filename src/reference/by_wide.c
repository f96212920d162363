/* Wide items: grouped in a hash table by their bytes, after which only the distinct ones are sorted; or all of them
 * sorted, where that is the better way in ascending order. */
#include "reference/expected.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* Items that are hashed at a time, so that the memory that they need is on its way when it is looked at. */
#define BATCH 64

/* Steps past other items that the table may take for each item so far, and in addition. Good hashes need less than
 * one. */
#define STEPS_PER_ITEM 4
#define FREE_STEPS     64

/* From so many groups on these no longer are in a near cache: they are sent for before. */
#define FAR_FROM 2048

/* Half a line of a cache, which tells most groups from an item without its first one. */
typedef struct wide_group {
  const unsigned char *bytes; /* of the first item */
  uo_digest digest;
  uint32_t first;
  uint32_t size;
} wide_group;

/* Of a batch of items. */
typedef struct batch {
  uo_digest digests[BATCH];
  uint64_t hashes[BATCH];
  uint32_t groups[BATCH]; /* in the slots that their hashes chose */
} batch;

/* A slot holds the lower half of a hash, whose highest bits chose the slot, and below it a group's number plus 1; it is
 * 0 when it is free. */
typedef struct wide_table {
  const uo_wide *wide;
  uo_wide_hash_function *hash;
  uo_scratch *scratch;
  wide_group *groups; /* in order of first occurrence (ORD-02) */
  uint64_t *hashes;   /* of each group: only looked at when there are to be more slots */
  int64_t count;
  int64_t room; /* for groups and hashes; there are at least twice as many slots */
  uint64_t *slots;
  uint64_t mask;
  unsigned shift; /* of a hash, to get a slot */
  uint64_t steps;
} wide_table;

#if defined(__GNUC__)
#define PREFETCH(place) __builtin_prefetch(place)
#else
#define PREFETCH(place) ((void)(place))
#endif

/* ---- Looking up ------------------------------------------------------------------------------------------------- */

static inline uint32_t group_in(uint64_t entry) { return (uint32_t)entry - 1; }
static inline bool has_tag(uint64_t entry, uint64_t hash) { return entry >> 32 == (uint32_t)hash; }

static inline bool is_of(const wide_table *t, const wide_group *group, int64_t item, uo_digest digest) {
  return group->digest.head == digest.head && group->digest.tail == digest.tail &&
         (uo_digest_decides(t->wide, digest) || uo_wide_equal(t->wide, group->first, group->bytes, item));
}

/* The group of item `begin` + k, a new one if need be; -1 when the table has taken more than `most` steps. */
static inline int64_t find_group(wide_table *t, const batch *of, int64_t begin, int64_t k, uint64_t most) {
  uint64_t hash = of->hashes[k];
  for (uint64_t slot = hash >> t->shift;; slot = (slot + 1) & t->mask) {
    uint64_t entry = t->slots[slot];
    if (entry == 0) {
      t->slots[slot] = hash << 32 | (uint32_t)(t->count + 1);
      t->hashes[t->count] = hash;
      t->groups[t->count] = (wide_group){uo_wide_bytes(t->wide, begin + k), of->digests[k], (uint32_t)(begin + k), 0};
      return t->count++;
    }
    if (has_tag(entry, hash) && is_of(t, &t->groups[group_in(entry)], begin + k, of->digests[k]))
      return group_in(entry);
    if (t->steps++ == most) return -1;
  }
}

/*
 * Sends for what a batch will be compared with, if its groups stand where they should. One step for all at a time and
 * no branch: one that waits for memory would end what goes on beside it. The groups are kept, not only because the next
 * steps need them: a function without effect is left out by compilers, whatever it sends for.
 */
static void send_for_groups(const wide_table *t, batch *of, int64_t count) {
  bool decided = true;
  for (int64_t k = 0; k < count; k++) PREFETCH(&t->slots[of->hashes[k] >> t->shift]);
  for (int64_t k = 0; k < count; k++) {
    uint64_t entry = t->slots[of->hashes[k] >> t->shift];
    of->groups[k] = entry == 0 ? 0 : group_in(entry);
    PREFETCH(&t->groups[of->groups[k]]);
    decided = decided && uo_digest_decides(t->wide, of->digests[k]);
  }
  if (decided) return;
  for (int64_t k = 0; k < count; k++) PREFETCH(t->groups[of->groups[k]].bytes);
}

/* CNT-01, INV-01; false when the table has taken too many steps. */
static bool group_batch(wide_table *t, int64_t begin, int64_t count, int64_t *inverse) {
  batch of;
  uint64_t most = FREE_STEPS + STEPS_PER_ITEM * (uint64_t)begin;
  uo_wide_digest(t->wide, begin, count, of.digests);
  t->hash(t->wide, begin, count, of.digests, of.hashes);
  if (t->count >= FAR_FROM) send_for_groups(t, &of, count);
  for (int64_t k = 0; k < count; k++) {
    int64_t group = find_group(t, &of, begin, k, most);
    if (group < 0) return false;
    t->groups[group].size++;
    if (inverse != NULL) inverse[begin + k] = group;
  }
  return true;
}

/* ---- Growing ---------------------------------------------------------------------------------------------------- */

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static uo_error_code move_groups(wide_table *t, int64_t room, uo_error *error) {
  wide_group *groups = uo_scratch_take(t->scratch, room, sizeof *groups);
  UO_REQUIRE_MEMORY(groups, error);
  uint64_t *hashes = uo_scratch_take(t->scratch, room, sizeof *hashes);
  UO_REQUIRE_MEMORY(hashes, error);
  if (t->count > 0) {
    memcpy(groups, t->groups, (size_t)t->count * sizeof *groups);
    memcpy(hashes, t->hashes, (size_t)t->count * sizeof *hashes);
  }
  uo_scratch_give_back(t->scratch, t->groups);
  uo_scratch_give_back(t->scratch, t->hashes);
  t->groups = groups;
  t->hashes = hashes;
  t->room = room;
  return UO_ERROR_NONE;
}

static uo_error_code grow(wide_table *t, int64_t room, uo_error *error) {
  UO_TRY(move_groups(t, room, error));
  uint64_t slots = 4;
  for (t->shift = 62; slots < 2 * (uint64_t)room; slots *= 2) t->shift--;
  uo_scratch_give_back(t->scratch, t->slots);
  t->slots = uo_scratch_take(t->scratch, (int64_t)slots, sizeof *t->slots);
  UO_REQUIRE_MEMORY(t->slots, error);
  memset(t->slots, 0, (size_t)slots * sizeof *t->slots);
  t->mask = slots - 1;
  for (int64_t group = 0; group < t->count; group++) {
    uint64_t hash = t->hashes[group];
    uint64_t slot = hash >> t->shift;
    while (t->slots[slot] != 0) slot = (slot + 1) & t->mask;
    t->slots[slot] = hash << 32 | (uint32_t)(group + 1);
  }
  return UO_ERROR_NONE;
}

/* *done is false when there are better ways: the table has taken too many steps, or most items are expected to be
 * distinct and in ascending order. */
static uo_error_code group_all(uo_task *task, wide_table *t, bool *done, uo_error *error) {
  int64_t all = t->wide->count;
  int64_t room = task->tuning->first_groups + uo_telling_groups(all);
  *done = false;
  if (task->is_sorted && all < task->tuning->wide_below) return UO_ERROR_NONE;
  for (int64_t begin = 0; begin < all; begin += BATCH) {
    int64_t count = smaller(BATCH, all - begin);
    if (t->room - t->count < count) {
      if (t->room > 0) {
        int64_t expected = uo_expected_groups(all, begin, t->count);
        if (task->is_sorted && expected > all / task->tuning->wide_share) return UO_ERROR_NONE;
        room = 2 * t->room > expected + expected / 4 ? 2 * t->room : expected + expected / 4;
      }
      UO_TRY(grow(t, smaller(all, room + BATCH), error));
    }
    if (!group_batch(t, begin, count, task->answer.inverse)) return UO_ERROR_NONE;
  }
  *done = true;
  return UO_ERROR_NONE;
}

/* ---- Outputs ---------------------------------------------------------------------------------------------------- */

/* Y, indices and counts; output j is group order[j].index, or group j. */
static void put_groups(const uo_answer *answer, const wide_table *t, const uo_sort_entry *order) {
  int64_t first[BATCH];
  for (int64_t begin = 0; begin < t->count; begin += BATCH) {
    int64_t count = smaller(BATCH, t->count - begin);
    for (int64_t k = 0; k < count; k++) {
      const wide_group *group = &t->groups[order == NULL ? begin + k : order[begin + k].index];
      first[k] = group->first;
      if (answer->counts != NULL) answer->counts[begin + k] = group->size;
    }
    uo_answer_put(answer, begin, count, first);
  }
}

/* ORD-01: only the distinct ones are sorted. */
static uo_error_code sort_groups(uo_task *task, const wide_table *t, uo_sort_entry **order, uo_error *error) {
  uint32_t *first = uo_scratch_take(t->scratch, t->count, sizeof *first);
  UO_REQUIRE_MEMORY(first, error);
  for (int64_t group = 0; group < t->count; group++) first[group] = t->groups[group].first;
  UO_TRY(uo_wide_sort(t->wide, first, t->count, task->tuning->spread_from, t->scratch, order, error));
  int64_t *inverse = task->answer.inverse;
  if (inverse == NULL) return UO_ERROR_NONE;
  uint32_t *position = first; /* of each group; ORD-03 */
  for (int64_t j = 0; j < t->count; j++) position[(*order)[j].index] = (uint32_t)j;
  for (int64_t i = 0; i < t->wide->count; i++) inverse[i] = position[inverse[i]];
  return UO_ERROR_NONE;
}

static uo_error_code put_table(uo_task *task, const wide_table *t, uo_error *error) {
  uo_sort_entry *order = NULL;
  if (task->is_sorted) UO_TRY(sort_groups(task, t, &order, error));
  UO_TRY(uo_answer_reserve(&task->answer, t->count, error));
  put_groups(&task->answer, t, order);
  return UO_ERROR_NONE;
}

/* ORD-01: all are sorted, and one pass tells the rest. */
static uo_error_code solve_by_sorting(uo_task *task, const uo_wide *wide, uo_error *error) {
  uo_sort_entry *sorted;
  UO_TRY(uo_wide_sort(wide, NULL, wide->count, task->tuning->spread_from, &task->scratch, &sorted, error));
  uo_words words = {.count = wide->count};
  return uo_put_sorted(task, &words, sorted, error);
}

uo_error_code uo_solve_wide(uo_task *task, bool *done, uo_error *error) {
  uo_wide wide;
  UO_TRY(uo_wide_make(&task->items, task->policy, &task->scratch, &wide, done, error));
  if (!*done) return UO_ERROR_NONE;
  if (!wide.settled) task->answer.rows = wide.rows; /* SIL-03, SIL-04: Y has the bits of X */
  wide_table t = {.wide = &wide, .hash = task->wide_hash, .scratch = &task->scratch};
  UO_TRY(group_all(task, &t, done, error));
  uo_scratch_give_back(t.scratch, t.slots);
  uo_scratch_give_back(t.scratch, t.hashes);
  task->comparisons += t.steps;
  if (*done) return put_table(task, &t, error);
  uo_scratch_give_back(t.scratch, t.groups);
  *done = task->is_sorted;
  return *done ? solve_by_sorting(task, &wide, error) : UO_ERROR_NONE;
}
