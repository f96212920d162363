/* Words that are in order already, ascending or descending, or are two runs that each are: nothing is sorted, two runs
 * are merged. */
#include <string.h>

#include "reference/radix.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* Each run never falls or never rises; neighbours may be equal. */
typedef struct word_runs {
  int64_t count;
  int64_t ends[UO_MOST_RUNS];
  bool falls[UO_MOST_RUNS];
  int64_t most;    /* more of them are too many */
  int64_t changes; /* words that differ from the one before */
  int direction;   /* of the run that has not ended: 1 it rises, -1 it falls, 0 all its words are equal so far */
} word_runs;

/* ---- Finding runs ---------------------------------------------------------------------------------------------- */

/* How many of words[1..count] are greater than the one before, and how many are less. */
static UO_INLINE void compare_at_any(const uint64_t *words, int64_t count, int64_t *rises, int64_t *falls) {
  uint64_t up = 0, down = 0;
  for (int64_t k = 1; k <= count; k++) {
    up += words[k] > words[k - 1];
    down += words[k] < words[k - 1];
  }
  *rises = (int64_t)up;
  *falls = (int64_t)down;
}

UO_AT_EACH_LEVEL(compare, (const uint64_t *words, int64_t count, int64_t *rises, int64_t *falls),
                 (words, count, rises, falls))

/* Ends the run before item `end`; false when there are too many. */
static bool end_run(word_runs *runs, int64_t end) {
  if (runs->count == runs->most) return false;
  runs->ends[runs->count] = end;
  runs->falls[runs->count++] = runs->direction < 0;
  return true;
}

/* Goes word by word where a run may end; words[1] is of item `begin`. */
static bool walk(word_runs *runs, const uint64_t *words, int64_t begin, int64_t count) {
  for (int64_t k = 1; k <= count; k++) {
    int step = (words[k] > words[k - 1]) - (words[k] < words[k - 1]);
    if (step == 0 || step == runs->direction) continue;
    if (runs->direction != 0 && !end_run(runs, begin + k - 1)) return false;
    runs->direction = runs->direction == 0 ? step : 0;
  }
  return true;
}

/* Whether the words are at most so many runs. Gives up at the first that is too many. */
static bool find_runs(const uo_words *w, word_runs *runs) {
  uint64_t words[1 + UO_WORDS_BATCH];
  uo_words_read(w, 0, 1, words);
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin), rises, falls;
    uo_words_read(w, begin, count, words + 1);
    compare_at[w->code.level](words, count, &rises, &falls);
    runs->changes += rises + falls;
    bool goes_on = runs->direction > 0 ? falls == 0 : runs->direction < 0 ? rises == 0 : rises + falls == 0;
    if (!goes_on && !walk(runs, words, begin, count)) return false;
    words[0] = words[count];
  }
  return end_run(runs, w->count);
}

/* ---- One run: equal words are neighbours ----------------------------------------------------------------------- */

/* Where the groups of a run stand in the outputs. */
typedef struct run_places {
  int64_t origin; /* of the first group of X */
  int64_t step;   /* from a group to the next: 1, or -1 */
} run_places;

static inline int64_t place_of(run_places places, int64_t group) { return places.origin + places.step * group; }

/* Writes the inverse (INV-01) of a batch and notes the first items of the groups that begin there (IDX-01); returns how
 * many do. `groups` began before. */
static int64_t note_batch(const uint64_t *words, int64_t begin, int64_t count, int64_t groups, run_places places,
                          int64_t *inverse, int64_t *first) {
  int64_t found = 0;
  for (int64_t k = 1; k <= count; k++) {
    first[found] = begin + k - 1; /* written over if no group begins here */
    found += words[k] != words[k - 1];
    if (inverse != NULL) inverse[begin + k - 1] = place_of(places, groups + found - 1);
  }
  return found;
}

static void reverse(int64_t *numbers, int64_t count) {
  for (int64_t k = 0; k < count / 2; k++) {
    int64_t number = numbers[k];
    numbers[k] = numbers[count - 1 - k];
    numbers[count - 1 - k] = number;
  }
}

/* Whether the words of a batch all equal words[0], the one before: its last word, which it reads, tells. */
static bool is_level(const uo_words *w, int64_t begin, int64_t count, uint64_t *words) {
  uo_words_read(w, begin + count - 1, 1, words + count);
  return words[count] == words[0];
}

static void put_run(const uo_answer *answer, const uo_words *w, run_places places) {
  uint64_t words[1 + UO_WORDS_BATCH];
  int64_t first[UO_WORDS_BATCH + 1];
  int64_t groups = 0, last = 0; /* the first item of the last group */
  uo_words_read(w, 0, 1, words);
  words[0] = ~words[0]; /* the first group begins with the first item */
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    if (begin > 0 && is_level(w, begin, count, words)) {
      for (int64_t k = 0; k < count && answer->inverse != NULL; k++)
        answer->inverse[begin + k] = place_of(places, groups - 1);
      continue;
    }
    uo_words_read(w, begin, count, words + 1);
    int64_t found = note_batch(words, begin, count, groups, places, answer->inverse, first);
    for (int64_t k = 0; k < found && answer->counts != NULL; k++) { /* CNT-01 */
      if (groups + k > 0) answer->counts[place_of(places, groups + k - 1)] = first[k] - last;
      last = first[k];
    }
    if (places.step < 0) reverse(first, found);
    uo_answer_put(answer, places.step < 0 ? place_of(places, groups + found - 1) : groups, found, first);
    groups += found;
    words[0] = words[count];
  }
  if (answer->counts != NULL) answer->counts[place_of(places, groups - 1)] = w->count - last;
}

/* ---- Two: merged ------------------------------------------------------------------------------------------- */

/* Turns entries round, but leaves equal ones in their order. */
static void turn_round(uo_sort_entry *entries, int64_t count) {
  for (int64_t k = 0; k < count / 2; k++) {
    uo_sort_entry entry = entries[k];
    entries[k] = entries[count - 1 - k];
    entries[count - 1 - k] = entry;
  }
}

static void raise_run(uo_sort_entry *entries, int64_t count) {
  turn_round(entries, count);
  for (int64_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && entries[end].prefix == entries[begin].prefix;) end++;
    turn_round(entries + begin, end - begin);
  }
}

/* Merges from[0..middle) and from[middle..count); of equal ones those of the first go first. */
static void merge(const uo_sort_entry *from, int64_t middle, int64_t count, uo_sort_entry *to) {
  const uo_sort_entry *left = from, *right = from + middle;
  while (left < from + middle && right < from + count) {
    bool takes_right = right->prefix < left->prefix;
    *to++ = *(takes_right ? right : left);
    right += takes_right;
    left += !takes_right;
  }
  size_t rest = (size_t)(from + middle - left);
  memcpy(to, left, rest * sizeof *to);
  memcpy(to + rest, right, (size_t)(from + count - right) * sizeof *to);
}

static void read_entries(const uo_words *w, uo_sort_entry *entries) {
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    for (int64_t k = 0; k < count; k++) entries[begin + k] = (uo_sort_entry){words[k], begin + k};
  }
}

/* ORD-01 */
static uo_error_code put_merged(uo_task *task, const uo_words *w, const word_runs *runs, uo_error *error) {
  uo_sort_entry *entries = uo_scratch_take(&task->scratch, w->count, sizeof *entries);
  UO_REQUIRE_MEMORY(entries, error);
  uo_sort_entry *merged = uo_scratch_take(&task->scratch, w->count, sizeof *merged);
  UO_REQUIRE_MEMORY(merged, error);
  int64_t middle = runs->ends[0];
  read_entries(w, entries);
  if (runs->falls[0]) raise_run(entries, middle);
  if (runs->falls[1]) raise_run(entries + middle, w->count - middle);
  merge(entries, middle, w->count, merged);
  uo_scratch_give_back(&task->scratch, entries);
  return uo_put_sorted(task, w, merged, error);
}

uo_error_code uo_solve_by_runs(uo_task *task, const uo_words *w, bool *done, uo_error *error) {
  bool merges = task->is_sorted && task->answer.wanted != UO_WANT_Y;
  word_runs runs = {.most = merges ? task->tuning->most_runs : 1};
  *done = find_runs(w, &runs);
  if (!*done) return UO_ERROR_NONE;
  if (runs.count > 1) return put_merged(task, w, &runs, error);
  int64_t groups = runs.changes + 1;
  UO_TRY(uo_answer_reserve(&task->answer, groups, error));
  bool turns = task->is_sorted && runs.falls[0]; /* ORD-01, ORD-02 */
  put_run(&task->answer, w, turns ? (run_places){groups - 1, -1} : (run_places){0, 1});
  return UO_ERROR_NONE;
}
