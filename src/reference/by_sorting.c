/* Words that are mostly distinct, or few: sorted, after which one pass tells all. */
#include "reference/prefetch.h"
#include "reference/radix.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* What is written for an item is anywhere in memory. It is sent for so many items before: at 10^6 and more distinct
 * numbers a third of all time is saved, by 16 as by 64. */
#define AHEAD 48

/* ---- In ascending order ---------------------------------------------------------------------------------------- */

static int64_t count_runs(const uo_sort_entry *sorted, int64_t count) {
  int64_t runs = 1;
  for (int64_t i = 1; i < count; i++) runs += sorted[i].prefix != sorted[i - 1].prefix;
  return runs;
}

/* The runs of equal words that begin in a part of the sorted words. */
typedef struct run_batch {
  int64_t count;
  int64_t rank; /* of the first of them */
  uint64_t words[UO_WORDS_BATCH];
  int64_t first[UO_WORDS_BATCH]; /* IDX-01: items ascend within a run */
} run_batch;

/*
 * Looks at sorted[begin..end), numbers its runs on from the `ranks` before it and writes the inverse (INV-01) and the
 * sizes (CNT-01) of what of them is there. A run's end is written over until the last of it has come: no branch.
 */
static void take_runs(const uo_sort_entry *sorted, int64_t begin, int64_t end, int64_t ranks, const uo_answer *answer,
                      run_batch *batch) {
  int64_t ends[1 + UO_WORDS_BATCH]; /* of the run that began before, and of each that begins here */
  int64_t runs = 0;
  uint64_t last = begin > 0 ? sorted[begin - 1].prefix : ~sorted[0].prefix;
  ends[0] = begin;
  for (int64_t i = begin; i < end; i++) {
    runs += sorted[i].prefix != last;
    last = sorted[i].prefix;
    ends[runs] = i + 1;
    if (answer->inverse == NULL) continue;
    if (i + AHEAD < answer->items->count) UO_PREFETCH_TO_WRITE(answer->inverse + sorted[i + AHEAD].index);
    answer->inverse[sorted[i].index] = ranks + runs - 1;
  }
  batch->count = runs;
  batch->rank = ranks;
  for (int64_t k = 0; k < runs; k++) {
    batch->words[k] = sorted[ends[k]].prefix;
    batch->first[k] = sorted[ends[k]].index;
  }
  if (answer->counts == NULL) return;
  if (ranks > 0) answer->counts[ranks - 1] += ends[0] - begin;
  for (int64_t k = 0; k < runs; k++) answer->counts[ranks + k] = ends[k + 1] - ends[k];
}

/* Y from the words, without a look at X, where words tell; from X where different elements share a word (SIL-03,
 * SIL-04). */
static void put_values(const uo_answer *answer, const uo_words *w, const run_batch *batch) {
  uo_decode(&w->code, batch->words, batch->count, answer->y + (size_t)batch->rank * w->size);
  for (int64_t k = 0; k < batch->count; k++)
    if (uo_code_is_shared(&w->code, batch->words[k])) uo_answer_put_y(answer, batch->rank + k, 1, batch->first + k);
  if (answer->indices != NULL)
    memcpy(answer->indices + batch->rank, batch->first, (size_t)batch->count * sizeof *batch->first);
}

/* ORD-01 */
uo_error_code uo_put_sorted(uo_task *task, const uo_words *words, const uo_sort_entry *sorted, uo_error *error) {
  uo_answer *answer = &task->answer;
  UO_TRY(uo_answer_reserve(answer, count_runs(sorted, words->count), error));
  run_batch batch;
  int64_t ranks = 0;
  for (int64_t begin = 0; begin < words->count; begin += UO_WORDS_BATCH, ranks += batch.count) {
    take_runs(sorted, begin, begin + uo_words_batch(words, begin), ranks, answer, &batch);
    if (words->code.decodes) {
      put_values(answer, words, &batch);
    } else {
      uo_answer_put(answer, ranks, batch.count, batch.first);
    }
  }
  return UO_ERROR_NONE;
}

/* ---- In order of first occurrence ------------------------------------------------------------------------------ */

/* Writes for each item the first one that it equals, and returns how many groups there are. */
static int64_t find_leaders(const uo_sort_entry *sorted, int64_t count, uint32_t *leader) {
  int64_t groups = 0;
  for (int64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) UO_PREFETCH_TO_WRITE(leader + sorted[i + AHEAD].index);
    if (i == 0 || sorted[i].prefix != sorted[i - 1].prefix) {
      groups++;
      leader[sorted[i].index] = (uint32_t)sorted[i].index;
    } else {
      leader[sorted[i].index] = leader[sorted[i - 1].index];
    }
  }
  return groups;
}

/* Numbers groups in order of their leaders (ORD-02), which stand before those that they lead: what an item's leader was
 * becomes its group. */
static void put_by_leaders(const uo_answer *answer, uint32_t *leader, int64_t count) {
  int64_t first[UO_WORDS_BATCH];
  int64_t groups = 0, waiting = 0; /* of them, those whose first items wait in `first` */
  for (int64_t i = 0; i < count; i++) {
    if (leader[i] == i) {
      leader[i] = (uint32_t)groups++;
      first[waiting++] = i;
      if (answer->counts != NULL) answer->counts[leader[i]] = 0;
      if (waiting == UO_WORDS_BATCH) {
        uo_answer_put(answer, groups - waiting, waiting, first);
        waiting = 0;
      }
    } else {
      leader[i] = leader[leader[i]];
    }
    if (answer->counts != NULL) answer->counts[leader[i]]++;
    if (answer->inverse != NULL) answer->inverse[i] = leader[i];
  }
  uo_answer_put(answer, groups - waiting, waiting, first);
}

static uo_error_code put_by_occurrence(uo_task *task, uo_sort_entry *sorted, int64_t count, uo_error *error) {
  uint32_t *leader = uo_scratch_take(&task->scratch, count, sizeof *leader);
  UO_REQUIRE_MEMORY(leader, error);
  int64_t groups = find_leaders(sorted, count, leader);
  uo_scratch_give_back(&task->scratch, sorted);
  UO_TRY(uo_answer_reserve(&task->answer, groups, error));
  put_by_leaders(&task->answer, leader, count);
  return UO_ERROR_NONE;
}

uo_error_code uo_solve_by_sorting(uo_task *task, const uo_words *words, uo_error *error) {
  uo_sort_entry *sorted;
  UO_TRY(uo_sorted_entries(words, task->tuning->spread_from, &task->scratch, &sorted, error));
  if (task->is_sorted) return uo_put_sorted(task, words, sorted, error);
  return put_by_occurrence(task, sorted, words->count, error);
}

/* ---- Y alone, in ascending order ------------------------------------------------------------------------------- */

/* Where different elements share this word and it is one of words[0..count), which ascend, the first of them in X
 * stands in Y (SIL-03, SIL-04). */
static void put_shared(const uo_answer *answer, const uo_words *w, int64_t begin, int64_t count, const uint64_t *words,
                       uint64_t shared) {
  if (shared < words[0] || shared > words[count - 1]) return;
  for (int64_t k = 0; k < count; k++) {
    if (words[k] != shared) continue;
    int64_t first = uo_words_find(w, shared);
    uo_answer_put_y(answer, begin + k, 1, &first);
  }
}

/* Distinct words, at output positions from `begin` on. */
static void put_distinct(const uo_answer *answer, const uo_words *w, int64_t begin, int64_t count,
                         const uint64_t *words) {
  uo_decode(&w->code, words, count, answer->y + (size_t)begin * w->size);
  if (!w->code.has_nan) return;
  put_shared(answer, w, begin, count, words, w->code.zero);
  put_shared(answer, w, begin, count, words, w->code.nan);
}

static int64_t batch_of(int64_t begin, int64_t end) {
  return end - begin < UO_WORDS_BATCH ? end - begin : UO_WORDS_BATCH;
}

static uo_error_code solve_narrow(uo_task *task, const uo_words *words, const uo_words *some, uo_error *error) {
  uint32_t *distinct;
  int64_t count;
  UO_TRY(uo_distinct_narrow(some, task->tuning->spread_from, &task->scratch, &distinct, &count, error));
  UO_TRY(uo_answer_reserve(&task->answer, count, error));
  for (int64_t begin = 0; begin < count; begin += UO_WORDS_BATCH) {
    uint64_t wide[UO_WORDS_BATCH];
    int64_t size = batch_of(begin, count);
    for (int64_t k = 0; k < size; k++) wide[k] = distinct[begin + k];
    put_distinct(&task->answer, words, begin, size, wide);
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_solve_values(uo_task *task, const uo_words *words, const uo_words *some, uo_error *error) {
  if (words->code.width <= (int)sizeof(uint32_t)) return solve_narrow(task, words, some, error);
  uint64_t *distinct;
  int64_t count;
  UO_TRY(uo_distinct_words(some, task->tuning->spread_from, &task->scratch, &distinct, &count, error));
  UO_TRY(uo_answer_reserve(&task->answer, count, error));
  for (int64_t begin = 0; begin < count; begin += UO_WORDS_BATCH)
    put_distinct(&task->answer, words, begin, batch_of(begin, count), distinct + begin);
  return UO_ERROR_NONE;
}
