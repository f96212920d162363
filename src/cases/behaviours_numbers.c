/* Bins of the point `value` for types other than string: what single numbers are. */
#include "cases/behaviours_look.h"

static uo_float_or_integer float_format(int width, int fraction) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (uo_float_or_integer){.is_float = true,
                               .is_signed = true,
                               .width = width,
                               .sign = sign,
                               .infinity = (sign - 1) & ~((UINT64_C(1) << fraction) - 1),
                               .quiet = UINT64_C(1) << (fraction - 1)};
}

static uo_float_or_integer format_of(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return float_format(16, 10);
    case UO_TYPE_FLOAT:
    case UO_TYPE_COMPLEX64:
      return float_format(32, 23);
    case UO_TYPE_DOUBLE:
    case UO_TYPE_COMPLEX128:
      return float_format(64, 52);
    case UO_TYPE_BOOL:
      return (uo_float_or_integer){.width = 1, .sign = 1};
    default: {
      int width = 8 * (int)uo_type_size(dtype);
      bool is_signed =
          dtype == UO_TYPE_INT8 || dtype == UO_TYPE_INT16 || dtype == UO_TYPE_INT32 || dtype == UO_TYPE_INT64;
      return (uo_float_or_integer){.is_signed = is_signed, .width = width, .sign = UINT64_C(1) << (width - 1)};
    }
  }
}

/* ---- One number after the other ---------------------------------------------------------------------------------- */

/* What has been seen of numbers and, for complex types, of parts. Of a pair the second one is the negative. */
typedef struct seen {
  bool any_nan;
  bool any_subnormal;
  bool any_other; /* neither NaN nor zero */
  bool sign[2];   /* above 0, below */
  bool zero[2];
  bool infinity[2];
  bool largest[2];
  bool subnormal_end; /* the largest subnormal magnitude */
  bool normal_begin;  /* the smallest normal magnitude */
  uint64_t nan;       /* bits of the first one */
} seen;

static void look_at_nan(const uo_float_or_integer *format, uint64_t bits, seen *so_far, uo_behaviour_set *set) {
  if (!so_far->any_nan) {
    so_far->any_nan = true;
    so_far->nan = bits;
    if (bits != (format->infinity | format->quiet)) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_FIRST_NOT_DEFAULT);
  }
  if (bits != so_far->nan) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_MANY_PATTERNS);
  if ((bits & format->quiet) == 0) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_SIGNALLING);
  if ((bits & format->sign) != 0) uo_behaviour_set_add(set, UO_BIN_VALUE_NAN_NEGATIVE);
}

static void look_at_zero(bool minus, seen *so_far, uo_behaviour_set *set) {
  if (so_far->zero[!minus] && !so_far->zero[minus])
    uo_behaviour_set_add(set, minus ? UO_BIN_VALUE_PLUS_ZERO_FIRST : UO_BIN_VALUE_MINUS_ZERO_FIRST);
  so_far->zero[minus] = true;
}

static void look_at_float(const uo_float_or_integer *format, uint64_t bits, seen *so_far, uo_behaviour_set *set) {
  uint64_t magnitude = bits & ~format->sign;
  bool minus = bits != magnitude;
  if (magnitude > format->infinity) {
    look_at_nan(format, bits, so_far, set);
    return;
  }
  if (magnitude == 0) {
    look_at_zero(minus, so_far, set);
    return;
  }
  uint64_t normal = format->quiet << 1;
  so_far->any_other = true;
  so_far->sign[minus] = true;
  so_far->infinity[minus] |= magnitude == format->infinity;
  so_far->largest[minus] |= magnitude == format->infinity - 1;
  so_far->any_subnormal |= magnitude < normal; /* SIL-20 */
  so_far->subnormal_end |= magnitude == normal - 1;
  so_far->normal_begin |= magnitude == normal;
}

/* SIL-23; bool has no sign but the ends 0 and 1. */
static void look_at_integer(const uo_float_or_integer *format, uint64_t bits, seen *so_far) {
  uint64_t smallest = format->is_signed ? format->sign : 0;
  so_far->largest[0] |= bits == (smallest ^ (format->sign | (format->sign - 1)));
  so_far->largest[1] |= bits == smallest;
  so_far->sign[(bits & format->sign) != 0] = format->width > 1;
}

static void add_if(bool condition, uo_bin bin, uo_behaviour_set *set) {
  if (condition) uo_behaviour_set_add(set, bin);
}

static void conclude(const seen *all, uo_behaviour_set *set) {
  bool zeros = all->zero[0] && all->zero[1];
  add_if(all->largest[0], UO_BIN_VALUE_LARGEST, set);
  add_if(all->largest[1], UO_BIN_VALUE_SMALLEST, set);
  add_if(all->largest[0] && all->largest[1], UO_BIN_VALUE_EXTREMES, set);
  add_if(all->sign[0] && all->sign[1], UO_BIN_VALUE_SIGNS, set);
  add_if(all->infinity[0], UO_BIN_VALUE_PLUS_INFINITY, set);
  add_if(all->infinity[1], UO_BIN_VALUE_MINUS_INFINITY, set);
  add_if((all->infinity[0] && all->largest[0]) || (all->infinity[1] && all->largest[1]),
         UO_BIN_VALUE_INFINITY_AND_LARGEST, set);
  add_if(all->any_nan && all->infinity[0], UO_BIN_VALUE_NAN_WITH_INFINITY, set);
  add_if(all->any_nan && zeros, UO_BIN_VALUE_NAN_WITH_ZEROS, set);
  add_if(zeros && !all->any_nan && !all->any_other, UO_BIN_VALUE_ZERO_ALONE, set);
  add_if(all->any_subnormal, UO_BIN_VALUE_SUBNORMAL, set);
  add_if(all->any_subnormal && (all->zero[0] || all->zero[1]), UO_BIN_VALUE_SUBNORMAL_AND_ZERO, set);
  add_if(all->subnormal_end && all->normal_begin, UO_BIN_VALUE_SUBNORMAL_AND_NORMAL, set);
}

static void look_at_each(const uo_elements *elements, const uo_float_or_integer *format, uo_behaviour_set *set) {
  seen so_far = {0};
  for (uint32_t i = 0; i < elements->count; i++) {
    if (!format->is_float) {
      look_at_integer(format, elements->bits[i], &so_far);
      continue;
    }
    look_at_float(format, elements->bits[i], &so_far, set);
    if (elements->imaginary != NULL) look_at_float(format, elements->imaginary[i], &so_far, set);
  }
  conclude(&so_far, set);
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

static void look_at_nans(const uo_elements *elements, uo_behaviour_set *set) {
  uint32_t nans = 0;
  for (uint32_t i = 0; i < elements->count; i++) nans += uo_elements_has_nan(elements, i);
  bool patterns = uo_behaviour_set_has(set, UO_BIN_VALUE_NAN_MANY_PATTERNS);
  add_if(nans == 1, UO_BIN_VALUE_NAN_ONE, set);
  add_if(nans > 1, UO_BIN_VALUE_NAN_MANY, set);
  add_if(nans > 1 && nans == elements->count && patterns, UO_BIN_VALUE_NAN_ALONE, set);
}

static bool is_normal(const uo_float_or_integer *format, uint64_t bits) {
  uint64_t magnitude = bits & ~format->sign;
  return magnitude >= format->quiet << 1 && magnitude < format->infinity;
}

/* Neighbours in ascending order, one part the same and the other one step apart. */
static void look_at_neighbours(const uo_elements *elements, const uo_float_or_integer *format, uo_behaviour_set *set) {
  const uint64_t *imaginary = elements->imaginary_code;
  for (uint32_t k = 1; k < elements->distinct; k++) {
    uint32_t low = elements->first[k - 1];
    uint32_t high = elements->first[k];
    uint64_t step = elements->code[high] - elements->code[low];
    uint64_t imaginary_step = imaginary == NULL ? 0 : imaginary[high] - imaginary[low];
    bool real = step == 1 && imaginary_step == 0 && is_normal(format, elements->bits[low]);
    bool other = step == 0 && imaginary_step == 1 && is_normal(format, elements->imaginary[low]);
    add_if(real || other, UO_BIN_VALUE_NEIGHBOURS, set);
  }
}

uo_error_code uo_look_at_numbers(const uo_elements *elements, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  uo_float_or_integer format = format_of(elements->x->dtype);
  look_at_each(elements, &format, set);
  if (format.is_float) {
    look_at_nans(elements, set);
    look_at_neighbours(elements, &format, set);
  }
  uo_error_code code = uo_look_at_narrowing(elements, &format, arena, set, error);
  if (code != UO_ERROR_NONE || elements->imaginary == NULL) return code;
  return uo_look_at_complexes(elements, &format, arena, set, error);
}
