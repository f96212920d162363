/* Plug-ins in the sandbox: each way to misbehave, and that the cases around it are answered rightly. */
#include "subjects/asking.h"
#include "subjects/behaviours.h"
#include "subjects/sanitizer.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PLUGINS UO_BINARY_DIR "/tests/subjects/"

/* Machines can be busy: only what hangs or grows meets the narrow limits. */
static const uo_limits patient = {.seconds = 20, .memory_mib = 2000};
static const uo_limits hasty = {.seconds = 1, .memory_mib = 2000};
static const uo_limits small = {.seconds = 20, .memory_mib = 200};

static uo_subject *open_behaving_within(const uo_limits *limits) {
  uo_subject *subject;
  uo_error error;
  if (uo_subject_open_plugin(PLUGINS "behaving.so", limits, &subject, &error) != UO_ERROR_NONE)
    fail_msg("%s", error.message);
  return subject;
}

static uo_subject *open_behaving(void) { return open_behaving_within(&patient); }

/* Asks the three cases with this fault in a new child, and checks the answer to it. */
static void check_fault(int64_t fault, uint32_t wanted, uo_answer_kind kind, const char *part_of_message) {
  bool hangs = kind == UO_ANSWER_HUNG;
  bool hogs = kind == UO_ANSWER_OUT_OF_MEMORY;
  uo_subject *subject = open_behaving_within(hangs ? &hasty : hogs ? &small : &patient);
  three t = {0};
  assert_answer(three_ask(&t, subject, fault, wanted), kind, part_of_message);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* ---- Right answers --------------------------------------------------------------------------------------------- */

static void test_names(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  assert_string_equal(subject->info.name, "behaving");
  assert_string_equal(subject->info.version, "1.2?3"); /* what does not print is replaced */
  assert_int_equal(subject->info.dtypes, 0xfffe);
  uo_subject_close(subject);
}

static void test_all_outputs(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  const uo_answer *answer = three_ask(&t, subject, 1, UO_WANT_ALL);
  assert_int_equal(answer->kind, UO_ANSWER_OUTPUTS);
  const int64_t indices[2] = {0, 1};
  const int64_t inverse[3] = {0, 1, 0};
  const int64_t counts[2] = {2, 1};
  assert_memory_equal(answer->outputs.tensor[UO_INDICES]->data, indices, sizeof indices);
  assert_int_equal(answer->outputs.tensor[UO_INVERSE_INDICES]->dims[0], 3);
  assert_memory_equal(answer->outputs.tensor[UO_INVERSE_INDICES]->data, inverse, sizeof inverse);
  assert_memory_equal(answer->outputs.tensor[UO_COUNTS]->data, counts, sizeof counts);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* SIL-10: NUL is a byte like any other */
static void test_strings(void **state) {
  (void)state;
  const uo_bytes data[4] = {{"a", 2}, {"", 0}, {"a", 1}, {"a\0", 2}};
  const int64_t dims[1] = {4};
  uo_case question = {.id = "s", .x = {UO_TYPE_STRING, 1, dims, data}, .wanted = UO_WANT_Y};
  uo_subject *subject = open_behaving();
  uo_arena arena = {0};
  uo_answer answer;
  assert_int_equal(uo_subject_ask(subject, &question, 1, &arena, &answer, NULL), UO_ERROR_NONE);
  assert_answer(&answer, UO_ANSWER_OUTPUTS, "");
  assert_int_equal(answer.outputs.tensor[UO_Y]->dims[0], 3);
  const uo_bytes *y = answer.outputs.tensor[UO_Y]->data;
  assert_int_equal(y[0].size, 2);
  assert_memory_equal(y[0].data, "a\0", 2);
  assert_int_equal(y[1].size, 0);
  assert_int_equal(y[2].size, 1);
  assert_memory_equal(y[2].data, "a", 1);
  uo_arena_release(&arena);
  uo_subject_close(subject);
}

/* SHAPE-04: no element at all; nothing to read, not even at the guard */
static void test_empty(void **state) {
  (void)state;
  const int64_t dims[1] = {0};
  uo_case question = {.id = "0", .x = {UO_TYPE_INT64, 1, dims, NULL}, .wanted = UO_WANT_ALL};
  uo_subject *subject = open_behaving();
  uo_arena arena = {0};
  uo_answer answer;
  assert_int_equal(uo_subject_ask(subject, &question, 1, &arena, &answer, NULL), UO_ERROR_NONE);
  assert_answer(&answer, UO_ANSWER_OUTPUTS, "");
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) assert_int_equal(answer.outputs.tensor[output]->dims[0], 0);
  uo_arena_release(&arena);
  uo_subject_close(subject);
}

/* Rooms grow for a large case, also in the middle of a batch, and shrink again. */
static void test_large(void **state) {
  (void)state;
  enum { LARGE = 3000000 };
  int64_t *large = calloc(LARGE, sizeof *large);
  assert_non_null(large);
  large[LARGE - 1] = 9;
  const int64_t dims[1] = {LARGE};
  uo_subject *subject = open_behaving();
  for (int round = 0; round < 2; round++) {
    three t = {0};
    three_prepare(&t, 1, UO_WANT_ALL);
    t.cases[1].x = (uo_tensor){UO_TYPE_INT64, 1, dims, large};
    assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
    assert_y_is(&t.answers[0], 1, 2);
    assert_y_is(&t.answers[1], 0, 9);
    assert_y_is(&t.answers[2], 3, 4);
    assert_int_equal(t.answers[1].outputs.tensor[UO_INVERSE_INDICES]->dims[0], LARGE);
    (void)three_ask(&t, subject, 1, UO_WANT_Y);
    uo_arena_release(&t.arena);
  }
  free(large);
  uo_subject_close(subject);
}

/* Rank 64 is as good as rank 1. */
static void test_highest_rank(void **state) {
  (void)state;
  int64_t dims[UO_MAX_RANK];
  for (int d = 0; d < UO_MAX_RANK; d++) dims[d] = 1;
  const int64_t data[1] = {5};
  uo_case question = {.id = "r", .x = {UO_TYPE_INT64, UO_MAX_RANK, dims, data}, .wanted = UO_WANT_ALL};
  uo_subject *subject = open_behaving();
  uo_arena arena = {0};
  uo_answer answer;
  assert_int_equal(uo_subject_ask(subject, &question, 1, &arena, &answer, NULL), UO_ERROR_NONE);
  assert_answer(&answer, UO_ANSWER_OUTPUTS, "");
  assert_int_equal(*(const int64_t *)answer.outputs.tensor[UO_Y]->data, 5);
  uo_arena_release(&arena);
  uo_subject_close(subject);
}

static void test_statuses(void **state) {
  (void)state;
  check_fault(REJECT, UO_WANT_Y, UO_ANSWER_REJECTED, "");
  check_fault(NOT_OFFER, UO_WANT_Y, UO_ANSWER_UNSUPPORTED, "");
  check_fault(FAIL, UO_WANT_Y, UO_ANSWER_FAILED, "");
  check_fault(RETURN_FOUR, UO_WANT_Y, UO_ANSWER_BROKEN, "returned 4, which is no uo_status");
}

/* ---- Deaths, hangs, memory ------------------------------------------------------------------------------------- */

static void test_crashes(void **state) {
  (void)state;
  check_fault(CRASH_FAULT, UO_WANT_Y, UO_ANSWER_CRASHED, "signal 11 (Segmentation fault)");
  check_fault(CRASH_ABORT, UO_WANT_Y, UO_ANSWER_CRASHED, "signal 6 (Aborted)");
  check_fault(CRASH_STACK, UO_WANT_Y, UO_ANSWER_CRASHED, "signal 11 (Segmentation fault)");
  check_fault(CRASH_KILL, UO_WANT_Y, UO_ANSWER_CRASHED, "signal 9 (Killed)");
  check_fault(CRASH_THREAD, UO_WANT_Y, UO_ANSWER_CRASHED, "signal 6 (Aborted)");
  check_fault(CRASH_BUS, UO_WANT_Y, UO_ANSWER_CRASHED, "Bus error");
  check_fault(CRASH_EXIT, UO_WANT_Y, UO_ANSWER_CRASHED, "exited with status 3");
}

/* Three deaths in one batch, and the last case of it. */
static void test_crashes_in_a_row(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  three_prepare(&t, CRASH_ABORT, UO_WANT_Y);
  t.data[0][0] = CRASH_EXIT;
  t.data[2][0] = CRASH_FAULT;
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[0], UO_ANSWER_CRASHED, "exited with status 3");
  assert_answer(&t.answers[1], UO_ANSWER_CRASHED, "signal 6");
  assert_answer(&t.answers[2], UO_ANSWER_CRASHED, "signal 11");
  (void)three_ask(&t, subject, 1, UO_WANT_Y);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* One that dies while it has nothing to do is noticed at the next case, and replaced. */
static void test_death_between_batches(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  const uo_answer *answer = three_ask(&t, subject, TELL_PROCESS, UO_WANT_Y);
  pid_t child = (pid_t) * (const int64_t *)answer->outputs.tensor[UO_Y]->data;
  siginfo_t ended;
  assert_int_equal(kill(child, SIGKILL), 0);
  assert_int_equal(waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT), 0);
  three_prepare(&t, 1, UO_WANT_Y);
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[0], UO_ANSWER_CRASHED, "signal 9");
  assert_y_is(&t.answers[1], 1, 2);
  assert_y_is(&t.answers[2], 3, 4);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* A death after the last answer of a batch, before the child could say that it is done. */
static void test_death_after_the_last_answer(void **state) {
  (void)state;
  static const int64_t faults[] = {SCRIBBLE_ANSWERED, HANG_UP};
  for (int i = 0; i < 2; i++) {
    uo_subject *subject = open_behaving();
    three t = {0};
    three_prepare(&t, faults[i], UO_WANT_Y);
    assert_int_equal(uo_subject_ask(subject, t.cases, 2, &t.arena, t.answers, NULL), UO_ERROR_NONE);
    assert_y_is(&t.answers[0], 1, 2);
    assert_answer(&t.answers[1], UO_ANSWER_CRASHED, i == 0 ? "signal 9" : "exited with status 0");
    (void)three_ask(&t, subject, 1, UO_WANT_Y);
    uo_arena_release(&t.arena);
    uo_subject_close(subject);
  }
}

/* The child's bell says nothing by itself: a plug-in may find it and ring, too. */
static void test_false_bell(void **state) {
  (void)state;
  check_fault(RING, UO_WANT_Y, UO_ANSWER_OUTPUTS, "");
  uo_subject *subject;
  assert_int_equal(uo_subject_open_plugin(PLUGINS "loading_rings.so", &patient, &subject, NULL), UO_ERROR_NONE);
  assert_string_equal(subject->info.name, "rings");
  uo_subject_close(subject);
}

static void test_hangs(void **state) {
  (void)state;
  check_fault(HANG, UO_WANT_Y, UO_ANSWER_HUNG, "no answer within 1 s");
  check_fault(HANG_WITH_CHILD, UO_WANT_Y, UO_ANSWER_HUNG, "no answer within 1 s");
}

/* The limit is for one case: eight slow ones take longer than it together. */
static void test_limit_is_for_one_case(void **state) {
  (void)state;
  enum { SLOW_CASES = 8 };
  three t[SLOW_CASES] = {0};
  uo_case cases[SLOW_CASES];
  uo_answer answers[SLOW_CASES];
  for (int i = 0; i < SLOW_CASES; i++) {
    three_prepare(&t[i], SLOW, UO_WANT_Y);
    cases[i] = t[i].cases[1];
  }
  const uo_limits limits = {.seconds = 1.5, .memory_mib = 200};
  uo_subject *subject = open_behaving_within(&limits);
  uo_arena arena = {0};
  assert_int_equal(uo_subject_ask(subject, cases, SLOW_CASES, &arena, answers, NULL), UO_ERROR_NONE);
  for (int i = 0; i < SLOW_CASES; i++) assert_answer(&answers[i], UO_ANSWER_OUTPUTS, "");
  uo_arena_release(&arena);
  uo_subject_close(subject);
}

/* What is too slow for a small case may be in time for a large one. */
static void test_large_cases_have_more_time(void **state) {
  (void)state;
  const uo_limits limits = {.seconds = 0.1, .memory_mib = 2000};
  const int64_t dims[1] = {INT64_C(30) * UO_ELEMENTS_IN_TIME};
  int64_t *large = calloc((size_t)dims[0], sizeof *large);
  assert_non_null(large);
  large[0] = SLOW;
  uo_subject *subject = open_behaving_within(&limits);
  three t = {0};
  three_prepare(&t, SLOW, UO_WANT_Y);
  t.cases[2].x = (uo_tensor){UO_TYPE_INT64, 1, dims, large};
  assert_true(fabs(uo_case_seconds(&limits, &t.cases[2]) - 3) < 1e-9);
  assert_true(fabs(uo_case_seconds(&limits, &t.cases[1]) - 0.1) < 1e-9);
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[1], UO_ANSWER_HUNG, "no answer within 0.1 s");
  assert_answer(&t.answers[2], UO_ANSWER_OUTPUTS, "");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
  free(large);
}

static void test_memory(void **state) {
  (void)state;
  check_fault(HOG, UO_WANT_Y, UO_ANSWER_OUT_OF_MEMORY, "more than 200 MiB");
}

/* Growth is seen even when every answer is quicker than the harness's own ticks. */
static void test_memory_between_quick_answers(void **state) {
  (void)state;
  uo_subject *subject = open_behaving_within(&small);
  three t = {0};
  three_prepare(&t, HOARD, UO_WANT_Y);
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

/* ---- Clobbering ------------------------------------------------------------------------------------------------ */

static void test_outputs_are_fenced(void **state) {
  (void)state;
#if defined(__x86_64__) || defined(__i386__)
  check_fault(PAST_Y, UO_WANT_Y, UO_ANSWER_CLOBBERED, "wrote past the end of Y (byte 1 beyond its 2 elements)");
  check_fault(READ_PAST_Y, UO_WANT_Y, UO_ANSWER_CLOBBERED, "read past the end of Y (byte 1 beyond its 2 elements)");
#else
  check_fault(PAST_Y, UO_WANT_Y, UO_ANSWER_CLOBBERED, "past the end of Y (byte 1 beyond its 2 elements)");
  check_fault(READ_PAST_Y, UO_WANT_Y, UO_ANSWER_CLOBBERED, "past the end of Y (byte 1 beyond its 2 elements)");
#endif
  check_fault(BEFORE_Y, UO_WANT_Y, UO_ANSWER_CLOBBERED, "wrote 8 bytes before Y");
  check_fault(FAR_BEFORE_Y, UO_WANT_Y, UO_ANSWER_CLOBBERED, "wrote 100 bytes before Y");
  check_fault(GUARD_BEFORE_Y, UO_WANT_Y, UO_ANSWER_CLOBBERED, "before the start of Y, far outside");
  check_fault(STRING_TOKEN, UO_WANT_Y, UO_ANSWER_CLOBBERED, "used the token of a string Y as memory");
}

static void test_input_is_fenced(void **state) {
  (void)state;
  check_fault(READ_PAST_X, UO_WANT_Y, UO_ANSWER_CLOBBERED, "past the end of its input (byte 1 behind the data of X)");
  check_fault(READ_PAST_DIMS, UO_WANT_Y, UO_ANSWER_CLOBBERED,
              "past the end of its input (byte 1 behind the dims of X)");
  check_fault(READ_BEFORE_X, UO_WANT_Y, UO_ANSWER_CLOBBERED, "before its input");
  check_fault(CHANGE_X, UO_WANT_Y, UO_ANSWER_CLOBBERED, "changed its input (data of X)");
  check_fault(CHANGE_DIMS, UO_WANT_Y, UO_ANSWER_CLOBBERED, "changed its input (X, its dims or the attributes)");
}

/* What it was given for one case is not its own in the next. */
static void test_stale_output(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  three_prepare(&t, STALE_Y, UO_WANT_Y);
  t.data[0][0] = STALE_Y;
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_answer(&t.answers[0], UO_ANSWER_OUTPUTS, "");
  assert_answer(&t.answers[1], UO_ANSWER_CLOBBERED, "past the end of Y of an earlier call");
  assert_y_is(&t.answers[2], 3, 4);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* What the child says is not trusted. */
static void test_scribbling(void **state) {
  (void)state;
  check_fault(SCRIBBLE_KIND, UO_WANT_Y, UO_ANSWER_CLOBBERED, "overwrote the harness's own memory");
  check_fault(SCRIBBLE_RANK, UO_WANT_Y, UO_ANSWER_CLOBBERED, "overwrote the harness's own memory");
}

/* OUT-04 */
static void test_unwanted_output(void **state) {
  (void)state;
  check_fault(GIVE_UNWANTED, UO_WANT_Y, UO_ANSWER_CLOBBERED, "gave indices, which was not asked for");
}

/* What it was refused and writes to all the same is the reason, not the crash that follows. */
static void test_unwanted_output_written(void **state) {
  (void)state;
  check_fault(WRITE_UNWANTED, UO_WANT_Y, UO_ANSWER_CLOBBERED, "gave indices, which was not asked for");
}

/* ---- The rules of the sink ------------------------------------------------------------------------------------- */

static void test_sink_rules(void **state) {
  (void)state;
  check_fault(GIVE_TWICE, UO_WANT_Y, UO_ANSWER_BROKEN, "called twice for Y");
  check_fault(GIVE_UNKNOWN, UO_WANT_Y, UO_ANSWER_BROKEN, "there is no output 4");
  check_fault(GIVE_NEGATIVE, UO_WANT_Y, UO_ANSWER_BROKEN, "allocate: Y: ");
  check_fault(GIVE_HUGE, UO_WANT_Y, UO_ANSWER_BROKEN, "asked for room of 1099511627776 elements for Y");
  check_fault(GIVE_RANK, UO_WANT_Y, UO_ANSWER_BROKEN, "rank 65");
  check_fault(GIVE_NEGATIVE_RANK, UO_WANT_Y, UO_ANSWER_BROKEN, "rank -1");
  check_fault(GIVE_TYPE, UO_WANT_Y, UO_ANSWER_BROKEN, "dtype 16");
  check_fault(GIVE_NO_DIMS, UO_WANT_Y, UO_ANSWER_BROKEN, "rank 1 but without dims");
  check_fault(STRING_NO_DATA, UO_WANT_Y, UO_ANSWER_BROKEN, "element 0 has 1 bytes but no data");
  check_fault(STRING_MANY, UO_WANT_Y, UO_ANSWER_BROKEN, "far more bytes than those of X");
  check_fault(STRING_EARLY, UO_WANT_Y, UO_ANSWER_BROKEN, "before a string Y was allocated");
  check_fault(STRING_OUTSIDE, UO_WANT_Y, UO_ANSWER_BROKEN, "element 3 of a Y that has 3");
}

/* What a checker can judge stays an answer: nothing given, a wrong type, elements that were never set. */
static void test_wrong_answers_stay_answers(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  const uo_answer *answer = three_ask(&t, subject, GIVE_NOTHING, UO_WANT_Y);
  assert_answer(answer, UO_ANSWER_OUTPUTS, "");
  assert_null(answer->outputs.tensor[UO_Y]);

  (void)three_ask(&t, subject, INT64_MAX, UO_WANT_Y); /* what stood there before must not shine through */
  answer = three_ask(&t, subject, GIVE_WRONG_TYPE, UO_WANT_Y);
  assert_answer(answer, UO_ANSWER_OUTPUTS, "");
  assert_int_equal(answer->outputs.tensor[UO_Y]->dtype, UO_TYPE_FLOAT);
  const float zeroes[3] = {0};
  assert_memory_equal(answer->outputs.tensor[UO_Y]->data, zeroes, sizeof zeroes);

  answer = three_ask(&t, subject, STRING_UNSET, UO_WANT_Y);
  assert_answer(answer, UO_ANSWER_OUTPUTS, "");
  const uo_bytes *y = answer->outputs.tensor[UO_Y]->data;
  assert_int_equal(y[0].size, 0);
  assert_int_equal(y[1].size, 3);
  assert_memory_equal(y[1].data, "a\0b", 3);
  assert_int_equal(y[2].size, 0);
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* ---- Leaks ----------------------------------------------------------------------------------------------------- */

static void test_leaks(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  const uo_answer *answer = three_ask(&t, subject, LEAK, UO_WANT_Y);
  assert_answer(answer, UO_ANSWER_LEAKED, "heap grows by about 1");
  /* The outputs of the first call are kept. */
  assert_int_equal(answer->outputs.tensor[UO_Y]->dims[0], 3);
  assert_int_equal(*(const int64_t *)answer->outputs.tensor[UO_Y]->data, LEAK);

  assert_answer(three_ask(&t, subject, CACHE, UO_WANT_Y), UO_ANSWER_OUTPUTS, "");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* What was broken or overwritten counts for more than that it also leaks, and is not asked again. */
static void test_leaks_of_broken_answers(void **state) {
  (void)state;
  check_fault(LEAK_AND_BREAK, UO_WANT_Y, UO_ANSWER_BROKEN, "returned 4");
  check_fault(LEAK_AND_CLOBBER, UO_WANT_Y, UO_ANSWER_CLOBBERED, "wrote 8 bytes before Y");
}

static void test_death_when_asked_again(void **state) {
  (void)state;
  check_fault(CRASH_AGAIN, UO_WANT_Y, UO_ANSWER_CRASHED, "signal 6 (Aborted) when the same case was asked again");
}

/* Looking for leaks must not cost a slow case its time limit. */
static void test_leak_check_keeps_the_time_limit(void **state) {
  (void)state;
  const uo_limits limits = {.seconds = 1.2, .memory_mib = 2000};
  uo_subject *subject = open_behaving_within(&limits);
  three t = {0};
  assert_answer(three_ask(&t, subject, SLOW_CACHE, UO_WANT_Y), UO_ANSWER_OUTPUTS, "");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* A case that does not touch the heap is asked once. */
static void test_asked_once(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  for (int64_t calls = 2; calls < 100; calls += 3) {
    const uo_answer *answer = three_ask(&t, subject, TELL_CALLS, UO_WANT_Y);
    assert_int_equal(*(const int64_t *)answer->outputs.tensor[UO_Y]->data, calls);
  }
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* ---- Loading --------------------------------------------------------------------------------------------------- */

static void check_refused(const char *file, const char *part_of_message) {
  uo_subject *subject;
  uo_error error;
  assert_int_equal(uo_subject_open_plugin(file, &hasty, &subject, &error), UO_ERROR_INPUT);
  if (strstr(error.message, file) == NULL) fail_msg("have \"%s\", which does not name %s", error.message, file);
  if (strstr(error.message, part_of_message) == NULL)
    fail_msg("have \"%s\", want \"%s\" in it", error.message, part_of_message);
}

static void test_refused_at_loading(void **state) {
  (void)state;
  check_refused(PLUGINS "nowhere.so", "No such file");
  check_refused(UO_SOURCE_DIR "/CMakeLists.txt", "does not load");
  check_refused(PLUGINS "loading_no_entry.so", "has no symbol uo_plugin_entry");
  check_refused(PLUGINS "loading_wrong_abi.so", "has ABI number 2, this gate speaks 1");
  check_refused(PLUGINS "loading_no_function.so", "has no function");
  check_refused(PLUGINS "loading_null_entry.so", "gives NULL");
  check_refused(PLUGINS "loading_crash.so", "died in uo_plugin_entry: signal 6");
  check_refused(PLUGINS "loading_dies.so", "died while it was loaded: signal 6");
  check_refused(PLUGINS "loading_exit.so", "died in uo_plugin_entry: exited with status 0");
  check_refused(PLUGINS "loading_hostile_name.so", "died in uo_plugin_entry: signal 11");
}

/* A sanitizer's runtime that is missing is told by the loader, or by what is in the library that died. */
static void test_sanitizer_advice(void **state) {
  (void)state;
  static const char *const rows[][2] = {
      {"x.so: undefined symbol: __asan_option_detect_stack_use_after_return", "AddressSanitizer, whose runtime"},
      {"libtsan.so.2: cannot allocate memory in static TLS block", "ThreadSanitizer, whose runtime"},
      {"undefined symbol: __ubsan_handle_add_overflow", "UndefinedBehaviorSanitizer, whose runtime"},
      {"undefined symbol: __msan_init", "needs a whole program"},
      {"invalid ELF header", "cc -shared -fPIC"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_non_null(strstr(uo_load_advice(rows[i][0]), rows[i][1]));
  }
  char path[] = "/tmp/test-sanitizer-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, "\0__asan\0\0__asan_init", 21), 21);
  (void)unsetenv("LD_PRELOAD");
  assert_non_null(strstr(uo_death_advice(path), "AddressSanitizer"));
  assert_int_equal(setenv("LD_PRELOAD", "", 1), 0);
  assert_null(strstr(uo_death_advice(path), "AddressSanitizer"));
  (void)unsetenv("LD_PRELOAD");
  assert_int_equal(ftruncate(file, 20), 0); /* the word is not whole */
  assert_null(strstr(uo_death_advice(path), "AddressSanitizer"));
  (void)close(file);
  (void)unlink(path);
  assert_null(strstr(uo_death_advice(path), "AddressSanitizer"));
}

static void test_hang_at_loading(void **state) {
  (void)state;
  check_refused(PLUGINS "loading_hang.so", "did not return within 10 s in uo_plugin_entry");
}

static void test_long_name(void **state) {
  (void)state;
  uo_subject *subject;
  assert_int_equal(uo_subject_open_plugin(PLUGINS "loading_long_name.so", &patient, &subject, NULL), UO_ERROR_NONE);
  assert_string_equal(subject->info.name, "012345678901234567890123456789012345678901234567890123456789012");
  assert_string_equal(subject->info.version, "?");
  uo_subject_close(subject);
}

/* A case that no memory could hold is refused before anything is copied. */
static void test_too_large(void **state) {
  (void)state;
  uo_subject *subject = open_behaving();
  three t = {0};
  uo_error error;
  three_prepare(&t, 1, UO_WANT_Y);
  t.dims[1][0] = INT64_MAX;
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, &error), UO_ERROR_MEMORY);
  assert_string_equal(error.message, "case fault is too large for the sandbox");
  t.dims[1][0] = INT64_C(1) << 55; /* can be counted, but not had */
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, &error), UO_ERROR_MEMORY);
  assert_non_null(strstr(error.message, sizeof(void *) > 4 ? "which the system refuses" : "is too large"));
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

static void test_no_names(void **state) {
  (void)state;
  uo_subject *subject;
  assert_int_equal(uo_subject_open_plugin(PLUGINS "loading_no_names.so", &patient, &subject, NULL), UO_ERROR_NONE);
  assert_string_equal(subject->info.name, PLUGINS "loading_no_names.so");
  assert_string_equal(subject->info.version, "");
  uo_subject_close(subject);
}

/* A name without a slash is a file here, not one that the system's loader searches for. */
static void test_path_without_slash(void **state) {
  (void)state;
  char here[4096];
  assert_non_null(getcwd(here, sizeof here));
  assert_int_equal(chdir(PLUGINS), 0);
  uo_subject *subject;
  uo_error_code code = uo_subject_open_plugin("behaving.so", &patient, &subject, NULL);
  assert_int_equal(chdir(here), 0);
  assert_int_equal(code, UO_ERROR_NONE);
  uo_subject_close(subject);
}

/* It works, is replaced by a file that does not load, and dies: no endless loop, every case has an answer. */
static void test_cannot_be_loaded_again(void **state) {
  (void)state;
  char link_path[] = PLUGINS "replaced.XXXXXX";
  int file = mkstemp(link_path);
  assert_true(file >= 0);
  assert_int_equal(close(file), 0);
  assert_int_equal(unlink(link_path), 0);
  assert_int_equal(symlink(PLUGINS "behaving.so", link_path), 0);
  uo_subject *subject;
  assert_int_equal(uo_subject_open_plugin(link_path, &patient, &subject, NULL), UO_ERROR_NONE);
  assert_int_equal(unlink(link_path), 0);
  three t = {0};
  three_prepare(&t, CRASH_ABORT, UO_WANT_Y);
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_y_is(&t.answers[0], 1, 2);
  assert_answer(&t.answers[1], UO_ANSWER_CRASHED, "signal 6");
  assert_answer(&t.answers[2], UO_ANSWER_CRASHED, "does not load");
  assert_int_equal(symlink(PLUGINS "behaving.so", link_path), 0); /* now it could be, but it has been given up */
  assert_int_equal(uo_subject_ask(subject, t.cases, 3, &t.arena, t.answers, NULL), UO_ERROR_NONE);
  assert_int_equal(unlink(link_path), 0);
  assert_answer(&t.answers[0], UO_ANSWER_CRASHED, "does not load");
  uo_arena_release(&t.arena);
  uo_subject_close(subject);
}

/* ---- The gate's own process ------------------------------------------------------------------------------------- */

static void test_output_does_not_mix(void **state) {
  (void)state;
  char path[] = UO_BINARY_DIR "/stdout.XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  (void)fflush(stdout);
  int own = dup(STDOUT_FILENO);
  assert_true(dup2(file, STDOUT_FILENO) >= 0);
  check_fault(PRINT, UO_WANT_Y, UO_ANSWER_OUTPUTS, "");
  (void)fflush(stdout);
  off_t size = lseek(file, 0, SEEK_END);
  assert_true(dup2(own, STDOUT_FILENO) >= 0);
  assert_int_equal(close(own), 0);
  assert_int_equal(close(file), 0);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(size, 0);
}

/* What the subject has started is killed with it. */
static void test_no_orphan_lives(void **state) {
  (void)state;
  adopt_orphans();
  check_fault(HANG_WITH_CHILD, UO_WANT_Y, UO_ANSWER_HUNG, "");
  assert_no_orphan_lives();
}

static void test_nothing_is_left(void **state) {
  (void)state;
  int before = count_descriptors();
  check_fault(CRASH_ABORT, UO_WANT_Y, UO_ANSWER_CRASHED, "");
  check_fault(HANG, UO_WANT_Y, UO_ANSWER_HUNG, "");
  check_refused(PLUGINS "loading_crash.so", "died");
  assert_int_equal(count_descriptors(), before);
  assert_no_child();
}

/* Ten thousand cases in full batches; their speed is printed, since machines differ too much to demand one. */
static void test_many_cases(void **state) {
  (void)state;
  enum { BATCHES = 160 };
  three t[UO_BATCH_MAX] = {0};
  uo_case cases[UO_BATCH_MAX];
  uo_answer answers[UO_BATCH_MAX];
  for (int i = 0; i < UO_BATCH_MAX; i++) {
    three_prepare(&t[i], i, UO_WANT_ALL);
    cases[i] = t[i].cases[1];
  }
  uo_subject *subject = open_behaving();
  uo_arena arena = {0};
  struct timespec start;
  struct timespec end;
  (void)clock_gettime(CLOCK_MONOTONIC, &start);
  for (int batch = 0; batch < BATCHES; batch++) {
    uo_arena_reset(&arena);
    assert_int_equal(uo_subject_ask(subject, cases, UO_BATCH_MAX, &arena, answers, NULL), UO_ERROR_NONE);
    for (int i = 0; i < UO_BATCH_MAX; i++) {
      assert_int_equal(answers[i].kind, UO_ANSWER_OUTPUTS);
      assert_int_equal(*(const int64_t *)answers[i].outputs.tensor[UO_Y]->data, i);
    }
  }
  (void)clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
  print_message("%.0f cases a second\n", BATCHES * UO_BATCH_MAX / seconds);
  uo_arena_release(&arena);
  uo_subject_close(subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_all_outputs),
      cmocka_unit_test(test_strings),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_highest_rank),
      cmocka_unit_test(test_statuses),
      cmocka_unit_test(test_crashes),
      cmocka_unit_test(test_crashes_in_a_row),
      cmocka_unit_test(test_death_between_batches),
      cmocka_unit_test(test_death_after_the_last_answer),
      cmocka_unit_test(test_false_bell),
      cmocka_unit_test(test_hangs),
      cmocka_unit_test(test_limit_is_for_one_case),
      cmocka_unit_test(test_large_cases_have_more_time),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_outputs_are_fenced),
      cmocka_unit_test(test_input_is_fenced),
      cmocka_unit_test(test_unwanted_output),
      cmocka_unit_test(test_unwanted_output_written),
      cmocka_unit_test(test_memory_between_quick_answers),
      cmocka_unit_test(test_leak_check_keeps_the_time_limit),
      cmocka_unit_test(test_sink_rules),
      cmocka_unit_test(test_wrong_answers_stay_answers),
      cmocka_unit_test(test_leaks),
      cmocka_unit_test(test_leaks_of_broken_answers),
      cmocka_unit_test(test_death_when_asked_again),
      cmocka_unit_test(test_stale_output),
      cmocka_unit_test(test_scribbling),
      cmocka_unit_test(test_asked_once),
      cmocka_unit_test(test_refused_at_loading),
      cmocka_unit_test(test_sanitizer_advice),
      cmocka_unit_test(test_hang_at_loading),
      cmocka_unit_test(test_no_names),
      cmocka_unit_test(test_long_name),
      cmocka_unit_test(test_too_large),
      cmocka_unit_test(test_path_without_slash),
      cmocka_unit_test(test_cannot_be_loaded_again),
      cmocka_unit_test(test_output_does_not_mix),
      cmocka_unit_test(test_nothing_is_left),
      cmocka_unit_test(test_no_orphan_lives),
      cmocka_unit_test(test_many_cases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
