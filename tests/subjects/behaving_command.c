/*
 * A program that speaks the line protocol, for testing command subjects. It answers rightly (with the reference) except
 * for what its first argument says, which it does at the case whose id is "fault", or at the start.
 */
#include "files/json_text.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *behaviour = "behave";

static bool does(const char *name) { return strcmp(behaviour, name) == 0; }

static void say(const char *line) {
  (void)puts(line);
  (void)fflush(stdout);
}

static void wait_seconds(double seconds) {
  struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  (void)nanosleep(&left, NULL);
}

_Noreturn static void stall(void) {
  for (;;) wait_seconds(1);
}

static const char *answer_line(const uo_case *question, uo_arena *arena, uo_outputs *outputs) {
  uo_error error;
  uo_answer answer = {.kind = UO_ANSWER_OUTPUTS, .message = ""};
  uo_error_code code =
      uo_unique(&question->x, &question->attributes, question->wanted, UO_POLICY_ONNX, NULL, outputs, &error);
  if (code != UO_ERROR_NONE) answer = (uo_answer){.kind = UO_ANSWER_REJECTED, .message = error.message};
  if (code == UO_ERROR_NONE) answer.outputs = *outputs;
  const char *line;
  if (uo_json_answer(question->id, &answer, arena, &line, NULL, &error) != UO_ERROR_NONE) abort();
  return line;
}

static void flood(FILE *stream, char byte, size_t size, bool line_end) {
  for (size_t i = 0; i < size; i++) (void)fputc(byte, stream);
  if (line_end) (void)fputc('\n', stream);
  (void)fflush(stream);
}

/* Takes 4 MiB for good, so that no compiler can leave it out. */
static void hoard(void) {
  static char *volatile kept;
  const size_t size = (size_t)4 << 20;
  kept = malloc(size);
  if (kept == NULL) abort();
  memset(kept, 1, size);
}

/* Returns whether the right answer is to follow. */
static bool misbehave(const char *right) {
  if (does("lie")) say("{\"id\": \"fault\", \"Y\": {\"dtype\": \"int64\", \"shape\": [1], \"data\": [7]}}");
  if (does("stall-with-child")) (void)!fork();
  if (does("stall") || does("stall-with-child")) stall();
  if (does("stall-mid-line")) {
    (void)fputs("{\"id\": \"fau", stdout);
    (void)fflush(stdout);
    stall();
  }
  if (does("truncate") || does("die-mid-reply") || does("kill-mid-reply")) {
    (void)printf("%.20s", right);
    (void)fflush(stdout);
    if (does("kill-mid-reply")) (void)raise(SIGKILL);
    exit(does("truncate") ? 0 : 5);
  }
  if (does("crash")) {
    (void)signal(SIGSEGV, SIG_DFL); /* a sanitizer may have its own idea */
    (void)raise(SIGSEGV);
  }
  if (does("exit")) exit(3);
  if (does("garbage")) say("Segmentation fault? no: \"garbage\"\t\xff");
  if (does("not-an-object")) say("[1, 2]");
  if (does("blank")) say("");
  if (does("wrong-id")) say("{\"id\": \"nobody\", \"rejected\": \"no\"}");
  if (does("no-id")) say("{\"rejected\": \"no\"}");
  if (does("missing-field")) say("{\"id\": \"fault\"}");
  if (does("missing-field-elsewhere")) say("{\"id\": \"after\"}");
  if (does("bad-tensor")) say("{\"id\": \"fault\", \"Y\": {\"dtype\": \"int64\", \"shape\": [2], \"data\": [1]}}");
  if (does("unwanted"))
    say("{\"id\": \"fault\", \"Y\": {\"dtype\": \"int64\", \"shape\": [1], \"data\": [1]}, \"indices\": {\"dtype\": "
        "\"int64\", \"shape\": [1], \"data\": [0]}}");
  if (does("reject")) say("{\"id\": \"fault\", \"rejected\": \"why not\"}");
  if (does("unsupport")) say("{\"id\": \"fault\", \"unsupported\": \"not yet\"}");
  if (does("fail")) say("{\"id\": \"fault\", \"failed\": \"no idea\"}");
  if (does("huge-line")) flood(stdout, 'x', (size_t)64 << 20, true);
  if (does("close")) {
    (void)close(STDOUT_FILENO);
    stall();
  }
  while (does("hog")) {
    hoard();
    wait_seconds(0.002);
  }
  if (does("slow")) wait_seconds(0.3);
  if (does("flood-stderr")) flood(stderr, 'e', (size_t)2 << 20, true);
  if (does("long-answer")) { /* a right one, more than 1 MiB long, since blanks mean nothing */
    (void)putchar('{');
    flood(stdout, ' ', (size_t)2 << 20, false);
    say(right + 1);
  }
  if (does("twice") || does("extra") || does("extra-late")) say(right);
  if (does("extra-late")) wait_seconds(0.2);
  if (does("extra") || does("extra-late")) say("one line more");
  return does("slow") || does("flood-stderr") || does("twice");
}

static void run(const uo_case *question, uo_arena *arena) {
  static char held[4096]; /* the answer that "out-of-order" keeps back */
  uo_outputs outputs;
  if (does("slow-all")) wait_seconds(0.3);
  if (does("hoard")) hoard();
  const char *right = answer_line(question, arena, &outputs);
  if (strcmp(question->id, "fault") != 0 && held[0] == '\0') {
    say(right);
  } else if (does("out-of-order") && held[0] == '\0') {
    (void)snprintf(held, sizeof held, "%s", right);
  } else if (does("out-of-order")) {
    say(right);
    say(held);
    held[0] = '\0';
  } else if (does("behave") || does("slow-all") || does("hoard") || misbehave(right)) {
    say(right);
  }
  uo_outputs_release(&outputs);
}

static void start(const char *marker) {
  if (does("no-start")) stall();
  if (does("exit-at-once")) exit(7);
  if (does("close-at-once")) {
    (void)close(STDOUT_FILENO);
    stall();
  }
  if (does("protocol-2")) say("{\"started\": true, \"protocol\": 2, \"name\": \"two\"}");
  if (does("long-start")) flood(stdout, 'x', (size_t)2 << 20, false);
  if (does("no-name")) say("{\"started\": true, \"protocol\": 1}");
  if (does("bad-start")) say("hello, gate");
  if (does("few-types")) say("{\"started\": true, \"protocol\": 1, \"name\": \"few\", \"dtypes\": [\"float\"]}");
  if (does("once")) { /* starts once: the second time the marker file is there */
    if (access(marker, F_OK) == 0) exit(9);
    FILE *made = fopen(marker, "w");
    if (made == NULL || fclose(made) != 0) abort();
  }
  say("{\"started\": true, \"protocol\": 1, \"name\": \"behaving\", \"version\": \"4\"}");
  if (does("exit-after-start")) exit(6);
}

int main(int argc, char **argv) {
  if (argc > 1) behaviour = argv[1];
  if (does("stubborn")) (void)signal(SIGTERM, SIG_IGN);
  uo_arena arena = {0};
  char *line = NULL;
  size_t capacity = 0;
  ssize_t size;
  while ((size = getline(&line, &capacity, stdin)) > 0) {
    uo_message message;
    uo_error error;
    if (uo_json_read_message(line, (size_t)size, "stdin", &arena, &message, &error) != UO_ERROR_NONE) {
      (void)fprintf(stderr, "%s\n", error.message);
      return 2;
    }
    if (message.kind == UO_MESSAGE_START) start(argc > 2 ? argv[2] : "");
    if (message.kind == UO_MESSAGE_RUN) {
      if (does("once") && strcmp(message.question.id, "fault") == 0) exit(8);
      run(&message.question, &arena);
    }
    if (message.kind == UO_MESSAGE_STOP && does("stubborn")) stall();
    if (message.kind == UO_MESSAGE_STOP) break;
    uo_arena_reset(&arena);
  }
  free(line);
  uo_arena_release(&arena);
  return 0;
}
