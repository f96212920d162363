/* What a run is told and what follows: option values, plan, shards, the list of known failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/generated.h"
#include "gate/gate_options.h"
#include "gate/known_failures.h"
#include "gate/plan.h"

/* ---- Option values ---------------------------------------------------------------------------------------------- */

static void numbers(void **state) {
  (void)state;
  static const char *const wrong[] = {"", " 1", "1 ", "+1", "-1", "0x1", "1.0", "1e3", "18446744073709551616", "x"};
  uint64_t number = 7;
  uo_error error;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_int_equal(uo_read_number("--seed", wrong[i], 0, UINT64_MAX, &number, &error), UO_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "--seed"));
  }
  assert_true(number == 7);
  assert_int_equal(uo_read_number("--seed", "18446744073709551615", 0, UINT64_MAX, &number, &error), UO_ERROR_NONE);
  assert_true(number == UINT64_MAX);
  assert_int_equal(uo_read_number("--level", "3", 0, 2, &number, &error), UO_ERROR_ARGUMENT);
  assert_non_null(strstr(error.message, "from 0 to 2"));
}

static void seconds(void **state) {
  (void)state;
  static const char *const wrong[] = {"",    "0",   "0.0", ".",   "-1",         "1.2.3",
                                      "1e3", "inf", "nan", "10s", "9999999999", "00000000000000000001"};
  double value = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_int_equal(uo_read_seconds("--timeout", wrong[i], &value, NULL), UO_ERROR_ARGUMENT);
  }
  assert_int_equal(uo_read_seconds("--timeout", "0.25", &value, NULL), UO_ERROR_NONE);
  assert_true(value == 0.25);
}

static void shard_values(void **state) {
  (void)state;
  static const char *const wrong[] = {"3/3", "0/0", "4/3", "1", "1/", "/2", "1/2/3", "-1/2", "a/b", "1 /2"};
  uint64_t index;
  uint64_t total;
  uo_error error;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_int_equal(uo_read_shard("--shard", wrong[i], &index, &total, &error), UO_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "--shard"));
  }
  assert_int_equal(uo_read_shard("--shard", "2/3", &index, &total, &error), UO_ERROR_NONE);
  assert_true(index == 2 && total == 3);
}

static void type_lists(void **state) {
  (void)state;
  uint32_t dtypes;
  uo_error error;
  assert_int_equal(uo_read_dtypes("--dtype", "float,string", false, &dtypes, &error), UO_ERROR_NONE);
  assert_int_equal(dtypes, 1u << UO_TYPE_FLOAT | 1u << UO_TYPE_STRING);
  assert_int_equal(uo_read_dtypes("--require-dtypes", "all", true, &dtypes, &error), UO_ERROR_NONE);
  assert_int_equal(dtypes, UO_ALL_DTYPES);
  static const char *const wrong[] = {"",
                                      "all",
                                      "float,",
                                      ",float",
                                      "float, int8",
                                      "bfloat16",
                                      "Float",
                                      "a_name_that_is_longer_than_the_name_of_any_type_and_than_sixty_bytes"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_int_equal(uo_read_dtypes("--dtype", wrong[i], false, &dtypes, &error), UO_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "complex128"));
  }
}

static uo_error_code set_option(uo_gate_options *options, const char *name, const char *value, uo_error *error) {
  const uo_option *option = uo_gate_option_table;
  while (strcmp(option->name, name) != 0) option++;
  return option->set(options, value, error);
}

static void one_subject(void **state) {
  (void)state;
  uo_gate_options options = uo_gate_options_default();
  uo_error error;
  assert_int_equal(set_option(&options, "plugin", "a.so", &error), UO_ERROR_NONE);
  assert_int_equal(set_option(&options, "command", "b", &error), UO_ERROR_ARGUMENT);
  assert_non_null(strstr(error.message, "--plugin a.so"));
  assert_int_equal(uo_gate_options_complete(&options, &error), UO_ERROR_NONE);
  assert_int_equal(options.level, 1);
  options = uo_gate_options_default();
  assert_int_equal(set_option(&options, "answers", "a.jsonl", &error), UO_ERROR_NONE);
  assert_int_equal(uo_gate_options_complete(&options, &error), UO_ERROR_NONE);
  assert_int_equal(options.level, 0); /* a file answers what stands in it, and nothing generated */
}

static void policies(void **state) {
  (void)state;
  uo_gate_options options = uo_gate_options_default();
  uo_error error;
  assert_int_equal(set_option(&options, "policy", "nonsense", &error), UO_ERROR_ARGUMENT);
  assert_non_null(strstr(error.message, "nonsense"));
  assert_int_equal(set_option(&options, "policy", "spec", &error), UO_ERROR_NONE);
  assert_true(options.spec);
  assert_int_equal(set_option(&options, "policy", "ieee", &error), UO_ERROR_NONE);
  assert_true(!options.spec && options.policy == UO_POLICY_IEEE);
}

/* ---- Plan ------------------------------------------------------------------------------------------------------- */

#define VECTORS 5

/* A corpus of vectors that are small cases under other names. */
static void fill_corpus(uo_corpus *corpus) {
  static const char *const ids[VECTORS] = {"b", "a", "e", "c d", "d"};
  *corpus = (uo_corpus){0};
  corpus->vectors = calloc(VECTORS, sizeof *corpus->vectors);
  assert_non_null(corpus->vectors);
  for (size_t i = 0; i < VECTORS; i++) {
    uo_case *question = &corpus->vectors[i].vector.question;
    assert_int_equal(uo_small_case(i, &corpus->arena, question, NULL), UO_ERROR_NONE);
    question->id = ids[i];
  }
  corpus->count = VECTORS;
  assert_int_equal(uo_corpus_seal(corpus, NULL), UO_ERROR_NONE);
}

static int compare_texts(const void *a, const void *b) {
  const char *const *left = a;
  const char *const *right = b;
  return strcmp(*left, *right);
}

/* Appends the ids of the taken cases of a plan; returns how many there are now. */
static size_t collect(const uo_plan *plan, uo_arena *arena, const char **ids, size_t count, size_t room) {
  uint64_t size = uo_plan_size(plan);
  for (uint64_t i = 0; i < size; i++) {
    uo_planned planned;
    assert_int_equal(uo_plan_case(plan, i, arena, &planned, NULL), UO_ERROR_NONE);
    if (!planned.taken) continue;
    assert_true(count < room);
    ids[count] = uo_arena_copy(arena, planned.question.id, strlen(planned.question.id));
    assert_non_null(ids[count++]);
  }
  return count;
}

/* All shards together are the whole run, each case once; and so with a filter by type. */
static void shards_partition(void **state) {
  (void)state;
  enum { ROOM = 300000 };
  uo_corpus corpus;
  uo_arena arena = {0};
  fill_corpus(&corpus);
  const char **whole = calloc(ROOM, sizeof *whole);
  const char **parts = calloc(ROOM, sizeof *parts);
  assert_true(whole != NULL && parts != NULL);
  uo_plan plan = {.corpus = &corpus,
                  .level = 1,
                  .seed = 3,
                  .count = 40,
                  .shards = 1,
                  .dtypes = 1u << UO_TYPE_BOOL | 1u << UO_TYPE_INT8};
  size_t whole_count = collect(&plan, &arena, whole, 0, ROOM);
  assert_true(whole_count > 1000 && whole_count < uo_plan_size(&plan));
  size_t parts_count = 0;
  plan.shards = 7;
  for (plan.shard = 0; plan.shard < plan.shards; plan.shard++) {
    size_t before = parts_count;
    parts_count = collect(&plan, &arena, parts, parts_count, ROOM);
    assert_true(parts_count > before);
  }
  assert_int_equal(parts_count, whole_count);
  qsort(whole, whole_count, sizeof *whole, compare_texts);
  qsort(parts, parts_count, sizeof *parts, compare_texts);
  for (size_t i = 0; i < whole_count; i++) assert_string_equal(whole[i], parts[i]);
  for (size_t i = 1; i < whole_count; i++) assert_string_not_equal(whole[i - 1], whole[i]);
  free(whole);
  free(parts);
  uo_arena_release(&arena);
  uo_corpus_release(&corpus);
}

static void sizes_of_levels(void **state) {
  (void)state;
  uo_corpus corpus;
  fill_corpus(&corpus);
  uo_plan plan = {.corpus = &corpus, .level = 0, .count = 10, .shards = 1, .dtypes = UO_ALL_DTYPES};
  assert_true(uo_plan_size(&plan) == VECTORS);
  plan.level = 1;
  assert_true(uo_plan_size(&plan) == VECTORS + uo_grid_size() + 10);
  plan.level = 2;
  assert_true(uo_plan_size(&plan) == VECTORS + uo_grid_size() + 10 + uo_small_size());
  plan.level = 0;
  plan.shards = 3;
  plan.shard = 2;
  assert_true(uo_plan_size(&plan) == 1); /* positions 2 of 0 to 4 */
  plan.shard = 1;
  assert_true(uo_plan_size(&plan) == 2); /* 1 and 4 */
  plan.shards = 100;
  plan.shard = 99;
  assert_true(uo_plan_size(&plan) == 0);
  assert_true(uo_plan_whole(&plan) == VECTORS);
  uo_corpus_release(&corpus);
}

static void one_case(void **state) {
  (void)state;
  static const char *const ids[] = {"c d", "7:123", "grid:42", "small:9"};
  static const uo_origin origins[] = {UO_ORIGIN_VECTORS, UO_ORIGIN_RANDOM, UO_ORIGIN_GRID, UO_ORIGIN_SMALL};
  uo_corpus corpus;
  uo_arena arena = {0};
  uo_planned planned;
  uo_error error;
  fill_corpus(&corpus);
  uo_plan plan = {.corpus = &corpus, .shards = 1, .dtypes = UO_ALL_DTYPES};
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
    plan.only = ids[i];
    assert_true(uo_plan_size(&plan) == 1);
    assert_int_equal(uo_plan_case(&plan, 0, &arena, &planned, &error), UO_ERROR_NONE);
    assert_string_equal(planned.question.id, ids[i]);
    assert_int_equal(planned.origin, origins[i]);
  }
  static const char *const unknown[] = {"c",      "7:", "grid:99999999999",       "7:18446744073709551616",
                                        "grid:x", ":1", "123456789012345678901:5"};
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
    plan.only = unknown[i];
    assert_int_not_equal(uo_plan_case(&plan, 0, &arena, &planned, &error), UO_ERROR_NONE);
  }
  plan.only = NULL;
  assert_int_equal(uo_plan_case(&plan, VECTORS - 1, &arena, &planned, &error), UO_ERROR_NONE);
  assert_int_equal(uo_plan_case(&plan, VECTORS, &arena, &planned, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "the plan has no case 5");
  uo_arena_release(&arena);
  uo_corpus_release(&corpus);
}

static void same_id_twice(void **state) {
  (void)state;
  uo_corpus corpus;
  uo_error error;
  fill_corpus(&corpus);
  corpus.vectors[1].vector.question.id = "e";
  corpus.vectors[1].place = "one.jsonl:2";
  corpus.vectors[2].place = "two.jsonl:9";
  assert_int_equal(uo_corpus_seal(&corpus, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "one.jsonl:2"));
  assert_non_null(strstr(error.message, "two.jsonl:9"));
  uo_corpus_release(&corpus);
}

/* ---- Known failures --------------------------------------------------------------------------------------------- */

static uo_error_code parse(const char *text, uo_known_failures *list, uo_error *error) {
  return uo_known_failures_parse(text, strlen(text), "known", list, error);
}

static void known_lines(void **state) {
  (void)state;
  uo_known_failures list;
  const char *text =
      "# header\n\n  a wrong\nb#1\tcrash # issue 7 # more\n c d hang#tight \r\nc d freedom\n7:123 unsupported  #\n";
  uo_error error;
  assert_int_equal(parse(text, &list, &error),
                   UO_ERROR_INPUT); /* "hang#tight" is no verdict: a comment needs a blank */
  assert_non_null(strstr(error.message, "known:5"));
  text = "# header\n\n  a wrong\nb#1\tcrash # issue 7 # more\nc d freedom\r\n7:123 unsupported  #";
  assert_int_equal(parse(text, &list, &error), UO_ERROR_NONE);
  assert_int_equal(list.count, 4);
  assert_int_equal(uo_known_failures_find(&list, "a")->verdict, UO_VERDICT_WRONG);
  assert_int_equal(uo_known_failures_find(&list, "a")->line, 3);
  assert_string_equal(uo_known_failures_find(&list, "b#1")->reason, "issue 7 # more");
  assert_int_equal(uo_known_failures_find(&list, "c d")->verdict, UO_VERDICT_FREEDOM);
  assert_string_equal(uo_known_failures_find(&list, "7:123")->reason, "");
  assert_null(uo_known_failures_find(&list, "b"));
  uo_known_failures_release(&list);
}

static void known_lines_that_are_wrong(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *message;
  } rows[] = {
      {"a\n", "known:1"},
      {"wrong\n", "known:1"},
      {"a wrong\nb nonsense\n", "known:2: \"nonsense\" is no verdict"},
      {"a wrongwrongwrongwrongwrongwrongwrongwrong\n", "known:1: \"wrongwrongwrongwrongwrongwrongwrongwrong\" is no"},
      {"a pass\n", "known:1: pass is no failure"},
      {"a wrong\n\na crash\n", "known:3: a stands in line 1"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_known_failures list;
    uo_error error;
    assert_int_equal(parse(rows[i].text, &list, &error), UO_ERROR_INPUT);
    assert_non_null(strstr(error.message, rows[i].message));
    assert_null(list.entries);
  }
  uo_known_failures list;
  assert_int_equal(uo_known_failures_parse("a wrong\0\n", 9, "known", &list, NULL), UO_ERROR_INPUT);
  uo_error error;
  assert_int_equal(uo_known_failures_read(".", &list, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, ".: cannot be read: "));
}

static const char *problem_of(const uo_known_failures *list, const char *id, const uo_plan *plan, bool partial) {
  static char text[1024];
  return uo_known_failure_problem(list, uo_known_failures_find(list, id), plan, partial, text, sizeof text);
}

/* The list polices itself: what passes, changes or never runs is named. */
static void known_failures_police(void **state) {
  (void)state;
  uo_corpus corpus;
  uo_known_failures list;
  fill_corpus(&corpus);
  uo_plan plan = {.corpus = &corpus, .level = 1, .seed = 3, .count = 10, .shards = 1, .dtypes = UO_ALL_DTYPES};
  assert_int_equal(
      parse("a wrong\nb wrong\nc wrong\ne wrong\n3:9 wrong\n3:10 wrong\n4:1 wrong\nsmall:1 wrong\ngone wrong\n", &list,
            NULL),
      UO_ERROR_NONE);
  assert_true(uo_known_failure_note(uo_known_failures_find(&list, "a"), UO_VERDICT_WRONG, true));
  assert_false(uo_known_failure_note(uo_known_failures_find(&list, "b"), UO_VERDICT_PASS, false));
  assert_false(uo_known_failure_note(uo_known_failures_find(&list, "c"), UO_VERDICT_CRASH, true));
  assert_string_equal(problem_of(&list, "a", &plan, false), "");
  assert_non_null(strstr(problem_of(&list, "b", &plan, false), "no longer fails"));
  assert_non_null(strstr(problem_of(&list, "c", &plan, false), "now crash"));
  assert_non_null(strstr(problem_of(&list, "e", &plan, false), "never ran"));
  /* In a part of a run only what is nowhere in the whole plan is wrong. */
  assert_string_equal(problem_of(&list, "e", &plan, true), "");
  assert_string_equal(problem_of(&list, "3:9", &plan, true), "");
  assert_non_null(strstr(problem_of(&list, "3:10", &plan, true), "never ran")); /* beyond --count */
  assert_non_null(strstr(problem_of(&list, "4:1", &plan, true), "never ran"));  /* another seed */
  assert_non_null(strstr(problem_of(&list, "small:1", &plan, true), "never ran"));
  assert_non_null(strstr(problem_of(&list, "gone", &plan, true), "never ran")); /* no id of any kind */
  assert_non_null(strstr(problem_of(&list, "b", &plan, true), "no longer fails"));
  plan.only = "a";
  assert_string_equal(problem_of(&list, "4:1", &plan, true), "");
  uo_known_failures_release(&list);
  uo_corpus_release(&corpus);
}

/* A freedom that does not fail (--policy spec) is not the listed failure. */
static void known_freedom_under_spec(void **state) {
  (void)state;
  uo_known_failures list;
  assert_int_equal(parse("a freedom\n", &list, NULL), UO_ERROR_NONE);
  assert_false(uo_known_failure_note(uo_known_failures_find(&list, "a"), UO_VERDICT_FREEDOM, false));
  assert_true(uo_known_failure_note(uo_known_failures_find(&list, "a"), UO_VERDICT_FREEDOM, true));
  uo_known_failures_release(&list);
}

static void writable_ids(void **state) {
  (void)state;
  static const char *const good[] = {"a", "a b", "a#b", "7:123"};
  static const char *const bad[] = {"", "#a", " a", "a ", "a #b", "a\nb", "a\rb"};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(uo_known_failure_writable(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(uo_known_failure_writable(bad[i]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(seconds),
      cmocka_unit_test(shard_values),
      cmocka_unit_test(type_lists),
      cmocka_unit_test(one_subject),
      cmocka_unit_test(policies),
      cmocka_unit_test(shards_partition),
      cmocka_unit_test(sizes_of_levels),
      cmocka_unit_test(one_case),
      cmocka_unit_test(same_id_twice),
      cmocka_unit_test(known_lines),
      cmocka_unit_test(known_lines_that_are_wrong),
      cmocka_unit_test(known_failures_police),
      cmocka_unit_test(known_freedom_under_spec),
      cmocka_unit_test(writable_ids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
