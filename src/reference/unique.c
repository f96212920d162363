#include <stdalign.h>
#include <string.h>

#include "reference/effort.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* ---- Choosing a strategy --------------------------------------------------------------------------------------- */

/* Whether each item is one element whose key is one word, and none equals nothing but itself (SIL-01, SIL-05). */
static bool items_are_words(const uo_task *task, const uo_element_code *code) {
  const uo_items *items = &task->items;
  const uo_tensor *x = items->tensor;
  if (x->dtype == UO_TYPE_STRING || code->words > 1 || items->outer * items->inner != 1)
    return false; /* SIL-14: none */
  if (items->count > task->tuning->most_items) return false;
  bool subtensors = items->axis >= 0 && x->rank >= 2; /* SIL-22 */
  return !(code->has_nan && task->policy & (subtensors ? UO_NAN_SUBTENSOR_DISTINCT : UO_NAN_DISTINCT));
}

/* Whether there is an item and an element in it: where there is none, `inner` is 0. */
static bool items_are_wide(const uo_task *task) {
  const uo_items *items = &task->items;
  return task->wide_hash != NULL && items->inner > 0 && items->count <= task->tuning->most_items;
}

static bool are_few(const uo_task *task, const uo_words *words) {
  const uo_tuning *tuning = task->tuning;
  uo_level level = words->code.level;
  int64_t below = task->is_sorted ? tuning->few_below[level] : tuning->few_lead_below;
  if (level == UO_LEVEL_AVX512 && uo_values_are_all(task, words)) below = tuning->few_values_below;
  return words->count < below && words->count <= UO_FEW_MOST;
}

static uo_error_code solve_words(uo_task *task, const uo_words *words, uo_error *error) {
  const uo_tuning *tuning = task->tuning;
  if (are_few(task, words)) return uo_solve_few(task, words, error);
  if (words->size == 1 && words->count >= tuning->byte_table_from) return uo_solve_by_table(task, error);
  if (words->size == 2 && words->count >= tuning->half_table_from) return uo_solve_by_table(task, error);
  bool done = false;
  if (words->count >= tuning->runs_from) UO_TRY(uo_solve_by_runs(task, words, &done, error));
  if (done) return UO_ERROR_NONE;
  if (words->count >= (task->is_sorted ? tuning->sort_below : tuning->lead_below))
    UO_TRY(uo_solve_by_hash(task, words, &done, error));
  if (done) return UO_ERROR_NONE;
  if (uo_values_are_all(task, words)) return uo_solve_values(task, words, words, error);
  return uo_solve_by_sorting(task, words, error);
}

static uo_error_code solve(uo_task *task, uo_error *error) {
  /* Order by modulus or in UTF-16 makes larger keys and changes nothing about what is equal. */
  if (!task->is_sorted) task->policy &= ~(uo_policy)(UO_COMPLEX_BY_MODULUS | UO_STRING_UTF16);
  const uo_tensor *x = task->items.tensor;
  UO_TRY(uo_answer_open(&task->answer, error));
  uo_words words = {uo_element_code_of(x->dtype, task->policy), x->data, uo_type_size(x->dtype), task->items.count};
  if (items_are_words(task, &words.code)) {
    uo_level best = uo_best_level();
    words.code.level = best < task->tuning->most_level ? best : task->tuning->most_level;
    return solve_words(task, &words, error);
  }
  bool done = false;
  if (items_are_wide(task)) UO_TRY(uo_solve_wide(task, &done, error));
  return done ? UO_ERROR_NONE : uo_solve_by_keys(task, error);
}

/* ---- Workspaces ------------------------------------------------------------------------------------------------ */

/* Scratch memory that stands on the stack: enough for some hundred elements, which then need no allocation. */
#define STACK_BYTES 8192

struct uo_workspace {
  const uo_allocator *allocator;
  void *block;
  size_t size;   /* of the block */
  size_t wanted; /* what the last call would have had use for */
};

uo_workspace *uo_workspace_create(const uo_allocator *allocator) {
  uo_workspace *workspace = uo_allocate(allocator, 1, sizeof *workspace);
  if (workspace != NULL) *workspace = (uo_workspace){.allocator = allocator};
  return workspace;
}

void uo_workspace_release(uo_workspace *workspace) {
  if (workspace == NULL) return;
  uo_release(workspace->allocator, workspace->block);
  uo_release(workspace->allocator, workspace);
}

/* Makes the block as large as the last call would have had it; without memory for that there is none. */
static void grow_workspace(uo_workspace *workspace) {
  if (workspace->wanted <= workspace->size) return;
  uo_release(workspace->allocator, workspace->block);
  workspace->block = uo_allocate(workspace->allocator, 1, workspace->wanted + UO_SCRATCH_ALIGNMENT);
  workspace->size = workspace->block == NULL ? 0 : workspace->wanted;
}

static uo_scratch scratch_of(const uo_workspace *workspace) {
  uintptr_t block = (uintptr_t)workspace->block;
  size_t skipped = UO_SCRATCH_ALIGNMENT - block % UO_SCRATCH_ALIGNMENT; /* at least one, at most what was added */
  return (uo_scratch){
      .allocator = workspace->allocator, .block = (unsigned char *)workspace->block + skipped, .size = workspace->size};
}

/* Solves with scratch memory from the workspace, or from the stack and `allocator`. */
static uo_error_code solve_in(uo_workspace *workspace, const uo_allocator *allocator, uo_task *task, uo_error *error) {
  alignas(UO_SCRATCH_ALIGNMENT) unsigned char stack[STACK_BYTES];
  size_t block_size = task->tuning->block_size;
  if (workspace != NULL) grow_workspace(workspace);
  if (workspace != NULL && workspace->size > 0) {
    task->scratch = scratch_of(workspace);
  } else {
    const uo_allocator *pieces = workspace != NULL ? workspace->allocator : allocator;
    task->scratch = (uo_scratch){.allocator = pieces, .block = stack, .size = block_size > 0 ? sizeof stack : 0};
  }
  task->scratch.block_size = block_size;
  uo_error_code code = solve(task, error);
  if (workspace != NULL && task->scratch.missed > 0) workspace->wanted = task->scratch.size + task->scratch.missed;
  uo_scratch_end(&task->scratch);
  return code;
}

/* ---- Outputs --------------------------------------------------------------------------------------------------- */

/* Everything that one answer owns. `data` is kept apart because tensors hold it as const. */
struct uo_outputs_storage {
  const uo_allocator *allocator;
  void *data[UO_OUTPUT_COUNT];
  uo_tensor tensor[UO_OUTPUT_COUNT];
  int64_t y_dims[UO_MAX_RANK];
  int64_t item_count;  /* dims of inverse_indices */
  int64_t group_count; /* dims of indices and counts */
};

/* Gives the finished answer to its user. */
static void hand_over(const uo_answer *answer, struct uo_outputs_storage *storage, uo_outputs *outputs) {
  const uo_items *items = answer->items;
  const uo_tensor *x = items->tensor;
  int32_t rank = items->axis < 0 ? 1 : x->rank;
  if (items->axis >= 0) memcpy(storage->y_dims, x->dims, (size_t)rank * sizeof *x->dims); /* SHAPE-02 */
  storage->y_dims[items->axis < 0 ? 0 : items->axis] = answer->count;                     /* SHAPE-01, SHAPE-03 */
  storage->item_count = items->count;
  storage->group_count = answer->count;
  void *data[UO_OUTPUT_COUNT] = {answer->y, answer->indices, answer->inverse, answer->counts};
  const int64_t *dims[UO_OUTPUT_COUNT] = {storage->y_dims, &storage->group_count, &storage->item_count,
                                          &storage->group_count};
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    storage->data[output] = data[output];
    /* TYP-04, IDX-03, INV-03, INV-04, SIL-18, CNT-02: each of the others is int64 and has one dimension. */
    storage->tensor[output] = (uo_tensor){UO_TYPE_INT64, 1, dims[output], data[output]};
    if (answer->wanted & 1u << output) outputs->tensor[output] = &storage->tensor[output];
  }
  storage->tensor[UO_Y].dtype = x->dtype; /* TYP-01 */
  storage->tensor[UO_Y].rank = rank;
  outputs->storage = storage;
}

void uo_outputs_release(uo_outputs *outputs) {
  if (outputs == NULL) return;
  struct uo_outputs_storage *storage = outputs->storage;
  *outputs = (uo_outputs){0};
  if (storage == NULL) return;
  const uo_allocator *allocator = storage->allocator;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) uo_release(allocator, storage->data[output]);
  uo_release(allocator, storage);
}

/* ---- The operator ---------------------------------------------------------------------------------------------- */

/* What is asked, once it is allowed; an error says why it is not. */
static uo_error_code pose(const uo_tensor *x, const uo_attributes *attributes, uo_policy policy, uo_task *task,
                          uo_error *error) {
  UO_REQUIRE(policy >> UO_CHOICE_COUNT == 0, error, UO_ERROR_ARGUMENT, "policy 0x%x: there are choices up to 0x%x only",
             (unsigned)policy, (1u << UO_CHOICE_COUNT) - 1);
  UO_REQUIRE(x != NULL && attributes != NULL, error, UO_ERROR_ARGUMENT, "%s is NULL", x == NULL ? "x" : "attributes");
  int64_t elements;
  UO_TRY(uo_tensor_validate(x, &elements, error));
  int32_t axis;
  UO_TRY(uo_attributes_resolve(attributes, x->rank, &axis, error));
  task->items = uo_items_of(x, axis);
  task->is_sorted = attributes->sorted == 1;
  task->policy = policy;
  task->comparisons = 0;
  return UO_ERROR_NONE;
}

uo_error_code uo_unique_tuned(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, uo_policy policy,
                              const uo_way *way, const uo_allocator *allocator, uo_outputs *outputs,
                              uint64_t *comparisons, uo_error *error) {
  UO_REQUIRE(outputs != NULL, error, UO_ERROR_ARGUMENT, "outputs is NULL");
  *outputs = (uo_outputs){0};
  uo_task task;
  UO_TRY(pose(x, attributes, policy, &task, error));
  UO_REQUIRE((wanted & ~UO_WANT_ALL) == 0, error, UO_ERROR_ARGUMENT,
             "wanted is 0x%x: bits beyond 0x%x are of no output", (unsigned)wanted, UO_WANT_ALL);
  task.tuning = &way->tuning;
  task.hash = way->hash;
  task.wide_hash = way->wide_hash;
  task.answer = (uo_answer){.items = &task.items, .wanted = wanted | UO_WANT_Y, .allocator = allocator}; /* OUT-01 */

  struct uo_outputs_storage *storage = uo_allocate(allocator, 1, sizeof *storage);
  UO_REQUIRE_MEMORY(storage, error);
  storage->allocator = allocator;
  uo_error_code code = solve_in(NULL, allocator, &task, error);
  if (code != UO_ERROR_NONE) {
    uo_answer_release(&task.answer);
    uo_release(allocator, storage);
    return code;
  }
  hand_over(&task.answer, storage, outputs);
  *comparisons = task.comparisons;
  return UO_ERROR_NONE;
}

uo_error_code uo_unique(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, uo_policy policy,
                        const uo_allocator *allocator, uo_outputs *outputs, uo_error *error) {
  uint64_t comparisons;
  return uo_unique_tuned(x, attributes, wanted, policy, &uo_way_default, allocator, outputs, &comparisons, error);
}

uo_error_code uo_unique_into(const uo_tensor *x, const uo_attributes *attributes, uo_policy policy,
                             uo_workspace *workspace, const uo_buffers *buffers, int64_t *distinct, uo_error *error) {
  UO_REQUIRE(buffers != NULL && distinct != NULL, error, UO_ERROR_ARGUMENT, "%s is NULL",
             buffers == NULL ? "buffers" : "distinct");
  *distinct = 0;
  UO_REQUIRE(buffers->y != NULL, error, UO_ERROR_ARGUMENT, "buffers->y is NULL: Y is always made"); /* OUT-01 */
  uo_task task;
  UO_TRY(pose(x, attributes, policy, &task, error));
  task.tuning = &uo_way_default.tuning;
  task.hash = uo_way_default.hash;
  task.wide_hash = uo_way_default.wide_hash;
  uint32_t wanted = UO_WANT_Y;
  if (buffers->indices != NULL) wanted |= UO_WANT_INDICES;
  if (buffers->inverse_indices != NULL) wanted |= UO_WANT_INVERSE_INDICES;
  if (buffers->counts != NULL) wanted |= UO_WANT_COUNTS;
  task.answer = (uo_answer){.items = &task.items,
                            .wanted = wanted,
                            .callers = true,
                            .capacity = buffers->capacity,
                            .y = buffers->y,
                            .indices = buffers->indices,
                            .inverse = buffers->inverse_indices,
                            .counts = buffers->counts};
  uo_error_code code = solve_in(workspace, NULL, &task, error);
  *distinct = task.answer.count;
  return code;
}
