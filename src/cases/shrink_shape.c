/* Moves that change the shape, the attributes or the outputs. */
#include <string.h>

#include "cases/shrink_moves.h"
#include "tensor/shape.h"

/* ---- Costs ------------------------------------------------------------------------------------------------------- */

static uint64_t magnitude_of(int64_t number) { return number < 0 ? 0 - (uint64_t)number : (uint64_t)number; }

static uint64_t axis_cost(int64_t axis) { return magnitude_of(axis) + (axis < 0 ? 100 : 1); }

static uint64_t sorted_cost(int64_t sorted) {
  if (sorted == 1) return 0;
  if (sorted == 0) return 1;
  return magnitude_of(sorted) + (sorted < 0 ? 2 : 1);
}

uint64_t uo_attributes_cost(const uo_attributes *attributes) {
  uint64_t axis = attributes->has_axis ? axis_cost(attributes->axis) : 0;
  return uo_add_costs(axis, sorted_cost(attributes->sorted));
}

uint64_t uo_outputs_cost(uint32_t wanted) {
  uint64_t count = 0;
  for (; wanted != 0; wanted &= wanted - 1) count++;
  return count;
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* The product of dims[from, to); false when it overflows. */
static bool multiply_dims(const int64_t *dims, int32_t from, int32_t to, int64_t *product) {
  *product = 1;
  for (int32_t i = from; i < to; i++) {
    if (dims[i] == 0) {
      *product = 0;
      return true;
    }
  }
  for (int32_t i = from; i < to; i++) {
    if (*product > INT64_MAX / dims[i]) return false;
    *product *= dims[i];
  }
  return true;
}

static int64_t *copy_dims(const uo_tensor *x, uo_arena *arena) {
  int64_t *dims = uo_arena_allocate(arena, (size_t)x->rank, sizeof *dims);
  if (dims != NULL && x->rank > 0) memcpy(dims, x->dims, (size_t)x->rank * sizeof *dims);
  return dims;
}

/* Elements of X without the indices [start, start + chunk) of one dimension; NULL when there is no memory. */
static const void *cut_data(const uo_tensor *x, int32_t dim, int64_t start, int64_t chunk, uo_arena *arena) {
  uo_items items = uo_items_of(x, dim);
  size_t row = (size_t)items.inner * uo_type_size(x->dtype);
  size_t old_length = (size_t)items.count * row;
  size_t new_length = (size_t)(items.count - chunk) * row;
  char *data = uo_arena_allocate(arena, (size_t)items.outer, new_length);
  if (data == NULL || new_length == 0) return data;
  size_t before = (size_t)start * row;
  for (size_t o = 0; o < (size_t)items.outer; o++) {
    const char *old = (const char *)x->data + o * old_length;
    char *made = data + o * new_length;
    if (before > 0) memcpy(made, old, before);
    if (new_length > before) memcpy(made + before, old + before + (size_t)chunk * row, new_length - before);
  }
  return data;
}

uo_moved uo_move_cut(const uo_case *current, int32_t dim, int64_t start, int64_t chunk, uo_arena *arena,
                     uo_case *candidate) {
  int64_t *dims = copy_dims(&current->x, arena);
  const void *data = cut_data(&current->x, dim, start, chunk, arena);
  if (dims == NULL || data == NULL) return UO_MOVED_NO_MEMORY;
  dims[dim] -= chunk;
  candidate->x.dims = dims;
  candidate->x.data = data;
  return UO_MOVED;
}

/* Removes dimension `dim` from the shape, and moves the attribute `axis` so that it names the same axis as before. */
static void forget_dimension(uo_case *candidate, int32_t axis, int64_t *dims, int32_t dim) {
  uo_tensor *x = &candidate->x;
  for (int32_t i = dim; i + 1 < x->rank; i++) dims[i] = dims[i + 1];
  x->rank--;
  x->dims = dims;
  if (axis < 0) return;
  if (candidate->attributes.axis >= 0 && dim < axis) candidate->attributes.axis--;
  if (candidate->attributes.axis < 0 && dim > axis) candidate->attributes.axis++;
}

/* ---- Fewer dimensions -------------------------------------------------------------------------------------------- */

static uo_moved move_flatten(const uo_case *current, uo_arena *arena, uo_case *candidate) {
  int64_t *dims = uo_arena_allocate(arena, 1, sizeof *dims);
  if (dims == NULL) return UO_MOVED_NO_MEMORY;
  dims[0] = uo_items_of(&current->x, -1).count;
  candidate->x.rank = 1;
  candidate->x.dims = dims;
  candidate->attributes.has_axis = 0;
  candidate->attributes.axis = 0;
  return UO_MOVED;
}

static uo_moved move_merge(const uo_case *current, int32_t dim, uo_arena *arena, uo_case *candidate) {
  int32_t axis = uo_shrink_axis(current);
  int64_t product;
  if (dim == axis || dim + 1 == axis) return UO_MOVED_NOT;
  if (!multiply_dims(current->x.dims, dim, dim + 2, &product)) return UO_MOVED_NOT;
  int64_t *dims = copy_dims(&current->x, arena);
  if (dims == NULL) return UO_MOVED_NO_MEMORY;
  dims[dim] = product;
  forget_dimension(candidate, axis, dims, dim + 1);
  return UO_MOVED;
}

/* Index number `pick` of a dimension, which goes: the first, the last, the ones between. */
static uo_moved move_pick(const uo_case *current, int32_t dim, int64_t pick, uo_arena *arena, uo_case *candidate) {
  int32_t axis = uo_shrink_axis(current);
  int64_t length = current->x.dims[dim];
  if (dim == axis || pick >= length) return UO_MOVED_NOT;
  int64_t index = pick;
  if (pick == 1) index = length - 1;
  if (pick > 1) index = pick - 1;
  uo_case left = *current;
  /* What stands behind the index goes, then what stands before it. */
  if (index + 1 < length) {
    if (uo_move_cut(current, dim, index + 1, length - index - 1, arena, &left) != UO_MOVED) return UO_MOVED_NO_MEMORY;
  }
  *candidate = left;
  if (index > 0 && uo_move_cut(&left, dim, 0, index, arena, candidate) != UO_MOVED) return UO_MOVED_NO_MEMORY;
  int64_t *dims = copy_dims(&candidate->x, arena);
  if (dims == NULL) return UO_MOVED_NO_MEMORY;
  forget_dimension(candidate, axis, dims, dim);
  return UO_MOVED;
}

uo_moved uo_move_rank(const uo_case *current, uint64_t move, uo_arena *arena, uo_case *candidate) {
  enum { PICKS = 8 };
  const int32_t rank = current->x.rank;
  if (rank <= 1) return UO_MOVED_END;
  if (uo_move_within(&move, 1)) return move_flatten(current, arena, candidate);
  if (uo_move_within(&move, 1)) return uo_move_items(current, arena, candidate);
  /* A dimension of one index goes without loss. */
  if (uo_move_within(&move, (uint64_t)rank)) {
    if (current->x.dims[move] != 1) return UO_MOVED_NOT;
    return move_pick(current, (int32_t)move, 0, arena, candidate);
  }
  if (uo_move_within(&move, (uint64_t)rank - 1)) return move_merge(current, (int32_t)move, arena, candidate);
  if (uo_move_within(&move, (uint64_t)rank * PICKS)) {
    return move_pick(current, (int32_t)(move / PICKS), (int64_t)(move % PICKS), arena, candidate);
  }
  return UO_MOVED_END;
}

/* ---- Attributes and outputs -------------------------------------------------------------------------------------- */

static uo_moved if_plainer(const uo_case *current, const uo_case *candidate) {
  bool plainer = uo_attributes_cost(&candidate->attributes) < uo_attributes_cost(&current->attributes);
  return plainer ? UO_MOVED : UO_MOVED_NOT;
}

uo_moved uo_move_attributes(const uo_case *current, uint64_t move, uo_case *candidate) {
  static const int64_t orders[] = {1, 0, 2, -1};
  const int64_t rank = current->x.rank;
  uo_attributes *attributes = &candidate->attributes;
  /* Only a valid negative axis has an equivalent that is not negative (AXIS-05). */
  bool has_equivalent = attributes->has_axis && attributes->axis < 0 && uo_shrink_axis(current) >= 0;
  const int64_t axes[] = {has_equivalent ? attributes->axis + rank : 0, 0, 1, rank, -rank - 1};
  if (uo_move_within(&move, 1)) {
    if (!attributes->has_axis) return UO_MOVED_NOT;
    attributes->has_axis = 0;
    attributes->axis = 0;
    return UO_MOVED;
  }
  if (uo_move_within(&move, sizeof axes / sizeof axes[0])) {
    if (!attributes->has_axis) return UO_MOVED_NOT;
    attributes->axis = axes[move];
    return if_plainer(current, candidate);
  }
  if (uo_move_within(&move, sizeof orders / sizeof orders[0])) {
    attributes->sorted = orders[move];
    return if_plainer(current, candidate);
  }
  return UO_MOVED_END;
}

uo_moved uo_move_outputs(const uo_case *current, uint64_t move, uo_case *candidate) {
  static const uint32_t kept[] = {
      UO_WANT_Y,
      UO_WANT_Y | UO_WANT_INDICES,
      UO_WANT_Y | UO_WANT_INVERSE_INDICES,
      UO_WANT_Y | UO_WANT_COUNTS,
      UO_WANT_ALL & ~UO_WANT_COUNTS,
      UO_WANT_ALL & ~UO_WANT_INVERSE_INDICES,
      UO_WANT_ALL & ~UO_WANT_INDICES,
  };
  if (move >= sizeof kept / sizeof kept[0]) return UO_MOVED_END;
  candidate->wanted = current->wanted & kept[move];
  return candidate->wanted != current->wanted ? UO_MOVED : UO_MOVED_NOT;
}
