/* unique-oracle answer: the reference as a filter, and as a subject of the line protocol. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "cli/line_reader.h"
#include "files/json_text.h"
#include "gate/option.h"
#include "subjects/subject.h"
#include "tensor/guard.h"

#define PROTOCOL 1

typedef struct answer_options {
  uo_policy policy;
} answer_options;

static uo_error_code set_policy(void *context, const char *value, uo_error *error) {
  answer_options *options = context;
  bool spec = false;
  UO_TRY(uo_read_policy("--policy", value, &spec, &options->policy, error));
  UO_REQUIRE(!spec, error, UO_ERROR_ARGUMENT,
             "--policy spec: an answer follows one policy: onnx, numpy, array-api, ieee, or one of these with changed "
             "choices");
  return UO_ERROR_NONE;
}

static const uo_option option_table[] = {
    {"policy", "P", "the policy that the answers follow (default onnx)", set_policy},
    {0},
};

static uo_error_code reply_started(const uo_subject *subject, uo_arena *arena, uo_error *error) {
  uo_started started = {.protocol = PROTOCOL,
                        .name = subject->info.name,
                        .version = subject->info.version,
                        .dtypes = subject->info.dtypes};
  const char *line;
  size_t size;
  UO_TRY(uo_json_started(&started, arena, &line, &size, error));
  return uo_write_line(line, size, error);
}

static uo_error_code reply_answer(uo_subject *subject, const uo_case *question, uo_arena *arena, uo_error *error) {
  uo_answer answer;
  const char *line;
  size_t size;
  UO_TRY(uo_subject_ask(subject, question, 1, arena, &answer, error));
  UO_TRY(uo_json_answer(question->id, &answer, arena, &line, &size, error));
  return uo_write_line(line, size, error);
}

/* Answers one message; *stop when it is the last. */
static uo_error_code reply(uo_subject *subject, const char *line, size_t size, unsigned long number, uo_arena *arena,
                           bool *stop, uo_error *error) {
  char where[64];
  uo_message message;
  snprintf(where, sizeof where, "standard input:%lu", number);
  UO_TRY(uo_json_read_message(line, size, where, arena, &message, error));
  switch (message.kind) {
    case UO_MESSAGE_START:
      return reply_started(subject, arena, error);
    case UO_MESSAGE_STOP:
      *stop = true;
      return UO_ERROR_NONE;
    case UO_MESSAGE_RUN:
    case UO_MESSAGE_CASE:
    default:
      return reply_answer(subject, &message.question, arena, error);
  }
}

static bool is_blank(const char *line, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') return false;
  }
  return true;
}

/* Whoever asks may wait for the answers so far before it sends more: they go out before this side waits. */
static uo_error_code flush_before_waiting(const uo_line_reader *reader, uo_error *error) {
  return uo_line_ready(reader) ? UO_ERROR_NONE : uo_flush_output(error);
}

static uo_error_code answer_lines(uo_subject *subject, uo_line_reader *reader, uo_arena *arena, uo_error *error) {
  bool stop = false;
  for (unsigned long number = 1; !stop; number++) {
    const char *line = NULL;
    size_t size = 0;
    UO_TRY(flush_before_waiting(reader, error));
    UO_TRY(uo_line_next(reader, &line, &size, error));
    if (line == NULL) return UO_ERROR_NONE;
    if (is_blank(line, size)) continue;
    uo_arena_reset(arena);
    UO_TRY(reply(subject, line, size, number, arena, &stop, error));
  }
  return UO_ERROR_NONE;
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  answer_options options = {.policy = UO_POLICY_ONNX};
  uo_parsed parsed = uo_parse(self, argc, argv, &options, NULL);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, not a death */
  uo_subject *subject = NULL;
  uo_error error = {0};
  uo_arena arena = {0};
  uo_line_reader reader = {.descriptor = STDIN_FILENO};
  uo_error_code code = uo_subject_open_builtin(options.policy, &subject, &error);
  if (code == UO_ERROR_NONE) code = answer_lines(subject, &reader, &arena, &error);
  uo_subject_close(subject);
  uo_line_release(&reader);
  uo_arena_release(&arena);
  if (code == UO_ERROR_NONE) return uo_finish_output(self, 0);
  (void)fflush(stdout); /* the answers so far are right */
  return uo_complain(self, error.message);
}

const uo_subcommand uo_answer_subcommand = {
    .name = "answer",
    .usage = "[--policy P]  < CASES  > ANSWERS",
    .summary = "answer cases (JSON lines) from standard input with the reference",
    .details =
        "It also speaks the line protocol, so that the reference can be a subject:\n"
        "  unique-oracle gate --command 'unique-oracle answer'\n",
    .options = option_table,
    .run = run,
};
