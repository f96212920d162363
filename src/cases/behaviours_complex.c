/* Bins of the point `value` about the two parts of complex numbers (SIL-07). */
#include <math.h>
#include <string.h>

#include "cases/behaviours_look.h"
#include "tensor/guard.h"

static bool is_nan(const uo_float_or_integer *format, uint64_t bits) {
  return (bits & ~format->sign) > format->infinity;
}

static bool is_zero(const uo_float_or_integer *format, uint64_t bits) { return (bits & ~format->sign) == 0; }

/* ---- One element after the other --------------------------------------------------------------------------------- */

static void look_at_kinds(const uo_elements *elements, const uo_float_or_integer *format, uo_behaviour_set *set) {
  uint32_t kinds = 0;
  for (uint32_t i = 0; i < elements->count; i++) {
    bool real = is_nan(format, elements->bits[i]);
    bool imaginary = is_nan(format, elements->imaginary[i]);
    if (!real && !imaginary) continue;
    uo_bin bin = real ? (imaginary ? UO_BIN_VALUE_NAN_BOTH : UO_BIN_VALUE_NAN_REAL) : UO_BIN_VALUE_NAN_IMAGINARY;
    uo_behaviour_set_add(set, bin);
    kinds |= 1u << (bin - UO_BIN_VALUE_NAN_REAL);
  }
  if ((kinds & (kinds - 1)) != 0) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_KINDS);
}

/* Against the first of its equals: the same but for the sign of one zero, beside a part that is no zero. */
static void look_at_zero_parts(const uo_elements *elements, const uo_float_or_integer *format, uo_behaviour_set *set) {
  for (uint32_t i = 0; i < elements->count; i++) {
    uint32_t first = elements->first[elements->rank[i]];
    if (uo_elements_compare_bits(elements, i, first) == 0 || uo_elements_has_nan(elements, i)) continue;
    if (is_zero(format, elements->bits[i]) != is_zero(format, elements->imaginary[i]))
      uo_behaviour_set_add(set, UO_BIN_VALUE_ZERO_IN_PART);
  }
}

/* ---- Two different elements -------------------------------------------------------------------------------------- */

/* In ascending order those with one real part are neighbours; the last element may be NaN. */
static void look_at_ties(const uo_elements *elements, uo_behaviour_set *set) {
  for (uint32_t k = 1; k < elements->distinct; k++) {
    uint32_t here = elements->first[k];
    if (elements->code[here] != elements->code[elements->first[k - 1]]) continue;
    if (!uo_elements_has_nan(elements, here)) uo_behaviour_set_add(set, UO_BIN_VALUE_REAL_TIE);
  }
}

/* Keys of a pair that are the same for its exchange. */
static uint64_t unordered_key(const uo_elements *elements, uint32_t position) {
  return uo_mix_key(elements->code[position]) + uo_mix_key(elements->imaginary_code[position]);
}

static double part_value(const uo_float_or_integer *format, uint64_t bits) {
  double value;
  if (format->width == 64) {
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  uint32_t four = (uint32_t)bits;
  float single;
  memcpy(&single, &four, sizeof single);
  return (double)single;
}

/* What is not finite gets a key of its own. */
static uint64_t modulus_key(const uo_elements *elements, const uo_float_or_integer *format, uint32_t position) {
  double real = part_value(format, elements->bits[position]);
  double imaginary = part_value(format, elements->imaginary[position]);
  double square = real * real + imaginary * imaginary;
  uint64_t key;
  memcpy(&key, &square, sizeof key);
  return isfinite(square) && square > 0 ? key : UINT64_MAX - position;
}

uo_error_code uo_look_at_complexes(const uo_elements *elements, const uo_float_or_integer *format, uo_arena *arena,
                                   uo_behaviour_set *set, uo_error *error) {
  uint64_t *keys = uo_arena_allocate(arena, elements->distinct, sizeof *keys);
  UO_REQUIRE_MEMORY(keys, error);
  look_at_kinds(elements, format, set);
  look_at_zero_parts(elements, format, set);
  look_at_ties(elements, set);
  bool found;
  for (uint32_t k = 0; k < elements->distinct; k++) keys[k] = unordered_key(elements, elements->first[k]);
  UO_TRY(uo_find_equal_keys(keys, elements->distinct, arena, &found, error));
  if (found) uo_behaviour_set_add(set, UO_BIN_VALUE_SWAPPED);
  for (uint32_t k = 0; k < elements->distinct; k++) keys[k] = modulus_key(elements, format, elements->first[k]);
  UO_TRY(uo_find_equal_keys(keys, elements->distinct, arena, &found, error));
  if (found) uo_behaviour_set_add(set, UO_BIN_VALUE_EQUAL_MODULUS);
  return UO_ERROR_NONE;
}
