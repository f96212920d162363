/* Which bins a case and its answer hit. */
#include "cases/behaviours_look.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

/* The bins of `type` and `outputs` are found by number. */
#define TYPE_IN_ORDER(name, number, text, size)                                                                        \
  _Static_assert((int)UO_BIN_TYPE_##name == (int)UO_BINS_TYPE + (number)-1, "types in their order");
UO_TYPES(TYPE_IN_ORDER)
#undef TYPE_IN_ORDER
_Static_assert(UO_POINT_SIZE(OUTPUTS) == 8, "one bin for each set of outputs");

/* ---- Must be rejected ---------------------------------------------------------------------------------------------
 */

/* The low 32 bits as two's complement. */
static int64_t low_32_bits(int64_t number) {
  int64_t low = (int64_t)((uint64_t)number & 0xFFFFFFFF);
  return low > INT32_MAX ? low - (INT64_C(1) << 32) : low;
}

static bool is_axis_of(int64_t axis, int32_t rank) { return axis >= -(int64_t)rank && axis < rank; }

/* ERR-01, ERR-02, SIL-16 */
static void look_at_bad_axis(int64_t axis, int32_t rank, uo_behaviour_set *set) {
  if (rank == 0) {
    uo_behaviour_set_add(set, UO_BIN_REJECT_AXIS_OF_SCALAR);
    return;
  }
  if (is_axis_of(axis, rank)) return;
  bool beyond = axis > INT32_MAX || axis < INT32_MIN;
  if (beyond)
    uo_behaviour_set_add(set, UO_BIN_REJECT_AXIS_BEYOND);
  else
    uo_behaviour_set_add(set, axis < 0 ? UO_BIN_REJECT_AXIS_TOO_SMALL : UO_BIN_REJECT_AXIS_TOO_LARGE);
  if (is_axis_of(low_32_bits(axis), rank)) uo_behaviour_set_add(set, UO_BIN_REJECT_AXIS_WRAPS);
}

/* ERR-03, SIL-15 */
static void look_at_bad_sorted(int64_t sorted, uo_behaviour_set *set) {
  if (sorted == 0 || sorted == 1) return;
  if (sorted < 0)
    uo_behaviour_set_add(set, UO_BIN_REJECT_SORTED_NEGATIVE);
  else
    uo_behaviour_set_add(set, sorted == 2 ? UO_BIN_REJECT_SORTED_2 : UO_BIN_REJECT_SORTED_MORE);
  int64_t low = low_32_bits(sorted);
  if (low == 0 || low == 1) uo_behaviour_set_add(set, UO_BIN_REJECT_SORTED_WRAPS);
}

/* ---- Allowed ------------------------------------------------------------------------------------------------------
 */

static uo_bin rank_bin(int32_t rank) {
  if (rank <= 5) return (uo_bin)(UO_BIN_RANK_0 + rank);
  return rank <= 8 ? UO_BIN_RANK_6_TO_8 : UO_BIN_RANK_MORE;
}

static uo_bin axis_bin(int32_t axis, int32_t rank, bool negative) {
  if (axis < 0) return UO_BIN_AXIS_NONE;
  uo_bin bin = UO_BIN_AXIS_MIDDLE;
  if (rank == 1)
    bin = UO_BIN_AXIS_ONLY;
  else if (axis == 0)
    bin = UO_BIN_AXIS_FIRST;
  else if (axis == rank - 1)
    bin = UO_BIN_AXIS_LAST;
  return (uo_bin)(bin + negative); /* the negative form comes next */
}

static uo_bin shape_bin(const uo_tensor *x, const uo_items *items, int64_t elements) {
  if (x->rank == 0) return UO_BIN_SHAPE_SCALAR;
  if (items->count == 0) return UO_BIN_SHAPE_NO_ITEMS;
  if (elements == 0) return UO_BIN_SHAPE_EMPTY_ITEMS;
  return items->count == 1 ? UO_BIN_SHAPE_ONE : UO_BIN_SHAPE_MANY;
}

static uo_error_code look_at_x(const uo_tensor *x, int32_t axis, uo_arena *scratch, uo_behaviour_set *set,
                               uo_error *error) {
  int64_t count;
  UO_TRY(uo_tensor_validate(x, &count, error));
  UO_REQUIRE(count <= INT32_MAX, error, UO_ERROR_MEMORY, "%lld elements are too many to look at", (long long)count);
  uo_items items = uo_items_of(x, axis);
  uo_behaviour_set_add(set, shape_bin(x, &items, count));
  uo_elements elements;
  UO_TRY(uo_elements_look(x, (uint32_t)count, scratch, &elements, error));
  UO_TRY(uo_look_at_items(&elements, &items, scratch, set, error));
  if (x->dtype == UO_TYPE_STRING) return uo_look_at_texts(&elements, scratch, set, error);
  return uo_look_at_numbers(&elements, scratch, set, error);
}

/* ---- Both ---------------------------------------------------------------------------------------------------------
 */

uo_error_code uo_behaviours_sample(const uo_case *question, const uo_answer *answer, uo_arena *scratch,
                                   uo_behaviour_set *set, uo_error *error) {
  const uo_tensor *x = &question->x;
  const uo_attributes *attributes = &question->attributes;
  int32_t axis;
  uo_arena_reset(scratch);
  *set = (uo_behaviour_set){0};
  uo_behaviour_set_add(set, UO_BINS_TYPE + x->dtype - 1);
  if (answer != NULL) uo_look_at_answer(question, answer, set);
  if (uo_attributes_resolve(attributes, x->rank, &axis, NULL) != UO_ERROR_NONE) {
    if (attributes->has_axis) look_at_bad_axis(attributes->axis, x->rank, set);
    look_at_bad_sorted(attributes->sorted, set);
    return UO_ERROR_NONE;
  }
  uo_behaviour_set_add(set, rank_bin(x->rank));
  uo_behaviour_set_add(set, axis_bin(axis, x->rank, attributes->axis < 0));
  uo_behaviour_set_add(set, attributes->sorted == 1 ? UO_BIN_ORDER_SORTED : UO_BIN_ORDER_UNSORTED);
  uo_behaviour_set_add(set, UO_BINS_OUTPUTS + (int)(question->wanted >> 1));
  return look_at_x(x, axis, scratch, set, error);
}
