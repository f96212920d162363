/* Words that are mostly distinct, or few: sorted, after which one pass tells all. */
#include "reference/radix.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* ---- In ascending order ---------------------------------------------------------------------------------------- */

static int64_t count_runs(const uo_sort_entry *sorted, int64_t count) {
  int64_t runs = 1;
  for (int64_t i = 1; i < count; i++) runs += sorted[i].prefix != sorted[i - 1].prefix;
  return runs;
}

/* A batch of distinct words, as they stand in the outputs. */
typedef struct run_batch {
  int64_t count;
  uint64_t words[UO_WORDS_BATCH];
  int64_t first[UO_WORDS_BATCH];
  int64_t sizes[UO_WORDS_BATCH];
} run_batch;

/* Takes runs of equal words from sorted[begin..count) until the batch is full, writes the inverse of their items
 * (INV-01) and returns where the next run begins. */
static int64_t take_runs(const uo_sort_entry *sorted, int64_t begin, int64_t count, int64_t rank, int64_t *inverse,
                         run_batch *batch) {
  int64_t runs = 0;
  for (; runs < UO_WORDS_BATCH && begin < count; runs++) {
    uint64_t word = sorted[begin].prefix;
    int64_t end = begin;
    do {
      if (inverse != NULL) inverse[sorted[end].index] = rank + runs;
      end++;
    } while (end < count && sorted[end].prefix == word);
    batch->words[runs] = word;
    batch->first[runs] = sorted[begin].index; /* IDX-01: items ascend within a run */
    batch->sizes[runs] = end - begin;         /* CNT-01 */
    begin = end;
  }
  batch->count = runs;
  return begin;
}

/* Y from the words, without a look at X, where words tell; from X where different elements share a word (SIL-03,
 * SIL-04). */
static void put_values(const uo_answer *answer, const uo_words *w, int64_t begin, const run_batch *batch) {
  uo_decode(&w->code, batch->words, batch->count, answer->y + (size_t)begin * w->size);
  for (int64_t k = 0; k < batch->count; k++)
    if (uo_code_is_shared(&w->code, batch->words[k])) uo_answer_put_y(answer, begin + k, 1, batch->first + k);
  if (answer->indices != NULL)
    memcpy(answer->indices + begin, batch->first, (size_t)batch->count * sizeof *batch->first);
}

/* ORD-01 */
static uo_error_code put_ascending(uo_task *task, const uo_words *words, const uo_sort_entry *sorted, uo_error *error) {
  uo_answer *answer = &task->answer;
  UO_TRY(uo_answer_reserve(answer, count_runs(sorted, words->count), error));
  run_batch batch;
  for (int64_t rank = 0, begin = 0; begin < words->count; rank += batch.count) {
    begin = take_runs(sorted, begin, words->count, rank, answer->inverse, &batch);
    if (words->code.decodes) {
      put_values(answer, words, rank, &batch);
    } else {
      uo_answer_put(answer, rank, batch.count, batch.first);
    }
    if (answer->counts != NULL) memcpy(answer->counts + rank, batch.sizes, (size_t)batch.count * sizeof *batch.sizes);
  }
  return UO_ERROR_NONE;
}

/* ---- In order of first occurrence ------------------------------------------------------------------------------ */

/* Writes for each item the first one that it equals, and returns how many groups there are. */
static int64_t find_leaders(const uo_sort_entry *sorted, int64_t count, uint32_t *leader) {
  int64_t groups = 0;
  for (int64_t i = 0; i < count; i++) {
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
  UO_TRY(uo_sorted_entries(words, &task->scratch, &sorted, error));
  if (task->is_sorted) return put_ascending(task, words, sorted, error);
  return put_by_occurrence(task, sorted, words->count, error);
}

/* ---- Y alone, in ascending order ------------------------------------------------------------------------------- */

/* Leaves one of each in front, and returns how many. */
static int64_t drop_repeats(uint64_t *sorted, int64_t count) {
  int64_t kept = 1;
  for (int64_t i = 1; i < count; i++) {
    uint64_t word = sorted[i];
    bool is_new = word != sorted[kept - 1];
    sorted[kept] = word;
    kept += is_new;
  }
  return kept;
}

uo_error_code uo_solve_values(uo_task *task, const uo_words *words, uo_error *error) {
  uint64_t *sorted;
  UO_TRY(uo_sorted_values(words, &task->scratch, &sorted, error));
  int64_t distinct = drop_repeats(sorted, words->count);
  UO_TRY(uo_answer_reserve(&task->answer, distinct, error));
  uo_decode(&words->code, sorted, distinct, task->answer.y);
  for (int64_t j = 0; j < distinct; j++) {
    if (!uo_code_is_shared(&words->code, sorted[j])) continue;
    int64_t first = uo_words_find(words, sorted[j]); /* SIL-03, SIL-04 */
    uo_answer_put_y(&task->answer, j, 1, &first);
  }
  return UO_ERROR_NONE;
}
