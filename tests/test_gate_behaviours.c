/* Level 1 leaves no hole, and gate --behaviours says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "cases/generated.h"
#include "gate/gate.h"

/* ---- Level 1 ----------------------------------------------------------------------------------------------------- */

typedef struct walk {
  uo_behaviour_counts counts;
  uo_arena scratch;
} walk;

/* With the reference's answer, as a run with the built-in subject has it. */
static void walk_case(walk *self, const uo_case *question) {
  uo_behaviour_set set;
  uo_error error;
  uo_outputs outputs;
  uo_answer answer = {.kind = UO_ANSWER_REJECTED, .message = ""};
  if (uo_unique(&question->x, &question->attributes, question->wanted, UO_POLICY_ONNX, NULL, &outputs, &error) ==
      UO_ERROR_NONE) {
    answer.kind = UO_ANSWER_OUTPUTS;
    answer.outputs = outputs;
  }
  uo_error_code code = uo_behaviours_sample(question, &answer, &self->scratch, &set, &error);
  if (code == UO_ERROR_NONE) code = uo_behaviours_count(&self->counts, &set, question->id, &error);
  uo_outputs_release(&outputs);
  if (code != UO_ERROR_NONE) fail_msg("%s", error.message);
}

static void walk_vectors(walk *self) {
  uo_corpus corpus = {0};
  uo_error error;
  if (uo_corpus_add(&corpus, UO_SOURCE_DIR "/corpus/vectors", &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  for (size_t i = 0; i < corpus.count; i++) walk_case(self, &corpus.vectors[i].vector.question);
  uo_corpus_release(&corpus);
}

static void walk_generated(walk *self) {
  uo_arena arena = {0};
  uo_case made;
  for (uint64_t i = 0; i < uo_grid_size(); i++) {
    uo_arena_reset(&arena);
    assert_int_equal(uo_grid_case(i, &arena, &made, NULL), UO_ERROR_NONE);
    walk_case(self, &made);
  }
  for (uint64_t i = 0; i < UO_DEFAULT_COUNT; i++) {
    uo_arena_reset(&arena);
    assert_int_equal(uo_random_case(UO_DEFAULT_SEED, i, &arena, &made, NULL), UO_ERROR_NONE);
    walk_case(self, &made);
  }
  uo_arena_release(&arena);
}

static int print_holes(const uo_behaviour_counts *counts) {
  int holes = 0;
  for (int bin = 0; bin < UO_BIN_COUNT; bin++) {
    if (counts->bins[bin] > 0) continue;
    holes++;
    print_error("hole: %s\n", uo_bin_name((uo_bin)bin));
  }
  for (int cross = 0; cross < UO_CROSS_COUNT; cross++) {
    int first;
    int end;
    uo_cross_bins((uo_cross)cross, &first, &end);
    for (int number = first; number < end; number++) {
      uo_bin bins[UO_CROSS_POINTS];
      uo_cross_combination((uo_cross)cross, number, bins);
      if (counts->crosses[number] > 0 || uo_cross_impossible((uo_cross)cross, bins) != NULL) continue;
      holes++;
      for (int p = 0; p < uo_cross_points((uo_cross)cross); p++)
        print_error("%s%s", p == 0 ? "hole: " : " x ", uo_bin_name(bins[p]));
      print_error("\n");
    }
  }
  return holes;
}

/* Every clause that a case can exercise is exercised, in every combination that can occur. */
static void level_1_leaves_no_hole(void **state) {
  (void)state;
  walk *self = calloc(1, sizeof *self);
  assert_non_null(self);
  walk_vectors(self);
  walk_generated(self);
  int holes = print_holes(&self->counts);
  assert_int_equal(uo_behaviours_total(&self->counts).holes, holes);
  assert_int_equal(holes, 0);
  uo_behaviours_release(&self->counts);
  uo_arena_release(&self->scratch);
  free(self);
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

static char *run_gate(uo_gate_options *options, const char *path) {
  char *text = NULL;
  size_t size = 0;
  FILE *report = open_memstream(&text, &size);
  assert_non_null(report);
  uo_gate_result result;
  uo_error error = {0};
  options->reports[UO_REPORT_BEHAVIOURS] = path;
  options->corpus = UO_SOURCE_DIR "/corpus/vectors";
  assert_int_equal(uo_gate_options_complete(options, &error), UO_ERROR_NONE);
  if (uo_gate_run(options, report, NULL, &result, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  assert_true(result.conforms);
  assert_int_equal(fclose(report), 0);
  return text;
}

static json_object *member(json_object *object, const char *name) {
  json_object *value = NULL;
  if (!json_object_object_get_ex(object, name, &value)) fail_msg("no member %s", name);
  return value;
}

static int64_t number(json_object *object, const char *name) { return json_object_get_int64(member(object, name)); }

static json_object *find(json_object *list, const char *key, const char *value) {
  for (size_t i = 0; i < json_object_array_length(list); i++) {
    json_object *item = json_object_array_get_idx(list, i);
    if (strcmp(json_object_get_string(member(item, key)), value) == 0) return item;
  }
  fail_msg("no %s", value);
  return NULL;
}

static json_object *find_bin(json_object *root, const char *point, const char *bin) {
  return find(member(find(member(root, "points"), "name", point), "bins"), "name", bin);
}

/* Sums over the lists are the totals, and holes are listed one by one. */
static void expect_sums(json_object *root) {
  json_object *totals = member(root, "totals");
  int64_t bins = 0;
  int64_t bins_hit = 0;
  json_object *points = member(root, "points");
  for (size_t p = 0; p < json_object_array_length(points); p++) {
    json_object *list = member(json_object_array_get_idx(points, p), "bins");
    bins += (int64_t)json_object_array_length(list);
    for (size_t b = 0; b < json_object_array_length(list); b++)
      bins_hit += number(json_object_array_get_idx(list, b), "hits") > 0;
  }
  int64_t declared = 0;
  int64_t hit = 0;
  int64_t impossible = 0;
  int64_t holes = bins - bins_hit;
  json_object *crosses = member(root, "crosses");
  for (size_t c = 0; c < json_object_array_length(crosses); c++) {
    json_object *cross = json_object_array_get_idx(crosses, c);
    declared += number(cross, "declared");
    hit += number(cross, "hit");
    impossible += number(cross, "impossible");
    holes += (int64_t)json_object_array_length(member(cross, "holes"));
  }
  assert_int_equal(number(totals, "bins"), bins);
  assert_int_equal(number(totals, "bins_hit"), bins_hit);
  assert_int_equal(number(totals, "cross_bins"), declared);
  assert_int_equal(number(totals, "cross_bins_hit"), hit);
  assert_int_equal(number(totals, "impossible"), impossible);
  assert_int_equal(number(totals, "holes"), holes);
  assert_int_equal(holes, bins - bins_hit + declared - hit);
}

/* The one case grid:1, uint8 [] with sorted=0 and Y alone. */
static void report_of_one_case(void **state) {
  (void)state;
  char path[] = UO_BINARY_DIR "/test_gate_behaviours_XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  uo_gate_options options = uo_gate_options_default();
  options.only = "grid:1";
  char *text = run_gate(&options, path);
  json_object *root = json_object_from_file(path);
  assert_non_null(root);
  unlink(path);
  expect_sums(root);
  assert_int_equal(number(root, "behaviours"), 1);
  assert_int_equal(number(root, "cases"), 1);
  json_object *bin = find_bin(root, "type", "type.uint8");
  assert_int_equal(number(bin, "hits"), 1);
  assert_string_equal(json_object_get_string(member(bin, "first")), "grid:1");
  assert_string_equal(json_object_get_string(json_object_array_get_idx(member(bin, "clauses"), 2)), "SIL-23");
  bin = find_bin(root, "answer", "answer.outputs");
  assert_int_equal(number(bin, "hits"), 1);
  bin = find_bin(root, "type", "type.float");
  assert_int_equal(number(bin, "hits"), 0);
  assert_null(member(bin, "first"));
  json_object *clause = find(member(root, "clauses"), "id", "SHAPE-03");
  assert_int_equal(number(clause, "hits"), 2); /* rank.0, shape.scalar */
  assert_null(member(clause, "unobservable"));
  assert_non_null(member(find(member(root, "clauses"), "id", "ERR-08"), "unobservable"));
  char line[120];
  json_object *totals = member(root, "totals");
  snprintf(line, sizeof line, "\nbehaviours: %d/%d bins, %d/%d cross bins, %d holes\n", (int)number(totals, "bins_hit"),
           (int)number(totals, "bins"), (int)number(totals, "cross_bins_hit"), (int)number(totals, "cross_bins"),
           (int)number(totals, "holes"));
  assert_non_null(strstr(text, line));
  free(text);
  json_object_put(root);
}

/* Without the option nothing is said about behaviours. */
static void no_report_without_the_option(void **state) {
  (void)state;
  uo_gate_options options = uo_gate_options_default();
  options.only = "grid:1";
  char *text = run_gate(&options, NULL);
  assert_null(strstr(text, "behaviours"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(level_1_leaves_no_hole),
      cmocka_unit_test(report_of_one_case),
      cmocka_unit_test(no_report_without_the_option),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
