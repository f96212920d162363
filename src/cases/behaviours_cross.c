/* Crosses of the behaviour model: which bins each combines, and which combinations cannot occur. */
#include "cases/behaviours.h"

typedef struct cross_row {
  int points[UO_CROSS_POINTS]; /* uo_point, UO_POINT_COUNT behind the last one */
  int first;
  int end;
  const char *meaning;
} cross_row;

#define UO_POINT_NOTHING UO_POINT_COUNT

static const cross_row crosses[UO_CROSS_COUNT] = {
#define CROSS_ROW(name, a, b, c, d, meaning)                                                                           \
  {{UO_POINT_##a, UO_POINT_##b, UO_POINT_##c, UO_POINT_##d}, UO_CROSS_AT_##name, UO_CROSS_LAST_##name + 1, meaning},
    UO_CROSSES(CROSS_ROW)
#undef CROSS_ROW
};

int uo_cross_points(uo_cross cross) {
  int count = 0;
  while (count < UO_CROSS_POINTS && crosses[cross].points[count] != UO_POINT_NOTHING) count++;
  return count;
}

uo_point uo_cross_point(uo_cross cross, int p) { return (uo_point)crosses[cross].points[p]; }

const char *uo_cross_meaning(uo_cross cross) { return crosses[cross].meaning; }

void uo_cross_bins(uo_cross cross, int *first, int *end) {
  *first = crosses[cross].first;
  *end = crosses[cross].end;
}

/* The last point is the fastest digit. */
void uo_cross_combination(uo_cross cross, int number, uo_bin bins[UO_CROSS_POINTS]) {
  number -= crosses[cross].first;
  for (int p = uo_cross_points(cross) - 1; p >= 0; p--) {
    int first;
    int end;
    uo_point_bins(uo_cross_point(cross, p), &first, &end);
    bins[p] = (uo_bin)(first + number % (end - first));
    number /= end - first;
  }
}

/* ---- What cannot be together ------------------------------------------------------------------------------------- */

/* No bin from a to a_last occurs together with one from b to b_last. */
typedef struct exclusion {
  uo_bin a;
  uo_bin a_last;
  uo_bin b;
  uo_bin b_last;
  const char *why;
} exclusion;

#define B(name) UO_BIN_##name

static const char one_element[] = "without axis and along the axis of rank 1 items have one element";
static const char no_axis_of_rank[] = "the rank has no such axis";
static const char no_nan[] = "the type is neither a float nor complex";
static const char not_complex[] = "the type is not complex";
static const char not_text[] = "the type is not string";
static const char few_items[] = "fewer than two items";

static const exclusion exclusions[] = {
    /* Ranks and shapes */
    {B(RANK_0), B(RANK_0), B(AXIS_ONLY), B(AXIS_LAST_NEGATIVE), no_axis_of_rank},
    {B(RANK_1), B(RANK_1), B(AXIS_FIRST), B(AXIS_LAST_NEGATIVE), no_axis_of_rank},
    {B(RANK_2), B(RANK_2), B(AXIS_MIDDLE), B(AXIS_MIDDLE_NEGATIVE), no_axis_of_rank},
    {B(RANK_2), B(RANK_MORE), B(AXIS_ONLY), B(AXIS_ONLY_NEGATIVE), no_axis_of_rank},
    {B(SHAPE_SCALAR), B(SHAPE_SCALAR), B(AXIS_ONLY), B(AXIS_LAST_NEGATIVE), no_axis_of_rank},
    {B(SHAPE_EMPTY_ITEMS), B(SHAPE_EMPTY_ITEMS), B(AXIS_NONE), B(AXIS_ONLY_NEGATIVE), one_element},
    /* Subtensors of several elements */
    {B(VALUE_NAN_IN_SUBTENSOR), B(VALUE_NAN_EQUAL_SUBTENSORS), B(AXIS_NONE), B(AXIS_ONLY_NEGATIVE), one_element},
    {B(ROWS_LAST), B(ROWS_PERMUTED), B(AXIS_NONE), B(AXIS_ONLY_NEGATIVE), one_element},
    {B(LAYOUT_SUBTENSOR_ORDER), B(LAYOUT_BLOCKS), B(AXIS_NONE), B(AXIS_ONLY_NEGATIVE), one_element},
    {B(LAYOUT_FLATTEN), B(LAYOUT_FLATTEN), B(AXIS_ONLY), B(AXIS_LAST_NEGATIVE), "nothing is flattened along an axis"},
    {B(LAYOUT_BLOCKS), B(LAYOUT_BLOCKS), B(AXIS_FIRST), B(AXIS_FIRST_NEGATIVE), "they are blocks along the first axis"},
    /* Values and types */
    {B(VALUE_LARGEST), B(VALUE_MERGED_BY_CUT), B(TYPE_STRING), B(TYPE_STRING), "a string is not a number"},
    {B(VALUE_SIGNS), B(VALUE_SIGNS), B(TYPE_BOOL), B(TYPE_BOOL), "bool has no sign"},
    {B(VALUE_MERGED_BY_CAST), B(VALUE_MERGED_BY_CUT), B(TYPE_UINT8), B(TYPE_INT8), "float16 holds all 8-bit integers"},
    {B(VALUE_MERGED_BY_CAST), B(VALUE_MERGED_BY_CUT), B(TYPE_BOOL), B(TYPE_BOOL), "bool has nothing narrower"},
    {B(VALUE_MERGED_BY_CUT), B(VALUE_MERGED_BY_CUT), B(TYPE_FLOAT), B(TYPE_FLOAT), "not an integer"},
    {B(VALUE_MERGED_BY_CUT), B(VALUE_MERGED_BY_CUT), B(TYPE_FLOAT16), B(TYPE_DOUBLE), "not an integer"},
    {B(VALUE_MERGED_BY_CUT), B(VALUE_MERGED_BY_CUT), B(TYPE_COMPLEX64), B(TYPE_COMPLEX128), "not an integer"},
    {B(VALUE_NAN_ONE), B(VALUE_CAST_TO_INTEGER), B(TYPE_UINT8), B(TYPE_BOOL), no_nan},
    {B(VALUE_NAN_ONE), B(VALUE_CAST_TO_INTEGER), B(TYPE_UINT32), B(TYPE_UINT64), no_nan},
    {B(VALUE_CAST_TO_INFINITY), B(VALUE_CAST_TO_ZERO), B(TYPE_FLOAT16), B(TYPE_FLOAT16), "bfloat16 reaches further"},
    {B(VALUE_CAST_TO_INTEGER), B(VALUE_CAST_TO_INTEGER), B(TYPE_COMPLEX64), B(TYPE_COMPLEX128), "nobody casts these"},
    {B(VALUE_REAL_TIE), B(VALUE_EQUAL_MODULUS), B(TYPE_FLOAT), B(TYPE_UINT64), not_complex},
    {B(VALUE_TEXT_EMPTY), B(VALUE_TEXT_COMMON_32), B(TYPE_FLOAT), B(TYPE_INT64), not_text},
    {B(VALUE_TEXT_EMPTY), B(VALUE_TEXT_COMMON_32), B(TYPE_BOOL), B(TYPE_COMPLEX128), not_text},
    {B(FIRST_SMALLEST_BITS), B(FIRST_OTHER_BITS), B(TYPE_UINT8), B(TYPE_BOOL), "equal values have equal bits"},
    {B(FIRST_SMALLEST_BITS), B(FIRST_OTHER_BITS), B(TYPE_UINT32), B(TYPE_UINT64), "equal values have equal bits"},
    /* Numbers of items */
    {B(DUPLICATES_ALL), B(DUPLICATES_ALL), B(RELATION_SAME), B(RELATION_UNRELATED), "nothing differs"},
    {B(DUPLICATES_ALL_BUT_ONE), B(DUPLICATES_ALL_BUT_ONE), B(RELATION_UNRELATED), B(RELATION_UNRELATED),
     "two different items either ascend or descend"},
    {B(DUPLICATES_NONE), B(DUPLICATES_FIRST_AND_LAST), B(SIZE_0), B(SIZE_1), few_items},
    {B(RELATION_SAME), B(RELATION_UNRELATED), B(SIZE_0), B(SIZE_1), few_items},
    {B(DISTINCT_0), B(DISTINCT_0), B(SIZE_1), B(SIZE_MORE), "there are items"},
    {B(DISTINCT_1), B(DISTINCT_POWER_OF_TWO), B(SIZE_0), B(SIZE_0), "there are no items"},
    {B(DISTINCT_BETWEEN), B(DISTINCT_POWER_OF_TWO), B(SIZE_1), B(SIZE_1), few_items},
};

static bool is_within(uo_bin bin, uo_bin first, uo_bin last) { return bin >= first && bin <= last; }

static const char *why_never_together(uo_bin a, uo_bin b) {
  for (size_t i = 0; i < sizeof(exclusions) / sizeof(exclusions[0]); i++) {
    const exclusion *rule = &exclusions[i];
    if (is_within(a, rule->a, rule->a_last) && is_within(b, rule->b, rule->b_last)) return rule->why;
    if (is_within(b, rule->a, rule->a_last) && is_within(a, rule->b, rule->b_last)) return rule->why;
  }
  return NULL;
}

const char *uo_cross_impossible(uo_cross cross, const uo_bin bins[UO_CROSS_POINTS]) {
  int count = uo_cross_points(cross);
  for (int p = 0; p < count; p++) {
    for (int q = p + 1; q < count; q++) {
      const char *why = why_never_together(bins[p], bins[q]);
      if (why != NULL) return why;
    }
  }
  return NULL;
}
