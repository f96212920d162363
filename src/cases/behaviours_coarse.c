/*
 * Few coarse counters for a fuzzer: more of them, or finer ones, fill its corpus with inputs that differ in nothing
 * that matters and cost it speed.
 */
#include "cases/behaviours.h"

/* Types that an implementation is likely to treat by the same code; axes likewise. */
enum type_group { INTEGERS, FLOATS, COMPLEXES, TEXTS, TYPE_GROUPS };
enum axis_group { FLAT, FIRST, MIDDLE, LAST, AXIS_GROUPS };

/* Where the parts of the counters begin. Bins of the points between TYPE and ANSWER that are kept come first. */
enum part {
  BINS = 0,
  ITEMS =
      UO_BINS_VALUE_END - UO_BINS_VALUE + UO_BINS_FIRST_END - UO_BINS_DUPLICATES + UO_BINS_REJECT_END - UO_BINS_ROWS,
  DISTINCT,
  SHAPES,
  TYPES_AND_AXES = SHAPES + UO_BINS_SHAPE_END - UO_BINS_SHAPE,
  RELATIONS = TYPES_AND_AXES + TYPE_GROUPS * AXIS_GROUPS * 2,
  PARTS_END = RELATIONS + UO_POINT_SIZE(DUPLICATES) * UO_POINT_SIZE(RELATION) * 2
};

_Static_assert(PARTS_END <= UO_COARSE_SIZE, "the parts fit into the counters");
_Static_assert(UO_COARSE_SIZE <= 512, "more counters flood the corpus");
_Static_assert((int)UO_BINS_DUPLICATES == (int)UO_BINS_VALUE_END && (int)UO_BINS_REJECT == (int)UO_BINS_LAYOUT_END &&
                   (int)UO_BINS_LAYOUT == (int)UO_BINS_ROWS_END && (int)UO_BINS_FIRST == (int)UO_BINS_RELATION_END,
               "the points that are copied follow each other");

static void add(uint8_t *counter, int hits) { *counter = (uint8_t)(*counter + hits > 255 ? 255 : *counter + hits); }

/* libFuzzer tells counters apart by powers of two: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, 128 and more. */
static int magnitude(uint64_t number) {
  static const uint64_t limits[] = {1, 2, 4, 16, 64, 256, 1024};
  static const uint8_t hits[] = {1, 2, 3, 4, 8, 16, 32};
  int bucket = 0;
  while (bucket < 6 && number > limits[bucket]) bucket++;
  return number == 0 ? 0 : hits[bucket];
}

static int type_group(const uo_behaviour_set *set) {
  for (int bin = UO_BINS_TYPE; bin < UO_BINS_TYPE_END; bin++) {
    if (!uo_behaviour_set_has(set, bin)) continue;
    if (bin == UO_BIN_TYPE_STRING) return TEXTS;
    if (bin == UO_BIN_TYPE_COMPLEX64 || bin == UO_BIN_TYPE_COMPLEX128) return COMPLEXES;
    if (bin == UO_BIN_TYPE_FLOAT || bin == UO_BIN_TYPE_DOUBLE || bin == UO_BIN_TYPE_FLOAT16) return FLOATS;
  }
  return INTEGERS;
}

/* -1 for a case that must be rejected. */
static int axis_group(const uo_behaviour_set *set) {
  static const uint8_t groups[UO_POINT_SIZE(AXIS)] = {FLAT, FLAT, FLAT, FIRST, FIRST, MIDDLE, MIDDLE, LAST, LAST};
  for (int bin = UO_BINS_AXIS; bin < UO_BINS_AXIS_END; bin++) {
    if (uo_behaviour_set_has(set, bin)) return groups[bin - UO_BINS_AXIS];
  }
  return -1;
}

/* The bins from `first` to `end` that were hit, each in a counter of its own, `at` and the following ones. */
static void copy_bins(const uo_behaviour_set *set, int first, int end, uint8_t *at) {
  for (int bin = first; bin < end;) {
    uint64_t word = set->word[bin / 64] >> (bin % 64);
    if (word == 0) { /* most bins were not */
      bin = (bin / 64 + 1) * 64;
      continue;
    }
    for (; (word & 1) == 0; word >>= 1) bin++;
    if (bin < end) add(&at[bin - first], 1);
    bin++;
  }
}

static void copy_relations(const uo_behaviour_set *set, int order, uint8_t *at) {
  for (int d = 0; d < UO_POINT_SIZE(DUPLICATES); d++) {
    if (!uo_behaviour_set_has(set, UO_BINS_DUPLICATES + d)) continue;
    for (int r = 0; r < UO_POINT_SIZE(RELATION); r++) {
      bool both = uo_behaviour_set_has(set, UO_BINS_RELATION + r);
      add(&at[(d * UO_POINT_SIZE(RELATION) + r) * 2 + order], both);
    }
  }
}

void uo_behaviours_coarse(const uo_behaviour_set *set, uint8_t counters[UO_COARSE_SIZE]) {
  copy_bins(set, UO_BINS_VALUE, UO_BINS_FIRST_END, counters + BINS);
  copy_bins(set, UO_BINS_ROWS, UO_BINS_REJECT_END, counters + BINS + UO_BINS_FIRST_END - UO_BINS_VALUE);
  copy_bins(set, UO_BINS_SHAPE, UO_BINS_SHAPE_END, counters + SHAPES);
  add(&counters[ITEMS], magnitude(set->items));
  add(&counters[DISTINCT], magnitude(set->distinct));
  int axis = axis_group(set);
  if (axis < 0) return;
  int order = uo_behaviour_set_has(set, UO_BIN_ORDER_SORTED);
  add(&counters[TYPES_AND_AXES + (type_group(set) * AXIS_GROUPS + axis) * 2 + order], 1);
  copy_relations(set, order, counters + RELATIONS);
}
