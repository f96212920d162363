#include "cases/shrink.h"

#include "cases/shrink_moves.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

/* Cutting an axis ends with pieces of this part of it at the least: removing single indices of a long one would use up
 * every caller's patience. */
enum { PIECES = 512 };

/* ---- Measure ----------------------------------------------------------------------------------------------------- */

uo_error_code uo_case_measure_of(const uo_case *question, uo_arena *arena, uo_case_measure *measure, uo_error *error) {
  const uo_palette *palette = uo_palette_make(&question->x, arena);
  UO_REQUIRE_MEMORY(palette, error);
  *measure = (uo_case_measure){
      .rank = (uint64_t)question->x.rank,
      .elements = palette->count,
      .distinct = palette->size,
      .values = palette->total,
      .type = uo_type_cost(question->x.dtype),
      .attributes = uo_attributes_cost(&question->attributes),
      .outputs = uo_outputs_cost(question->wanted),
  };
  for (int32_t i = 0; i < question->x.rank; i++) {
    measure->extent = uo_add_costs(measure->extent, (uint64_t)question->x.dims[i]);
  }
  return UO_ERROR_NONE;
}

static int compare_numbers(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

int uo_case_measure_compare(const uo_case_measure *a, const uo_case_measure *b) {
  const int orders[] = {
      compare_numbers(a->rank, b->rank),
      compare_numbers(a->elements, b->elements),
      compare_numbers(a->extent, b->extent),
      compare_numbers(a->distinct, b->distinct),
      compare_numbers(a->values, b->values),
      compare_numbers(a->type, b->type),
      compare_numbers(a->attributes, b->attributes),
      compare_numbers(a->outputs, b->outputs),
  };
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
    if (orders[i] != 0) return orders[i];
  }
  return 0;
}

/* ---- Shorter axes ------------------------------------------------------------------------------------------------ */

/* The dimension that is cut as number `position`: the compared axis first, where a fault most likely shows. */
static int32_t dimension_at(const uo_case *current, int32_t position) {
  int32_t axis = uo_shrink_axis(current);
  if (axis < 0) return position;
  if (position == 0) return axis;
  return position <= axis ? position - 1 : position;
}

static int64_t smallest_chunk(int64_t length) { return (length + PIECES - 1) / PIECES; }

static void next_axis(uo_shrink *shrink) {
  shrink->axis++;
  shrink->chunk = 0;
  shrink->start = 0;
}

/* Half of the axis, then quarters and so on: at each size every piece is left out once. */
static uo_moved move_length(uo_shrink *shrink, uo_arena *arena, uo_case *candidate) {
  const uo_tensor *x = &shrink->current.x;
  if (shrink->axis >= x->rank) return UO_MOVED_END;
  int32_t dim = dimension_at(&shrink->current, shrink->axis);
  int64_t length = x->dims[dim];
  if (length <= 1) {
    next_axis(shrink);
    return UO_MOVED_NOT;
  }
  if (shrink->chunk == 0) shrink->chunk = length - length / 2;
  if (shrink->chunk >= length) shrink->chunk = length - 1;
  /* Without elements it does not matter which piece goes. */
  bool empty = uo_items_of(x, -1).count == 0;
  if (shrink->start >= length || (empty && shrink->start > 0)) {
    if (shrink->chunk <= smallest_chunk(length)) {
      next_axis(shrink);
    } else {
      shrink->chunk -= shrink->chunk / 2;
      shrink->start = 0;
    }
    return UO_MOVED_NOT;
  }
  int64_t start = shrink->start;
  int64_t chunk = length - start < shrink->chunk ? length - start : shrink->chunk;
  shrink->start += shrink->chunk;
  return uo_move_cut(&shrink->current, dim, start, chunk, arena, candidate);
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

void uo_shrink_begin(uo_shrink *shrink, const uo_case *question) { *shrink = (uo_shrink){.current = *question}; }

static void next_family(uo_shrink *shrink) {
  shrink->family++;
  shrink->move = 0;
  shrink->axis = 0;
  shrink->chunk = 0;
  shrink->start = 0;
}

static uo_moved move_values(uo_shrink *shrink, uo_arena *arena, uo_case *candidate) {
  if (shrink->palette == NULL) shrink->palette = uo_palette_make(&shrink->current.x, &shrink->arena);
  if (shrink->palette == NULL) return UO_MOVED_NO_MEMORY;
  uint64_t move = shrink->move++;
  switch (shrink->family) {
    case UO_SHRINK_DISTINCT:
      return uo_move_distinct(shrink->palette, move, arena, candidate);
    case UO_SHRINK_VALUE:
      return uo_move_value(shrink->palette, move, arena, candidate);
    case UO_SHRINK_ELEMENT:
      return uo_move_element(shrink->palette, move, arena, candidate);
    case UO_SHRINK_TYPE:
    default:
      return uo_move_type(shrink->palette, move, arena, candidate);
  }
}

static uo_moved make_move(uo_shrink *shrink, uo_arena *arena, uo_case *candidate) {
  switch (shrink->family) {
    case UO_SHRINK_RANK:
      return uo_move_rank(&shrink->current, shrink->move++, arena, candidate);
    case UO_SHRINK_LENGTH:
      return move_length(shrink, arena, candidate);
    case UO_SHRINK_ATTRIBUTES:
      return uo_move_attributes(&shrink->current, shrink->move++, candidate);
    case UO_SHRINK_OUTPUTS:
      return uo_move_outputs(&shrink->current, shrink->move++, candidate);
    default:
      return move_values(shrink, arena, candidate);
  }
}

uo_error_code uo_shrink_next(uo_shrink *shrink, uo_arena *arena, uo_case *candidate, bool *more, uo_error *error) {
  for (;;) {
    if (shrink->family == UO_SHRINK_FAMILIES) {
      *more = shrink->taken;
      if (!shrink->taken) return UO_ERROR_NONE;
      shrink->taken = false;
      shrink->family = -1;
      next_family(shrink);
    }
    uo_arena_reset(arena);
    *candidate = shrink->current;
    uo_moved moved = make_move(shrink, arena, candidate);
    UO_REQUIRE(moved != UO_MOVED_NO_MEMORY, error, UO_ERROR_MEMORY, "out of memory");
    *more = true;
    if (moved == UO_MOVED) return UO_ERROR_NONE;
    if (moved == UO_MOVED_END) next_family(shrink);
  }
}

void uo_shrink_take(uo_shrink *shrink, const uo_case *kept) {
  shrink->current = *kept;
  shrink->palette = NULL;
  uo_arena_reset(&shrink->arena);
  shrink->taken = true;
  /* The same place of what is left comes next. */
  if (shrink->family == UO_SHRINK_LENGTH) shrink->start -= shrink->chunk;
  if (shrink->move > 0) shrink->move--;
}

void uo_shrink_end(uo_shrink *shrink) {
  uo_arena_release(&shrink->arena);
  *shrink = (uo_shrink){0};
}
