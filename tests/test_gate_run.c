/* Runs against a subject that is made to misbehave on named cases, and the reports that come of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gate/gate.h"
#include "gate/output_file.h"
#include "gate/xml.h"

/* ---- A subject that misbehaves ---------------------------------------------------------------------------------- */

/* The reference, but for the case `target` (NULL: every case), which is answered with `kind`, from its `from`-th asking
 * on. */
typedef struct spoiler {
  uo_subject base;
  uo_subject *reference;
  const char *target;
  bool (*chosen)(unsigned long number); /* of the vectors v0, v1, ..: those that are spoilt; NULL: all */
  uo_answer_kind kind;
  const uo_tensor *y; /* of a spoilt answer */
  int from;
  int asked; /* how often the target was asked */
  uint64_t cases;
} spoiler;

static uo_error_code spoiler_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                                 uo_answer *answers, uo_error *error) {
  spoiler *self = (spoiler *)subject;
  uo_error_code code = uo_subject_ask(self->reference, cases, count, arena, answers, error);
  if (code != UO_ERROR_NONE) return code;
  self->cases += count;
  for (size_t i = 0; i < count; i++) {
    if (self->target != NULL && strcmp(cases[i].id, self->target) != 0) continue;
    if (self->chosen != NULL && !self->chosen(strtoul(cases[i].id + 1, NULL, 10))) continue;
    if (self->asked++ < self->from) continue;
    if (self->kind == UO_ANSWER_LEAKED) { /* the outputs are right all the same */
      answers[i].kind = UO_ANSWER_LEAKED;
      continue;
    }
    answers[i] = (uo_answer){.kind = self->kind, .message = "<spoilt> & \"broken\"\x01"};
    answers[i].outputs.tensor[UO_Y] = self->y;
  }
  return UO_ERROR_NONE;
}

/* A run of 100 random cases with that subject. */
typedef struct run_setting {
  uo_gate_options options;
  uo_corpus corpus;
  uo_plan plan;
  uo_known_failures known;
  uo_run run;
  spoiler subject;
} run_setting;

static run_setting *open_setting(void) {
  static run_setting one;
  one = (run_setting){.options = uo_gate_options_default()};
  one.options.level = 1;
  one.plan =
      (uo_plan){.corpus = &one.corpus, .level = 0, .seed = 5, .count = 100, .shards = 1, .dtypes = UO_ALL_DTYPES};
  one.run = (uo_run){.options = &one.options, .plan = &one.plan, .known = &one.known};
  one.run.judge = uo_judge_for(false, UO_POLICY_ONNX);
  assert_int_equal(uo_subject_open_builtin(UO_POLICY_ONNX, &one.subject.reference, NULL), UO_ERROR_NONE);
  one.subject.base.info = one.subject.reference->info;
  one.subject.base.ask = spoiler_ask;
  one.run.subject = &one.subject.base.info;
  return &one;
}

static void close_setting(run_setting *setting) {
  uo_subject_close(setting->subject.reference);
  uo_known_failures_release(&setting->known);
  uo_corpus_release(&setting->corpus);
}

/* One case: vectors are taken from it under ids of our own, so that runs are short. */
static void add_vectors(run_setting *setting, size_t count) {
  uo_corpus *corpus = &setting->corpus;
  corpus->vectors = calloc(count, sizeof *corpus->vectors);
  assert_non_null(corpus->vectors);
  static const int64_t dims[1] = {3};
  static const int64_t data[3] = {3, 1, 3};
  static const char *const none[1] = {NULL};
  for (size_t i = 0; i < count; i++) {
    uo_vector *vector = &corpus->vectors[i].vector;
    char id[32];
    snprintf(id, sizeof id, "v%zu", i);
    vector->question.id = uo_arena_copy(&corpus->arena, id, strlen(id));
    assert_non_null(vector->question.id);
    vector->question.x = (uo_tensor){.dtype = UO_TYPE_INT64, .rank = 1, .dims = dims, .data = data};
    vector->question.attributes.sorted = 1;
    vector->question.wanted = UO_WANT_ALL;
    vector->tags = none;
    vector->clauses = none;
    vector->comment = "";
    corpus->vectors[i].place = "here:1";
    corpus->vectors[i].source = "my vectors";
  }
  corpus->count = count;
  assert_int_equal(uo_corpus_seal(corpus, NULL), UO_ERROR_NONE);
}

/* From now on the subject gives this answer to the case `target`, or to every case when it is NULL. */
static void spoil(run_setting *setting, const char *target, uo_answer_kind kind) {
  setting->subject.target = target;
  setting->subject.kind = kind;
}

static void run_with(run_setting *setting, uo_reporter *const *reporters, size_t count) {
  uo_error error = {0};
  if (uo_run_cases(&setting->run, &setting->subject.base, reporters, count, NULL, &error) != UO_ERROR_NONE)
    fail_msg("%s", error.message);
}

/* ---- The loop --------------------------------------------------------------------------------------------------- */

static void all_pass(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  add_vectors(setting, 200);
  setting->subject.target = "nobody";
  run_with(setting, NULL, 0);
  assert_true(setting->run.tally.cases == 200 && setting->run.tally.pass == 200);
  assert_true(setting->subject.cases == 200 + 13); /* every 16th once more */
  assert_true(uo_run_conforms(&setting->run));
  close_setting(setting);
}

/* Whatever one case does, it fails alone, and only answers that the subject chose are asked for again. */
static void one_case_misbehaves(void **state) {
  (void)state;
  static const struct {
    uo_answer_kind kind;
    uo_verdict verdict;
    int asked;
  } rows[] = {
      {UO_ANSWER_CRASHED, UO_VERDICT_CRASH, 1},
      {UO_ANSWER_HUNG, UO_VERDICT_HANG, 1},
      {UO_ANSWER_BROKEN, UO_VERDICT_BROKEN_ADAPTER, 1},
      {UO_ANSWER_FAILED, UO_VERDICT_REJECTS_VALID, 2},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    run_setting *setting = open_setting();
    add_vectors(setting, 70);
    spoil(setting, "v65", rows[i].kind);
    run_with(setting, NULL, 0);
    assert_true(setting->run.tally.pass == 69 && setting->run.tally.failed == 1);
    assert_true(setting->run.tally.verdicts[rows[i].verdict] == 1);
    assert_int_equal(setting->subject.asked, rows[i].asked);
    assert_false(uo_run_conforms(&setting->run));
    close_setting(setting);
  }
}

static void changes_its_mind(void **state) {
  (void)state;
  static const uo_answer_kind kinds[] = {UO_ANSWER_FAILED, UO_ANSWER_CRASHED, UO_ANSWER_OUTPUTS /* without any */};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    run_setting *setting = open_setting();
    add_vectors(setting, 20);
    setting->subject.target = "v16"; /* the second one of the sample */
    setting->subject.kind = kinds[i];
    setting->subject.from = 1;
    run_with(setting, NULL, 0);
    assert_true(setting->run.tally.verdicts[UO_VERDICT_UNSTABLE] == 1);
    assert_true(setting->run.tally.pass == 19);
    close_setting(setting);
  }
}

static void leak_seen_at_second_asking(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  add_vectors(setting, 1);
  spoil(setting, "v0", UO_ANSWER_LEAKED);
  setting->subject.from = 1;
  run_with(setting, NULL, 0);
  assert_true(setting->run.tally.verdicts[UO_VERDICT_LEAKS] == 1);
  close_setting(setting);
}

/* What leaks at the second asking, but had been rejected, is unstable: the message says both. */
static void leak_after_a_rejection(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  add_vectors(setting, 1);
  setting->corpus.vectors[0].vector.question.attributes = (uo_attributes){.has_axis = 1, .axis = 5, .sorted = 1};
  spoil(setting, "v0", UO_ANSWER_LEAKED);
  setting->subject.from = 1;
  run_with(setting, NULL, 0);
  assert_true(setting->run.tally.verdicts[UO_VERDICT_UNSTABLE] == 1);
  close_setting(setting);
}

static void stops_at_the_first_failure(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  add_vectors(setting, 200);
  spoil(setting, "v70", UO_ANSWER_CRASHED);
  setting->options.fail_fast = true;
  run_with(setting, NULL, 0);
  assert_true(setting->run.stopped);
  assert_true(setting->run.tally.cases == 71 && setting->run.tally.pass == 70 && setting->run.tally.failed == 1);
  close_setting(setting);
}

/* Runs over `count` vectors, of which the chosen ones are spoilt; returns how many were judged. */
static uint64_t judged_before_giving_up(size_t count, uo_answer_kind kind, bool (*chosen)(unsigned long number),
                                        const char *why) {
  run_setting *setting = open_setting();
  add_vectors(setting, count);
  spoil(setting, NULL, kind);
  setting->subject.chosen = chosen;
  run_with(setting, NULL, 0);
  uint64_t judged = setting->run.tally.cases;
  assert_int_equal(setting->run.stopped != NULL, judged < count);
  if (setting->run.stopped != NULL) assert_non_null(strstr(setting->run.stopped, why));
  close_setting(setting);
  return judged;
}

static bool is_even(unsigned long number) { return number % 2 == 0; }
static bool is_odd(unsigned long number) { return number % 2 == 1; }
static bool is_not_19(unsigned long number) { return number != 19; }

/* A subject is given up at the 20th hang in a row: one answer between them, and the count begins anew. */
static void gives_up_at_hangs_in_a_row(void **state) {
  (void)state;
  static const char why[] = "20 cases in a row hung";
  assert_true(judged_before_giving_up(19, UO_ANSWER_HUNG, NULL, why) == 19);
  assert_true(judged_before_giving_up(200, UO_ANSWER_HUNG, NULL, why) == 20);
  assert_true(judged_before_giving_up(200, UO_ANSWER_HUNG, is_not_19, why) == 40);
  assert_true(judged_before_giving_up(200, UO_ANSWER_HUNG, is_odd, why) == 200);
}

/* Or at its 5,000th death, when more than half of the cases so far were deaths. */
static void gives_up_at_many_deaths(void **state) {
  (void)state;
  static const char why[] = "died on more than half of the cases";
  assert_true(judged_before_giving_up(5100, UO_ANSWER_CRASHED, NULL, why) == 5000);
  assert_true(judged_before_giving_up(5100, UO_ANSWER_CLOBBERED, NULL, why) == 5000);
  assert_true(judged_before_giving_up(5100, UO_ANSWER_OUT_OF_MEMORY, NULL, why) == 5000);
  assert_true(judged_before_giving_up(5100, UO_ANSWER_BROKEN, NULL, why) == 5100); /* lives on */
  assert_true(judged_before_giving_up(10100, UO_ANSWER_CRASHED, is_even, why) == 9999);
  assert_true(judged_before_giving_up(10100, UO_ANSWER_CRASHED, is_odd, why) == 10100);
  assert_true(judged_before_giving_up(10100, UO_ANSWER_HUNG, is_even, why) == 9999);
}

static void known_failure_does_not_count(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  static const char list[] = "v3 crash # upstream\n";
  char summary[UO_SUMMARY];
  add_vectors(setting, 10);
  assert_int_equal(uo_known_failures_parse(list, strlen(list), "known", &setting->known, NULL), UO_ERROR_NONE);
  spoil(setting, "v3", UO_ANSWER_CRASHED);
  setting->options.fail_fast = true; /* a known failure does not stop the run */
  run_with(setting, NULL, 0);
  assert_true(setting->run.tally.known == 1 && setting->run.tally.pass == 9 && setting->run.tally.failed == 0);
  assert_string_equal(uo_run_summary(&setting->run, summary, sizeof summary),
                      "unique-oracle: conforms  cases=10 pass=9 freedom=0 unsupported=0 failed=0  policy=onnx");
  setting->run.problems = 1;
  assert_string_equal(uo_run_summary(&setting->run, summary, sizeof summary),
                      "unique-oracle: does-not-conform  cases=10 pass=9 freedom=0 unsupported=0 failed=0  policy=onnx");
  close_setting(setting);
}

static void unsupported_counts_when_required(void **state) {
  (void)state;
  char summary[UO_SUMMARY];
  for (int required = 0; required < 2; required++) {
    run_setting *setting = open_setting();
    add_vectors(setting, 10);
    spoil(setting, "v3", UO_ANSWER_UNSUPPORTED);
    setting->options.required = required ? 1u << UO_TYPE_INT64 : 1u << UO_TYPE_INT32;
    run_with(setting, NULL, 0);
    assert_string_equal(
        uo_run_summary(&setting->run, summary, sizeof summary),
        required ? "unique-oracle: does-not-conform  cases=10 pass=9 freedom=0 unsupported=0 failed=1  policy=onnx"
                 : "unique-oracle: conforms  cases=10 pass=9 freedom=0 unsupported=1 failed=0  policy=onnx");
    close_setting(setting);
  }
}

static void no_case_is_not_judged(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  char summary[UO_SUMMARY];
  run_with(setting, NULL, 0);
  assert_false(uo_run_conforms(&setting->run));
  assert_string_equal(uo_run_summary(&setting->run, summary, sizeof summary),
                      "unique-oracle: not-judged  cases=0 pass=0 freedom=0 unsupported=0 failed=0  policy=onnx");
  close_setting(setting);
}

/* ---- Reports ---------------------------------------------------------------------------------------------------- */

/* The whole of a file as text; the caller frees it. */
static char *read_all(FILE *file) {
  char *text = NULL;
  size_t room = 0;
  rewind(file);
  if (getdelim(&text, &room, '\0', file) < 0) {
    free(text);
    text = strdup("");
  }
  assert_non_null(text);
  return text;
}

static char *read_path(const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = read_all(file);
  fclose(file);
  return text;
}

#define TEMPORARY "test_gate_run_XXXXXX"

/* Creates an empty file; `path`, a copy of TEMPORARY, becomes its name. */
static void make_file(char *path) {
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
}

static size_t occurrences(const char *text, const char *what) {
  size_t count = 0;
  for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) count++;
  return count;
}

/* Runs with one reporter to its end. */
static void report_with(run_setting *setting, uo_reporter *reporter) {
  uo_error error = {0};
  run_with(setting, &reporter, 1);
  const uo_event end = {.kind = UO_EVENT_END, .run = &setting->run};
  if (uo_tell(&reporter, 1, &end, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  reporter->close(reporter);
}

static void text_report(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  uo_reporter *reporter;
  FILE *file = tmpfile();
  assert_non_null(file);
  add_vectors(setting, 10);
  spoil(setting, NULL, UO_ANSWER_CRASHED);
  setting->options.max_shown = 2;
  setting->options.program = "my oracle";
  setting->options.subject = UO_SUBJECT_COMMAND;
  setting->options.subject_argument = "it's mine";
  setting->options.limits.seconds = 2.5;
  assert_int_equal(uo_report_text_open(file, &reporter, NULL), UO_ERROR_NONE);
  report_with(setting, reporter);
  char *text = read_all(file);
  assert_non_null(strstr(text, "crash: 10 cases"));
  assert_non_null(strstr(text, "and 8 more"));
  assert_int_equal(occurrences(text, "--case "), 2);
  assert_non_null(
      strstr(text, "'my oracle' gate --command 'it'\\''s mine' --vectors 'my vectors' --timeout 2.5 --case v0\n"));
  assert_non_null(strstr(text, "int64[3] [3, 1, 3]"));
  assert_non_null(strstr(text, "\\x01")); /* control characters are shown, not sent */
  assert_null(strchr(text, '\x01'));
  const char *last =
      "unique-oracle: does-not-conform  cases=10 pass=0 freedom=0 unsupported=0 failed=10  policy=onnx\n";
  assert_string_equal(text + strlen(text) - strlen(last), last);
  free(text);
  fclose(file);
  close_setting(setting);
}

/* What a subject gives in place of a tensor is named, too. */
static void text_report_of_no_tensor(void **state) {
  (void)state;
  static const int64_t dims[1] = {1};
  static const uo_tensor none = {.dtype = 99, .rank = 1, .dims = dims};
  run_setting *setting = open_setting();
  uo_reporter *reporter;
  FILE *file = tmpfile();
  assert_non_null(file);
  add_vectors(setting, 1);
  spoil(setting, NULL, UO_ANSWER_OUTPUTS);
  setting->subject.y = &none;
  assert_int_equal(uo_report_text_open(file, &reporter, NULL), UO_ERROR_NONE);
  report_with(setting, reporter);
  char *text = read_all(file);
  assert_non_null(strstr(text, "gave     Y = no tensor: type 99, rank 1\n"));
  free(text);
  fclose(file);
  close_setting(setting);
}

static void junit_report(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  uo_reporter *reporter;
  char path[] = TEMPORARY;
  make_file(path);
  add_vectors(setting, 10);
  spoil(setting, "v3", UO_ANSWER_CRASHED);
  assert_int_equal(uo_report_junit_open(path, &reporter, NULL), UO_ERROR_NONE);
  report_with(setting, reporter);
  char *text = read_path(path);
  assert_int_equal(strncmp(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", 39), 0);
  assert_non_null(strstr(text, "tests=\"10\" failures=\"1\" errors=\"0\" skipped=\"0\""));
  assert_int_equal(occurrences(text, "<testcase "), 10);
  assert_int_equal(occurrences(text, "<failure type=\"crash\""), 1);
  assert_non_null(strstr(text, "&lt;spoilt&gt; &amp; &quot;broken&quot;\xef\xbf\xbd"));
  assert_non_null(strstr(text, "classname=\"vectors.int64\" name=\"v3\""));
  assert_int_equal(occurrences(text, "<testsuite "), 1);
  assert_non_null(strstr(text, "  </testsuite>\n</testsuites>\n"));
  free(text);
  unlink(path);
  close_setting(setting);
}

/* A list of known failures that is not true any more is a failing test of its own; a known failure is a skipped one. */
static void junit_report_of_a_stale_list(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  uo_reporter *reporter;
  static const char list[] = "v3 crash # upstream\nv4 crash # mended\n";
  char path[] = TEMPORARY;
  make_file(path);
  add_vectors(setting, 10);
  assert_int_equal(uo_known_failures_parse(list, strlen(list), "known", &setting->known, NULL), UO_ERROR_NONE);
  spoil(setting, "v3", UO_ANSWER_CRASHED);
  setting->run.problems = 1;
  assert_int_equal(uo_report_junit_open(path, &reporter, NULL), UO_ERROR_NONE);
  report_with(setting, reporter);
  char *text = read_path(path);
  assert_non_null(strstr(text, "tests=\"11\" failures=\"1\" errors=\"0\" skipped=\"1\""));
  assert_int_equal(occurrences(text, "<testcase "), 11);
  assert_int_equal(occurrences(text, "<skipped message=\"known failure (crash)"), 1);
  assert_int_equal(occurrences(text, "<failure "), 1);
  assert_non_null(strstr(text, "classname=\"known-failures\" name=\"v4\""));
  free(text);
  unlink(path);
  close_setting(setting);
}

/* The list that a run writes makes the same run conform, keeps reasons, and drops what is not true. */
static void written_known_failures(void **state) {
  (void)state;
  run_setting *setting = open_setting();
  uo_reporter *reporter;
  static const char list[] = "v3 crash # upstream\nv4 crash # mended\n";
  char path[] = TEMPORARY;
  make_file(path);
  add_vectors(setting, 10);
  assert_int_equal(uo_known_failures_parse(list, strlen(list), "known", &setting->known, NULL), UO_ERROR_NONE);
  spoil(setting, "v3", UO_ANSWER_CRASHED);
  assert_int_equal(uo_report_known_open(path, &reporter, NULL), UO_ERROR_NONE);
  report_with(setting, reporter);
  char *text = read_path(path);
  assert_non_null(strstr(text, "\nv3 crash  # upstream\n"));
  assert_null(strstr(text, "v4"));
  free(text);
  uo_known_failures again;
  assert_int_equal(uo_known_failures_read(path, &again, NULL), UO_ERROR_NONE);
  assert_int_equal(again.count, 1);
  uo_known_failures_release(&again);
  unlink(path);
  close_setting(setting);
}

static void escape_is(const char *text, const char *in_text, const char *in_attribute) {
  for (int attribute = 0; attribute < 2; attribute++) {
    FILE *file = tmpfile();
    assert_non_null(file);
    if (attribute) {
      uo_xml_attribute(text, file);
    } else {
      uo_xml_text(text, file);
    }
    char *have = read_all(file);
    assert_string_equal(have, attribute ? in_attribute : in_text);
    free(have);
    fclose(file);
  }
}

static void xml_escapes(void **state) {
  (void)state;
#define REPLACED "\xef\xbf\xbd"
  escape_is("a<b>&\"'", "a&lt;b&gt;&amp;\"'", "a&lt;b&gt;&amp;&quot;'");
  escape_is("]]>", "]]&gt;", "]]&gt;");
  escape_is("a\nb\tc\rd", "a\nb\tc&#13;d", "a&#10;b&#9;c&#13;d");
  escape_is("\x01\x1b[0m\x7f", REPLACED REPLACED "[0m\x7f", REPLACED REPLACED "[0m\x7f");
  escape_is("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
            "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  escape_is("\x80\xff", REPLACED REPLACED, REPLACED REPLACED);                       /* no first byte */
  escape_is("\xc0\xafx", REPLACED REPLACED "x", REPLACED REPLACED "x");              /* overlong */
  escape_is("\xed\xa0\x80", REPLACED REPLACED REPLACED, REPLACED REPLACED REPLACED); /* a surrogate */
  escape_is("\xe2\x82", REPLACED REPLACED, REPLACED REPLACED);                       /* cut short */
  escape_is("\xef\xbf\xbe\xef\xbf\xbf", REPLACED REPLACED, REPLACED REPLACED);       /* U+FFFE, U+FFFF */
  escape_is("\xf4\x90\x80\x80", REPLACED REPLACED REPLACED REPLACED, REPLACED REPLACED REPLACED REPLACED);
}

/* Nothing is at the target until the commit, and nothing is left after an abandoning. */
static void output_files(void **state) {
  (void)state;
  char folder[] = TEMPORARY;
  char path[64];
  uo_output_file file;
  uo_output_place place;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/report", folder);
  assert_int_equal(uo_output_place_open(path, &place, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_output_open(&place, &file, NULL), UO_ERROR_NONE);
  fputs("half", file.stream);
  assert_int_not_equal(access(path, F_OK), 0);
  uo_output_abandon(&file);
  assert_int_equal(uo_output_open(&place, &file, NULL), UO_ERROR_NONE);
  fputs("whole", file.stream);
  assert_int_equal(uo_output_commit(&file, NULL), UO_ERROR_NONE);
  char *text = read_path(path);
  assert_string_equal(text, "whole");
  free(text);
  unlink(path);
  assert_int_equal(rmdir(folder), 0); /* empty: no temporary file stayed */
  uo_output_place_close(&place);
  uo_error error;
  assert_int_equal(uo_output_check("no/such/folder/report", NULL, &error), UO_ERROR_SYSTEM);
  assert_non_null(strstr(error.message, "no/such/folder"));
  assert_int_equal(uo_output_check(".", NULL, &error), UO_ERROR_SYSTEM);
  assert_int_equal(uo_output_check("-", NULL, &error), UO_ERROR_NONE);
  assert_int_equal(uo_output_place_open("/dev/null", &place, NULL), UO_ERROR_NONE);
  assert_null(place.target); /* written directly, never replaced */
  assert_int_equal(uo_output_open(&place, &file, NULL), UO_ERROR_NONE);
  assert_null(file.temporary);
  uo_output_abandon(&file);
  uo_output_place_close(&place);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_pass),
      cmocka_unit_test(one_case_misbehaves),
      cmocka_unit_test(changes_its_mind),
      cmocka_unit_test(leak_seen_at_second_asking),
      cmocka_unit_test(stops_at_the_first_failure),
      cmocka_unit_test(gives_up_at_hangs_in_a_row),
      cmocka_unit_test(gives_up_at_many_deaths),
      cmocka_unit_test(known_failure_does_not_count),
      cmocka_unit_test(unsupported_counts_when_required),
      cmocka_unit_test(no_case_is_not_judged),
      cmocka_unit_test(text_report),
      cmocka_unit_test(text_report_of_no_tensor),
      cmocka_unit_test(leak_after_a_rejection),
      cmocka_unit_test(junit_report),
      cmocka_unit_test(junit_report_of_a_stale_list),
      cmocka_unit_test(written_known_failures),
      cmocka_unit_test(xml_escapes),
      cmocka_unit_test(output_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
