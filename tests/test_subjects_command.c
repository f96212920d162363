/* Commands that speak the line protocol: each way to break it, and that the cases around it are answered rightly. */
#include "subjects/asking.h"
#include "subjects/channel.h"
#include "subjects/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define COMMAND "'" UO_BINARY_DIR "/tests/subjects/subject_command'"

/* Machines can be busy: only what hangs or grows meets the narrow limits. */
static const uo_limits patient = {.seconds = 20, .memory_mib = 2000};
static const uo_limits hasty = {.seconds = 1, .memory_mib = 2000};
static const uo_limits small = {.seconds = 20, .memory_mib = 200};

static uo_subject *open_command_within(const char *behaviour, const uo_limits *limits) {
  char command[4096];
  (void)snprintf(command, sizeof command, "%s %s", COMMAND, behaviour);
  uo_subject *subject;
  uo_error error;
  if (uo_subject_open_command(command, limits, &subject, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  return subject;
}

static uo_subject *open_command(const char *behaviour) { return open_command_within(behaviour, &patient); }

static void check_fault(const char *behaviour, uo_answer_kind kind, const char *part_of_message) {
  bool hangs = kind == UO_ANSWER_HUNG;
  bool hogs = kind == UO_ANSWER_OUT_OF_MEMORY;
  uo_subject *subject = open_command_within(behaviour, hangs ? &hasty : hogs ? &small : &patient);
  three t = {0};
  for (int round = 0; round < 2; round++) {
    assert_answer(three_ask(&t, subject, 1, UO_WANT_Y), kind, part_of_message);
    uo_arena_release(&t.arena);
  }
  uo_subject_close(subject);
}

/* ---- Right answers --------------------------------------------------------------------------------------------- */

static void test_right_answers(void **state) {
  (void)state;
  uo_subject *subject = open_command("behave");
  assert_string_equal(subject->info.name, "behaving");
  assert_string_equal(subject->info.version, "4");
  three t = {0};
  const uo_answer *answer = three_ask(&t, subject, 1, UO_WANT_ALL);
  assert_answer(answer, UO_ANSWER_OUTPUTS, "");
  const int64_t inverse[3] = {0, 1, 0};
  assert_memory_equal(answer->outputs.tensor[UO_INVERSE_INDICES]->data, inverse, sizeof inverse);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* What is wrong but well-formed is for the checker; what is an answer of another kind is that. */
static void test_other_answers(void **state) {
  (void)state;
  check_fault("lie", UO_ANSWER_OUTPUTS, "");
  check_fault("reject", UO_ANSWER_REJECTED, "why not");
  check_fault("unsupport", UO_ANSWER_UNSUPPORTED, "not yet");
  check_fault("fail", UO_ANSWER_FAILED, "no idea");
  check_fault("unwanted", UO_ANSWER_CLOBBERED, "gave indices, which was not asked for"); /* OUT-04 */
}

/* Batches far larger than a pipe, in both directions, while the standard error is flooded. */
static void test_full_pipes(void **state) {
  (void)state;
  enum { ELEMENTS = 20000 };
  int64_t *data = malloc(ELEMENTS * sizeof *data);
  assert_non_null(data);
  for (int i = 0; i < ELEMENTS; i++) data[i] = ELEMENTS - i;
  const int64_t dims[1] = {ELEMENTS};
  uo_case cases[UO_BATCH_MAX];
  uo_answer answers[UO_BATCH_MAX];
  char ids[UO_BATCH_MAX][8];
  for (int i = 0; i < UO_BATCH_MAX; i++) {
    (void)snprintf(ids[i], sizeof ids[i], "c%d", i);
    cases[i] = (uo_case){.id = ids[i], .x = {UO_TYPE_INT64, 1, dims, data}, .wanted = UO_WANT_ALL};
  }
  uo_subject *subject = open_command("behave");
  uo_arena arena = {0};
  assert_int_equal(uo_subject_ask(subject, cases, UO_BATCH_MAX, &arena, answers, NULL), UO_ERROR_NONE);
  for (int i = 0; i < UO_BATCH_MAX; i++) {
    assert_answer(&answers[i], UO_ANSWER_OUTPUTS, "");
    assert_memory_equal(answers[i].outputs.tensor[UO_Y]->data, data, ELEMENTS * sizeof *data);
  }
  uo_arena_release(&arena);
  uo_subject_close(subject);
  free(data);
}

static void test_long_and_slow_answers(void **state) {
  (void)state;
  check_fault("long-answer", UO_ANSWER_OUTPUTS, "");
  check_fault("slow", UO_ANSWER_OUTPUTS, "");
  /* Where stderr goes is not the gate's business, but it must not block. */
  int nothing = open("/dev/null", O_WRONLY);
  assert_true(nothing >= 0);
  int own = dup(STDERR_FILENO);
  assert_true(dup2(nothing, STDERR_FILENO) >= 0);
  check_fault("flood-stderr", UO_ANSWER_OUTPUTS, "");
  assert_true(dup2(own, STDERR_FILENO) >= 0);
  assert_int_equal(close(own), 0);
  assert_int_equal(close(nothing), 0);
}

/* The limit is for one case: eight slow ones take longer than it together. */
static void test_limit_is_for_one_case(void **state) {
  (void)state;
  enum { SLOW_CASES = 8 };
  const uo_limits limits = {.seconds = 1.5, .memory_mib = 200};
  uo_subject *subject = open_command_within("slow-all", &limits);
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  static const char *const ids[SLOW_CASES] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  uo_case cases[SLOW_CASES];
  uo_answer answers[SLOW_CASES];
  for (int i = 0; i < SLOW_CASES; i++) {
    cases[i] = t.cases[0];
    cases[i].id = ids[i];
  }
  assert_int_equal(uo_subject_ask(subject, cases, SLOW_CASES, &t.arena, answers, NULL), UO_ERROR_NONE);
  for (int i = 0; i < SLOW_CASES; i++) assert_y_is(&answers[i], 1, 2);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* ---- Deaths, hangs, memory ------------------------------------------------------------------------------------- */

static void test_deaths(void **state) {
  (void)state;
  check_fault("crash", UO_ANSWER_CRASHED, "signal 11 (Segmentation fault)");
  check_fault("exit", UO_ANSWER_CRASHED, "exited with status 3");
  check_fault("die-mid-reply", UO_ANSWER_CRASHED, "exited with status 5 in the middle of a line: \"{\\\"id\\\"");
  check_fault("kill-mid-reply", UO_ANSWER_CRASHED, "signal 9 (Killed) in the middle of a line");
  check_fault("truncate", UO_ANSWER_BROKEN, "in the middle of a line: \"{\\\"id\\\"");
  check_fault("close", UO_ANSWER_BROKEN, "closed its standard output");
}

static void test_hangs(void **state) {
  (void)state;
  check_fault("stall", UO_ANSWER_HUNG, "no answer within 1 s");
  check_fault("stall-mid-line", UO_ANSWER_HUNG, "no answer within 1 s");
}

static void test_memory(void **state) {
  (void)state;
  check_fault("hog", UO_ANSWER_OUT_OF_MEMORY, "more than 200 MiB");
}

/* Growth is seen even when every answer is quicker than the harness's own ticks. */
static void test_memory_between_quick_answers(void **state) {
  (void)state;
  uo_subject *subject = open_command_within("hoard", &small);
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  int answered = 0;
  do {
    assert_true(++answered < 1000);
    assert_int_equal(uo_subject_ask(subject, &t.cases[1], 1, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  } while (t.answers[0].kind == UO_ANSWER_OUTPUTS);
  assert_answer(&t.answers[0], UO_ANSWER_OUT_OF_MEMORY, "more than 200 MiB");
  assert_true(answered > 5);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* ---- Broken protocol ------------------------------------------------------------------------------------------- */

static void test_garbage(void **state) {
  (void)state;
  check_fault("garbage", UO_ANSWER_BROKEN, "not an answer: \"Segmentation fault? no: \\\"garbage\\\"\\x09\\xff\"");
  check_fault("not-an-object", UO_ANSWER_BROKEN, "not an answer: \"[1, 2]\"");
  check_fault("blank", UO_ANSWER_BROKEN, "not an answer: \"\"");
  check_fault("no-id", UO_ANSWER_BROKEN, "not an answer: ");
  check_fault("huge-line", UO_ANSWER_BROKEN, "a line without end: \"xxxx");
}

static void test_wrong_ids(void **state) {
  (void)state;
  check_fault("wrong-id", UO_ANSWER_BROKEN, "answered an id that was not asked: \"{\\\"id\\\": \\\"nobody\\\"");
}

/* The answer to "after" comes where "fault" is due; asked again, "after" is answered. */
static void test_out_of_order(void **state) {
  (void)state;
  check_fault("out-of-order", UO_ANSWER_BROKEN, "answered out of order");
}

/* The first answer counts; the second one stands where the next case's is due. */
static void test_duplicates(void **state) {
  (void)state;
  uo_subject *subject = open_command("twice");
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_y_is(&t.answers[0], 1, 2);
  assert_y_is(&t.answers[1], 1, 2);
  assert_answer(&t.answers[2], UO_ANSWER_BROKEN, "answered twice");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* A line that nobody asked for, behind the last answer of a batch: seen at once or, at the latest, at the next ask. */
static void check_extra_line(const char *behaviour, bool late) {
  uo_subject *subject = open_command(behaviour);
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  assert_int_equal(uo_subject_ask(subject, t.cases, 2, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  const struct timespec moment = {0, 500000000};
  (void)nanosleep(&moment, NULL);
  uo_answer next;
  assert_int_equal(uo_subject_ask(subject, &t.cases[2], 1, &t.arena, &next, NULL), UO_ERROR_NONE);
  assert_y_is(&t.answers[0], 1, 2);
  if (late) assert_y_is(&t.answers[1], 1, 2);
  const uo_answer *blamed = t.answers[1].kind == UO_ANSWER_BROKEN ? &t.answers[1] : &next;
  assert_answer(blamed, UO_ANSWER_BROKEN, "wrote more than its answers: \"one line more");
  /* The process was replaced. */
  assert_int_equal(uo_subject_ask(subject, t.cases, 1, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_y_is(&t.answers[0], 1, 2);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

static void test_extra_lines(void **state) {
  (void)state;
  check_extra_line("extra", false);
  check_extra_line("extra-late", true);
}

/* The id is right and the line is whole: only this case is broken, and the process goes on. */
static void test_malformed_answers(void **state) {
  (void)state;
  check_fault("bad-tensor", UO_ANSWER_BROKEN, "shape");
  check_fault("missing-field-elsewhere", UO_ANSWER_BROKEN, "answered out of order: \"{\\\"id\\\": \\\"after\\\"}");
  check_fault("missing-field", UO_ANSWER_BROKEN, "{\\\"id\\\": \\\"fault\\\"}");
}

/* ---- Starting and ending --------------------------------------------------------------------------------------- */

static void check_refused(const char *command, uo_error_code code, const char *part_of_message) {
  uo_subject *subject;
  uo_error error;
  assert_int_equal(uo_subject_open_command(command, &hasty, &subject, &error), code);
  if (strstr(error.message, part_of_message) == NULL)
    fail_msg("have \"%s\", want \"%s\" in it", error.message, part_of_message);
}

static void test_refused_at_start(void **state) {
  (void)state;
  check_refused("", UO_ERROR_ARGUMENT, "the command is empty");
  check_refused("'" COMMAND, UO_ERROR_ARGUMENT, "open ' quote");
  check_refused("/nowhere/at-all --now", UO_ERROR_INPUT, "\"/nowhere/at-all --now\": cannot be started: No such");
  check_refused(COMMAND " exit-at-once", UO_ERROR_INPUT, "exited with status 7 before replying");
  check_refused(COMMAND " close-at-once", UO_ERROR_INPUT, "closed its standard output before replying");
  check_refused(COMMAND " protocol-2", UO_ERROR_INPUT, "speaks protocol 2, this gate speaks 1");
  check_refused(COMMAND " long-start", UO_ERROR_INPUT, "its reply to \"start\" is longer than 1 MiB");
  check_refused(COMMAND " bad-start", UO_ERROR_INPUT, "bad reply to \"start\": \"hello, gate\"");
  check_refused("echo", UO_ERROR_INPUT, "bad reply");
  check_refused("true", UO_ERROR_INPUT, "exited with status 0 before replying");
  assert_no_child();
}

static void test_no_reply_to_start(void **state) {
  (void)state;
  check_refused(COMMAND " no-start", UO_ERROR_INPUT, "no reply to \"start\" within 10 s");
}

/* Without a name it is called by its program. */
static void test_no_name(void **state) {
  (void)state;
  uo_subject *subject = open_command("no-name");
  assert_string_equal(subject->info.name, UO_BINARY_DIR "/tests/subjects/subject_command");
  assert_string_equal(subject->info.version, "");
  uo_subject_close(subject);
}

/* A type that it does not list is not asked for. */
static void test_few_types(void **state) {
  (void)state;
  uo_subject *subject = open_command("few-types");
  assert_string_equal(subject->info.name, "few");
  assert_int_equal(subject->info.dtypes, 1u << UO_TYPE_FLOAT);
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  const float data[2] = {2, 2};
  const int64_t dims[1] = {2};
  t.cases[1].x = (uo_tensor){UO_TYPE_FLOAT, 1, dims, data};
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[0], UO_ANSWER_UNSUPPORTED, "does not list int64");
  assert_answer(&t.answers[2], UO_ANSWER_UNSUPPORTED, "does not list int64");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* It dies and cannot be started again: no endless loop, every case has an answer, and the next batch is quick. */
static void test_cannot_be_started_again(void **state) {
  (void)state;
  char marker[] = UO_BINARY_DIR "/once.XXXXXX";
  int file = mkstemp(marker);
  assert_true(file >= 0);
  assert_int_equal(close(file), 0);
  assert_int_equal(unlink(marker), 0);
  char behaviour[300];
  (void)snprintf(behaviour, sizeof behaviour, "once '%s'", marker);
  uo_subject *subject = open_command(behaviour);
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_y_is(&t.answers[0], 1, 2);
  assert_answer(&t.answers[1], UO_ANSWER_CRASHED, "exited with status 8");
  assert_answer(&t.answers[2], UO_ANSWER_CRASHED, "exited with status 9 before replying");
  assert_int_equal(unlink(marker), 0); /* now it could be started, but it has been given up */
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[0], UO_ANSWER_CRASHED, "exited with status 9 before replying");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* What the subject has started is killed with it. */
static void test_no_orphan_lives(void **state) {
  (void)state;
  adopt_orphans();
  check_fault("stall-with-child", UO_ANSWER_HUNG, "");
  assert_no_orphan_lives();
}

static void test_nothing_is_left(void **state) {
  (void)state;
  int before = count_descriptors();
  check_fault("behave", UO_ANSWER_OUTPUTS, "");
  check_fault("stall", UO_ANSWER_HUNG, "");
  check_fault("garbage", UO_ANSWER_BROKEN, "");
  check_refused("/nowhere/at-all", UO_ERROR_INPUT, "cannot be started");
  uo_subject *stubborn = open_command("stubborn"); /* does not stop, and ignores SIGTERM */
  uo_subject_close(stubborn);
  assert_int_equal(count_descriptors(), before);
  assert_no_child();
}

/* Writing to a process that has gone away must not kill the gate, whatever it does about SIGPIPE. */
/* Writing to somebody who is gone takes no SIGPIPE away that was pending before. */
static void test_pending_sigpipe(void **state) {
  (void)state;
  sigset_t only;
  sigset_t before;
  sigset_t pending;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, SIGPIPE);
  assert_int_equal(sigprocmask(SIG_BLOCK, &only, &before), 0);
  for (int pends = 0; pends < 2; pends++) {
    uo_channel channel;
    uo_channel_init(&channel);
    char *const words[] = {"true", NULL};
    size_t written = 0;
    assert_int_equal(uo_channel_start(&channel, words, NULL), UO_ERROR_NONE);
    assert_true(uo_process_wait(channel.process, 20));
    if (pends) assert_int_equal(raise(SIGPIPE), 0);
    assert_int_equal(uo_channel_step(&channel, "x\n", 2, 0, &written, NULL), UO_ERROR_NONE);
    assert_int_equal(written, 2);
    assert_int_equal(channel.input, -1);
    assert_int_equal(uo_channel_step(&channel, "more\n", 5, 0, &written, NULL), UO_ERROR_NONE);
    assert_int_equal(written, 5); /* nobody reads it any more */
    assert_int_equal(sigpending(&pending), 0);
    assert_int_equal(sigismember(&pending, SIGPIPE), pends);
    uo_channel_close(&channel);
    uo_channel_release(&channel);
  }
  int number;
  assert_int_equal(sigwait(&only, &number), 0);
  assert_int_equal(sigprocmask(SIG_SETMASK, &before, NULL), 0);
}

static void test_sigpipe(void **state) {
  (void)state;
  void (*before)(int) = signal(SIGPIPE, SIG_DFL);
  uo_subject *subject = open_command("exit-after-start");
  const struct timespec moment = {0, 200000000};
  (void)nanosleep(&moment, NULL);
  three t = {0};
  three_prepare(&t, 1, UO_WANT_Y);
  assert_int_equal(uo_subject_ask(subject, t.cases, 1, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[0], UO_ANSWER_CRASHED, "exited with status 6");
  sigset_t pending;
  assert_int_equal(sigpending(&pending), 0);
  assert_int_equal(sigismember(&pending, SIGPIPE), 0);
  (void)signal(SIGPIPE, before);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_right_answers),
      cmocka_unit_test(test_other_answers),
      cmocka_unit_test(test_full_pipes),
      cmocka_unit_test(test_long_and_slow_answers),
      cmocka_unit_test(test_limit_is_for_one_case),
      cmocka_unit_test(test_deaths),
      cmocka_unit_test(test_hangs),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_memory_between_quick_answers),
      cmocka_unit_test(test_garbage),
      cmocka_unit_test(test_wrong_ids),
      cmocka_unit_test(test_out_of_order),
      cmocka_unit_test(test_duplicates),
      cmocka_unit_test(test_extra_lines),
      cmocka_unit_test(test_malformed_answers),
      cmocka_unit_test(test_refused_at_start),
      cmocka_unit_test(test_no_reply_to_start),
      cmocka_unit_test(test_no_name),
      cmocka_unit_test(test_few_types),
      cmocka_unit_test(test_cannot_be_started_again),
      cmocka_unit_test(test_nothing_is_left),
      cmocka_unit_test(test_no_orphan_lives),
      cmocka_unit_test(test_sigpipe),
      cmocka_unit_test(test_pending_sigpipe),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
