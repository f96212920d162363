/* Words that repeat: grouped in a hash table, after which only the distinct ones are sorted. */
#include "reference/expected.h"
#include "reference/prefetch.h"
#include "reference/radix.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* Steps past slots of other words that the table may take for each item so far, and in addition. Good hashes need less
 * than one. */
#define STEPS_PER_ITEM 4
#define FREE_STEPS     64

/* A table has at least so many slots for each group that it has room for. Where that is little memory, more: probing on
 * is what the processor does not foresee. */
#define SLOTS_PER_GROUP       2
#define SLOTS_PER_GROUP_SMALL 4
#define SMALL_TABLE           (1 << 16)

typedef struct word_table {
  const uo_words *words;
  uo_scratch *scratch;
  int64_t count; /* of groups, numbered in order of first occurrence (ORD-02) */
  int64_t room;  /* of the three arrays of groups */
  uint64_t *keys;
  uint32_t *first;
  uint32_t *sizes; /* NULL when they are not wanted */
  uint32_t *slots; /* of each: 0 when it is free, otherwise a group's number plus 1 */
  uint64_t mask;   /* how many slots there are, less 1: a power of two less 1 */
  unsigned shift;  /* of a hash, to get a slot */
  uint64_t steps;
  int64_t made; /* groups, by the last batch */
} word_table;

/* ---- Looking up ------------------------------------------------------------------------------------------------ */

/* Multiplication by the golden ratio; the upper half is folded in, so that no bit of the word is without effect on the
 * slot. Words that all have one slot can be made (see STEPS_PER_ITEM). */
static inline uint64_t slot_of(const word_table *t, uint64_t word) {
  return ((word ^ word >> 32) * UINT64_C(0x9e3779b97f4a7c15)) >> t->shift;
}

/* The number plus 1 of the group of an item that is not in its first slot, a new one if need be; 0 when the table has
 * taken more than `most` steps. */
static uint32_t find_group(word_table *t, uint64_t word, uint64_t slot, int64_t item, uint64_t most) {
  for (;; slot = (slot + 1) & t->mask) {
    uint32_t entry = t->slots[slot];
    if (entry == 0) {
      t->keys[t->count] = word;
      t->first[t->count] = (uint32_t)item;
      if (t->sizes != NULL) t->sizes[t->count] = 0;
      return t->slots[slot] = (uint32_t)++t->count;
    }
    if (t->keys[entry - 1] == word) return entry;
    if (t->steps++ == most) return 0;
  }
}

/*
 * Finds the words of a batch that are in their first slot, without a branch, which would be foretold wrong for many;
 * notes in `missed` which are not, and returns how many.
 */
static int64_t look_first(const word_table *t, const uint64_t *words, const uint64_t *slots, int64_t count,
                          uint32_t *groups, int64_t *missed) {
  int64_t misses = 0;
  for (int64_t k = 0; k < count; k++) {
    uint32_t entry = t->slots[slots[k]];
    groups[k] = entry - (entry != 0);
    missed[misses] = k; /* written over if it is not */
    misses += (entry == 0) | (t->keys[groups[k]] != words[k]);
  }
  return misses;
}

/* Groups a batch; false when the table has taken too many steps. */
static bool group_batch(word_table *t, int64_t begin, int64_t count, uint32_t *groups) {
  uint64_t words[UO_WORDS_BATCH];
  uint64_t slots[UO_WORDS_BATCH];
  int64_t missed[UO_WORDS_BATCH];
  uint64_t most = FREE_STEPS + STEPS_PER_ITEM * (uint64_t)begin;
  uo_words_read(t->words, begin, count, words);
  for (int64_t k = 0; k < count; k++) {
    slots[k] = slot_of(t, words[k]);
    UO_PREFETCH(t->slots + slots[k]);
  }
  int64_t before = t->count, misses = count;
  bool most_are_new = 2 * t->made > count; /* in the batch before, so that a look would find few */
  if (!most_are_new) misses = look_first(t, words, slots, count, groups, missed);
  for (int64_t m = 0; m < misses; m++) {
    int64_t k = most_are_new ? m : missed[m];
    uint32_t entry = find_group(t, words[k], slots[k], begin + k, most);
    if (entry == 0) return false;
    groups[k] = entry - 1;
  }
  t->made = t->count - before;
  return true;
}

/* ---- Growing --------------------------------------------------------------------------------------------------- */

/* Replaces an array of groups by a larger one. */
static uo_error_code move_groups(word_table *t, void **array, size_t size, int64_t room, uo_error *error) {
  void *larger = uo_scratch_take(t->scratch, room, size);
  UO_REQUIRE_MEMORY(larger, error);
  if (t->count > 0) memcpy(larger, *array, (size_t)t->count * size);
  uo_scratch_give_back(t->scratch, *array);
  *array = larger;
  return UO_ERROR_NONE;
}

static void place_groups(word_table *t) {
  for (int64_t group = 0; group < t->count; group++) {
    uint64_t slot = slot_of(t, t->keys[group]);
    while (t->slots[slot] != 0) slot = (slot + 1) & t->mask;
    t->slots[slot] = (uint32_t)group + 1;
  }
}

static uo_error_code make_slots(word_table *t, uo_error *error) {
  uint64_t room = (uint64_t)t->room, slots = 2;
  uint64_t least = SLOTS_PER_GROUP_SMALL * room <= SMALL_TABLE ? SLOTS_PER_GROUP_SMALL * room : SLOTS_PER_GROUP * room;
  for (t->shift = 63; slots < least; slots *= 2) t->shift--;
  uo_scratch_give_back(t->scratch, t->slots);
  t->slots = uo_scratch_take(t->scratch, (int64_t)slots, sizeof *t->slots);
  UO_REQUIRE_MEMORY(t->slots, error);
  memset(t->slots, 0, (size_t)slots * sizeof *t->slots);
  t->mask = slots - 1;
  place_groups(t);
  return UO_ERROR_NONE;
}

static uo_error_code make_room(word_table *t, int64_t room, bool counts_wanted, uo_error *error) {
  void *keys = t->keys, *first = t->first, *sizes = t->sizes;
  uo_error_code code = move_groups(t, &keys, sizeof *t->keys, room, error);
  if (code == UO_ERROR_NONE) code = move_groups(t, &first, sizeof *t->first, room, error);
  if (code == UO_ERROR_NONE && counts_wanted) code = move_groups(t, &sizes, sizeof *t->sizes, room, error);
  UO_TRY(code);
  t->keys = keys;
  t->first = first;
  t->sizes = sizes;
  t->room = room;
  return make_slots(t, error);
}

/* ---- How many groups there will be ----------------------------------------------------------------------------- */

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Whether so many groups of the task's words are better found by sorting. That begins anew, and what is hashed is lost:
 * a third of the time of sorting it, the groups aside. Where few values are many of the items, this is asked late. */
static bool sorting_is_better(const uo_task *task, const uo_words *words, int64_t hashed, int64_t expected) {
  int64_t n = words->count;
  const uo_tuning *tuning = task->tuning;
  if (!task->is_sorted) return expected > tuning->sort_groups;
  int64_t share = tuning->sort_share;
  if (task->answer.wanted == UO_WANT_Y) share = tuning->sort_share_y;
  if (task->answer.wanted == UO_WANT_Y && words->code.level == UO_LEVEL_AVX512)
    share = words->code.width == sizeof(uint64_t) ? tuning->vector_share : tuning->vector_share_narrow;
  return expected > (n + hashed / 2) / share;
}

/* ---- Grouping -------------------------------------------------------------------------------------------------- */

/* CNT-01, INV-01 for a batch of items. */
static void note_groups(const uo_task *task, word_table *t, int64_t begin, int64_t count, const uint32_t *groups) {
  int64_t *inverse = task->answer.inverse;
  if (t->sizes != NULL)
    for (int64_t k = 0; k < count; k++) t->sizes[groups[k]]++;
  if (inverse != NULL)
    for (int64_t k = 0; k < count; k++) inverse[begin + k] = groups[k];
}

static uo_error_code group_all(uo_task *task, word_table *t, bool *done, uo_error *error) {
  int64_t n = t->words->count;
  uint32_t groups[UO_WORDS_BATCH];
  bool counts_wanted = (task->answer.wanted & UO_WANT_COUNTS) != 0;
  int64_t room = task->tuning->first_groups + uo_telling_groups(n);
  *done = false;
  for (int64_t begin = 0; begin < n; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(t->words, begin);
    if (t->room - t->count < count) {
      if (t->room > 0) {
        int64_t expected = uo_expected_groups(n, begin, t->count);
        if (sorting_is_better(task, t->words, begin, expected)) return UO_ERROR_NONE;
        room = 2 * t->room > expected + expected / 4 ? 2 * t->room : expected + expected / 4;
      }
      UO_TRY(make_room(t, smaller(n, room + UO_WORDS_BATCH), counts_wanted, error));
    }
    if (!group_batch(t, begin, count, groups)) return UO_ERROR_NONE;
    note_groups(task, t, begin, count, groups);
  }
  *done = true;
  return UO_ERROR_NONE;
}

/* ---- Outputs --------------------------------------------------------------------------------------------------- */

/* Writes Y, indices and counts; the j-th of the outputs is group order[j].index, or group j. */
static void put_groups(const uo_answer *answer, const word_table *t, const uo_sort_entry *order) {
  int64_t first[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < t->count; begin += UO_WORDS_BATCH) {
    int64_t count = smaller(UO_WORDS_BATCH, t->count - begin);
    for (int64_t k = 0; k < count; k++) {
      int64_t group = order == NULL ? begin + k : order[begin + k].index;
      first[k] = t->first[group];
      if (answer->counts != NULL) answer->counts[begin + k] = t->sizes[group];
    }
    uo_answer_put(answer, begin, count, first);
  }
}

/* ORD-03: groups become their positions in ascending order. */
static uo_error_code renumber(uo_task *task, const word_table *t, const uo_sort_entry *order, uo_error *error) {
  int64_t *inverse = task->answer.inverse;
  if (inverse == NULL) return UO_ERROR_NONE;
  uint32_t *position = uo_scratch_take(&task->scratch, t->count, sizeof *position);
  UO_REQUIRE_MEMORY(position, error);
  for (int64_t j = 0; j < t->count; j++) position[order[j].index] = (uint32_t)j;
  for (int64_t i = 0; i < t->words->count; i++) inverse[i] = position[inverse[i]];
  return UO_ERROR_NONE;
}

/* ORD-01: only the distinct words are sorted. */
static uo_error_code put_ascending(uo_task *task, word_table *t, uo_error *error) {
  uo_sort_entry *order = uo_scratch_take(&task->scratch, t->count, sizeof *order);
  UO_REQUIRE_MEMORY(order, error);
  uo_sort_entry *spare = uo_scratch_take(&task->scratch, t->count, sizeof *spare);
  UO_REQUIRE_MEMORY(spare, error);
  for (int64_t group = 0; group < t->count; group++) order[group] = (uo_sort_entry){t->keys[group], group};
  uo_scratch_give_back(&task->scratch, t->keys);
  uo_sort_entries(order, spare, t->count);
  uo_scratch_give_back(&task->scratch, spare);
  UO_TRY(renumber(task, t, order, error));
  UO_TRY(uo_answer_reserve(&task->answer, t->count, error));
  put_groups(&task->answer, t, order);
  return UO_ERROR_NONE;
}

/* The same for Y alone: there is nothing to move with the words. */
static uo_error_code put_values(uo_task *task, word_table *t, uo_error *error) {
  uo_scratch_give_back(t->scratch, t->first);
  uo_words distinct = {uo_element_code_of(UO_TYPE_UINT64, task->policy), (const unsigned char *)t->keys,
                       sizeof *t->keys, t->count};
  distinct.code.level = t->words->code.level;
  return uo_solve_values(task, t->words, &distinct, error);
}

uo_error_code uo_solve_by_hash(uo_task *task, const uo_words *words, bool *done, uo_error *error) {
  word_table t = {.words = words, .scratch = &task->scratch};
  UO_TRY(group_all(task, &t, done, error));
  task->comparisons += t.steps;
  uo_scratch_give_back(t.scratch, t.slots);
  if (!*done) {
    uo_scratch_give_back(t.scratch, t.keys);
    uo_scratch_give_back(t.scratch, t.first);
    uo_scratch_give_back(t.scratch, t.sizes);
    return UO_ERROR_NONE;
  }
  if (uo_values_are_all(task, words)) return put_values(task, &t, error);
  if (task->is_sorted) return put_ascending(task, &t, error);
  uo_scratch_give_back(t.scratch, t.keys);
  UO_TRY(uo_answer_reserve(&task->answer, t.count, error));
  put_groups(&task->answer, &t, NULL);
  return UO_ERROR_NONE;
}
