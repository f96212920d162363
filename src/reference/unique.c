#include "reference/array.h"
#include "reference/effort.h"
#include "reference/group.h"
#include "reference/sort.h"
#include "tensor/guard.h"

/* Everything that one answer owns. `data` is kept apart because tensors hold it as const. */
struct uo_outputs_storage {
  const uo_allocator *allocator;
  void *data[UO_OUTPUT_COUNT];
  uo_tensor tensor[UO_OUTPUT_COUNT];
  int64_t y_dims[UO_MAX_RANK];
  int64_t item_count;  /* dims of inverse_indices */
  int64_t group_count; /* dims of indices and counts */
};

/* What is being solved, and what is needed on the way. */
typedef struct solution {
  uo_items items;
  bool is_sorted;
  uint32_t wanted;
  const uo_allocator *allocator;
  uo_keys keys;
  uo_groups groups;
  int64_t *group_of;    /* each item's group; NULL when no output needs it */
  uo_sort_entry *order; /* the groups in ascending order; NULL in order of first occurrence */
  uint64_t comparisons;
} solution;

/* ---- Grouping and ordering ------------------------------------------------------------------------------------- */

/* The group that stands at position j of the outputs (ORD-01 to ORD-03). */
static inline int64_t group_at(const solution *s, int64_t j) { return s->order == NULL ? j : s->order[j].index; }

static uo_error_code group_and_sort(solution *s, uo_policy policy, uo_hash_function *hash, uo_error *error) {
  /* Order by modulus or in UTF-16 makes larger keys and changes nothing about what is equal. */
  if (!s->is_sorted) policy &= ~(uo_policy)(UO_COMPLEX_BY_MODULUS | UO_STRING_UTF16);
  UO_TRY(uo_keys_make(&s->items, policy, s->allocator, &s->keys, error));
  if (s->wanted & UO_WANT_INVERSE_INDICES) {
    s->group_of = uo_allocate_array(s->allocator, s->items.count, sizeof *s->group_of);
    UO_REQUIRE_MEMORY(s->group_of, error);
  }
  UO_TRY(uo_group_items(&s->keys, hash, s->allocator, s->group_of, &s->groups, &s->comparisons, error));
  if (!s->is_sorted) return UO_ERROR_NONE;
  return uo_sort_by_key(&s->keys, s->groups.first, s->groups.count, s->allocator, &s->order, &s->comparisons, error);
}

static void solution_release(solution *s) {
  uo_keys_release(s->allocator, &s->keys);
  uo_groups_release(s->allocator, &s->groups);
  uo_release(s->allocator, s->group_of);
  uo_release(s->allocator, s->order);
}

/* ---- Outputs --------------------------------------------------------------------------------------------------- */

/* Copies the groups' first items; a constant `size` becomes one load and one store. */
static inline void gather_elements(const solution *s, size_t size, unsigned char *y) {
  const unsigned char *x = s->items.tensor->data;
  for (int64_t j = 0; j < s->groups.count; j++)
    memcpy(y + (size_t)j * size, x + (size_t)s->groups.first[group_at(s, j)] * size, size);
}

/* VAL-02, SIL-03, SIL-04: bit for bit what stands in X at the first occurrence. */
static void gather(const solution *s, unsigned char *y) {
  const uo_items *items = &s->items;
  const unsigned char *x = items->tensor->data;
  size_t run = (size_t)items->inner * uo_type_size(items->tensor->dtype);
  if (items->outer == 1) {
    switch (run) {
      case 1:
        gather_elements(s, 1, y);
        return;
      case 2:
        gather_elements(s, 2, y);
        return;
      case 4:
        gather_elements(s, 4, y);
        return;
      case 8:
        gather_elements(s, 8, y);
        return;
      case 16:
        gather_elements(s, 16, y);
        return;
      default:
        break;
    }
  }
  for (int64_t outer = 0; outer < items->outer; outer++)
    for (int64_t j = 0; j < s->groups.count; j++, y += run)
      memcpy(y, x + (size_t)(outer * items->count + s->groups.first[group_at(s, j)]) * run, run);
}

static uo_error_code make_y(const solution *s, struct uo_outputs_storage *storage, uo_error *error) {
  const uo_tensor *x = s->items.tensor;
  int32_t rank = s->items.axis < 0 ? 1 : x->rank;
  if (s->items.axis >= 0) memcpy(storage->y_dims, x->dims, (size_t)rank * sizeof *x->dims); /* SHAPE-02 */
  storage->y_dims[s->items.axis < 0 ? 0 : s->items.axis] = s->groups.count;                 /* SHAPE-01, SHAPE-03 */
  size_t item_size = (size_t)(s->items.outer * s->items.inner) * uo_type_size(x->dtype);
  unsigned char *y = uo_allocate_array(s->allocator, s->groups.count, item_size);
  storage->data[UO_Y] = y;
  UO_REQUIRE_MEMORY(y, error);
  if (item_size > 0) gather(s, y);
  storage->tensor[UO_Y] = (uo_tensor){x->dtype, rank, storage->y_dims, y}; /* TYP-01 */
  return UO_ERROR_NONE;
}

/* TYP-04, IDX-03, INV-03, SIL-18, CNT-02: each of the others is int64 [count]. */
static uo_error_code make_index_output(const solution *s, int output, const int64_t *count,
                                       struct uo_outputs_storage *storage, int64_t **data, uo_error *error) {
  *data = uo_allocate_array(s->allocator, *count, sizeof **data);
  storage->data[output] = *data;
  UO_REQUIRE_MEMORY(*data, error);
  storage->tensor[output] = (uo_tensor){UO_TYPE_INT64, 1, count, *data};
  return UO_ERROR_NONE;
}

/* IDX-01, CNT-01: `of_group` (first items, or sizes) in the order of the outputs. */
static uo_error_code make_group_output(const solution *s, int output, const int64_t *of_group,
                                       struct uo_outputs_storage *storage, uo_error *error) {
  int64_t *data;
  UO_TRY(make_index_output(s, output, &storage->group_count, storage, &data, error));
  for (int64_t j = 0; j < s->groups.count; j++) data[j] = of_group[group_at(s, j)];
  return UO_ERROR_NONE;
}

/* INV-01: the position of each item's group; group_of itself in order of first occurrence, renumbered in place in
 * ascending order. */
static uo_error_code make_inverse(solution *s, struct uo_outputs_storage *storage, uo_error *error) {
  if (s->order != NULL) {
    int64_t *position = uo_allocate_array(s->allocator, s->groups.count, sizeof *position);
    UO_REQUIRE_MEMORY(position, error);
    for (int64_t j = 0; j < s->groups.count; j++) position[s->order[j].index] = j;
    for (int64_t i = 0; i < s->items.count; i++) s->group_of[i] = position[s->group_of[i]];
    uo_release(s->allocator, position);
  }
  storage->data[UO_INVERSE_INDICES] = s->group_of;
  storage->tensor[UO_INVERSE_INDICES] = (uo_tensor){UO_TYPE_INT64, 1, &storage->item_count, s->group_of}; /* INV-04 */
  s->group_of = NULL;
  return UO_ERROR_NONE;
}

/* OUT-04, OUT-07, SIL-17: what is made depends on `wanted`, what it holds does not. */
static uo_error_code make_outputs(solution *s, struct uo_outputs_storage *storage, uo_error *error) {
  storage->item_count = s->items.count;
  storage->group_count = s->groups.count;
  UO_TRY(make_y(s, storage, error));
  if (s->wanted & UO_WANT_INDICES) UO_TRY(make_group_output(s, UO_INDICES, s->groups.first, storage, error));
  if (s->wanted & UO_WANT_COUNTS) UO_TRY(make_group_output(s, UO_COUNTS, s->groups.sizes, storage, error));
  if (s->wanted & UO_WANT_INVERSE_INDICES) UO_TRY(make_inverse(s, storage, error));
  return UO_ERROR_NONE;
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

/* The case without what does not depend on the policy; an error says why it is not allowed. */
static uo_error_code pose(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, solution *s,
                          uo_error *error) {
  UO_REQUIRE(x != NULL && attributes != NULL, error, UO_ERROR_ARGUMENT, "%s is NULL", x == NULL ? "x" : "attributes");
  UO_REQUIRE((wanted & ~UO_WANT_ALL) == 0, error, UO_ERROR_ARGUMENT,
             "wanted is 0x%x: bits beyond 0x%x are of no output", (unsigned)wanted, UO_WANT_ALL);
  int64_t elements;
  UO_TRY(uo_tensor_validate(x, &elements, error));
  int32_t axis;
  UO_TRY(uo_attributes_resolve(attributes, x->rank, &axis, error));
  s->is_sorted = attributes->sorted == 1;
  s->wanted = wanted | UO_WANT_Y; /* OUT-01 */
  s->items = uo_items_of(x, axis);
  return UO_ERROR_NONE;
}

uo_error_code uo_unique_with_hash(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                  uo_policy policy, uo_hash_function *hash, const uo_allocator *allocator,
                                  uo_outputs *outputs, uint64_t *comparisons, uo_error *error) {
  UO_REQUIRE(outputs != NULL, error, UO_ERROR_ARGUMENT, "outputs is NULL");
  *outputs = (uo_outputs){0};
  UO_REQUIRE(policy >> UO_CHOICE_COUNT == 0, error, UO_ERROR_ARGUMENT, "policy 0x%x: there are choices up to 0x%x only",
             (unsigned)policy, (1u << UO_CHOICE_COUNT) - 1);
  solution s = {.allocator = allocator};
  UO_TRY(pose(x, attributes, wanted, &s, error));

  struct uo_outputs_storage *storage = uo_allocate(allocator, 1, sizeof *storage);
  UO_REQUIRE_MEMORY(storage, error);
  storage->allocator = allocator;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) storage->data[output] = NULL;
  outputs->storage = storage;
  uo_error_code code = group_and_sort(&s, policy, hash, error);
  if (code == UO_ERROR_NONE) code = make_outputs(&s, storage, error);
  solution_release(&s);
  if (code != UO_ERROR_NONE) {
    uo_outputs_release(outputs);
    return code;
  }
  for (int output = 0; output < UO_OUTPUT_COUNT; output++)
    if (s.wanted & 1u << output) outputs->tensor[output] = &storage->tensor[output];
  *comparisons = s.comparisons;
  return UO_ERROR_NONE;
}

uo_error_code uo_unique(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, uo_policy policy,
                        const uo_allocator *allocator, uo_outputs *outputs, uo_error *error) {
  uint64_t comparisons;
  return uo_unique_with_hash(x, attributes, wanted, policy, uo_hash_keys, allocator, outputs, &comparisons, error);
}
