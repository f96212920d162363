/* Counting behaviours: crosses, what is declared impossible, merging, failing memory, and the view that steers a
 * fuzzer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/behaviours.h"
#include "cases/generated.h"
#include "support/cases_notation.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uo_behaviour_counts *new_counts(void) {
  uo_behaviour_counts *counts = calloc(1, sizeof *counts);
  assert_non_null(counts);
  return counts;
}

static void free_counts(uo_behaviour_counts *counts) {
  uo_behaviours_release(counts);
  free(counts);
}

static uo_behaviour_set sample(const char *notation) {
  uo_arena arena = {0};
  uo_arena scratch = {0};
  uo_behaviour_set set;
  uo_case question = cases_from_notation(notation, &arena);
  assert_int_equal(uo_behaviours_sample(&question, NULL, &scratch, &set, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
  uo_arena_release(&scratch);
  return set;
}

static void count(uo_behaviour_counts *counts, const char *notation, const char *id) {
  uo_behaviour_set set = sample(notation);
  assert_int_equal(uo_behaviours_count(counts, &set, id, NULL), UO_ERROR_NONE);
}

/* ---- Crosses ----------------------------------------------------------------------------------------------------- */

/* The number of the combination of these bins. */
static int number_of(uo_cross cross, const uo_bin *bins) {
  int first;
  int end;
  uo_cross_bins(cross, &first, &end);
  for (int number = first; number < end; number++) {
    uo_bin here[UO_CROSS_POINTS];
    uo_cross_combination(cross, number, here);
    if (memcmp(here, bins, (size_t)uo_cross_points(cross) * sizeof *bins) == 0) return number;
  }
  fail();
  return -1;
}

/* Crosses follow each other, each combination comes once and is made of bins of its points. */
static void combinations_are_numbered(void **state) {
  (void)state;
  int next = 0;
  for (int cross = 0; cross < UO_CROSS_COUNT; cross++) {
    int first;
    int end;
    int size = 1;
    uo_cross_bins((uo_cross)cross, &first, &end);
    assert_int_equal(first, next);
    assert_true(uo_cross_points((uo_cross)cross) >= 2);
    assert_true(strlen(uo_cross_meaning((uo_cross)cross)) > 10);
    for (int p = 0; p < uo_cross_points((uo_cross)cross); p++) {
      int begin;
      int point_end;
      uo_point_bins(uo_cross_point((uo_cross)cross, p), &begin, &point_end);
      size *= point_end - begin;
    }
    assert_int_equal(end - first, size);
    for (int number = first; number < end; number++) {
      uo_bin bins[UO_CROSS_POINTS];
      uo_cross_combination((uo_cross)cross, number, bins);
      for (int p = 0; p < uo_cross_points((uo_cross)cross); p++)
        assert_int_equal(uo_bin_point(bins[p]), uo_cross_point((uo_cross)cross, p));
    }
    uo_bin bins[UO_CROSS_POINTS];
    uo_cross_combination((uo_cross)cross, end - 1, bins);
    assert_int_equal(number_of((uo_cross)cross, bins), end - 1);
    next = end;
  }
  assert_int_equal(next, UO_CROSS_BIN_COUNT);
}

/* Some thousands can occur, and every rule about what cannot is used by a cross. */
static void impossible_combinations_have_reasons(void **state) {
  (void)state;
  int impossible = 0;
  const char *reasons[64] = {NULL};
  size_t different = 0;
  for (int cross = 0; cross < UO_CROSS_COUNT; cross++) {
    int first;
    int end;
    uo_cross_bins((uo_cross)cross, &first, &end);
    for (int number = first; number < end; number++) {
      uo_bin bins[UO_CROSS_POINTS];
      uo_cross_combination((uo_cross)cross, number, bins);
      const char *why = uo_cross_impossible((uo_cross)cross, bins);
      if (why == NULL) continue;
      impossible++;
      size_t r = 0;
      while (r < different && strcmp(reasons[r], why) != 0) r++;
      if (r == different) reasons[different++] = why;
    }
  }
  uo_behaviour_counts *none = new_counts();
  uo_behaviour_totals totals = uo_behaviours_total(none);
  free_counts(none);
  assert_int_equal(totals.impossible, impossible);
  assert_int_equal(totals.cross_bins, UO_CROSS_BIN_COUNT - impossible);
  assert_int_equal(totals.bins, UO_BIN_COUNT);
  assert_int_equal(totals.bins_hit + totals.cross_bins_hit, 0);
  assert_int_equal(totals.holes, totals.bins + totals.cross_bins);
  assert_in_range(totals.cross_bins, 2000, 10000);
  assert_true(different >= 15);
}

/* The one combination is counted that the case has, and no other of that cross. */
static void combinations_are_counted(void **state) {
  (void)state;
  uo_behaviour_counts *counts = new_counts();
  count(counts, "int16 [2, 3] |1, 2, 3, 1, 2, 3| axis=-1 sorted=0 wanted=9", "a");
  const uo_bin want[] = {UO_BIN_TYPE_INT16, UO_BIN_AXIS_LAST_NEGATIVE, UO_BIN_ORDER_UNSORTED, UO_BIN_OUTPUTS_Y_CNT};
  int hit = number_of(UO_CROSS_TYPE_AXIS_ORDER_OUTPUTS, want);
  int first;
  int end;
  uo_cross_bins(UO_CROSS_TYPE_AXIS_ORDER_OUTPUTS, &first, &end);
  for (int number = first; number < end; number++) assert_int_equal(counts->crosses[number], number == hit);
  free_counts(counts);
}

/* Two bins of one point make two combinations. */
static void every_bin_of_a_point_counts(void **state) {
  (void)state;
  uo_behaviour_counts *counts = new_counts();
  count(counts, "int8 [4] |1, 1, 2, 1|", "a"); /* adjacent, apart, all but one, first and last */
  static const uo_bin duplicates[] = {UO_BIN_DUPLICATES_ADJACENT, UO_BIN_DUPLICATES_APART,
                                      UO_BIN_DUPLICATES_ALL_BUT_ONE, UO_BIN_DUPLICATES_FIRST_AND_LAST};
  uint64_t sum = 0;
  int first;
  int end;
  uo_cross_bins(UO_CROSS_DUPLICATES_RELATION_ORDER, &first, &end);
  for (int number = first; number < end; number++) sum += counts->crosses[number];
  assert_int_equal(sum, COUNT(duplicates));
  for (size_t d = 0; d < COUNT(duplicates); d++) {
    const uo_bin bins[] = {duplicates[d], UO_BIN_RELATION_SAME, UO_BIN_ORDER_SORTED};
    assert_int_equal(counts->crosses[number_of(UO_CROSS_DUPLICATES_RELATION_ORDER, bins)], 1);
  }
  free_counts(counts);
}

/* A model that is wrong about what cannot occur says so, with the case. */
static void impossible_combinations_are_errors(void **state) {
  (void)state;
  uo_behaviour_counts *counts = new_counts();
  uo_behaviour_set set = {0};
  uo_error error;
  uo_behaviour_set_add(&set, UO_BIN_RANK_0);
  uo_behaviour_set_add(&set, UO_BIN_AXIS_LAST);
  assert_int_equal(uo_behaviours_count(counts, &set, "before", &error), UO_ERROR_NONE); /* no order: no combination */
  uo_behaviour_set_add(&set, UO_BIN_ORDER_SORTED);
  assert_int_equal(uo_behaviours_count(counts, &set, "the case", &error), UO_ERROR_ARGUMENT);
  assert_non_null(strstr(error.message, "the case"));
  assert_non_null(strstr(error.message, "rank.0 x axis.last x order.sorted"));
  free_counts(counts);
}

/* What cannot occur does not: all grid and 20,000 random cases are sampled. */
static void impossible_combinations_never_occur(void **state) {
  (void)state;
  uo_behaviour_counts *counts = new_counts();
  uo_arena arena = {0};
  uo_arena scratch = {0};
  uo_error error;
  for (uint64_t i = 0; i < uo_grid_size() + 20000; i++) {
    uo_case made;
    uo_behaviour_set set;
    uo_arena_reset(&arena);
    uo_error_code code = i < uo_grid_size() ? uo_grid_case(i, &arena, &made, &error)
                                            : uo_random_case(77, i - uo_grid_size(), &arena, &made, &error);
    if (code == UO_ERROR_NONE) code = uo_behaviours_sample(&made, NULL, &scratch, &set, &error);
    if (code == UO_ERROR_NONE) code = uo_behaviours_count(counts, &set, made.id, &error);
    if (code != UO_ERROR_NONE) fail_msg("%s", error.message);
  }
  assert_int_equal(counts->cases, uo_grid_size() + 20000);
  assert_true(uo_behaviours_total(counts).cross_bins_hit > 7000);
  uo_arena_release(&arena);
  uo_arena_release(&scratch);
  free_counts(counts);
}

/* docs/behaviours.md has the figures of the model. */
static void page_has_the_figures(void **state) {
  (void)state;
  uo_behaviour_counts *none = new_counts();
  uo_behaviour_totals totals = uo_behaviours_total(none);
  free_counts(none);
  FILE *page = fopen(UO_SOURCE_DIR "/docs/behaviours.md", "r");
  assert_non_null(page);
  static char text[65536];
  text[fread(text, 1, sizeof text - 1, page)] = '\0';
  fclose(page);
  char want[4][80];
  snprintf(want[0], sizeof want[0], "behaviours: %d/%d bins, %d/%d cross bins, 0 holes\n", totals.bins, totals.bins,
           totals.cross_bins, totals.cross_bins);
  snprintf(want[1], sizeof want[1], "\"cross_bins\": %d, \"cross_bins_hit\": %d", totals.cross_bins, totals.cross_bins);
  snprintf(want[2], sizeof want[2], "\"impossible\": %d, ", totals.impossible);
  snprintf(want[3], sizeof want[3], " %d byte counters", UO_COARSE_SIZE);
  for (int i = 0; i < 4; i++) {
    if (strstr(text, want[i]) == NULL) fail_msg("docs/behaviours.md should say: %s", want[i]);
  }
}

/* ---- Counting and merging ---------------------------------------------------------------------------------------- */

static void first_cases_are_kept(void **state) {
  (void)state;
  uo_behaviour_counts *counts = new_counts();
  char id[] = "one";
  count(counts, "float [1] |1|", id);
  id[0] = 'X'; /* the id was copied */
  count(counts, "float [2] |'NaN', 1|", "two");
  count(counts, "float [2] |'NaN', 1|", "three");
  assert_int_equal(counts->cases, 3);
  assert_int_equal(counts->bins[UO_BIN_TYPE_FLOAT], 3);
  assert_string_equal(counts->first[UO_BIN_TYPE_FLOAT], "one");
  assert_int_equal(counts->bins[UO_BIN_VALUE_NAN_ONE], 2);
  assert_string_equal(counts->first[UO_BIN_VALUE_NAN_ONE], "two");
  assert_int_equal(counts->bins[UO_BIN_VALUE_NAN_MANY], 0);
  assert_null(counts->first[UO_BIN_VALUE_NAN_MANY]);
  free_counts(counts);
}

/* Two halves merged are the whole. */
static void halves_make_the_whole(void **state) {
  (void)state;
  static const char *const notations[] = {"float [2] |'NaN', 1|", "int8 [] |1| axis=0", "string [2] |'a', 'ab'|",
                                          "float [2, 2] |1, 2, 1, 2| axis=0", "int8 [0] ||"};
  uo_behaviour_counts *whole = new_counts();
  uo_behaviour_counts *half[2] = {new_counts(), new_counts()};
  for (size_t i = 0; i < COUNT(notations); i++) {
    count(whole, notations[i], notations[i]);
    count(half[i >= 3], notations[i], notations[i]);
  }
  assert_int_equal(uo_behaviours_merge(half[0], half[1], NULL), UO_ERROR_NONE);
  free_counts(half[1]);
  assert_int_equal(half[0]->cases, whole->cases);
  assert_memory_equal(half[0]->bins, whole->bins, sizeof whole->bins);
  assert_memory_equal(half[0]->crosses, whole->crosses, sizeof whole->crosses);
  for (int bin = 0; bin < UO_BIN_COUNT; bin++) {
    assert_int_equal(half[0]->first[bin] == NULL, whole->first[bin] == NULL);
    if (whole->first[bin] != NULL) assert_string_equal(half[0]->first[bin], whole->first[bin]);
  }
  free_counts(half[0]);
  free_counts(whole);
}

/* ---- Failing memory ---------------------------------------------------------------------------------------------- */

/* Hands out this many blocks and then none. */
typedef struct supply {
  int left;
} supply;

static void *scarce_allocate(void *context, size_t size) {
  supply *blocks = context;
  return blocks->left-- > 0 ? malloc(size) : NULL;
}

static void scarce_release(void *context, void *block) {
  (void)context;
  free(block);
}

/* An arena takes one chunk for what is small: the case must be large enough to need several. */
static void refused_memory_is_an_error(void **state) {
  (void)state;
  static const char *const notations[] = {"float [3000] |#|", "string [1000] |#|",
                                          "complex64 [500, 2] |*[1, 2]| axis=0", "int64 [20, 20, 20] |#| axis=1",
                                          "int16 [90, 90] |#|"};
  for (size_t i = 0; i < COUNT(notations); i++) {
    uo_arena arena = {0};
    uo_case question = cases_from_notation(notations[i], &arena);
    int refusals = 0;
    for (uo_error_code code = UO_ERROR_MEMORY; code != UO_ERROR_NONE; refusals++) {
      supply blocks = {refusals};
      uo_allocator allocator = {scarce_allocate, scarce_release, &blocks};
      uo_arena scratch = {&allocator, NULL};
      uo_behaviour_set set;
      code = uo_behaviours_sample(&question, NULL, &scratch, &set, NULL);
      assert_true(code == UO_ERROR_NONE || code == UO_ERROR_MEMORY);
      uo_arena_release(&scratch);
    }
    assert_true(refusals >= 3);
    uo_arena_release(&arena);
  }
}

static void refused_ids_are_an_error(void **state) {
  (void)state;
  supply blocks = {0};
  uo_allocator allocator = {scarce_allocate, scarce_release, &blocks};
  uo_behaviour_counts *counts = new_counts();
  uo_behaviour_counts *others = new_counts();
  counts->arena.allocator = &allocator;
  uo_behaviour_set set = sample("float [1] |1|");
  assert_int_equal(uo_behaviours_count(counts, &set, "id", NULL), UO_ERROR_MEMORY);
  count(others, "float [1] |1|", "id");
  assert_int_equal(uo_behaviours_merge(counts, others, NULL), UO_ERROR_MEMORY);
  free_counts(counts);
  free_counts(others);
}

/* ---- Steering ---------------------------------------------------------------------------------------------------- */

typedef struct coarse {
  uint8_t counter[UO_COARSE_SIZE];
} coarse;

static coarse look(const char *notation) {
  coarse view = {{0}};
  uo_behaviour_set set = sample(notation);
  uo_behaviours_coarse(&set, view.counter);
  return view;
}

static int differences(const coarse *a, const coarse *b) {
  int different = 0;
  for (int i = 0; i < UO_COARSE_SIZE; i++) different += a->counter[i] != b->counter[i];
  return different;
}

static void coarse_view_is_small(void **state) {
  (void)state;
  assert_true(UO_COARSE_SIZE <= 512);
  coarse view = look("float [4] |'NaN', 0, -0.0, 1|");
  int set = 0;
  for (int i = 0; i < UO_COARSE_SIZE; i++) set += view.counter[i] != 0;
  assert_in_range(set, 5, 40);
}

static void coarse_view_tells_behaviours_apart(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"float [2] |1, 2|", "float [2] |1, 'NaN'|"},                           /* values */
      {"int8 [4] |1, 1, 2, 3|", "int8 [4] |1, 2, 1, 3|"},                     /* duplicates */
      {"int8 [3] |1, 2, 3|", "int8 [3] |3, 2, 1|"},                           /* relation */
      {"int8 [3] |1, 2, 3|", "int8 [3] |1, 2, 3| sorted=0"},                  /* order */
      {"int8 [3, 1] |1, 2, 3| axis=0", "int8 [1, 3] |1, 2, 3| axis=1"},       /* axis */
      {"int8 [3] |1, 2, 3|", "string [3] |'1', '2', '3'|"},                   /* groups of types */
      {"int8 [17] |#|", "int8 [65] |#|"},                                     /* magnitudes */
      {"int8 [1] |1| sorted=2", "int8 [1] |1| axis=2"},                       /* reasons to reject */
      {"int8 [0] ||", "int8 [1] |1|"},                                        /* shapes */
      {"int8 [2, 2] |1, 2, 1, 3| axis=0", "int8 [2, 2] |1, 2, 3, 1| axis=0"}, /* rows */
  };
  for (size_t i = 0; i < COUNT(pairs); i++) {
    coarse first = look(pairs[i][0]);
    coarse second = look(pairs[i][1]);
    if (differences(&first, &second) == 0) fail_msg("%s is %s", pairs[i][0], pairs[i][1]);
  }
}

/* Adjacent duplicates with descending first occurrences are news after each of the two with something else. */
static void coarse_view_crosses(void **state) {
  (void)state;
  coarse adjacent = look("int8 [3] |1, 1, 2|");
  coarse reverse = look("int8 [3] |2, 1, 2|");
  coarse both = look("int8 [3] |2, 2, 1|");
  int news = 0;
  for (int i = 0; i < UO_COARSE_SIZE; i++)
    news += both.counter[i] != 0 && adjacent.counter[i] == 0 && reverse.counter[i] == 0;
  assert_int_equal(news, 1);
}

/* What an implementation is not likely to tell apart leaves the corpus alone. */
static void coarse_view_does_not_flood(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"int8 [3] |1, 2, 3|", "int8 [3] |4, 5, 6|"},
      {"int8 [3] |1, 2, 3| wanted=1", "int8 [3] |1, 2, 3| wanted=7"},
      {"uint32 [20] |#|", "uint32 [40] |#|"},
      {"int8 [3, 1] |1, 2, 3| axis=0", "int8 [3, 1] |1, 2, 3| axis=-2"},
  };
  for (size_t i = 0; i < COUNT(pairs); i++) {
    coarse first = look(pairs[i][0]);
    coarse second = look(pairs[i][1]);
    if (differences(&first, &second) != 0) fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
  }
}

static void coarse_counters_stay_at_their_end(void **state) {
  (void)state;
  coarse view = {{0}};
  uo_behaviour_set set = sample("int8 [5000] |*1|");
  for (int i = 0; i < 300; i++) uo_behaviours_coarse(&set, view.counter);
  int full = 0;
  for (int i = 0; i < UO_COARSE_SIZE; i++) {
    assert_true(view.counter[i] == 0 || view.counter[i] == 255);
    full += view.counter[i] == 255;
  }
  assert_true(full >= 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(combinations_are_numbered),
      cmocka_unit_test(impossible_combinations_have_reasons),
      cmocka_unit_test(page_has_the_figures),
      cmocka_unit_test(combinations_are_counted),
      cmocka_unit_test(every_bin_of_a_point_counts),
      cmocka_unit_test(impossible_combinations_are_errors),
      cmocka_unit_test(impossible_combinations_never_occur),
      cmocka_unit_test(first_cases_are_kept),
      cmocka_unit_test(halves_make_the_whole),
      cmocka_unit_test(refused_memory_is_an_error),
      cmocka_unit_test(refused_ids_are_an_error),
      cmocka_unit_test(coarse_view_is_small),
      cmocka_unit_test(coarse_view_tells_behaviours_apart),
      cmocka_unit_test(coarse_view_crosses),
      cmocka_unit_test(coarse_view_does_not_flood),
      cmocka_unit_test(coarse_counters_stay_at_their_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
