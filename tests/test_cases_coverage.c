/*
 * What generated cases really hold, counted from the cases and not from what the generator meant: over the grid and
 * 20,000 random cases.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/build.h"
#include "cases/generated.h"
#include "support/cases_canonical.h"
#include "tensor/order.h"

#define RANDOM_CASES 20000
#define SUBSETS      8

enum axis_kind { NO_AXIS, FIRST_AXIS, MIDDLE_AXIS, LAST_AXIS, NEGATIVE_AXIS, AXIS_KINDS };

/* Value classes: what a tensor holds. Which types have which is in class_applies. */
#define CLASSES(X)                                                                                                     \
  X(SEVERAL_NANS)                                                                                                      \
  X(ONE_NAN)                                                                                                           \
  X(INFINITIES)                                                                                                        \
  X(MINUS_ZERO_FIRST)                                                                                                  \
  X(PLUS_ZERO_FIRST)                                                                                                   \
  X(SUBNORMAL)                                                                                                         \
  X(LARGEST)                                                                                                           \
  X(SMALLEST)                                                                                                          \
  X(SIGNALLING)                                                                                                        \
  X(REAL_TIE)                                                                                                          \
  X(PARTIAL_NAN)                                                                                                       \
  X(EMPTY_TEXT)                                                                                                        \
  X(PREFIX)                                                                                                            \
  X(NUL_INSIDE)                                                                                                        \
  X(NUL_LAST)                                                                                                          \
  X(MULTIBYTE)                                                                                                         \
  X(LONG_PREFIX)                                                                                                       \
  X(NOT_UTF8)                                                                                                          \
  X(BEYOND_DOUBLE)

enum value_class {
#define CLASS_ENUMERATOR(name) name,
  CLASSES(CLASS_ENUMERATOR)
#undef CLASS_ENUMERATOR
      CLASS_COUNT
};

static const char *const class_names[] = {
#define CLASS_NAME(name) #name,
    CLASSES(CLASS_NAME)
#undef CLASS_NAME
};

/* How equal items lie along the axis. */
enum duplicates {
  NO_DUPLICATES,
  ALL_EQUAL,
  ADJACENT,
  APART,
  FIRST_AND_LAST,
  ASCENDING,
  DESCENDING,
  UNORDERED,
  DUPLICATE_KINDS
};

typedef struct counts {
  int cross[UO_TYPE_COUNT][AXIS_KINDS][2][SUBSETS];
  int classes[UO_TYPE_COUNT][CLASS_COUNT][AXIS_KINDS][2];
  int duplicates[UO_TYPE_COUNT][AXIS_KINDS][DUPLICATE_KINDS];
  int nan_row_duplicates[UO_TYPE_COUNT];
  int ranks[UO_MAX_RANK + 1];
  int rejected_axis[2]; /* fits in 32 bits, does not */
  int rejected_scalar;
  int rejected_sorted;
  int rejected_types[UO_TYPE_COUNT];
  int empty[3];     /* no items; items without elements; no axis and no element */
  int elements[5];  /* up to 16, 64, 256, 1000, more */
  int widest_items; /* the most items of a case */
} counts;

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static int type_position(int32_t dtype) {
  for (int i = 0; i < UO_TYPE_COUNT; i++) {
    if (uo_type_at(i) == dtype) return i;
  }
  fail_msg("type %d", (int)dtype);
  return -1;
}

static bool is_complex(int32_t dtype) { return dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128; }

static bool is_float(int32_t dtype) {
  return dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_FLOAT16;
}

static bool class_applies(int32_t dtype, int value_class) {
  if (value_class == LARGEST || value_class == SMALLEST) return dtype != UO_TYPE_STRING;
  if (value_class == BEYOND_DOUBLE) return dtype == UO_TYPE_INT64 || dtype == UO_TYPE_UINT64;
  if (value_class == REAL_TIE || value_class == PARTIAL_NAN) return is_complex(dtype);
  if (value_class >= EMPTY_TEXT) return dtype == UO_TYPE_STRING;
  return is_float(dtype) || is_complex(dtype);
}

/* ---- Looking at a tensor ----------------------------------------------------------------------------------------- */

typedef struct float_format {
  int width;
  int fraction; /* bits */
} float_format;

static float_format format_of(int32_t dtype) {
  if (dtype == UO_TYPE_FLOAT16) return (float_format){16, 10};
  if (dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_COMPLEX64) return (float_format){32, 23};
  return (float_format){64, 52};
}

/* Real and imaginary parts alike. */
static void look_at_floats(const uo_tensor *x, int64_t count, bool *holds) {
  float_format format = format_of(x->dtype);
  uint64_t sign = UINT64_C(1) << (format.width - 1);
  uint64_t quiet = UINT64_C(1) << (format.fraction - 1);
  uint64_t infinity = (sign - 1) & ~((UINT64_C(1) << format.fraction) - 1);
  uint64_t nan = 0;
  bool zero[2] = {false, false};
  for (int64_t i = 0; i < count * (is_complex(x->dtype) ? 2 : 1); i++) {
    uint64_t bits = is_complex(x->dtype) ? cases_element_bits(x, i / 2, (int)(i % 2)) : cases_element_bits(x, i, 0);
    uint64_t magnitude = bits & ~sign;
    if (magnitude > infinity) {
      holds[SEVERAL_NANS] = holds[SEVERAL_NANS] || (nan != 0 && nan != bits);
      holds[ONE_NAN] = true;
      holds[SIGNALLING] = holds[SIGNALLING] || (bits & quiet) == 0;
      nan = bits;
    }
    holds[INFINITIES] = holds[INFINITIES] || magnitude == infinity;
    holds[SUBNORMAL] = holds[SUBNORMAL] || (magnitude != 0 && magnitude < UINT64_C(1) << format.fraction);
    holds[LARGEST] = holds[LARGEST] || bits == infinity - 1;
    holds[SMALLEST] = holds[SMALLEST] || bits == (sign | (infinity - 1));
    if (magnitude != 0) continue;
    bool minus = bits != 0;
    holds[minus ? PLUS_ZERO_FIRST : MINUS_ZERO_FIRST] |= zero[!minus] && !zero[minus];
    zero[minus] = true;
  }
}

static void look_at_pairs(const uo_tensor *x, int64_t count, bool *holds) {
  float_format format = format_of(x->dtype);
  uint64_t sign = UINT64_C(1) << (format.width - 1);
  uint64_t infinity = (sign - 1) & ~((UINT64_C(1) << format.fraction) - 1);
  for (int64_t i = 0; i < count; i++) {
    bool real_nan = (cases_element_bits(x, i, 0) & ~sign) > infinity;
    bool imaginary_nan = (cases_element_bits(x, i, 1) & ~sign) > infinity;
    holds[PARTIAL_NAN] = holds[PARTIAL_NAN] || real_nan != imaginary_nan;
    for (int64_t k = 0; k < i && i < 40; k++) {
      if (cases_element_bits(x, i, 0) != cases_element_bits(x, k, 0)) continue;
      holds[REAL_TIE] = holds[REAL_TIE] || cases_element_bits(x, i, 1) != cases_element_bits(x, k, 1);
    }
  }
}

static void look_at_integers(const uo_tensor *x, int64_t count, bool *holds) {
  int width = x->dtype == UO_TYPE_BOOL ? 1 : 8 * (int)uo_type_size(x->dtype);
  bool is_signed =
      x->dtype == UO_TYPE_INT8 || x->dtype == UO_TYPE_INT16 || x->dtype == UO_TYPE_INT32 || x->dtype == UO_TYPE_INT64;
  uint64_t ones = UINT64_MAX >> (64 - width);
  uint64_t sign = UINT64_C(1) << (width - 1);
  uint64_t seen[2] = {0, 0};
  for (int64_t i = 0; i < count; i++) {
    uint64_t bits = cases_element_bits(x, i, 0);
    holds[LARGEST] = holds[LARGEST] || bits == (is_signed ? ones >> 1 : ones);
    holds[SMALLEST] = holds[SMALLEST] || bits == (is_signed ? sign : 0);
    seen[0] |= bits == UINT64_C(1) << 53;
    seen[1] |= bits == (UINT64_C(1) << 53) + 1;
  }
  holds[BEYOND_DOUBLE] = seen[0] != 0 && seen[1] != 0;
}

static size_t common_prefix(const uo_bytes *a, const uo_bytes *b) {
  size_t i = 0;
  while (i < a->size && i < b->size && a->data[i] == b->data[i]) i++;
  return i;
}

static void look_at_text(const uo_bytes *text, bool *holds) {
  holds[EMPTY_TEXT] = holds[EMPTY_TEXT] || text->size == 0;
  for (size_t i = 0; i < text->size; i++) {
    unsigned char byte = (unsigned char)text->data[i];
    holds[NUL_INSIDE] = holds[NUL_INSIDE] || (byte == 0 && i + 1 < text->size);
    holds[NUL_LAST] = holds[NUL_LAST] || (byte == 0 && i + 1 == text->size);
    holds[MULTIBYTE] = holds[MULTIBYTE] || byte >= 0xC2;
    holds[NOT_UTF8] = holds[NOT_UTF8] || byte == 0xFF || byte == 0xC0;
  }
}

static void look_at_texts(const uo_tensor *x, int64_t count, bool *holds) {
  const uo_bytes *text = x->data;
  for (int64_t i = 0; i < count; i++) look_at_text(&text[i], holds);
  for (int64_t i = 0; i < count && i < 40; i++) {
    for (int64_t k = 0; k < i; k++) {
      size_t common = common_prefix(&text[i], &text[k]);
      if (common == text[i].size && common == text[k].size) continue;
      holds[PREFIX] = holds[PREFIX] || common == text[i].size || common == text[k].size;
      holds[LONG_PREFIX] = holds[LONG_PREFIX] || common > 16;
    }
  }
}

static void look_at(const uo_tensor *x, int64_t count, bool *holds) {
  if (x->dtype == UO_TYPE_STRING)
    look_at_texts(x, count, holds);
  else if (is_float(x->dtype) || is_complex(x->dtype))
    look_at_floats(x, count, holds);
  else
    look_at_integers(x, count, holds);
  if (is_complex(x->dtype)) look_at_pairs(x, count, holds);
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

static int axis_kind_of(const uo_case *question) {
  if (!question->attributes.has_axis) return NO_AXIS;
  if (question->attributes.axis < 0) return NEGATIVE_AXIS;
  if (question->attributes.axis == 0) return FIRST_AXIS;
  return question->attributes.axis == question->x.rank - 1 ? LAST_AXIS : MIDDLE_AXIS;
}

static void count_rejected(const uo_case *question, uo_error_code why, counts *all) {
  int64_t axis = question->attributes.axis;
  all->rejected_types[type_position(question->x.dtype)]++;
  if (why == UO_ERROR_SORTED)
    all->rejected_sorted++;
  else if (question->x.rank == 0)
    all->rejected_scalar++;
  else
    all->rejected_axis[axis > INT32_MAX || axis < INT32_MIN]++;
}

static bool has_nan_row(const uo_items *items, int64_t item) {
  for (int64_t e = 0; e < items->outer * items->inner; e++) {
    int64_t position = ((e / items->inner) * items->count + item) * items->inner + e % items->inner;
    const char *element = (const char *)items->tensor->data + (size_t)position * uo_type_size(items->tensor->dtype);
    if (uo_element_has_nan(items->tensor->dtype, element)) return true;
  }
  return false;
}

/* VAL-01, ORD-01, ORD-02 */
static void count_duplicates(const uo_items *items, int type, int axis_kind, counts *all) {
  int64_t n = items->count;
  if (n < 3 || n > 40 || items->outer * items->inner == 0) return;
  int *found = all->duplicates[type][axis_kind];
  int equal = 0;
  bool up = true;
  bool down = true;
  for (int64_t i = 0; i < n; i++) {
    bool before = false;
    for (int64_t k = 0; k < i; k++) {
      if (uo_items_compare(UO_POLICY_ONNX, items, i, items, k) != 0) continue;
      equal++;
      before = true;
      found[ADJACENT] += k == i - 1;
      found[APART] += k == i - 2 && uo_items_compare(UO_POLICY_ONNX, items, i, items, i - 1) != 0;
      found[FIRST_AND_LAST] += k == 0 && i == n - 1 && equal == 1;
      if (items->inner * items->outer > 1) all->nan_row_duplicates[type] += has_nan_row(items, i);
    }
    int step = i == 0 ? 0 : uo_items_compare(UO_POLICY_ONNX, items, i, items, i - 1);
    up = up && (i == 0 || step > 0 || before);
    down = down && (i == 0 || step < 0 || before);
  }
  found[NO_DUPLICATES] += equal == 0;
  found[ALL_EQUAL] += equal == n * (n - 1) / 2;
  found[ASCENDING] += up && !down;
  found[DESCENDING] += down && !up;
  found[UNORDERED] += !up && !down;
}

static void count_sizes(const uo_items *items, int64_t elements, counts *all) {
  all->ranks[items->tensor->rank]++;
  all->elements[elements <= 16 ? 0 : elements <= 64 ? 1 : elements <= 256 ? 2 : elements <= 1000 ? 3 : 4]++;
  if (items->count > all->widest_items) all->widest_items = (int)items->count;
  if (elements != 0) return;
  all->empty[items->axis < 0 ? 2 : items->count == 0 ? 0 : 1]++;
}

static void count_case(const uo_case *question, counts *all) {
  int64_t elements;
  assert_int_equal(uo_tensor_validate(&question->x, &elements, NULL), UO_ERROR_NONE);
  assert_true((question->wanted & UO_WANT_Y) != 0 && question->wanted <= UO_WANT_ALL); /* OUT-01 */
  uo_error_code why = uo_case_allowed(question, NULL);
  if (why != UO_ERROR_NONE) {
    count_rejected(question, why, all);
    return;
  }
  int32_t axis;
  assert_int_equal(uo_attributes_resolve(&question->attributes, question->x.rank, &axis, NULL), UO_ERROR_NONE);
  uo_items items = uo_items_of(&question->x, axis);
  int type = type_position(question->x.dtype);
  int kind = axis_kind_of(question);
  bool holds[CLASS_COUNT] = {false};
  all->cross[type][kind][question->attributes.sorted][question->wanted >> 1]++;
  count_sizes(&items, elements, all);
  look_at(&question->x, elements, holds);
  for (int c = 0; c < CLASS_COUNT; c++) all->classes[type][c][kind][question->attributes.sorted] += holds[c];
  count_duplicates(&items, type, kind, all);
}

static int count_everything(void **state) {
  counts *all = calloc(1, sizeof(*all));
  if (all == NULL) return -1;
  uo_arena arena = {0};
  uo_case made;
  for (uint64_t i = 0; i < uo_grid_size(); i++) {
    uo_arena_reset(&arena);
    assert_int_equal(uo_grid_case(i, &arena, &made, NULL), UO_ERROR_NONE);
    count_case(&made, all);
  }
  for (uint64_t i = 0; i < RANDOM_CASES; i++) {
    uo_arena_reset(&arena);
    assert_int_equal(uo_random_case(1, i, &arena, &made, NULL), UO_ERROR_NONE);
    count_case(&made, all);
  }
  uo_arena_release(&arena);
  *state = all;
  return 0;
}

static int forget_everything(void **state) {
  free(*state);
  return 0;
}

/* ---- What must be there ------------------------------------------------------------------------------------------ */

/* TYP-02, AXIS-01 to AXIS-05, ORD-01, ORD-02, OUT-02, OUT-07 */
static void every_crossing_occurs(void **state) {
  const counts *all = *state;
  for (int type = 0; type < UO_TYPE_COUNT; type++) {
    for (int kind = 0; kind < AXIS_KINDS; kind++) {
      for (int cell = 0; cell < 2 * SUBSETS; cell++) {
        if (all->cross[type][kind][cell % 2][cell / 2] >= 20) continue;
        fail_msg("%s, axis kind %d, order %d, outputs %d: %d cases", uo_type_name(uo_type_at(type)), kind, cell % 2,
                 cell / 2, all->cross[type][kind][cell % 2][cell / 2]);
      }
    }
  }
}

/* SIL-01 to SIL-05, SIL-07 to SIL-11, SIL-20, SIL-23 */
static void every_value_class_occurs(void **state) {
  const counts *all = *state;
  for (int type = 0; type < UO_TYPE_COUNT; type++) {
    for (int c = 0; c < CLASS_COUNT; c++) {
      for (int cell = 0; cell < 2 * AXIS_KINDS; cell++) {
        int hits = all->classes[type][c][cell / 2][cell % 2];
        /* Strings that are not UTF-8 are rare on purpose. */
        int least = c == NOT_UTF8 ? 1 : 3;
        if (class_applies(uo_type_at(type), c) ? hits >= least : hits == 0) continue;
        fail_msg("%s, %s, axis kind %d, order %d: %d cases", uo_type_name(uo_type_at(type)), class_names[c], cell / 2,
                 cell % 2, hits);
      }
    }
  }
}

/* VAL-01, IDX-01, CNT-01, ORD-01, ORD-02, SIL-05 */
static void duplicates_occur_along_every_axis(void **state) {
  const counts *all = *state;
  for (int type = 0; type < UO_TYPE_COUNT; type++) {
    int32_t dtype = uo_type_at(type);
    for (int cell = 0; cell < AXIS_KINDS * DUPLICATE_KINDS; cell++) {
      int kind = cell / DUPLICATE_KINDS;
      int duplicates = cell % DUPLICATE_KINDS;
      if (all->duplicates[type][kind][duplicates] >= 5) continue;
      /* bool has two values: three elements are not all different, and two distinct ones are in ascending or descending
       * order. */
      bool scarce =
          dtype == UO_TYPE_BOOL && kind == NO_AXIS && (duplicates == NO_DUPLICATES || duplicates == UNORDERED);
      if (scarce) continue;
      fail_msg("%s, axis kind %d, duplicates %d: %d cases", uo_type_name(dtype), kind, duplicates,
               all->duplicates[type][kind][duplicates]);
    }
    if (is_float(dtype) || is_complex(dtype))
      assert_true(all->nan_row_duplicates[type] >= 50);
    else
      assert_int_equal(all->nan_row_duplicates[type], 0);
  }
}

/* ERR-01, ERR-02, ERR-03, SIL-13, SIL-15, SIL-16 */
static void rejected_cases_occur(void **state) {
  const counts *all = *state;
  assert_true(all->rejected_axis[0] >= 100);
  assert_true(all->rejected_axis[1] >= 100);
  assert_true(all->rejected_scalar >= 100);
  assert_true(all->rejected_sorted >= 100);
  for (int type = 0; type < UO_TYPE_COUNT; type++) assert_true(all->rejected_types[type] >= uo_invalid_count());
}

/* SHAPE-03 to SHAPE-06, SIL-14 */
static void shapes_and_sizes_occur(void **state) {
  const counts *all = *state;
  for (int32_t rank = 0; rank <= UO_PLAN_MAX_RANK; rank++) assert_true(all->ranks[rank] >= 10);
  for (int i = 0; i < 3; i++) assert_true(all->empty[i] >= 1000);
  for (int i = 0; i < 5; i++) assert_true(all->elements[i] >= 100);
  assert_true(all->widest_items > 65536);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_crossing_occurs),
      cmocka_unit_test(every_value_class_occurs),
      cmocka_unit_test(duplicates_occur_along_every_axis),
      cmocka_unit_test(rejected_cases_occur),
      cmocka_unit_test(shapes_and_sizes_occur),
  };
  return cmocka_run_group_tests(tests, count_everything, forget_everything);
}
