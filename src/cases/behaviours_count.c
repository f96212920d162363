/* Counting behaviours over many cases, and the coarse view of one case that steers a fuzzer. */
#include <stdio.h>
#include <string.h>

#include "cases/behaviours.h"
#include "tensor/guard.h"

/* ---- The bins of a set, point by point --------------------------------------------------------------------------- */

/* bin[from[p]] to bin[from[p + 1]] are the bins of point p. */
typedef struct bins_by_point {
  int from[UO_POINT_COUNT + 1];
  int bin[UO_BIN_COUNT];
} bins_by_point;

static void list_bins(const uo_behaviour_set *set, bins_by_point *list) {
  int count = 0;
  int point = 0;
  list->from[0] = 0;
  for (int word = 0; word < UO_BIN_WORDS; word++) {
    uint64_t bits = set->word[word];
    for (int bin = 64 * word; bits != 0; bin++, bits >>= 1) {
      if ((bits & 1) == 0) continue;
      while (point < (int)uo_bin_point((uo_bin)bin)) list->from[++point] = count;
      list->bin[count++] = bin;
    }
  }
  while (point < UO_POINT_COUNT) list->from[++point] = count;
}

/* ---- Crosses ----------------------------------------------------------------------------------------------------- */

/* One hit; the first one of a combination is where it shows that the model has declared it impossible. */
static uo_error_code count_combination(uo_behaviour_counts *counts, uo_cross cross, int number, const char *id,
                                       uo_error *error) {
  if (counts->crosses[number]++ > 0) return UO_ERROR_NONE;
  uo_bin bins[UO_CROSS_POINTS];
  uo_cross_combination(cross, number, bins);
  const char *why = uo_cross_impossible(cross, bins);
  if (why == NULL) return UO_ERROR_NONE;
  char text[200] = "";
  for (int p = 0; p < uo_cross_points(cross); p++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s", p == 0 ? "" : " x ", uo_bin_name(bins[p]));
  }
  return uo_fail(error, UO_ERROR_ARGUMENT, "%s: hits %s, which is declared impossible (%s)", id, text, why);
}

/* The number of the combination of bins list->bin[at[0]], list->bin[at[1]], ... */
static int number_at(uo_cross cross, int points, const bins_by_point *list, const int *at) {
  int first;
  int end;
  int digits = 0;
  for (int p = 0; p < points; p++) {
    uo_point_bins(uo_cross_point(cross, p), &first, &end);
    digits = digits * (end - first) + list->bin[at[p]] - first;
  }
  uo_cross_bins(cross, &first, &end);
  return first + digits;
}

/* Moves to the next combination of what was hit of each point, the last point fastest; false behind the last one. */
static bool step(uo_cross cross, int points, const bins_by_point *list, int *at) {
  for (int p = points - 1; p >= 0; p--) {
    uo_point point = uo_cross_point(cross, p);
    if (++at[p] < list->from[point + 1]) return true;
    at[p] = list->from[point];
  }
  return false;
}

static uo_error_code count_cross(uo_behaviour_counts *counts, uo_cross cross, const bins_by_point *list, const char *id,
                                 uo_error *error) {
  int at[UO_CROSS_POINTS];
  int points = uo_cross_points(cross);
  for (int p = 0; p < points; p++) {
    uo_point point = uo_cross_point(cross, p);
    at[p] = list->from[point];
    if (list->from[point] == list->from[point + 1]) return UO_ERROR_NONE;
  }
  do {
    UO_TRY(count_combination(counts, cross, number_at(cross, points, list, at), id, error));
  } while (step(cross, points, list, at));
  return UO_ERROR_NONE;
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

static uo_error_code keep_first(uo_behaviour_counts *counts, int bin, const char *id, uo_error *error) {
  if (counts->first[bin] != NULL) return UO_ERROR_NONE;
  counts->first[bin] = uo_arena_copy(&counts->arena, id, strlen(id));
  UO_REQUIRE_MEMORY(counts->first[bin], error);
  return UO_ERROR_NONE;
}

uo_error_code uo_behaviours_count(uo_behaviour_counts *counts, const uo_behaviour_set *set, const char *id,
                                  uo_error *error) {
  bins_by_point list;
  list_bins(set, &list);
  counts->cases++;
  for (int i = 0; i < list.from[UO_POINT_COUNT]; i++) {
    if (counts->bins[list.bin[i]]++ == 0) UO_TRY(keep_first(counts, list.bin[i], id, error));
  }
  for (int cross = 0; cross < UO_CROSS_COUNT; cross++) {
    UO_TRY(count_cross(counts, (uo_cross)cross, &list, id, error));
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_behaviours_merge(uo_behaviour_counts *counts, const uo_behaviour_counts *other, uo_error *error) {
  counts->cases += other->cases;
  for (int bin = 0; bin < UO_BIN_COUNT; bin++) {
    counts->bins[bin] += other->bins[bin];
    if (other->first[bin] != NULL) UO_TRY(keep_first(counts, bin, other->first[bin], error));
  }
  for (int number = 0; number < UO_CROSS_BIN_COUNT; number++) counts->crosses[number] += other->crosses[number];
  return UO_ERROR_NONE;
}

void uo_behaviours_release(uo_behaviour_counts *counts) {
  uo_arena_release(&counts->arena);
  *counts = (uo_behaviour_counts){0};
}

uo_behaviour_totals uo_behaviours_total(const uo_behaviour_counts *counts) {
  uo_behaviour_totals totals = {.bins = UO_BIN_COUNT};
  for (int bin = 0; bin < UO_BIN_COUNT; bin++) totals.bins_hit += counts->bins[bin] > 0;
  for (int cross = 0; cross < UO_CROSS_COUNT; cross++) {
    int first;
    int end;
    uo_cross_bins((uo_cross)cross, &first, &end);
    for (int number = first; number < end; number++) {
      uo_bin bins[UO_CROSS_POINTS];
      uo_cross_combination((uo_cross)cross, number, bins);
      bool impossible = uo_cross_impossible((uo_cross)cross, bins) != NULL;
      totals.impossible += impossible;
      totals.cross_bins += !impossible;
      totals.cross_bins_hit += !impossible && counts->crosses[number] > 0;
    }
  }
  totals.holes = totals.bins - totals.bins_hit + totals.cross_bins - totals.cross_bins_hit;
  return totals;
}
