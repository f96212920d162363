/* What the families of moves share. */
#ifndef UO_CASES_SHRINK_MOVES_H
#define UO_CASES_SHRINK_MOVES_H

#include "cases/shrink.h"
#include "cases/values.h"

/* What became of a move: the family has no such move; it does not apply here, or makes nothing simpler; it made a
 * candidate; there is no memory. */
typedef enum uo_moved { UO_MOVED_END, UO_MOVED_NOT, UO_MOVED, UO_MOVED_NO_MEMORY } uo_moved;

/* Counts off the moves of a group: true when `move` is one of its `count`, else it is made relative to the next group.
 */
bool uo_move_within(uint64_t *move, uint64_t count);

/* The compared axis; -1 without axis and when the attributes must be rejected. */
int32_t uo_shrink_axis(const uo_case *question);

/* Sums that stay at UINT64_MAX instead of overflowing. */
uint64_t uo_add_costs(uint64_t a, uint64_t b);
uint64_t uo_multiply_costs(uint64_t a, uint64_t b);

/* ---- Shape ------------------------------------------------------------------------------------------------------- */

/* UO_SHRINK_RANK, UO_SHRINK_ATTRIBUTES, UO_SHRINK_OUTPUTS. */
uo_moved uo_move_rank(const uo_case *current, uint64_t move, uo_arena *arena, uo_case *candidate);
uo_moved uo_move_attributes(const uo_case *current, uint64_t move, uo_case *candidate);
uo_moved uo_move_outputs(const uo_case *current, uint64_t move, uo_case *candidate);

/* Without the indices [start, start + chunk) of dimension `dim`, of which some remain. */
uo_moved uo_move_cut(const uo_case *current, int32_t dim, int64_t start, int64_t chunk, uo_arena *arena,
                     uo_case *candidate);

uint64_t uo_attributes_cost(const uo_attributes *attributes);
uint64_t uo_outputs_cost(uint32_t wanted);

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* The distinct values of a tensor. */
typedef struct uo_palette {
  int32_t dtype;
  uint64_t count;    /* elements */
  uint64_t *which;   /* of each element: its value */
  uint64_t size;     /* distinct values */
  uo_value *value;   /* ascending (uo_value_compare) */
  uint64_t *times;   /* how often each occurs */
  uint64_t *cost;    /* uo_value_cost of each */
  uint64_t total;    /* of all elements */
  uint64_t plainest; /* the value of least cost */
} uo_palette;

/* NULL when there is no memory. */
uo_palette *uo_palette_make(const uo_tensor *x, uo_arena *arena);

/* UO_SHRINK_DISTINCT, UO_SHRINK_VALUE, UO_SHRINK_ELEMENT, UO_SHRINK_TYPE. */
uo_moved uo_move_distinct(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate);
uo_moved uo_move_value(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate);
uo_moved uo_move_element(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate);
uo_moved uo_move_type(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate);

/* One number for each subtensor along the axis, in the same order, compared without axis. Part of UO_SHRINK_RANK. */
uo_moved uo_move_items(const uo_case *current, uo_arena *arena, uo_case *candidate);

/* ---- Single values (plain_values.c) ------------------------------------------------------------------------------ */

/* How far a value is from plain; 0 for zero, false and "". Numbers with a part that is -0, infinite or NaN cost at
 * least UO_SPECIAL_COST, others less. */
#define UO_SPECIAL_COST (UINT64_C(1) << 36)
uint64_t uo_value_cost(int32_t dtype, const uo_value *value);

/* How far a type is from plain. */
uint64_t uo_type_cost(int32_t dtype);

/* Whether the value has a part that is not a number. */
bool uo_value_is_nan(int32_t dtype, const uo_value *value);

/* The default quiet NaN in place of each part that is not a number. */
uo_value uo_value_default_nan(int32_t dtype, const uo_value *value);

/* The number -magnitude or magnitude exactly; false when the type has no such value. Never of strings. */
UO_MUST_USE bool uo_value_of_number(int32_t dtype, bool negative, uint64_t magnitude, uo_value *value);

/* Value `number` of a plain ascending sequence: 0, 1, 2 ..., for strings "", "a", ... "z", "za" ...; UO_MOVED_NOT when
 * the type has not that many. */
uo_moved uo_plain_label(int32_t dtype, uint64_t number, uo_arena *arena, uo_value *value);

/* The same number in another type; false when that cannot say it. */
UO_MUST_USE bool uo_value_convert(int32_t from, const uo_value *value, int32_t to, uo_value *converted);

/* Whether `size` bytes may stand in for `text`: what is UTF-8 stays UTF-8, since a loader may refuse the rest (SIL-11).
 */
bool uo_stays_utf8(const uo_bytes *text, const char *bytes, size_t size);

/* Something plainer in place of one value: suggestion number `move`, plainer or not. */
uo_moved uo_plain_suggestion(int32_t dtype, const uo_value *value, uint64_t move, uo_arena *arena, uo_value *plainer);

#endif
