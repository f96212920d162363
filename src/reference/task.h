/* One call: what is asked, how it is to be done, and where everything goes. Each strategy solves a task. */
#ifndef UO_REFERENCE_TASK_H
#define UO_REFERENCE_TASK_H

#include "reference/answer.h"
#include "reference/hash.h"
#include "reference/radix.h"
#include "reference/scratch.h"
#include "reference/tuning.h"
#include "reference/wide.h"
#include "reference/words.h"

typedef struct uo_task {
  uo_items items;
  bool is_sorted;
  uo_policy policy;
  const uo_tuning *tuning;
  uo_hash_function *hash;           /* of keys that are no words */
  uo_wide_hash_function *wide_hash; /* of wide items; NULL: they are solved by keys */
  uo_scratch scratch;
  uo_answer answer;
  uint64_t comparisons; /* of keys, and steps between keys of equal hashes: what a bad hash would make many of */
} uo_task;

/* Every kind of item, of any number, under every policy: keys are made, grouped and sorted. */
UO_MUST_USE uo_error_code uo_solve_by_keys(uo_task *task, uo_error *error);

/* Items that are no words, as far as bytes tell which are equal: grouped by them in a hash table, or sorted. *done is
 * false when keys are the better way after all: nothing was written then but to the inverse. */
UO_MUST_USE uo_error_code uo_solve_wide(uo_task *task, bool *done, uo_error *error);

/* So many words and no more: compared with each other. */
#define UO_FEW_MOST 64
UO_MUST_USE uo_error_code uo_solve_few(uo_task *task, const uo_words *words, uo_error *error);

/* Words of 8 or 16 bits: a table of all values that there can be. */
UO_MUST_USE uo_error_code uo_solve_by_table(uo_task *task, uo_error *error);

/* Words that ascend or descend, or are two such runs. *done is false when they are more: nothing was written then. */
UO_MUST_USE uo_error_code uo_solve_by_runs(uo_task *task, const uo_words *words, bool *done, uo_error *error);

/* Words: grouped in a hash table. *done is false when sorting is the better way after all: nothing was written then. */
UO_MUST_USE uo_error_code uo_solve_by_hash(uo_task *task, const uo_words *words, bool *done, uo_error *error);

/* Words: sorted with the numbers of their items. */
UO_MUST_USE uo_error_code uo_solve_by_sorting(uo_task *task, const uo_words *words, uo_error *error);

/* The outputs, in ascending order, of `words`, whatever they are of: all of them, sorted, with
 * items that ascend where words are equal. */
UO_MUST_USE uo_error_code uo_put_sorted(uo_task *task, const uo_words *words, const uo_sort_entry *sorted,
                                        uo_error *error);

/* Whether Y alone is wanted, in ascending order, and words tell it. */
static inline bool uo_values_are_all(const uo_task *task, const uo_words *words) {
  return task->is_sorted && words->code.decodes && task->answer.wanted == UO_WANT_Y;
}

/* Then: sorts `some`, which are the words, or fewer of the same values among which each distinct one is. */
UO_MUST_USE uo_error_code uo_solve_values(uo_task *task, const uo_words *words, const uo_words *some, uo_error *error);

#endif
