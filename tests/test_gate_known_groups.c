/* Groups in the list of known failures: what a line says, which failures it takes, and that it polices itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gate/known_groups.h"

#define OF "groups of --level 0 --shard 0/1 (0 cases)\n"

static const uo_corpus none = {0};
static const uo_plan plan = {.corpus = &none, .level = 0, .shards = 1, .dtypes = UO_ALL_DTYPES};

static uo_error_code parse(const char *text, uo_known_failures *list, uo_error *error) {
  return uo_known_failures_parse(text, strlen(text), "known", list, error);
}

static void open_list(const char *text, uo_known_failures *list) {
  uo_error error = {0};
  if (parse(text, list, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
}

/* A line of groups that fits a list of all failures with these ids: "cases=2 ids=...". */
static const char *counts_of(const char *const *ids, size_t count) {
  static char text[64];
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += uo_known_group_hash(ids[i]);
  snprintf(text, sizeof text, "cases=%zu ids=%016llx", count, (unsigned long long)sum);
  return text;
}

/* The case `id` of this type fails; with `clause` it breaks that one in Y. Whether the list takes it. */
static bool note(uo_known_failures *list, const char *id, int32_t dtype, uo_verdict verdict, int clause) {
  uo_planned planned = {.question = {.id = id, .x = {.dtype = dtype}}};
  uo_judgement judgement = {.verdict = verdict};
  if (clause >= 0) {
    judgement.report.count = 1;
    judgement.report.findings[0].clause = (uo_clause)clause;
    judgement.report.findings[0].output = UO_Y;
  }
  const uo_outcome outcome = {.planned = &planned, .judgement = &judgement, .fails = true};
  return uo_known_groups_note(list, &outcome);
}

static const char *problem_of(const uo_known_failures *list, size_t entry, const uo_plan *of, bool partial) {
  static char text[1024];
  return uo_known_failure_problem(list, &list->entries[entry], of, partial, text, sizeof text);
}

/* Lines by id stay what they were, whatever their id looks like. */
static void lines(void **state) {
  (void)state;
  uo_known_failures list;
  open_list("a wrong\n" OF
            "  wrong: VAL-01 in Y \t float  cases=2 ids=00000000000000ff # why\ncrash any cases=some\n"
            "groups of ids wrong\nids=1 cases=some crash\n",
            &list);
  assert_int_equal(list.count, 5);
  assert_string_equal(list.groups_of, "--level 0 --shard 0/1 (0 cases)");
  assert_null(list.entries[0].group);
  const uo_known_failure *entry = &list.entries[1];
  assert_string_equal(entry->group->title, "wrong: VAL-01 in Y");
  assert_string_equal(entry->reason, "why");
  assert_int_equal(entry->verdict, UO_VERDICT_WRONG);
  assert_int_equal(entry->group->dtype, UO_TYPE_FLOAT);
  assert_true(!entry->group->some && entry->group->cases == 2 && entry->group->ids == 255);
  assert_true(list.entries[2].group->some && list.entries[2].group->dtype == 0);
  assert_ptr_equal(uo_known_groups_find(&list, "wrong: VAL-01 in Y", UO_TYPE_FLOAT), entry);
  assert_null(uo_known_groups_find(&list, "wrong: VAL-01 in Y", UO_TYPE_DOUBLE));
  assert_non_null(uo_known_failures_find(&list, "groups of ids"));
  assert_non_null(uo_known_failures_find(&list, "ids=1 cases=some"));
  assert_null(uo_known_failures_find(&list, "crash any"));
  uo_known_failures_release(&list);
}

static void lines_that_are_wrong(void **state) {
  (void)state;
#define SUM "ids=0123456789abcdef"
  static const struct {
    const char *text;
    const char *message;
  } rows[] = {
      {OF "crash float cases=2 ids=0123\n", "known:2: the form is GROUP TYPE"},
      {OF "crash float cases=2 ids=0123456789abcdeg\n", "known:2: the form is GROUP TYPE"},
      {OF "crash float cases=2 " SUM "0\n", "known:2: the form is GROUP TYPE"},
      {OF "crash float " SUM "\n", "known:2: the form is GROUP TYPE"},
      {OF "crash float cases=0 " SUM "\n", "known:2: the form is GROUP TYPE"},
      {OF "crash float cases=x " SUM "\n", "known:2: the form is GROUP TYPE"},
      {OF "crash float cases=2\n", "known:2: the form is GROUP TYPE"},
      {OF "unsupported float cases=-1\n", "known:2: the form is GROUP TYPE"},
      {OF "unsupported float cases=2 ids=12\n", "known:2: the form is GROUP TYPE"},
      {OF SUM "\n", "known:2: the form is GROUP TYPE"},
      {OF "crash bfloat16 cases=2 " SUM "\n", "known:2: \"bfloat16\" is no type"},
      {OF "crash cases=some\n", "known:2: \"\" is no type"},
      {OF "sometimes float cases=some\n", "known:2: \"sometimes\" does not begin with the verdict"},
      {OF "pass float cases=some\n", "known:2: \"pass\" does not begin with the verdict"},
      {OF "a failure of some forty letters or even more float cases=some\n", "does not begin with the verdict"},
      {OF "\ncrash any cases=some\ncrash any cases=1 " SUM "\n", "known:4: this group stands in line 3"},
      {OF OF, "known:2: a second line"},
      {"crash float cases=some\n", "known:1: no line \"groups of PLAN\""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_known_failures list;
    uo_error error = {0};
    assert_int_equal(parse(rows[i].text, &list, &error), UO_ERROR_INPUT);
    if (strstr(error.message, rows[i].message) == NULL) fail_msg("%zu: %s", i, error.message);
    assert_null(list.entries);
  }
}

/* A failure goes to the first group that takes it: by verdict, clauses and type. */
static void failures_are_taken(void **state) {
  (void)state;
  uo_known_failures list;
  open_list(OF "wrong: VAL-01 in Y float cases=some\nwrong double cases=some\ncrash any cases=some\n", &list);
  assert_true(note(&list, "a", UO_TYPE_FLOAT, UO_VERDICT_WRONG, UO_CLAUSE_VAL_01));
  assert_false(note(&list, "b", UO_TYPE_FLOAT, UO_VERDICT_WRONG, UO_CLAUSE_ORD_01));
  assert_true(note(&list, "c", UO_TYPE_DOUBLE, UO_VERDICT_WRONG, UO_CLAUSE_ORD_01));
  assert_false(note(&list, "d", UO_TYPE_INT8, UO_VERDICT_WRONG, UO_CLAUSE_VAL_01));
  assert_true(note(&list, "e", UO_TYPE_INT8, UO_VERDICT_CRASH, -1));
  assert_false(note(&list, "f", UO_TYPE_INT8, UO_VERDICT_HANG, -1));
  assert_true(list.entries[0].group->seen_cases == 1 && list.entries[1].group->seen_cases == 1);
  const uo_judgement passes = {.verdict = UO_VERDICT_PASS};
  const uo_outcome fine = {.judgement = &passes, .fails = false};
  assert_false(uo_known_groups_note(&list, &fine));
  uo_known_failures_release(&list);
  open_list("a wrong\n", &list);
  assert_false(note(&list, "a", UO_TYPE_FLOAT, UO_VERDICT_WRONG, UO_CLAUSE_VAL_01)); /* no groups: that is by id */
  uo_known_failures_release(&list);
}

/* One more, one less, none, and as many but others: each is seen. */
static void groups_police(void **state) {
  (void)state;
  static const char *const ids[] = {"a", "b"};
  static const struct {
    const char *fail;    /* ids, a letter each */
    const char *problem; /* NULL: none */
  } rows[] = {
      {"ab", NULL},
      {"ba", NULL},
      {"", "no case fails so any more"},
      {"a", "now 1 cases fail so"},
      {"abc", "now 3 cases fail so"},
      {"ac", "as many cases fail so, but others"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_known_failures list;
    char text[200];
    snprintf(text, sizeof text, OF "crash float %s\n", counts_of(ids, 2));
    open_list(text, &list);
    for (const char *at = rows[i].fail; *at != '\0'; at++) {
      const char id[2] = {*at, '\0'};
      assert_true(note(&list, id, UO_TYPE_FLOAT, UO_VERDICT_CRASH, -1));
    }
    const char *problem = problem_of(&list, 0, &plan, false);
    if (rows[i].problem == NULL) assert_string_equal(problem, "");
    if (rows[i].problem != NULL) assert_non_null(strstr(problem, rows[i].problem));
    uo_known_failures_release(&list);
  }
}

/* What is unsupported fails nobody, but a list that says how much of it there is notices less and more. */
static void unsupported_is_counted(void **state) {
  (void)state;
  static const char *const ids[] = {"a", "b"};
  char exact[200];
  snprintf(exact, sizeof exact, OF "unsupported any %s\n", counts_of(ids, 2));
  const struct {
    const char *list;
    const char *unsupported; /* ids, a letter each */
    const char *problem;     /* NULL: none */
  } rows[] = {
      {OF "unsupported any cases=2\n", "ac", NULL},
      {OF "unsupported any cases=2\n", "a", "now 1 cases are unsupported"},
      {OF "unsupported any cases=2\n", "", "now 0 cases are unsupported"},
      {OF "unsupported any cases=2\n", "abc", "now 3 cases are unsupported"},
      {OF "unsupported any cases=0\n", "", NULL},
      {OF "unsupported any cases=0\n", "a", "now 1 cases are unsupported"},
      {OF "unsupported any cases=some\n", "", "no case is unsupported any more"},
      {OF "unsupported any cases=some\n", "abcd", NULL},
      {OF "unsupported double cases=0\n", "abcd", NULL},
      {exact, "ab", NULL},
      {exact, "ac", "as many cases are unsupported, but others"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_known_failures list;
    open_list(rows[i].list, &list);
    for (const char *at = rows[i].unsupported; *at != '\0'; at++) {
      const char id[2] = {*at, '\0'};
      const uo_planned planned = {.question = {.id = id, .x = {.dtype = UO_TYPE_FLOAT}}};
      const uo_judgement judgement = {.verdict = UO_VERDICT_UNSUPPORTED};
      const uo_outcome outcome = {.planned = &planned, .judgement = &judgement};
      assert_false(uo_known_groups_note(&list, &outcome)); /* it is no failure, so no known one */
    }
    const char *problem = problem_of(&list, 0, &plan, false);
    if (rows[i].problem == NULL) assert_string_equal(problem, "");
    if (rows[i].problem != NULL && strstr(problem, rows[i].problem) == NULL) fail_msg("%zu: %s", i, problem);
    uo_known_failures_release(&list);
  }
}

/* --require-dtypes makes it a failure: only a line of that type says that this one is known. */
static void unsupported_that_fails(void **state) {
  (void)state;
  uo_known_failures list;
  open_list(OF "unsupported float cases=1\nunsupported any cases=1\n", &list);
  assert_true(note(&list, "a", UO_TYPE_FLOAT, UO_VERDICT_UNSUPPORTED, -1));
  assert_false(note(&list, "b", UO_TYPE_DOUBLE, UO_VERDICT_UNSUPPORTED, -1));
  assert_string_equal(problem_of(&list, 0, &plan, false), "");
  assert_string_equal(problem_of(&list, 1, &plan, false), "");
  uo_known_failures_release(&list);
}

/* "some" asks for one; another plan, a single case and a run that stopped early are no reason to complain. */
static void groups_are_excused(void **state) {
  (void)state;
  uo_known_failures list;
  open_list(OF "crash float cases=some\n", &list);
  assert_non_null(strstr(problem_of(&list, 0, &plan, false), "no case fails so any more"));
  uo_plan other = plan;
  other.dtypes = 1u << UO_TYPE_FLOAT;
  assert_string_equal(problem_of(&list, 0, &other, true), "");
  other = plan;
  other.only = "a";
  assert_string_equal(problem_of(&list, 0, &other, true), "");
  assert_non_null(strstr(problem_of(&list, 0, &plan, true), "no case fails so any more"));
  list.unfinished = true;
  assert_string_equal(problem_of(&list, 0, &plan, true), "");
  assert_true(note(&list, "z", UO_TYPE_FLOAT, UO_VERDICT_CRASH, -1));
  list.unfinished = false;
  assert_string_equal(problem_of(&list, 0, &plan, false), "");
  uo_known_failures_release(&list);
}

static void plans_as_text(void **state) {
  (void)state;
  char text[512];
  uo_plan one = {.corpus = &none, .level = 0, .seed = 7, .count = 20, .shard = 2, .shards = 5, .dtypes = UO_ALL_DTYPES};
  assert_string_equal(uo_plan_format(&one, text, sizeof text), "--level 0 --shard 2/5 (0 cases)");
  one.level = 1;
  uo_known_failures list;
  open_list("groups of --level 1 --seed 7 --count 20 --shard 2/5 (5 cases)\ncrash any cases=some\n", &list);
  assert_true(uo_known_groups_of_another_run(&list, &one));
  uo_known_failures_release(&list);
  assert_false(uo_known_groups_of_another_run(&list, &one));
  assert_ptr_equal(strstr(uo_plan_format(&one, text, sizeof text), "--level 1 --seed 7 --count 20 --shard 2/5 ("),
                   text);
  one.dtypes = 1u << UO_TYPE_FLOAT | 1u << UO_TYPE_INT8;
  assert_non_null(strstr(uo_plan_format(&one, text, sizeof text), " --shard 2/5 --dtype float,int8 ("));
}

/* The report that writes groups writes a list that takes the same failures, and keeps the reasons of the old one. */
static void written_groups(void **state) {
  (void)state;
  char path[] = "/tmp/test_gate_known_groups.XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  uo_known_failures old;
  open_list(OF "crash float cases=some # upstream\n", &old);
  uo_run run = {.plan = &plan, .known = &old};
  uo_reporter *reporter;
  assert_int_equal(uo_report_groups_open(path, &reporter, NULL), UO_ERROR_NONE);
  uo_judgement judgement = {.verdict = UO_VERDICT_CRASH};
  for (int i = 0; i < 70; i++) { /* more groups than there is room for at first */
    const char id[2] = {(char)('!' + i), '\0'};
    uo_planned planned = {.question = {.id = id, .x = {.dtype = UO_TYPE_FLOAT}}};
    judgement.verdict = i < 2 ? UO_VERDICT_CRASH : UO_VERDICT_WRONG;
    judgement.report.count = i < 2 ? 0 : 1;
    judgement.report.findings[0].clause = (uo_clause)(i % UO_CLAUSE_COUNT);
    judgement.report.findings[0].output = UO_Y;
    if (i == 2) judgement = (uo_judgement){.verdict = UO_VERDICT_UNSUPPORTED};
    const uo_outcome outcome = {.planned = &planned, .judgement = &judgement, .fails = i != 2};
    const uo_event event = {.kind = UO_EVENT_CASE, .run = &run, .outcome = &outcome};
    assert_int_equal(reporter->hear(reporter, &event, NULL), UO_ERROR_NONE);
  }
  const uo_event start = {.kind = UO_EVENT_START, .run = &run};
  const uo_event end = {.kind = UO_EVENT_END, .run = &run};
  assert_int_equal(reporter->hear(reporter, &start, NULL), UO_ERROR_NONE);
  assert_int_equal(reporter->hear(reporter, &end, NULL), UO_ERROR_NONE);
  reporter->close(reporter);
  uo_known_failures list;
  uo_error error = {0};
  if (uo_known_failures_read(path, &list, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  const uo_known_failure *crash = uo_known_groups_find(&list, "crash", UO_TYPE_FLOAT);
  assert_non_null(crash);
  assert_string_equal(crash->reason, "upstream");
  const uo_known_failure *unsupported = uo_known_groups_find(&list, "unsupported", 0);
  assert_ptr_equal(unsupported, &list.entries[list.count - 1]);
  assert_true(unsupported->group->cases == 1 && unsupported->group->ids == uo_known_group_hash("#"));
  assert_true(note(&list, "!", UO_TYPE_FLOAT, UO_VERDICT_CRASH, -1));
  assert_true(note(&list, "\"", UO_TYPE_FLOAT, UO_VERDICT_CRASH, -1));
  assert_string_equal(problem_of(&list, (size_t)(crash - list.entries), &plan, false), "");
  uo_known_failures_release(&list);
  uo_known_failures_release(&old);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines),
      cmocka_unit_test(lines_that_are_wrong),
      cmocka_unit_test(failures_are_taken),
      cmocka_unit_test(groups_police),
      cmocka_unit_test(groups_are_excused),
      cmocka_unit_test(plans_as_text),
      cmocka_unit_test(written_groups),
      cmocka_unit_test(unsupported_is_counted),
      cmocka_unit_test(unsupported_that_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
