/* Bins about items: where equal ones stand, how many there are, in which order they come, how subtensors differ. */
#include <string.h>

#include "cases/behaviours_look.h"
#include "tensor/guard.h"

/* The items as rows of element ranks, and their own ranks. */
typedef struct item_view {
  const uo_elements *elements;
  const uo_items *items;
  uint32_t count;
  uint32_t size;           /* elements of an item; at least 1 */
  const uint32_t *element; /* by item, row-major: the element's rank; NULL where an item is one element */
  const uint32_t *rank;    /* by item */
  const uint32_t *first;   /* by rank: the first item */
  uint32_t distinct;
} item_view;

/* Where element e of item i stands in X (AXIS-02). */
static uint32_t position_of(const uo_items *items, uint32_t i, uint32_t e) {
  uint32_t inner = (uint32_t)items->inner;
  return (e / inner * (uint32_t)items->count + i) * inner + e % inner;
}

/* ---- Ranks of items ---------------------------------------------------------------------------------------------- */

static int compare_rows(const void *context, uint32_t a, uint32_t b) {
  const item_view *view = context;
  const uint32_t *left = view->element + (size_t)a * view->size;
  const uint32_t *right = view->element + (size_t)b * view->size;
  for (uint32_t e = 0; e < view->size; e++) {
    if (left[e] != right[e]) return left[e] < right[e] ? -1 : 1;
  }
  return 0;
}

static uint64_t hash_rows(const void *context, uint32_t item) {
  const item_view *view = context;
  const uint32_t *row = view->element + (size_t)item * view->size;
  uint64_t key = 0;
  for (uint32_t e = 0; e < view->size; e++) key = uo_mix_key(key + row[e] + 1);
  return key;
}

/* The elements of all items, one item behind the other (AXIS-02). */
static void fill_rows(const item_view *view, uint32_t *element) {
  uint32_t inner = (uint32_t)view->items->inner;
  const uint32_t *from = view->elements->rank;
  for (uint32_t begin = 0; begin < view->size; begin += inner) {
    for (uint32_t i = 0; i < view->count; i++) {
      uint32_t *to = element + (size_t)i * view->size + begin;
      for (uint32_t e = 0; e < inner; e++) *to++ = *from++;
    }
  }
}

static uo_error_code rank_rows(item_view *view, uo_arena *arena, uo_error *error) {
  uint32_t *element = uo_arena_allocate(arena, (size_t)view->count * view->size, sizeof *element);
  UO_REQUIRE_MEMORY(element, error);
  fill_rows(view, element);
  view->element = element;
  uo_ranking ranking;
  UO_TRY(uo_rank_things(view->count, &(uo_things){compare_rows, hash_rows, view}, arena, &ranking, error));
  view->rank = ranking.rank;
  view->first = ranking.first;
  view->distinct = ranking.distinct;
  return UO_ERROR_NONE;
}

/* ---- Where equal items stand, and in which order different ones come ----------------------------------------------
 */

/* What neighbours and earlier items say about item i. */
static void look_at_repetition(const item_view *view, uint32_t i, uo_behaviour_set *set) {
  if (view->rank[i] == view->rank[i - 1])
    uo_behaviour_set_add(set, UO_BIN_DUPLICATES_ADJACENT);
  else if (view->first[view->rank[i]] < i)
    uo_behaviour_set_add(set, UO_BIN_DUPLICATES_APART);
}

static void look_at_duplicates(const item_view *view, uo_behaviour_set *set) {
  const uint32_t *rank = view->rank;
  uint32_t count = view->count;
  if (count < 2) return;
  if (view->distinct == count) uo_behaviour_set_add(set, UO_BIN_DUPLICATES_NONE);
  if (view->distinct == 1) {
    uo_behaviour_set_add(set, UO_BIN_DUPLICATES_ALL);
    return;
  }
  uint32_t lowest = 0;   /* items of rank 0 */
  uint32_t mirrored = 0; /* items that are equal to the one as far from the other end */
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) look_at_repetition(view, i, set);
    lowest += rank[i] == 0;
    mirrored += rank[i] == rank[count - 1 - i];
  }
  if (rank[0] == rank[count - 1]) uo_behaviour_set_add(set, UO_BIN_DUPLICATES_FIRST_AND_LAST);
  if (mirrored == count) uo_behaviour_set_add(set, UO_BIN_DUPLICATES_MIRRORED);
  bool all_but_one = view->distinct == 2 && (lowest == 1 || lowest == count - 1);
  if (all_but_one && count >= 4) uo_behaviour_set_add(set, UO_BIN_DUPLICATES_ALL_BUT_ONE);
}

static void look_at_relation(const item_view *view, uo_behaviour_set *set) {
  bool up = true;
  bool down = true;
  for (uint32_t k = 1; k < view->distinct; k++) {
    bool later = view->first[k] > view->first[k - 1];
    up = up && later;
    down = down && !later;
  }
  if (view->distinct < 2) return;
  uo_behaviour_set_add(set, up ? UO_BIN_RELATION_SAME : down ? UO_BIN_RELATION_REVERSE : UO_BIN_RELATION_UNRELATED);
}

static uo_bin size_bin(uint64_t items) {
  static const uint64_t limits[] = {0, 1, 16, 64, 256, 1024};
  int bin = UO_BINS_SIZE;
  while (bin < UO_BIN_SIZE_MORE && items > limits[bin - UO_BINS_SIZE]) bin++;
  return (uo_bin)bin;
}

static void look_at_numbers_of_items(uint64_t count, uint64_t distinct, uo_behaviour_set *set) {
  set->items = count;
  set->distinct = distinct;
  uo_behaviour_set_add(set, size_bin(count));
  if (distinct <= 1) uo_behaviour_set_add(set, distinct == 0 ? UO_BIN_DISTINCT_0 : UO_BIN_DISTINCT_1);
  if (distinct > 1) uo_behaviour_set_add(set, distinct < count ? UO_BIN_DISTINCT_BETWEEN : UO_BIN_DISTINCT_ALL);
  if (distinct >= 4 && (distinct & (distinct - 1)) == 0) uo_behaviour_set_add(set, UO_BIN_DISTINCT_POWER_OF_TWO);
  if (count > UINT16_MAX + 1) uo_behaviour_set_add(set, UO_BIN_WIDE_ITEMS);
  if (distinct > UINT16_MAX + 1) uo_behaviour_set_add(set, UO_BIN_WIDE_DISTINCT);
}

/* IDX-01, CNT-01: positions and counts that 16 bits cannot hold. */
static uo_error_code look_at_wide_numbers(const item_view *view, uo_arena *arena, uo_behaviour_set *set,
                                          uo_error *error) {
  if (view->count <= UINT16_MAX) return UO_ERROR_NONE;
  uint32_t *times = uo_arena_allocate(arena, view->distinct, sizeof *times);
  UO_REQUIRE_MEMORY(times, error);
  uint32_t most = 0;
  for (uint32_t i = 0; i < view->count; i++) {
    uint32_t rank = view->rank[i];
    if (++times[rank] > most) most = times[rank];
    if (i > UINT16_MAX && view->first[rank] == i) uo_behaviour_set_add(set, UO_BIN_WIDE_INDEX);
  }
  if (most > UINT16_MAX) uo_behaviour_set_add(set, UO_BIN_WIDE_COUNT);
  return UO_ERROR_NONE;
}

/* ---- Bits of first occurrences (SIL-03, SIL-04) -------------------------------------------------------------------
 */

static int compare_item_bits(const item_view *view, uint32_t a, uint32_t b) {
  for (uint32_t e = 0; e < view->size; e++) {
    int order =
        uo_elements_compare_bits(view->elements, position_of(view->items, a, e), position_of(view->items, b, e));
    if (order != 0) return order;
  }
  return 0;
}

enum bits_seen { SMALLER = 1, LARGER = 2 };

static uo_error_code look_at_bits(const item_view *view, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  int32_t dtype = view->elements->x->dtype;
  if (dtype == UO_TYPE_STRING || view->distinct == view->count) return UO_ERROR_NONE;
  unsigned char *later = uo_arena_allocate(arena, view->distinct, 1); /* bits of later items against the first's */
  UO_REQUIRE_MEMORY(later, error);
  for (uint32_t i = 0; i < view->count; i++) {
    uint32_t first = view->first[view->rank[i]];
    int order = first == i ? 0 : compare_item_bits(view, i, first);
    if (order != 0) later[view->rank[i]] |= order < 0 ? SMALLER : LARGER;
  }
  for (uint32_t k = 0; k < view->distinct; k++) {
    if ((later[k] & SMALLER) != 0)
      uo_behaviour_set_add(set, UO_BIN_FIRST_OTHER_BITS);
    else if (later[k] != 0)
      uo_behaviour_set_add(set, UO_BIN_FIRST_SMALLEST_BITS);
  }
  return UO_ERROR_NONE;
}

/* ---- How subtensors differ --------------------------------------------------------------------------------------- */

/* Of each different row a key of all elements but the first, and one that does not depend on their order. */
static uo_error_code look_at_row_keys(const item_view *view, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  uint64_t *rest = uo_arena_allocate(arena, view->distinct, sizeof *rest);
  uint64_t *bag = uo_arena_allocate(arena, view->distinct, sizeof *bag);
  UO_REQUIRE(rest != NULL && bag != NULL, error, UO_ERROR_MEMORY, "out of memory");
  for (uint32_t k = 0; k < view->distinct; k++) {
    const uint32_t *row = view->element + (size_t)view->first[k] * view->size;
    for (uint32_t e = 0; e < view->size; e++) bag[k] += uo_mix_key((uint64_t)row[e] + 1);
    for (uint32_t e = 1; e < view->size; e++) rest[k] = uo_mix_key(rest[k] + row[e] + 1);
  }
  bool found;
  UO_TRY(uo_find_equal_keys(rest, view->distinct, arena, &found, error));
  if (found) uo_behaviour_set_add(set, UO_BIN_ROWS_FIRST);
  UO_TRY(uo_find_equal_keys(bag, view->distinct, arena, &found, error));
  if (found) uo_behaviour_set_add(set, UO_BIN_ROWS_PERMUTED);
  return UO_ERROR_NONE;
}

/* In ascending order, rows that differ in the last element alone are neighbours. */
static void look_at_last_elements(const item_view *view, uo_behaviour_set *set) {
  size_t size = (view->size - 1) * sizeof *view->element;
  for (uint32_t k = 1; k < view->distinct; k++) {
    const uint32_t *row = view->element + (size_t)view->first[k] * view->size;
    const uint32_t *before = view->element + (size_t)view->first[k - 1] * view->size;
    if (memcmp(row, before, size) == 0) uo_behaviour_set_add(set, UO_BIN_ROWS_LAST);
  }
}

/* SIL-05 */
static void look_at_nan_rows(const item_view *view, uo_behaviour_set *set) {
  const uo_elements *elements = view->elements;
  if (elements->x->dtype == UO_TYPE_STRING) return;
  uint32_t nan = elements->distinct - 1; /* NaN has the highest rank */
  if (!uo_elements_has_nan(elements, elements->first[nan])) return;
  uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_IN_SUBTENSOR);
  for (uint32_t i = 0; i < view->count; i++) {
    if (view->first[view->rank[i]] == i) continue;
    const uint32_t *row = view->element + (size_t)i * view->size;
    for (uint32_t e = 0; e < view->size; e++) {
      if (row[e] == nan) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_EQUAL_SUBTENSORS);
    }
  }
}

/* ---- Other readings ---------------------------------------------------------------------------------------------- */

/* Row-major positions of a shape's elements in the order of columns, where the first dimension is the fastest. */
static uo_error_code list_by_columns(const int64_t *dims, int32_t rank, uint32_t count, uo_arena *arena,
                                     uint32_t **positions, uo_error *error) {
  int64_t index[UO_MAX_RANK];
  uint32_t stride[UO_MAX_RANK];
  uint32_t below = 1;
  *positions = uo_arena_allocate(arena, count, sizeof **positions);
  UO_REQUIRE_MEMORY(*positions, error);
  for (int32_t d = rank - 1; d >= 0; d--) {
    index[d] = 0;
    stride[d] = below;
    below *= (uint32_t)dims[d];
  }
  uint32_t position = 0;
  for (uint32_t i = 0; i < count; i++) {
    (*positions)[i] = position;
    for (int32_t d = 0; d < rank; d++) { /* dims are not 0 */
      position += stride[d];
      if (++index[d] < dims[d]) break;
      position -= stride[d] * (uint32_t)dims[d];
      index[d] = 0;
    }
  }
  return UO_ERROR_NONE;
}

/* FLAT-01, SIL-12 */
static uo_error_code look_at_flattening(const item_view *view, uo_arena *arena, uo_behaviour_set *set,
                                        uo_error *error) {
  const uo_tensor *x = view->elements->x;
  uint32_t *positions;
  if (x->rank < 2) return UO_ERROR_NONE;
  UO_TRY(list_by_columns(x->dims, x->rank, view->count, arena, &positions, error));
  for (uint32_t i = 0; i < view->count; i++) {
    if (view->rank[positions[i]] == view->rank[i]) continue;
    uo_behaviour_set_add(set, UO_BIN_LAYOUT_FLATTEN);
    return UO_ERROR_NONE;
  }
  return UO_ERROR_NONE;
}

/* SIL-06: whether neighbours in ascending order stay so when their elements are read by columns. */
static uo_error_code look_at_subtensor_order(const item_view *view, uo_arena *arena, uo_behaviour_set *set,
                                             uo_error *error) {
  const uo_tensor *x = view->elements->x;
  int32_t axis = view->items->axis;
  int64_t dims[UO_MAX_RANK];
  uint32_t *positions;
  if (x->rank < 3) return UO_ERROR_NONE;
  for (int32_t d = 0; d + 1 < x->rank; d++) dims[d] = x->dims[d < axis ? d : d + 1];
  UO_TRY(list_by_columns(dims, x->rank - 1, view->size, arena, &positions, error));
  for (uint32_t k = 1; k < view->distinct; k++) {
    const uint32_t *row = view->element + (size_t)view->first[k] * view->size;
    const uint32_t *before = view->element + (size_t)view->first[k - 1] * view->size;
    uint32_t e = 0;
    while (row[positions[e]] == before[positions[e]]) e++; /* the rows differ */
    if (row[positions[e]] < before[positions[e]]) uo_behaviour_set_add(set, UO_BIN_LAYOUT_SUBTENSOR_ORDER);
  }
  return UO_ERROR_NONE;
}

/* AXIS-02: whether an item and the first one equal to it differ as blocks of the data. */
static void look_at_blocks(const item_view *view, uo_behaviour_set *set) {
  size_t size = view->size * sizeof *view->elements->rank;
  if (view->items->outer == 1) return;
  for (uint32_t i = 0; i < view->count; i++) {
    uint32_t first = view->first[view->rank[i]];
    const uint32_t *block = view->elements->rank + (size_t)i * view->size;
    if (memcmp(block, view->elements->rank + (size_t)first * view->size, size) == 0) continue;
    uo_behaviour_set_add(set, UO_BIN_LAYOUT_BLOCKS);
    return;
  }
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static uo_error_code look_at_rows(const item_view *view, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  look_at_last_elements(view, set);
  look_at_nan_rows(view, set);
  look_at_blocks(view, set);
  UO_TRY(look_at_row_keys(view, arena, set, error));
  return look_at_subtensor_order(view, arena, set, error);
}

uo_error_code uo_look_at_items(const uo_elements *elements, const uo_items *items, uo_arena *arena,
                               uo_behaviour_set *set, uo_error *error) {
  if (elements->count == 0) { /* SHAPE-05, SHAPE-06 */
    look_at_numbers_of_items((uint64_t)items->count, items->count > 0, set);
    if (items->count > 1) uo_behaviour_set_add(set, UO_BIN_DUPLICATES_ALL);
    if (items->count > UINT16_MAX) uo_behaviour_set_add(set, UO_BIN_WIDE_COUNT);
    return UO_ERROR_NONE;
  }
  item_view view = {elements, items,          (uint32_t)items->count, (uint32_t)(items->outer * items->inner),
                    NULL,     elements->rank, elements->first,        elements->distinct};
  if (view.size > 1) UO_TRY(rank_rows(&view, arena, error));
  look_at_numbers_of_items(view.count, view.distinct, set);
  look_at_duplicates(&view, set);
  look_at_relation(&view, set);
  UO_TRY(look_at_wide_numbers(&view, arena, set, error));
  UO_TRY(look_at_bits(&view, arena, set, error));
  if (view.size > 1) return look_at_rows(&view, arena, set, error);
  return items->axis < 0 ? look_at_flattening(&view, arena, set, error) : UO_ERROR_NONE;
}
