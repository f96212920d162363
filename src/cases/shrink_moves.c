/* What all families of moves use. */
#include "cases/shrink_moves.h"

#include "tensor/shape.h"

bool uo_move_within(uint64_t *move, uint64_t count) {
  if (*move < count) return true;
  *move -= count;
  return false;
}

int32_t uo_shrink_axis(const uo_case *question) {
  int32_t axis;
  if (uo_attributes_resolve(&question->attributes, question->x.rank, &axis, NULL) != UO_ERROR_NONE) return -1;
  return axis;
}

uint64_t uo_add_costs(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

uint64_t uo_multiply_costs(uint64_t a, uint64_t b) { return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b; }
