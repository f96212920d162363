/* What all subjects share; the built-in one; files of answers; command lines as words; quoted texts. */
#include "subjects/asking.h"
#include "subjects/kinds.h"
#include "subjects/platform.h"
#include "subjects/process.h"
#include "subjects/words.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- Words ----------------------------------------------------------------------------------------------------- */

static void check_words(const char *text, const char *const want[]) {
  uo_arena arena = {0};
  char **words;
  uo_error error;
  if (uo_words_split(text, &arena, &words, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  size_t i = 0;
  for (; want[i] != NULL; i++) {
    assert_non_null(words[i]);
    assert_string_equal(words[i], want[i]);
  }
  assert_null(words[i]);
  uo_arena_release(&arena);
}

static void test_words(void **state) {
  (void)state;
  check_words("a", (const char *[]){"a", NULL});
  check_words("  a\t b\nc  ", (const char *[]){"a", "b", "c", NULL});
  check_words("'a b' \"c d\" e\\ f", (const char *[]){"a b", "c d", "e f", NULL});
  check_words("a'b'\"c\"d", (const char *[]){"abcd", NULL});
  check_words("'' \"\" x", (const char *[]){"", "", "x", NULL});
  check_words("'\\n\"' \"\\n'\"", (const char *[]){"\\n\"", "\\n'", NULL});
  check_words("\"\\\"\\\\\\$\\`\\\nz\"", (const char *[]){"\"\\$`z", NULL});
  check_words("'\\\\\\$'", (const char *[]){"\\\\\\$", NULL});
  check_words("a\\\nb", (const char *[]){"ab", NULL});
  check_words("\\'a \\\"b \\\\", (const char *[]){"'a", "\"b", "\\", NULL});
  check_words("$HOME *.c ~ `ls` | > x", (const char *[]){"$HOME", "*.c", "~", "`ls`", "|", ">", "x", NULL});
}

static void test_bad_words(void **state) {
  (void)state;
  static const char *const bad[] = {"", "  \t\n", "'a", "a \"b", "a\\", "\"a\\", "\"a\\\""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    uo_arena arena = {0};
    char **words;
    uo_error error;
    if (uo_words_split(bad[i], &arena, &words, &error) != UO_ERROR_ARGUMENT) fail_msg("accepted: %s", bad[i]);
    assert_string_not_equal(error.message, "");
    uo_arena_release(&arena);
  }
}

static void test_quote(void **state) {
  (void)state;
  char text[24];
  assert_string_equal(uo_quote("a\"\\b", 4, text, sizeof text), "\"a\\\"\\\\b\"");
  assert_string_equal(uo_quote("\n\xff\0", 3, text, sizeof text), "\"\\x0a\\xff\\x00\"");
  assert_string_equal(uo_quote("", 0, text, sizeof text), "\"\"");
  const char *cut = uo_quote("0123456789012345678901234567890", 31, text, sizeof text);
  assert_true(strlen(cut) < sizeof text);
  assert_memory_equal(cut, "\"0123456789", 11);
  assert_string_equal(cut + strlen(cut) - 4, "\"...");
}

/* ---- Lines that cannot be read --------------------------------------------------------------------------------- */

static void peek_is(const char *line, const char *want) {
  uo_arena arena = {0};
  const char *id = uo_peek_id(line, strlen(line), &arena);
  if ((id == NULL) != (want == NULL) || (id != NULL && strcmp(id, want) != 0))
    fail_msg("%s: have %s, want %s", line, id == NULL ? "none" : id, want == NULL ? "none" : want);
  uo_arena_release(&arena);
}

/* Whatever else stands there: only brackets and strings must be whole. */
static void test_peek_id(void **state) {
  (void)state;
  peek_is("{\"id\": \"a\"}", "a");
  peek_is(" {\"Y\": {\"data\": [NaN, 1e, \"}\", \"\\\"{\"], \"id\": \"b\"}, \"id\"\t:\r\n \"a\"}  ", "a");
  peek_is("{\"id\": \"\\u0061\\n\", \"x\": nonsense}", "a\n");
  peek_is("{\"id\": \"a\", \"ide\": \"b\", \"di\": \"c\", \"id\", \"x\": \"id\"}", "a");
  static const char *const none[] = {"",
                                     "  ",
                                     "[\"id\"]",
                                     "{}",
                                     "{\"id\": 5}",
                                     "{\"id\": \"\\q\"}",
                                     "{\"id\": }",
                                     "{\"id\": \"a\"",
                                     "{\"id\": \"a",
                                     "{\"id\": \"a\\",
                                     "{\"id\":",
                                     "{\"id\"",
                                     "{\"id\": \"a\"} {}",
                                     "{\"x\": {\"id\": \"a\"}}"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) peek_is(none[i], NULL);
  assert_true(uo_peek_key("{\"started\": maybe}", 18, "started"));
  assert_false(uo_peek_key("{\"started\": maybe", 17, "started"));
  assert_false(uo_peek_key("{\"stopped\": true}", 17, "started"));
}

/* ---- Processes -------------------------------------------------------------------------------------------------- */

static pid_t fork_exit(int status) {
  (void)fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) _exit(status);
  return child;
}

static void test_process_end(void **state) {
  (void)state;
  pid_t child = fork_exit(3);
  assert_true(uo_process_wait(child, 20));
  int status = uo_process_end(child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  /* Where the system reaps children by itself nothing is known of their end, but it is not waited for. */
  assert_true(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
  child = fork_exit(3);
  assert_int_equal(uo_process_end(child), 0);
  assert_true(uo_process_has_ended(child));
  assert_true(signal(SIGCHLD, SIG_DFL) != SIG_ERR);
}

static void test_reading_and_writing(void **state) {
  (void)state;
  int ends[2];
  char bytes[4] = "";
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(uo_write_some(ends[1], "abc", 3), 3);
  assert_int_equal(uo_read_some(ends[0], bytes, sizeof bytes), 3);
  assert_memory_equal(bytes, "abc", 3);
  assert_int_equal(close(ends[1]), 0);
  assert_int_equal(uo_read_some(ends[0], bytes, sizeof bytes), 0);
  assert_int_equal(close(ends[0]), 0);
  assert_int_equal(uo_read_some(ends[0], bytes, sizeof bytes), -1);
  assert_int_equal(uo_write_some(ends[1], "abc", 3), -1);
}

/* The limit is above what is held at the start, and never wraps. */
static void test_memory_limits(void **state) {
  (void)state;
  const size_t size = (size_t)8 << 20;
  char *held = malloc(size);
  assert_non_null(held);
  memset(held, 1, size);
  pid_t group = getpgrp();
  uo_memory_watch watch = uo_memory_watch_start(group, 100);
  assert_true(watch.most >= ((size_t)100 << 20) + size && watch.most < SIZE_MAX / 2);
  assert_true(uo_memory_watch_start(group, SIZE_MAX).most == SIZE_MAX);
  assert_true(uo_memory_watch_start(group, (SIZE_MAX >> 20) - 1).most == SIZE_MAX);
  assert_false(uo_memory_is_over(&watch, 1));
  watch.most = 1;
  assert_false(uo_memory_is_over(&watch, 1)); /* too soon after the last look */
  assert_true(uo_memory_is_over(&watch, 2));
  free(held);
  assert_true(uo_platform_resident(0x7fffffff) == 0); /* nobody */
}

/* In a child, which says by its exit code whether all is as it should be. */
static void test_close_others(void **state) {
  (void)state;
  (void)fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    int kept = dup(STDIN_FILENO);
    int before = dup2(STDIN_FILENO, kept - 1 > STDERR_FILENO ? kept - 1 : kept + 1);
    int after = dup2(STDIN_FILENO, 100);
    uo_platform_close_others(kept);
    bool right = fcntl(kept, F_GETFD) >= 0 && fcntl(before, F_GETFD) < 0 && fcntl(after, F_GETFD) < 0;
    for (int stream = 0; stream <= STDERR_FILENO; stream++) right = right && fcntl(stream, F_GETFD) >= 0;
    uo_leave(right ? 0 : 1);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

/* A child whose parent died before it could ask for its own death ends at once. */
static void test_dead_parent(void **state) {
  (void)state;
  (void)fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    uo_platform_die_with(getppid());
    uo_platform_die_with(getpid()); /* is not its parent */
    _exit(5);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

/* ---- The built-in subject -------------------------------------------------------------------------------------- */

static void test_builtin(void **state) {
  (void)state;
  uo_subject *subject;
  assert_int_equal(uo_subject_open_builtin(UO_POLICY_ONNX, &subject, NULL), UO_ERROR_NONE);
  three t = {0};
  assert_y_is(three_ask(&t, subject, 1, UO_WANT_Y), 1, 2);
  uo_arena_release(&t.arena);

  /* ERR-01, ERR-03 */
  three_prepare(&t, 1, UO_WANT_Y);
  t.cases[0].attributes = (uo_attributes){.has_axis = 1, .axis = 1, .sorted = 1};
  t.cases[1].x.data = NULL; /* no tensor: what uo_unique says to that is no rejection */
  t.cases[2].attributes.sorted = 2;
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[0], UO_ANSWER_REJECTED, "axis");
  assert_answer(&t.answers[1], UO_ANSWER_FAILED, "");
  assert_string_not_equal(t.answers[1].message, "");
  assert_answer(&t.answers[2], UO_ANSWER_REJECTED, "sorted");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* SIL-01: the policy is the subject's. */
static void test_builtin_policy(void **state) {
  (void)state;
  const uint32_t data[2] = {0x7fc00000, 0x7fc00000};
  const int64_t dims[1] = {2};
  const uo_case question = {.id = "nan", .x = {UO_TYPE_FLOAT, 1, dims, data}, .wanted = UO_WANT_Y};
  const uo_policy policies[2] = {UO_POLICY_ONNX, UO_POLICY_IEEE};
  for (int i = 0; i < 2; i++) {
    uo_subject *subject;
    assert_int_equal(uo_subject_open_builtin(policies[i], &subject, NULL), UO_ERROR_NONE);
    uo_arena arena = {0};
    uo_answer answer;
    assert_int_equal(uo_subject_ask(subject, &question, 1, &arena, &answer, NULL), UO_ERROR_NONE);
    assert_int_equal(answer.outputs.tensor[UO_Y]->dims[0], 1 + i);
    uo_arena_release(&arena);
    uo_subject_close(subject);
  }
}

static void test_batch_sizes(void **state) {
  (void)state;
  uo_subject *subject;
  assert_int_equal(uo_subject_open_builtin(UO_POLICY_ONNX, &subject, NULL), UO_ERROR_NONE);
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  assert_int_equal(uo_subject_ask(subject, t.cases, 0, &t.arena, t.answers, NULL), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_subject_ask(subject, t.cases, UO_BATCH_MAX + 1, &t.arena, t.answers, NULL), UO_ERROR_ARGUMENT);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
  uo_subject_close(NULL);
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

enum { PATH_SIZE = 300 };

#define LINE_BEFORE "{\"id\": \"before\", \"Y\": {\"dtype\": \"int64\", \"shape\": [2], \"data\": [1, 2]}}\n"
#define LINE_AFTER  "{\"id\": \"after\", \"Y\": {\"dtype\": \"int64\", \"shape\": [2], \"data\": [3, 4]}}\n"

/* Opens a file with this text; *path holds its name afterwards. */
static uo_error_code open_text(const char *text, char path[PATH_SIZE], uo_subject **subject, uo_error *error) {
  (void)snprintf(path, PATH_SIZE, UO_BINARY_DIR "/answers.XXXXXX");
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  assert_int_equal(close(file), 0);
  uo_error_code code = uo_subject_open_answers(path, subject, error);
  assert_int_equal(unlink(path), 0);
  return code;
}

/* Any order, blank lines, no line feed at the end; a case without an answer. */
static void test_answers(void **state) {
  (void)state;
  static const char *const texts[] = {LINE_AFTER "\n  \r\n\t\n" LINE_BEFORE, LINE_BEFORE LINE_AFTER};
  for (int i = 0; i < 2; i++) {
    char path[PATH_SIZE];
    uo_subject *subject;
    uo_error error;
    if (open_text(texts[i], path, &subject, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
    assert_string_equal(subject->info.name, path);
    three t = {0};
    assert_answer(three_ask(&t, subject, 1, UO_WANT_Y), UO_ANSWER_BROKEN, "no answer with id \"fault\"");
    uo_arena_release(&t.arena);
    uo_subject_close(subject);
  }
}

static void test_answers_started(void **state) {
  (void)state;
  char path[PATH_SIZE];
  uo_subject *subject;
  uo_error error;
  const char *text =
      "{\"started\": true, \"protocol\": 1, \"name\": \"n\", \"version\": \"v\"}\n" LINE_BEFORE LINE_AFTER
      "{\"id\": \"fault\", \"failed\": \"oh\"}";
  if (open_text(text, path, &subject, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  assert_string_equal(subject->info.name, "n");
  assert_string_equal(subject->info.version, "v");
  three t = {0};
  assert_answer(three_ask(&t, subject, 1, UO_WANT_Y), UO_ANSWER_FAILED, "oh");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* OUT-04 */
static void test_answers_unwanted(void **state) {
  (void)state;
  char path[PATH_SIZE];
  uo_subject *subject;
  const char *text = LINE_BEFORE LINE_AFTER
      "{\"id\": \"fault\", \"Y\": {\"dtype\": \"int64\", \"shape\": [1], \"data\": [1]},"
      " \"counts\": {\"dtype\": \"int64\", \"shape\": [1], \"data\": [1]}}";
  assert_int_equal(open_text(text, path, &subject, NULL), UO_ERROR_NONE);
  three t = {0};
  assert_answer(three_ask(&t, subject, 1, UO_WANT_Y), UO_ANSWER_CLOBBERED, "gave counts, which was not asked for");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* An answer that cannot be read, and one that stands twice, are the fault of that case alone, as with a command. */
static void test_broken_answers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *why;
  } broken[] = {
      {LINE_BEFORE LINE_AFTER "{\"id\": \"fault\", \"Y\": {\"dtype\": \"int64\", \"shape\": [2], \"data\": [1]}}\n",
       ":3: Y.data: 1 elements, but the shape has 2"},
      {LINE_BEFORE LINE_AFTER "{\"id\": \"fault\", \"rejected\": 5}\n", ":3: rejected: "},
      {LINE_BEFORE LINE_AFTER "{\"id\": \"fault\", \"Y\": NaN}\n", ":3: column "},
      {LINE_BEFORE LINE_AFTER "{\"id\": \"fault\", \"rejected\": \"a\"}\n{\"id\": \"fault\", \"rejected\": \"a\"}\n",
       ":4: answered before, on line 3; keep one of them"},
  };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    char path[PATH_SIZE];
    uo_subject *subject;
    assert_int_equal(open_text(broken[i].text, path, &subject, NULL), UO_ERROR_NONE);
    three t = {0};
    assert_answer(three_ask(&t, subject, 1, UO_WANT_Y), UO_ANSWER_BROKEN, broken[i].why);
    uo_arena_release(&t.arena);
    uo_subject_close(subject);
  }
}

static void test_bad_answers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *place;
  } bad[] = {
      {"", ": holds no answer"},
      {"\n\n", ": holds no answer"},
      {"{\"started\": true, \"protocol\": 1}\n", ": holds no answer"},
      {"{\"started\": 5}\n", ":1: started: "},
      {LINE_BEFORE "\nnonsense\n", ":3: "},
      {LINE_BEFORE "{\"id\": \"x\", \"Y\"", ":2: "},
      {"{\"rejected\": \"no id\"}\n", ":1: "},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char path[PATH_SIZE];
    char want[PATH_SIZE + 100];
    uo_subject *subject;
    uo_error error;
    assert_int_equal(open_text(bad[i].text, path, &subject, &error), UO_ERROR_INPUT);
    (void)snprintf(want, sizeof want, "%s%s", path, bad[i].place);
    if (strstr(error.message, want) != error.message) fail_msg("have \"%s\", want \"%s...\"", error.message, want);
  }
  uo_subject *subject;
  uo_error error;
  assert_int_equal(uo_subject_open_answers("/nowhere/at/all", &subject, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "/nowhere/at/all: cannot be opened"));
  assert_int_equal(uo_subject_open_answers("/", &subject, &error), UO_ERROR_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),           cmocka_unit_test(test_bad_words),
      cmocka_unit_test(test_quote),           cmocka_unit_test(test_builtin),
      cmocka_unit_test(test_batch_sizes),     cmocka_unit_test(test_builtin_policy),
      cmocka_unit_test(test_answers),         cmocka_unit_test(test_bad_answers),
      cmocka_unit_test(test_answers_started), cmocka_unit_test(test_answers_unwanted),
      cmocka_unit_test(test_broken_answers),  cmocka_unit_test(test_peek_id),
      cmocka_unit_test(test_process_end),     cmocka_unit_test(test_reading_and_writing),
      cmocka_unit_test(test_memory_limits),   cmocka_unit_test(test_close_others),
      cmocka_unit_test(test_dead_parent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
