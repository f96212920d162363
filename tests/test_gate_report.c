/* The parts of reports: text that is safe, lines that are whole, documents that are whole, and what each report makes
 * of an outcome. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "gate/characters.h"
#include "gate/describe.h"
#include "gate/document.h"
#include "gate/html_tables.h"
#include "gate/json.h"
#include "gate/line_file.h"
#include "gate/location.h"
#include "gate/progress.h"
#include "gate/smallest.h"
#include "subjects/process.h"

/* ---- Files ------------------------------------------------------------------------------------------------------ */

static char *read_stream(FILE *stream, size_t *size) {
  char *text = NULL;
  FILE *memory = open_memstream(&text, size);
  assert_non_null(memory);
  rewind(stream);
  for (int c = fgetc(stream); c != EOF; c = fgetc(stream)) fputc(c, memory);
  fclose(memory);
  assert_non_null(text);
  return text;
}

static char *read_path(const char *path, size_t *size) {
  size_t ignored;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = read_stream(file, size == NULL ? &ignored : size);
  fclose(file);
  return text;
}

/* Not by strstr, which AddressSanitizer makes go through the whole of a long text for each hit. */
static size_t occurrences(const char *text, const char *what) {
  size_t length = strlen(what);
  const char *end = text + strlen(text);
  size_t count = 0;
  for (const char *at = text; (size_t)(end - at) >= length; at++)
    count += *at == *what && memcmp(at, what, length) == 0;
  return count;
}

/* A path of its own for each test, of a file that is not there. */
static char *new_path(void) {
  static char path[32];
  memcpy(path, "test_gate_report_XXXXXX", 24);
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  unlink(path);
  return path;
}

/* ---- Text ------------------------------------------------------------------------------------------------------- */

static void written_is(void (*write)(const char *, FILE *), const char *text, const char *want) {
  size_t size;
  FILE *file = tmpfile();
  assert_non_null(file);
  write(text, file);
  char *have = read_stream(file, &size);
  assert_string_equal(have, want);
  free(have);
  fclose(file);
}

static void json_strings(void **state) {
  (void)state;
  written_is(uo_json_write_string, "", "\"\"");
  written_is(uo_json_write_string, "a\"b\\c\nd", "\"a\\\"b\\\\c\\nd\"");
  written_is(uo_json_write_string, "</script>", "\"\\u003c/script>\"");
  written_is(uo_json_write_string, "\x1b[1m\x7f\xc2\x85", "\"\\u001b[1m\\u007f\\u0085\"");
  written_is(uo_json_write_string, "\xe2\x80\xae\xe2\x80\xa8\xef\xbb\xbf", "\"\\u202e\\u2028\\ufeff\"");
  written_is(uo_json_write_string, "\xf0\x9f\x98\x80\xc3\xa9", "\"\xf0\x9f\x98\x80\xc3\xa9\"");
  written_is(uo_json_write_string, "\xf3\xa0\x80\x81", "\"\\udb40\\udc01\""); /* a tag character, as two surrogates */
  written_is(uo_json_write_string, "\x80x\xc3", "\"\xef\xbf\xbdx\xef\xbf\xbd\"");
}

static void shown_text(void **state) {
  (void)state;
  written_is(uo_write_text, "a b\xc3\xa9", "a b\xc3\xa9");
  written_is(uo_write_text, "\x01\n\x1b\x7f", "\\x01\\x0a\\x1b\\x7f");
  written_is(uo_write_text, "\xc2\x85\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8b", "\\u{85}\\u{202e}\\u{2066}\\u{200b}");
  written_is(uo_write_text, "\xff\xe2\x80", "\\xff\\xe2\\x80");
}

static void obeyed_characters(void **state) {
  (void)state;
  static const uint32_t obeyed[] = {0, 0x1f, 0x7f, 0x9f, 0xad, 0x200e, 0x202e, 0x2069, 0xfeff, 0xe0001};
  static const uint32_t plain[] = {0x20, 0x7e, 0xa0, 0xe9, 0x2030, 0x20ac, 0xfffd, 0x1f600};
  for (size_t i = 0; i < sizeof obeyed / sizeof obeyed[0]; i++) assert_true(uo_character_is_obeyed(obeyed[i]));
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) assert_false(uo_character_is_obeyed(plain[i]));
}

static void durations(void **state) {
  (void)state;
  char text[32];
  assert_string_equal(uo_progress_duration(0.2, text, sizeof text), "0 s");
  assert_string_equal(uo_progress_duration(59.4, text, sizeof text), "59 s");
  assert_string_equal(uo_progress_duration(59.6, text, sizeof text), "1 min 00 s");
  assert_string_equal(uo_progress_duration(3599, text, sizeof text), "59 min 59 s");
  assert_string_equal(uo_progress_duration(3 * 3600 + 62, text, sizeof text), "3 h 01 min");
  assert_string_equal(uo_progress_duration(1e300, text, sizeof text), "277777 h 46 min");
}

static void progress_line(void **state) {
  (void)state;
  size_t size;
  FILE *file = tmpfile();
  assert_non_null(file);
  uo_progress progress = uo_progress_begin(file);
  uo_progress_show(&progress, 10, 100, 0); /* too early */
  uo_progress_end(&progress);
  progress.begun -= 10;
  uo_progress_show(&progress, 0, 100, 0); /* no rate yet */
  uo_progress_show(&progress, 25, 100, 3);
  uo_progress_show(&progress, 50, 100, 3); /* too soon after it */
  uo_progress_end(&progress);
  char *text = read_stream(file, &size);
  assert_string_equal(text, "\r 25 %  25 of 100 cases, 3 failed, 2 a second, 30 s left\033[K\r\033[K");
  free(text);
  fclose(file);
  progress = uo_progress_begin(NULL);
  progress.begun -= 10;
  uo_progress_show(&progress, 25, 100, 3);
  uo_progress_end(&progress);
  assert_true(progress.shown_at == 0);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------ */

/* A line of this many bytes, its number first. */
static char *make_line(size_t number, size_t size) {
  char *line = malloc(size + 24);
  assert_non_null(line);
  int head = snprintf(line, 24, "{%zu", number);
  if (size < (size_t)head + 2) size = (size_t)head + 2;
  memset(line + head, 'x', size - (size_t)head - 2);
  memcpy(line + size - 2, "}\n", 3);
  return line;
}

#define LINES 3000

static size_t size_of(size_t number) { return 20 + number * 7919 % 1500; }

/* Whatever is cut off behind a page, whole lines are left. */
static void lines_do_not_cross_pages(void **state) {
  (void)state;
  char *path = new_path();
  uo_line_file file;
  size_t size;
  assert_int_equal(uo_line_file_open(path, &file, NULL), UO_ERROR_NONE);
  assert_true(file.padded);
  for (size_t i = 0; i < LINES; i++) {
    char *line = make_line(i, size_of(i));
    assert_int_equal(uo_line_file_add(&file, line, strlen(line), NULL), UO_ERROR_NONE);
    if (i % 97 == 0) assert_int_equal(uo_line_file_flush(&file, NULL), UO_ERROR_NONE);
    if (i % 501 == 0) file.written_at -= 1; /* time passes */
    free(line);
  }
  assert_int_equal(uo_line_file_flush(&file, NULL), UO_ERROR_NONE);
  uo_line_file_close(&file);
  char *text = read_path(path, &size);
  for (size_t end = UO_LINE_PAGE; end < size; end += UO_LINE_PAGE) assert_int_equal(text[end - 1], '\n');
  const char *at = text;
  for (size_t i = 0; i < LINES; i++) {
    char *line = make_line(i, size_of(i));
    size_t length = strlen(line) - 1;
    assert_memory_equal(at, line, length);
    at += length;
    at += strspn(at, " ");
    assert_int_equal(*at++, '\n');
    free(line);
  }
  assert_int_equal(*at, '\0');
  assert_true(size < LINES * 770 * 1.3);
  free(text);
  unlink(path);
}

static void lines_of_any_length(void **state) {
  (void)state;
  static const size_t sizes[] = {
      10, UO_LINE_PAGE, 10, UO_LINE_PAGE + 1, 10, UO_LINE_BUFFER, 10, UO_LINE_BUFFER * 2 + 17, 10};
  char *path = new_path();
  uo_line_file file;
  size_t size;
  assert_int_equal(uo_line_file_open(path, &file, NULL), UO_ERROR_NONE);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    char *line = make_line(i, sizes[i]);
    assert_int_equal(uo_line_file_add(&file, line, strlen(line), NULL), UO_ERROR_NONE);
    free(line);
  }
  assert_int_equal(uo_line_file_flush(&file, NULL), UO_ERROR_NONE);
  uo_line_file_close(&file);
  char *text = read_path(path, &size);
  char *at = text;
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    char *line = make_line(i, sizes[i]);
    assert_memory_equal(at, line, strlen(line) - 1);
    at = strchr(at, '\n') + 1;
    free(line);
  }
  assert_int_equal(at - text, size);
  free(text);
  unlink(path);
}

static void lines_that_cannot_be_written(void **state) {
  (void)state;
  uo_line_file file;
  uo_error error = {0};
  assert_int_equal(uo_line_file_open("no/such/folder/file", &file, &error), UO_ERROR_SYSTEM);
  assert_non_null(strstr(error.message, "no/such/folder"));
  uo_line_file_close(&file);
  assert_int_equal(uo_line_file_open("/dev/full", &file, NULL), UO_ERROR_NONE);
  assert_false(file.padded);
  assert_int_equal(uo_line_file_add(&file, "a line\n", 7, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_line_file_flush(&file, &error), UO_ERROR_SYSTEM);
  assert_non_null(strstr(error.message, "/dev/full: cannot be written"));
  assert_int_equal(uo_line_file_flush(&file, NULL), UO_ERROR_NONE); /* nothing is left */
  uo_line_file_close(&file);
  assert_int_equal(uo_line_file_open("-", &file, NULL), UO_ERROR_NONE);
  assert_true(!file.place.own && !file.padded);
  uo_line_file_close(&file); /* standard output stays open */
  /* What is there but cannot be opened: a socket. */
  char *path = new_path();
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  assert_int_equal(bind(descriptor, (const struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(uo_line_file_open(path, &file, &error), UO_ERROR_SYSTEM);
  assert_non_null(strstr(error.message, "cannot be written: "));
  uo_line_file_close(&file);
  close(descriptor);
  unlink(path);
  assert_true(write(STDOUT_FILENO, "", 0) == 0);
}

/* A device that takes nothing, seen at whichever write it is. */
static void lines_to_a_full_device(void **state) {
  (void)state;
  static const size_t sizes[] = {1000, (size_t)UO_LINE_BUFFER * 2};
  for (size_t i = 0; i < 2; i++) {
    uo_line_file file;
    uo_error error = {0};
    uo_error_code code = UO_ERROR_NONE;
    char *line = make_line(i, sizes[i]);
    size_t count = 0;
    assert_int_equal(uo_line_file_open("/dev/full", &file, NULL), UO_ERROR_NONE);
    file.written_at += 1000; /* it is never time to write */
    for (; code == UO_ERROR_NONE && count < 100; count++) code = uo_line_file_add(&file, line, strlen(line), &error);
    assert_int_equal(code, UO_ERROR_SYSTEM);
    assert_int_equal(count, i == 0 ? UO_LINE_BUFFER / 1000 + 1 : 1);
    uo_line_file_close(&file);
    free(line);
  }
}

/* ---- Outcomes --------------------------------------------------------------------------------------------------- */

static const int64_t dims[] = {2, 3, 4};
static const int32_t data[24] = {7, 7, 1};

/* A run of nothing, and one case that may be judged in any way. */
typedef struct setting {
  uo_gate_options options;
  uo_corpus corpus;
  uo_plan plan;
  uo_known_failures known;
  uo_subject_info subject;
  uo_run run;
  uo_planned planned;
  uo_judgement judgement;
  uo_outcome outcome;
  uo_corpus_vector vector;
  char id[64];
} setting;

static setting *begin(void) {
  static setting one;
  one = (setting){.options = uo_gate_options_default()};
  one.options.level = 1;
  one.options.version = "1.2.3";
  one.plan =
      (uo_plan){.corpus = &one.corpus, .level = 1, .seed = 5, .count = 100, .shards = 1, .dtypes = UO_ALL_DTYPES};
  one.subject = (uo_subject_info){"<mine>", "2.0", UO_ALL_DTYPES};
  one.run = (uo_run){.options = &one.options, .plan = &one.plan, .known = &one.known, .subject = &one.subject};
  one.run.judge = uo_judge_for(false, UO_POLICY_ONNX);
  one.planned = (uo_planned){.question = {.id = one.id, .x = {UO_TYPE_INT32, 3, dims, data}, .wanted = UO_WANT_ALL},
                             .origin = UO_ORIGIN_GRID,
                             .taken = true};
  one.planned.question.attributes = (uo_attributes){.has_axis = 1, .axis = -2, .sorted = 1};
  one.outcome = (uo_outcome){.planned = &one.planned, .judgement = &one.judgement, .seconds = 0.5};
  one.vector.source = "vectors";
  one.vector.place = "a folder/file.jsonl:12";
  one.vector.vector.comment = "as it was found";
  strcpy(one.id, "grid:1");
  return &one;
}

static void tell(uo_reporter *reporter, setting *s, uo_event_kind kind) {
  const uo_event event = {kind, &s->run, kind == UO_EVENT_CASE ? &s->outcome : NULL};
  uo_error error = {0};
  if (uo_tell(&reporter, 1, &event, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
}

static void pass(setting *s) {
  s->judgement = (uo_judgement){.verdict = UO_VERDICT_PASS};
  s->outcome.fails = s->outcome.known = false;
  s->outcome.given[0] = NULL;
}

/* Wrong in two clauses. */
static void wrong(setting *s) {
  pass(s);
  s->judgement.verdict = UO_VERDICT_WRONG;
  s->judgement.report.count = 3;
  s->judgement.report.findings[0] = (uo_finding){UO_CLAUSE_IDX_01, UO_INDICES, 0, 2, "1", "0 \xe2\x80\xae<b>"};
  s->judgement.report.findings[1] = (uo_finding){UO_CLAUSE_SHAPE_02, UO_Y, -1, 1, "int32[2]", "int32[3]"};
  s->judgement.report.findings[2] = (uo_finding){UO_CLAUSE_IDX_01, UO_COUNTS, 0, 1, "1", "2"};
  s->outcome.fails = true;
  s->outcome.given[0] = "int32[2] [7, 1]";
}

static void crashed(setting *s) {
  pass(s);
  s->judgement.verdict = UO_VERDICT_CRASH;
  s->outcome.fails = true;
  strcpy(s->judgement.message, "signal 11 </script> # \\");
}

static void freedom(setting *s) {
  pass(s);
  s->judgement.verdict = UO_VERDICT_FREEDOM;
  s->judgement.choices = UO_NAN_DISTINCT | UO_ZERO_DISTINCT;
  s->outcome.fails = true;
}

static void add_case(uo_reporter *reporter, setting *s) {
  uo_tally_add(&s->run.tally, &s->outcome);
  tell(reporter, s, UO_EVENT_CASE);
}

typedef uo_error_code open_report(const char *path, uo_reporter **reporter, uo_error *error);

static uo_reporter *opened(open_report *open, const char *path) {
  uo_reporter *reporter;
  assert_int_equal(open(path, &reporter, NULL), UO_ERROR_NONE);
  return reporter;
}

/* The report of one case of each kind. */
static char *report_of_each(open_report *open, setting *s) {
  static const char list[] = "grid:1 wrong # upstream\nstale wrong\n";
  static uo_known_failure *entries;
  char *path = new_path();
  uo_reporter *reporter = opened(open, path);
  assert_int_equal(uo_known_failures_parse(list, strlen(list), "a list", &s->known, NULL), UO_ERROR_NONE);
  entries = s->known.entries;
  tell(reporter, s, UO_EVENT_START);
  pass(s);
  add_case(reporter, s);
  wrong(s);
  add_case(reporter, s);
  s->planned.vector = &s->vector;
  wrong(s);
  add_case(reporter, s);
  s->planned.vector = NULL;
  crashed(s);
  add_case(reporter, s);
  freedom(s);
  add_case(reporter, s);
  wrong(s);
  s->outcome.known = uo_known_failure_note(&entries[0], UO_VERDICT_WRONG, true);
  assert_true(s->outcome.known);
  add_case(reporter, s);
  pass(s);
  s->judgement.verdict = UO_VERDICT_UNSUPPORTED;
  add_case(reporter, s);
  s->run.problems = 1;
  tell(reporter, s, UO_EVENT_END);
  reporter->close(reporter);
  char *text = read_path(path, NULL);
  unlink(path);
  uo_known_failures_release(&s->known);
  return text;
}

/* What a search has found for two of three groups. The strings of a case may be anything. */
#define SMALLEST_JSON                                                                                                  \
  "{\"group\": \"wrong: IDX-01, SHAPE-02 in indices\", \"first\": \"grid:1\", \"case\": {\"id\": \"\\u202e\"}}, "      \
  "{\"group\": \"crash\", \"first\": \"grid:1\", \"case\": {\"id\": \"b\"}}"

static void smallest_of_each(setting *s) {
  static uo_smallest groups[] = {
      {.group = "wrong: IDX-01, SHAPE-02 in indices", .text = "int8[0] <> Y", .json = "{\"id\": \"\xe2\x80\xae\"}"},
      {.group = "freedom: SIL-01, SIL-04"},
      {.group = "crash", .text = "int8[1] [1] Y", .json = "{\"id\": \"b\"}"},
  };
  static uo_smallest_list list = {.groups = groups, .count = 3};
  for (size_t i = 0; i < 3; i++) groups[i].first.id = s->id;
  s->run.smallest = &list;
}

static void tap_of_each(void **state) {
  (void)state;
  setting *s = begin();
  smallest_of_each(s);
  char *text = report_of_each(uo_report_tap_open, s);
  assert_non_null(strstr(text,
                         "\n# smallest case like grid:1 (wrong: IDX-01, SHAPE-02 in indices): int8[0] <> Y\n"
                         "# smallest case like grid:1 (crash): int8[1] [1] Y\n1..8\n"));
  assert_int_equal(
      strncmp(text, "TAP version 14\n# subject: <mine> 2.0\n# policy: onnx\nok 1 - grid:1\nnot ok 2 - grid:1\n  ---\n",
              86),
      0);
  assert_non_null(strstr(text, "\n  message: \"wrong: IDX-01, SHAPE-02 in indices\"\n"));
  assert_non_null(strstr(text, "want 0 \\u{202e}<b> (2 places)\n"));
  assert_non_null(strstr(text, "because  signal 11 </script> # \\\n"));
  assert_non_null(strstr(text,
                         "\nnot ok 6 - grid:1 # TODO known failure: wrong: IDX-01, SHAPE-02 in indices\nok 7 - grid:1 "
                         "# SKIP unsupported\n"));
  assert_non_null(strstr(text, "\nnot ok 8 - known failures: stale\n  ---\n"));
  assert_non_null(strstr(text, "\n1..8\n# unique-oracle: does-not-conform  cases=7 "));
  assert_null(strstr(text, "Bail out!"));
  free(text);
}

static void sarif_of_each(void **state) {
  (void)state;
  setting *s = begin();
  s->options.subject = UO_SUBJECT_PLUGIN;
  s->options.subject_argument = "/opt/my lib.so";
  smallest_of_each(s);
  char *text = report_of_each(uo_report_sarif_open, s);
  assert_int_equal(occurrences(text, "\"ruleIndex\": "), 6);
  assert_int_equal(occurrences(text, "{\"ruleId\": \"IDX-01\""), 3);
  assert_int_equal(occurrences(text, "{\"ruleId\": \"crash\""), 1);
  assert_int_equal(occurrences(text, "{\"ruleId\": \"SIL-01\""), 1);
  assert_int_equal(occurrences(text, "\"suppressions\": [{\"kind\": \"external\", \"justification\": \"upstream\"}]"),
                   1);
  assert_non_null(
      strstr(text, "{\"uri\": \"a%20folder/file.jsonl\", \"uriBaseId\": \"ROOT\"}, \"region\": {\"startLine\": 12}"));
  assert_int_equal(occurrences(text, "{\"uri\": \"file:///opt/my%20lib.so\"}}, \"logicalLocations\""), 4);
  assert_non_null(strstr(text, "{\"uri\": \"a%20list\", \"uriBaseId\": \"ROOT\"}, \"region\": {\"startLine\": 2}"));
  assert_non_null(strstr(text, "\"originalUriBaseIds\": {\"ROOT\": {\"uri\": \"file:///"));
  assert_non_null(strstr(text, ", \"smallest\": [" SMALLEST_JSON "]}\n"));
  assert_non_null(strstr(text, "\"caseAndVerdict/v1\": \"grid:1 freedom: SIL-01, SIL-04\""));
  assert_non_null(strstr(text, "\"executionSuccessful\": true, \"toolExecutionNotifications\": []"));
  free(text);
}

static void junit_of_each(void **state) {
  (void)state;
  setting *s = begin();
  smallest_of_each(s);
  char *text = report_of_each(uo_report_junit_open, s);
  assert_non_null(
      strstr(text,
             "    <system-out>wrong: IDX-01, SHAPE-02 in indices: smallest case like grid:1: int8[0] &lt;&gt; Y\n"
             "crash: smallest case like grid:1: int8[1] [1] Y</system-out>\n  </testsuite>"));
  assert_non_null(strstr(text, "tests=\"8\" failures=\"5\" errors=\"0\" skipped=\"2\""));
  assert_int_equal(occurrences(text, "<testcase "), 8);
  assert_int_equal(occurrences(text, "<failure type=\"crash\" message=\"crash: signal 11 &lt;/script&gt; # \\\">"), 1);
  free(text);
}

static void events_of_each(void **state) {
  (void)state;
  setting *s = begin();
  smallest_of_each(s);
  char *text = report_of_each(uo_report_events_open, s);
  assert_non_null(strstr(text, "\"smallest\": [" SMALLEST_JSON "], \"summary\": "));
  assert_int_equal(occurrences(text, "{\"event\": \"case\", "), 7);
  assert_non_null(strstr(text, "\"clauses\": [\"IDX-01\", \"SHAPE-02\"], \"silent_points\": [], \"origin\": \"grid\""));
  assert_non_null(strstr(text, "\"clauses\": [], \"silent_points\": [\"SIL-01\", \"SIL-04\"]"));
  assert_non_null(
      strstr(text, "\"dtype\": \"int32\", \"shape\": [2, 3, 4], \"axis\": -2, \"sorted\": 1, \"outputs\": [\"Y\", "));
  assert_non_null(strstr(text, "{\"clause\": \"SHAPE-02\", \"output\": \"Y\", \"position\": null, \"places\": 1, "));
  assert_non_null(
      strstr(text, "\"verdicts\": {\"pass\": 1, \"freedom\": 1, \"unsupported\": 1, \"wrong\": 3, \"crash\": 1}"));
  assert_non_null(strstr(text, "\"conforms\": false, \"incomplete\": null, \"stopped\": null, \"cases\": 7, "));
  free(text);
}

static void location_is(const char *path, const char *base, int64_t line, const char *want) {
  size_t size;
  FILE *file = tmpfile();
  assert_non_null(file);
  uo_location_write(path, base, line, file);
  char *have = read_stream(file, &size);
  if (strstr(have, want) == NULL) fail_msg("%s is not in %s", want, have);
  free(have);
  fclose(file);
}

static void locations(void **state) {
  (void)state;
  location_is("/no such/folder/a.so", "/no such", 0, "{\"uri\": \"folder/a.so\", \"uriBaseId\": \"ROOT\"}}");
  location_is("/no such/folder/a.so", "/no such/fold", 0, "{\"uri\": \"file:///no%20such/folder/a.so\"}}");
  location_is("/no such/a.so", "/", 7, "{\"uri\": \"file:///no%20such/a.so\"}, \"region\": {\"startLine\": 7}}");
  location_is("no such", "/else", 7, "{\"uri\": \"no%20such\", \"uriBaseId\": \"ROOT\"}, ");
  location_is("/dev/../dev/null", "/dev", 0, "{\"uri\": \"null\", \"uriBaseId\": \"ROOT\"}}");
  size_t size;
  FILE *file = tmpfile();
  assert_non_null(file);
  uo_location_write_base("/a b", file);
  uo_location_write_base("/", file);
  char *have = read_stream(file, &size);
  assert_non_null(strstr(have, "\"uri\": \"file:///a%20b/\""));
  assert_non_null(strstr(have, "\"uri\": \"file:///\""));
  free(have);
  fclose(file);
}

/* Which file stands for a subject. */
static void subject_files(void **state) {
  (void)state;
  char *script = new_path();
  char command[128];
  char file[64];
  fclose(fopen(script, "w"));
  uo_gate_options options = {.program = "unique-oracle"};
  uo_subject_file(&options, file, sizeof file);
  assert_string_equal(file, "unique-oracle");
  options.subject = UO_SUBJECT_PLUGIN;
  options.subject_argument = "mine.so";
  uo_subject_file(&options, file, sizeof file);
  assert_string_equal(file, "mine.so");
  options.subject = UO_SUBJECT_COMMAND;
  options.subject_argument = command;
  snprintf(command, sizeof command, "/usr/bin/env python3 -u '%s' --fast", script);
  uo_subject_file(&options, file, sizeof file);
  assert_string_equal(file, script);
  options.subject_argument = "/opt/serve --fast";
  uo_subject_file(&options, file, sizeof file);
  assert_string_equal(file, "/opt/serve");
  options.subject_argument = "serve-unique --fast";
  uo_subject_file(&options, file, sizeof file);
  assert_string_equal(file, "unique-oracle");
  options.subject_argument = "'open";
  uo_subject_file(&options, file, sizeof file);
  assert_string_equal(file, "unique-oracle");
  unlink(script);
}

/* The failures that may be shown are shared out evenly over the groups. */
static void shown_failures(void **state) {
  (void)state;
  static const struct {
    uint64_t most;
    size_t many; /* of the group with many failures, which comes first */
    size_t few;  /* of the one with two */
  } rows[] = {{0, 0, 0}, {1, 1, 0}, {2, 1, 1}, {3, 2, 1}, {4, 2, 2}, {5, 3, 2}, {100, 6, 2}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    setting *s = begin();
    size_t size;
    FILE *stream = tmpfile();
    uo_reporter *reporter;
    assert_non_null(stream);
    s->options.max_shown = rows[i].most;
    smallest_of_each(s);
    assert_int_equal(uo_report_text_open(stream, &reporter, NULL), UO_ERROR_NONE);
    for (int k = 0; k < 6; k++) {
      wrong(s);
      add_case(reporter, s);
    }
    for (int k = 0; k < 2; k++) {
      crashed(s);
      add_case(reporter, s);
    }
    tell(reporter, s, UO_EVENT_END);
    reporter->close(reporter);
    char *text = read_stream(stream, &size);
    assert_int_equal(occurrences(text, "grid:1  wrong\n"), rows[i].many);
    assert_int_equal(occurrences(text, "grid:1  crash\n"), rows[i].few);
    assert_int_equal(occurrences(text, "      smallest int8[0] <> Y\n"), rows[i].many > 0);
    free(text);
    fclose(stream);
  }
}

/* Under spec a freedom fails nothing, and the choices are told. */
static void freedom_under_spec(void **state) {
  (void)state;
  static const struct {
    open_report *open;
    const char *want;
  } rows[] = {
      {uo_report_junit_open, "<property name=\"choices\" value=\""},
      {uo_report_junit_open, "<system-out>freedom: SIL-01, SIL-04</system-out>"},
      {uo_report_junit_open, "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\""},
      {uo_report_events_open, "\"choices\": \""},
      {uo_report_tap_open, "ok 1 - a \\# \\\\ \xef\xbf\xbd\xef\xbf\xbd\n1..1\n"},
      {uo_report_sarif_open, "\"results\": [\n      ],"},
      {uo_report_html_open, "Conforms: no case fails."},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    setting *s = begin();
    char *path = new_path();
    s->options.spec = true;
    s->run.judge = uo_judge_for(true, UO_POLICY_ONNX);
    strcpy(s->id, "a # \\ \xff\xe2\x80\xae");
    uo_reporter *reporter = opened(rows[i].open, path);
    tell(reporter, s, UO_EVENT_START);
    freedom(s);
    s->outcome.fails = false;
    add_case(reporter, s);
    tell(reporter, s, UO_EVENT_END);
    reporter->close(reporter);
    char *text = read_path(path, NULL);
    if (strstr(text, rows[i].want) == NULL) fail_msg("%s\nis not in\n%s", rows[i].want, text);
    free(text);
    unlink(path);
  }
}

static void html_of_each(void **state) {
  (void)state;
  setting *s = begin();
  s->run.stopped = "at <some> case";
  s->options.spec = true;
  s->run.judge = uo_judge_for(true, UO_POLICY_ONNX);
  smallest_of_each(s);
  char *text = report_of_each(uo_report_html_open, s);
  assert_non_null(strstr(text,
                         "\"groups\": [[\"wrong: IDX-01, SHAPE-02 in indices\", 3, \"int8[0] \\u003c> Y\"],\n"
                         "[\"crash\", 1, \"int8[1] [1] Y\"],\n[\"freedom: SIL-01, SIL-04\", 1, null]],"));
  assert_non_null(strstr(text, "<h1>&lt;mine&gt; <span class=\"soft\">2.0</span></h1>"));
  assert_non_null(strstr(text, "Does not conform: 4 of 7 cases fail."));
  assert_non_null(strstr(text, "<p>Stopped early: at &lt;some&gt; case.</p>"));
  assert_non_null(strstr(text, "Choices that explain the answers that are not wrong: "));
  assert_non_null(strstr(text, "<li><b>1</b>known failures</li>"));
  assert_non_null(strstr(text, "<td data-filter=\"type 6\">int32</td>"));
  assert_non_null(strstr(text, "<td data-filter=\"axis 6\">middle, from the back</td>"));
  assert_non_null(strstr(text, ">SIL-01</td>"));
  assert_non_null(strstr(text, "Known failures that are not true any more"));
  assert_int_equal(occurrences(text, "</script>"), 3); /* none of them from the subject's words */
  assert_int_equal(occurrences(text, "\n[\"grid:1\","), 5);
  assert_non_null(strstr(text, "\"0 \\\\u{202e}\\u003cb>\"")); /* shown, not obeyed */
  assert_non_null(strstr(text, "[[0,\"int32[2] [7, 1]\"]]"));
  free(text);
}

/* What a page says when there is nothing to say. */
static void html_of_nothing(void **state) {
  (void)state;
  setting *s = begin();
  char *path = new_path();
  uo_reporter *reporter = opened(uo_report_html_open, path);
  tell(reporter, s, UO_EVENT_START);
  char *text = read_path(path, NULL);
  assert_non_null(strstr(text, "Not judged: the run is not over"));
  assert_null(strstr(text, "<footer>"));
  free(text);
  pass(s);
  s->planned.question.attributes.has_axis = 0;
  add_case(reporter, s);
  tell(reporter, s, UO_EVENT_END);
  reporter->close(reporter);
  text = read_path(path, NULL);
  assert_non_null(strstr(text, "Conforms: no case fails."));
  assert_non_null(strstr(text, "No clause is violated."));
  assert_non_null(strstr(text, "There are none."));
  assert_non_null(strstr(text, "id=\"failures\">[\n]</script>"));
  free(text);
  unlink(path);
}

/* ---- Many failures ---------------------------------------------------------------------------------------------- */

/* Each of `groups` groups of failures in turn. */
static char *report_of_many(open_report *open, setting *s, int count, int groups) {
  char *path = new_path();
  uo_reporter *reporter = opened(open, path);
  tell(reporter, s, UO_EVENT_START);
  ((uo_document *)reporter)->written_at = 1e18; /* once, at the end */
  for (int i = 0; i < count; i++) {
    wrong(s);
    snprintf(s->id, sizeof s->id, "case-%d", i);
    if (groups > 1) s->judgement.report.findings[0].clause = (uo_clause)(i % groups % UO_CLAUSE_COUNT);
    if (groups > UO_CLAUSE_COUNT) s->judgement.report.findings[1].clause = (uo_clause)(i % groups / 4);
    memset(s->judgement.report.findings[0].have, 'h', UO_FINDING_TEXT - 1);
    add_case(reporter, s);
  }
  crashed(s);
  strcpy(s->id, "late");
  if (open == uo_report_html_open) add_case(reporter, s);
  tell(reporter, s, UO_EVENT_END);
  reporter->close(reporter);
  size_t size;
  char *text = read_path(path, &size);
  if (open == uo_report_html_open) assert_true(size < 5000000);
  unlink(path);
  return text;
}

static void sarif_of_many(void **state) {
  (void)state;
  char *text = report_of_many(uo_report_sarif_open, begin(), 1200, 1);
  assert_int_equal(occurrences(text, "\"ruleIndex\": "), 1000);
  assert_non_null(strstr(
      text, "\"level\": \"warning\", \"message\": {\"text\": \"200 more failures are not listed (at most 10000"));
  free(text);
  text = report_of_many(uo_report_sarif_open, begin(), 10100, 40);
  assert_int_equal(occurrences(text, "\"ruleIndex\": "), 10000);
  assert_non_null(strstr(text, "\"100 more failures are not listed"));
  free(text);
}

static void junit_and_tap_of_many(void **state) {
  (void)state;
  char *text = report_of_many(uo_report_junit_open, begin(), 10002, 1);
  assert_int_equal(occurrences(text, "<failure "), 10002);
  assert_int_equal(occurrences(text, "rerun    "), 10000);
  free(text);
  text = report_of_many(uo_report_tap_open, begin(), 10002, 1);
  assert_int_equal(occurrences(text, "\nnot ok "), 10002);
  assert_int_equal(occurrences(text, "\n  ---\n"), 10000);
  free(text);
}

static void html_of_many(void **state) {
  (void)state;
  char *text = report_of_many(uo_report_html_open, begin(), 20100, 1);
  char line[100];
  size_t rows = occurrences(text, "\n[\"case-");
  assert_true(rows > 9000 && rows < 20000);
  snprintf(line, sizeof line, "%zu of 20101 are listed here", rows + 1);
  assert_non_null(strstr(text, line));
  assert_non_null(strstr(text, "\n[\"late\",")); /* the first of its group */
  free(text);
  /* The first failures of a group that comes late are still whole. */
  text = report_of_many(uo_report_html_open, begin(), 3000, 300);
  assert_int_equal(occurrences(text, "\n[\"case-"), 3000);
  free(text);
}

/* What is known as one of a group has no entry of its own; more findings than a line should hold. */
static void known_by_group(void **state) {
  (void)state;
  setting *s = begin();
  char *path = new_path();
  uo_reporter *reporter = opened(uo_report_sarif_open, path);
  tell(reporter, s, UO_EVENT_START);
  wrong(s);
  s->outcome.known = true;
  s->judgement.report.count = 6;
  for (int i = 3; i < 6; i++) s->judgement.report.findings[i] = s->judgement.report.findings[0];
  add_case(reporter, s);
  tell(reporter, s, UO_EVENT_END);
  reporter->close(reporter);
  char *text = read_path(path, NULL);
  assert_non_null(strstr(text, "\"justification\": \"listed as one of a group\""));
  assert_int_equal(occurrences(text, "{\"clause\": "), 4);
  free(text);
  unlink(path);
}

/* ---- Documents -------------------------------------------------------------------------------------------------- */

/* A run that does not come to its end, however it does, is no success in any report. */
static void unfinished(void **state) {
  (void)state;
  static const struct {
    open_report *open;
    const char *sign;
    const char *sign_of_more; /* between the sign and the reason */
  } rows[] = {
      {uo_report_junit_open, "errors=\"1\"", "<error type=\"incomplete\" message=\""},
      {uo_report_tap_open, "1..1\n", "Bail out! "},
      {uo_report_sarif_open, "\"executionSuccessful\": false", "\"level\": \"error\", \"message\": {\"text\": \""},
      {uo_report_html_open, "banner odd", "Not judged: "},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    static const char *const reasons[] = {
        "the run is not over: the gate is still at work, or was killed; cases so far: 1",
        "interrupted by SIGTERM after 1 cases: the rest was not asked", "no judgement could be made: no fork"};
    setting *s = begin();
    char *path = new_path();
    uo_reporter *reporter = opened(rows[i].open, path);
    tell(reporter, s, UO_EVENT_START);
    pass(s);
    ((uo_document *)reporter)->written_at -= 1; /* it is time to write it */
    add_case(reporter, s);
    for (size_t k = 0; k < 3; k++) {
      char want[256];
      s->run.signal = k == 1 ? SIGTERM : 0;
      s->run.broken_off = k == 2;
      s->run.failure = k == 2 ? "no fork" : NULL;
      if (k > 0) tell(reporter, s, UO_EVENT_END);
      char *text = read_path(path, NULL);
      snprintf(want, sizeof want, "%s%s", rows[i].sign_of_more, reasons[k]);
      assert_non_null(strstr(text, rows[i].sign));
      assert_non_null(strstr(text, want));
      free(text);
    }
    reporter->close(reporter);
    unlink(path);
  }
}

static void incomplete_runs(void **state) {
  (void)state;
  setting *s = begin();
  char text[256];
  assert_string_equal(uo_run_incomplete(&s->run, text, sizeof text), "");
  s->run.tally.cases = 3;
  s->run.signal = SIGINT;
  assert_string_equal(uo_run_incomplete(&s->run, text, sizeof text),
                      "interrupted by SIGINT after 3 cases: the rest was not asked");
  assert_false(uo_run_conforms(&s->run));
  assert_string_equal(uo_run_summary(&s->run, text, sizeof text),
                      "unique-oracle: not-judged  cases=3 pass=0 freedom=0 unsupported=0 failed=0  policy=onnx");
  s->run.signal = SIGHUP;
  assert_string_equal(uo_run_incomplete(&s->run, text, sizeof text),
                      "interrupted by a signal after 3 cases: the rest was not asked");
}

/* A device is written once, and what was said there cannot be taken back; a file is written again. */
static void places(void **state) {
  (void)state;
  setting *s = begin();
  uo_reporter *reporter = opened(uo_report_junit_open, "/dev/null");
  tell(reporter, s, UO_EVENT_START);
  assert_null(((uo_document *)reporter)->place.target);
  pass(s);
  add_case(reporter, s);
  tell(reporter, s, UO_EVENT_END);
  s->run.broken_off = true;
  s->run.failure = "late";
  tell(reporter, s, UO_EVENT_END);
  reporter->close(reporter);

  /* No room for the file, and none for what is collected. */
  uo_error error = {0};
  s = begin();
  reporter = opened(uo_report_junit_open, "/dev/full");
  tell(reporter, s, UO_EVENT_START);
  for (int i = 0; i < 400; i++) {
    pass(s);
    add_case(reporter, s);
  }
  const uo_event last = {.kind = UO_EVENT_END, .run = &s->run};
  assert_int_equal(uo_tell(&reporter, 1, &last, &error), UO_ERROR_SYSTEM);
  assert_int_equal(strncmp(error.message, "--junit /dev/full: ", 19), 0);
  uo_document *document = (uo_document *)reporter;
  fclose(document->body);
  document->body = fopen("/dev/full", "w");
  assert_non_null(document->body);
  setvbuf(document->body, NULL, _IONBF, 0);
  const uo_event one = {.kind = UO_EVENT_CASE, .run = &s->run, .outcome = &s->outcome};
  assert_int_equal(uo_tell(&reporter, 1, &one, &error), UO_ERROR_SYSTEM);
  assert_string_equal(
      error.message,
      "--junit /dev/full: no room for a temporary file; make room for it in the folder of temporary files");
  reporter->close(reporter);

  s = begin();
  char folder[] = "test_gate_report_XXXXXX";
  char path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/report", folder);
  reporter = opened(uo_report_tap_open, path);
  tell(reporter, s, UO_EVENT_START);
  unlink(path);
  rmdir(folder);
  const uo_event end = {.kind = UO_EVENT_END, .run = &s->run};
  assert_int_equal(uo_tell(&reporter, 1, &end, &error), UO_ERROR_SYSTEM);
  assert_int_equal(strncmp(error.message, "--tap ", 6), 0);
  reporter->close(reporter);

  assert_int_equal(uo_report_events_open("no/such/folder/file", &reporter, &error), UO_ERROR_SYSTEM);
  assert_int_equal(strncmp(error.message, "--events no/such/folder", 23), 0);
  assert_int_equal(uo_report_html_open("no/such/folder/file", &reporter, &error), UO_ERROR_SYSTEM);
  assert_int_equal(strncmp(error.message, "--html no/such/folder", 21), 0);
}

/* ---- Kinds of axis ---------------------------------------------------------------------------------------------- */

static void axis_kinds(void **state) {
  (void)state;
  static const struct {
    int32_t rank;
    int64_t axis;
    const char *name;
  } rows[] = {
      {1, 0, "only"},
      {1, -1, "only, from the back"},
      {3, 0, "first"},
      {3, -3, "first, from the back"},
      {3, 1, "middle"},
      {3, -2, "middle, from the back"},
      {3, 2, "last"},
      {3, -1, "last, from the back"},
      {3, 3, "out of range"},
      {3, -4, "out of range"},
      {0, 0, "out of range"},
      {0, -1, "out of range"},
      {2, INT64_MIN, "out of range"},
      {2, INT64_MAX, "out of range"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const uo_case question = {.x = {.rank = rows[i].rank}, .attributes = {.has_axis = 1, .axis = rows[i].axis}};
    assert_string_equal(uo_axis_kind_name(uo_axis_kind_of(&question)), rows[i].name);
  }
  const uo_case none = {.x = {.rank = 2}};
  assert_string_equal(uo_axis_kind_name(uo_axis_kind_of(&none)), "none");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(json_strings),
      cmocka_unit_test(shown_text),
      cmocka_unit_test(obeyed_characters),
      cmocka_unit_test(durations),
      cmocka_unit_test(progress_line),
      cmocka_unit_test(lines_do_not_cross_pages),
      cmocka_unit_test(lines_of_any_length),
      cmocka_unit_test(lines_that_cannot_be_written),
      cmocka_unit_test(lines_to_a_full_device),
      cmocka_unit_test(locations),
      cmocka_unit_test(subject_files),
      cmocka_unit_test(shown_failures),
      cmocka_unit_test(tap_of_each),
      cmocka_unit_test(sarif_of_each),
      cmocka_unit_test(junit_of_each),
      cmocka_unit_test(events_of_each),
      cmocka_unit_test(html_of_each),
      cmocka_unit_test(freedom_under_spec),
      cmocka_unit_test(html_of_nothing),
      cmocka_unit_test(sarif_of_many),
      cmocka_unit_test(junit_and_tap_of_many),
      cmocka_unit_test(html_of_many),
      cmocka_unit_test(known_by_group),
      cmocka_unit_test(unfinished),
      cmocka_unit_test(incomplete_runs),
      cmocka_unit_test(places),
      cmocka_unit_test(axis_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
