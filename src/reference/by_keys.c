/* Any items under any policy: keys are made, grouped in a hash table, and the distinct ones sorted. */
#include "reference/array.h"
#include "reference/group.h"
#include "reference/sort.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* What is needed on the way. */
typedef struct solution {
  uo_keys keys;
  uo_groups groups;
  uo_sort_entry *order; /* the groups in ascending order; NULL in order of first occurrence */
} solution;

static uo_error_code group_and_sort(uo_task *task, solution *s, uo_error *error) {
  const uo_allocator *allocator = task->scratch.allocator;
  UO_TRY(uo_keys_make(&task->items, task->policy, allocator, &s->keys, error));
  UO_TRY(uo_group_items(&s->keys, task->hash, allocator, task->answer.inverse, &s->groups, &task->comparisons, error));
  if (!task->is_sorted) return UO_ERROR_NONE;
  return uo_sort_by_key(&s->keys, s->groups.first, s->groups.count, allocator, &s->order, &task->comparisons, error);
}

/* Items whose places are made at a time. */
#define BATCH 256

/* IDX-01, CNT-01, in the order of the outputs (ORD-01 to ORD-03). */
static void put_groups(const uo_answer *answer, const solution *s) {
  int64_t first[BATCH];
  for (int64_t begin = 0, count; begin < answer->count; begin += count) {
    count = answer->count - begin < BATCH ? answer->count - begin : BATCH;
    for (int64_t k = 0; k < count; k++) {
      int64_t group = s->order == NULL ? begin + k : s->order[begin + k].index;
      first[k] = s->groups.first[group];
      if (answer->counts != NULL) answer->counts[begin + k] = s->groups.sizes[group];
    }
    uo_answer_put(answer, begin, count, first);
  }
}

/* INV-01: each item's group becomes the group's position in ascending order. */
static uo_error_code renumber(const uo_task *task, const solution *s, uo_error *error) {
  int64_t *inverse = task->answer.inverse;
  if (s->order == NULL || inverse == NULL) return UO_ERROR_NONE;
  const uo_allocator *allocator = task->scratch.allocator;
  int64_t *position = uo_allocate_array(allocator, s->groups.count, sizeof *position);
  UO_REQUIRE_MEMORY(position, error);
  for (int64_t j = 0; j < s->groups.count; j++) position[s->order[j].index] = j;
  for (int64_t i = 0; i < task->items.count; i++) inverse[i] = position[inverse[i]];
  uo_release(allocator, position);
  return UO_ERROR_NONE;
}

static uo_error_code solve(uo_task *task, solution *s, uo_error *error) {
  UO_TRY(group_and_sort(task, s, error));
  UO_TRY(renumber(task, s, error));
  UO_TRY(uo_answer_reserve(&task->answer, s->groups.count, error));
  put_groups(&task->answer, s);
  return UO_ERROR_NONE;
}

uo_error_code uo_solve_by_keys(uo_task *task, uo_error *error) {
  solution s = {.order = NULL};
  uo_error_code code = solve(task, &s, error);
  const uo_allocator *allocator = task->scratch.allocator;
  uo_keys_release(allocator, &s.keys);
  uo_groups_release(allocator, &s.groups);
  uo_release(allocator, s.order);
  return code;
}
