/*
 * A long-lived process that speaks the line protocol. A batch is sent in one go and answers are read as they come;
 * whatever is not the next answer is a finding about the case that was due. After most of them the process is replaced,
 * since the rest of its stream means nothing, and the cases behind the one to blame are asked again.
 */
#include "files/json_text.h"
#include "subjects/channel.h"
#include "subjects/kinds.h"
#include "subjects/process.h"
#include "subjects/words.h"
#include "tensor/guard.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

typedef struct command {
  uo_subject subject; /* first */
  uo_limits limits;
  uo_arena arena;   /* words, name and version */
  uo_arena scratch; /* what is being sent */
  char **words;
  char quoted[120]; /* the command line, for messages */
  uo_channel channel;
  uo_memory_watch memory;
  bool lost; /* it could not be started again; why: */
  uo_error lost_reason;
} command;

enum { TICK_MILLISECONDS = 10, STARTS = 3, PROTOCOL = 1 };

#define QUOTE_SIZE 120

/* How a process ended whose output has ended: true and a wait status, or false when it still runs. */
static bool take_death(command *self, int *status) {
  const double patience = 1;
  bool ended = uo_process_wait(self->channel.process, patience);
  *status = uo_channel_kill(&self->channel);
  return ended;
}

/* ---- Starting -------------------------------------------------------------------------------------------------- */

static uo_error_code explain_silence(command *self, uo_error *error) {
  int status;
  if (!self->channel.ended)
    return uo_fail(error, UO_ERROR_INPUT, "%s: no reply to \"start\" within %g s; it must answer each line at once",
                   self->quoted, uo_start_seconds(self->limits.seconds));
  if (!take_death(self, &status))
    return uo_fail(error, UO_ERROR_INPUT, "%s: closed its standard output before replying to \"start\"", self->quoted);
  char death[UO_DEATH_TEXT];
  uo_process_describe(status, death);
  return uo_fail(error, UO_ERROR_INPUT, "%s: %s before replying to \"start\"; run it by itself to see why",
                 self->quoted, death);
}

/* Sends "start" and waits for the line that answers it. */
static uo_error_code greet(command *self, const char **line, size_t *size, uo_error *error) {
  static const char start[] = "{\"cmd\": \"start\", \"protocol\": 1}\n";
  size_t sent = 0;
  double end = uo_seconds_now() + uo_start_seconds(self->limits.seconds);
  while (!uo_channel_line(&self->channel, line, size)) {
    size_t rest;
    (void)uo_channel_rest(&self->channel, &rest);
    const size_t most = (size_t)1 << 20;
    UO_REQUIRE(rest <= most, error, UO_ERROR_INPUT, "%s: its reply to \"start\" is longer than 1 MiB", self->quoted);
    UO_REQUIRE(!uo_is_interrupted(&self->limits), error, UO_ERROR_SYSTEM, "%s: interrupted", self->quoted);
    if (self->channel.ended || uo_seconds_now() > end) return explain_silence(self, error);
    size_t written;
    UO_TRY(uo_channel_step(&self->channel, start + sent, strlen(start + sent), TICK_MILLISECONDS, &written, error));
    sent += written;
  }
  return UO_ERROR_NONE;
}

static uo_error_code read_greeting(command *self, const char *line, size_t size, uo_arena *arena, uo_started *started,
                                   uo_error *error) {
  uo_error reason;
  char reply[QUOTE_SIZE];
  (void)uo_quote(line, size, reply, sizeof reply);
  uo_error_code code = uo_json_read_started(line, size, "reply", arena, started, &reason);
  UO_REQUIRE(code != UO_ERROR_MEMORY, error, code, "%s", reason.message);
  UO_REQUIRE(code == UO_ERROR_NONE, error, UO_ERROR_INPUT, "%s: bad reply to \"start\": %s: %.150s", self->quoted,
             reply, reason.message);
  UO_REQUIRE(started->protocol == PROTOCOL, error, UO_ERROR_INPUT, "%s: speaks protocol %lld, this gate speaks %d: %s",
             self->quoted, (long long)started->protocol, PROTOCOL, reply);
  return UO_ERROR_NONE;
}

static uo_error_code shake_hands(command *self, uo_arena *arena, uo_started *started, uo_error *error) {
  const char *line;
  size_t size;
  UO_TRY(greet(self, &line, &size, error));
  UO_TRY(read_greeting(self, line, size, arena, started, error));
  self->memory = uo_memory_watch_start(self->channel.process, self->limits.memory_mib);
  return UO_ERROR_NONE;
}

static uo_error_code start(command *self, uo_arena *arena, uo_started *started, uo_error *error) {
  uo_error reason;
  uo_error_code code = uo_channel_start(&self->channel, self->words, &reason);
  UO_REQUIRE(code == UO_ERROR_NONE, error, code, "%s: cannot be started: %s; give a program and its arguments",
             self->quoted, reason.message);
  code = shake_hands(self, arena, started, error);
  if (code != UO_ERROR_NONE) (void)uo_channel_kill(&self->channel);
  return code;
}

/* Starts it again where it worked before; not for ever. */
static uo_error_code restart(command *self, uo_error *error) {
  if (self->lost) return uo_fail(error, self->lost_reason.code, "%s", self->lost_reason.message);
  uo_error_code code = UO_ERROR_NONE;
  for (int i = 0; i < STARTS; i++) {
    uo_started started;
    code = start(self, &self->scratch, &started, error);
    if (code != UO_ERROR_INPUT) return code;
  }
  self->lost = true;
  self->lost_reason = *error;
  return code;
}

/* ---- A conversation: one batch --------------------------------------------------------------------------------- */

typedef struct conversation {
  command *self;
  const uo_case *cases;
  size_t count;
  size_t next; /* the case whose answer is due */
  uo_answer *answers;
  uo_arena *arena;
  char *text; /* every run line */
  size_t line_start[UO_BATCH_MAX + 1];
  size_t sent;  /* bytes of text */
  double since; /* when the case that is due became due */
} conversation;

static uo_error_code conclude(conversation *c, uo_answer_kind kind, const char *text, uo_error *error) {
  char *message = uo_arena_copy(c->arena, text, strlen(text));
  UO_REQUIRE_MEMORY(message, error);
  c->answers[c->next++] = (uo_answer){.kind = kind, .message = message};
  c->since = uo_seconds_now();
  return UO_ERROR_NONE;
}

/* The same, after which the process cannot be trusted. */
static uo_error_code give_up(conversation *c, uo_answer_kind kind, const char *text, uo_error *error) {
  (void)uo_channel_kill(&c->self->channel);
  return conclude(c, kind, text, error);
}

/* Why an answer with another id than the one due is wrong. */
static const char *explain_id(const conversation *c, const char *id) {
  for (size_t i = 0; i < c->count; i++) {
    if (strcmp(c->cases[i].id, id) != 0) continue;
    return i < c->next ? "answered twice" : "answered out of order";
  }
  return "answered an id that was not asked";
}

static uo_error_code take_wrong_line(conversation *c, const char *problem, const char *line, size_t size,
                                     uo_error *error) {
  char quoted[QUOTE_SIZE];
  char text[2 * QUOTE_SIZE];
  (void)snprintf(text, sizeof text, "%.80s: %s", problem, uo_quote(line, size, quoted, sizeof quoted));
  return give_up(c, UO_ANSWER_BROKEN, text, error);
}

/* An answer that cannot be read but says which case it is for is that case's own fault, and the stream goes on. */
static uo_error_code take_unreadable(conversation *c, const char *line, size_t size, const uo_error *reason,
                                     uo_error *error) {
  const char *id = uo_peek_id(line, size, c->arena);
  if (id == NULL) return take_wrong_line(c, "not an answer", line, size, error);
  if (strcmp(id, c->cases[c->next].id) != 0) return take_wrong_line(c, explain_id(c, id), line, size, error);
  char quoted[QUOTE_SIZE];
  char text[sizeof reason->message + QUOTE_SIZE];
  (void)snprintf(text, sizeof text, "%s: %s", reason->message, uo_quote(line, size, quoted, sizeof quoted));
  return conclude(c, UO_ANSWER_BROKEN, text, error);
}

static uo_error_code take_line(conversation *c, const char *line, size_t size, uo_error *error) {
  uo_answer answer;
  const char *id;
  uo_error reason;
  uo_error_code code = uo_json_read_answer(line, size, "answer", c->arena, &id, &answer, &reason);
  UO_REQUIRE(code != UO_ERROR_MEMORY, error, code, "%s", reason.message);
  if (code != UO_ERROR_NONE) return take_unreadable(c, line, size, &reason, error);
  if (strcmp(id, c->cases[c->next].id) != 0) return take_wrong_line(c, explain_id(c, id), line, size, error);
  c->answers[c->next++] = answer;
  c->since = uo_seconds_now();
  return UO_ERROR_NONE;
}

static uo_error_code take_lines(conversation *c, uo_error *error) {
  const char *line;
  size_t size;
  while (c->next < c->count && uo_channel_line(&c->self->channel, &line, &size))
    UO_TRY(take_line(c, line, size, error));
  return UO_ERROR_NONE;
}

/* ---- What can go wrong while waiting ---------------------------------------------------------------------------- */

static uo_error_code take_end(conversation *c, uo_error *error) {
  size_t size;
  const char *rest = uo_channel_rest(&c->self->channel, &size);
  char quoted[QUOTE_SIZE];
  (void)uo_quote(rest, size, quoted, sizeof quoted);
  int status;
  if (!take_death(c->self, &status)) return conclude(c, UO_ANSWER_BROKEN, "closed its standard output", error);

  char death[UO_DEATH_TEXT];
  uo_process_describe(status, death);
  if (size == 0) return conclude(c, UO_ANSWER_CRASHED, death, error);
  char text[UO_DEATH_TEXT + QUOTE_SIZE + 40];
  (void)snprintf(text, sizeof text, "%s in the middle of a line: %s", death, quoted);
  bool clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return conclude(c, clean ? UO_ANSWER_BROKEN : UO_ANSWER_CRASHED, text, error);
}

/* The process has ended, but somebody may hold its output open: reads what there is. */
static uo_error_code drain(conversation *c, uo_error *error) {
  uo_channel *channel = &c->self->channel;
  (void)kill(-channel->process, SIGKILL);
  size_t before;
  size_t after;
  do {
    (void)uo_channel_rest(channel, &before);
    size_t written;
    UO_TRY(uo_channel_step(channel, "", 0, 0, &written, error));
    (void)uo_channel_rest(channel, &after);
  } while (after != before);
  channel->ended = true;
  return take_lines(c, error);
}

/* Far more than a right answer to this case can take. */
static uint64_t longest_line(const conversation *c) {
  const uint64_t least = UINT64_C(1) << 24;
  uint64_t question = c->line_start[c->next + 1] - c->line_start[c->next];
  return question * 64 + least;
}

static uo_error_code take_too_much_memory(conversation *c, uo_error *error) {
  char text[80];
  (void)snprintf(text, sizeof text, "more than %zu MiB above its start", c->self->limits.memory_mib);
  return give_up(c, UO_ANSWER_OUT_OF_MEMORY, text, error);
}

static uo_error_code watch(conversation *c, uo_error *error) {
  command *self = c->self;
  double now = uo_seconds_now();
  size_t size;
  const char *rest = uo_channel_rest(&self->channel, &size);
  if (size > longest_line(c)) return take_wrong_line(c, "a line without end", rest, size, error);
  char text[120];
  double seconds = uo_case_seconds(&self->limits, &c->cases[c->next]);
  if (now - c->since > seconds) {
    (void)snprintf(text, sizeof text, "no answer within %g s; is each answer a whole line, and flushed?", seconds);
    return give_up(c, UO_ANSWER_HUNG, text, error);
  }
  return uo_memory_is_over(&self->memory, now) ? take_too_much_memory(c, error) : UO_ERROR_NONE;
}

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

static bool is_running(const conversation *c) { return c->self->channel.process != 0; }

/* Sends the cases from `next` on and takes answers until all are there or the process is given up. */
static uo_error_code converse(conversation *c, uo_error *error) {
  uo_channel *channel = &c->self->channel;
  size_t end = c->line_start[c->count];
  c->sent = c->line_start[c->next];
  c->since = uo_seconds_now();
  while (c->next < c->count && is_running(c)) {
    size_t written;
    UO_TRY(uo_channel_step(channel, c->text + c->sent, end - c->sent, TICK_MILLISECONDS, &written, error));
    c->sent += written;
    if (uo_is_interrupted(&c->self->limits)) {
      (void)uo_channel_kill(channel);
      return uo_fail(error, UO_ERROR_SYSTEM, "%s: interrupted", c->self->quoted);
    }
    UO_TRY(take_lines(c, error));
    if (is_running(c) && !channel->ended && c->next < c->count && uo_process_has_ended(channel->process))
      UO_TRY(drain(c, error));
    if (!is_running(c) || c->next == c->count) break;
    UO_TRY(channel->ended ? take_end(c, error) : watch(c, error));
  }
  return UO_ERROR_NONE;
}

/* A process that is quick to answer is looked at here, after the last of its answers. */
static uo_error_code look_at_memory(conversation *c, uo_error *error) {
  if (!is_running(c) || !uo_memory_is_over(&c->self->memory, uo_seconds_now())) return UO_ERROR_NONE;
  c->next = c->count - 1;
  return take_too_much_memory(c, error);
}

/* Lines that nobody asked for: `blamed` is the case at which they were seen. */
static uo_error_code look_for_strays(conversation *c, size_t blamed, uo_error *error) {
  if (!is_running(c)) return UO_ERROR_NONE;
  size_t written;
  UO_TRY(uo_channel_step(&c->self->channel, "", 0, 0, &written, error));
  size_t size;
  const char *rest = uo_channel_rest(&c->self->channel, &size);
  if (size == 0) return UO_ERROR_NONE;
  c->next = blamed;
  return take_wrong_line(c, "wrote more than its answers", rest, size, error);
}

/* Every run line of the batch, one behind the other. */
static uo_error_code write_lines(conversation *c, uo_error *error) {
  const char *lines[UO_BATCH_MAX];
  size_t total = 0;
  for (size_t i = 0; i < c->count; i++) {
    size_t size;
    UO_TRY(uo_json_run(&c->cases[i], &c->self->scratch, &lines[i], &size, error));
    c->line_start[i] = total;
    total += size + 1;
  }
  c->line_start[c->count] = total;
  c->text = uo_arena_allocate(&c->self->scratch, total, 1);
  UO_REQUIRE_MEMORY(c->text, error);
  for (size_t i = 0; i < c->count; i++) {
    size_t size = c->line_start[i + 1] - c->line_start[i];
    memcpy(c->text + c->line_start[i], lines[i], size - 1);
    c->text[c->line_start[i + 1] - 1] = '\n';
  }
  return UO_ERROR_NONE;
}

static uo_error_code command_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                                 uo_answer *answers, uo_error *error) {
  command *self = (command *)subject;
  uo_arena_reset(&self->scratch);
  conversation c = {.self = self, .cases = cases, .count = count, .answers = answers, .arena = arena};
  UO_TRY(write_lines(&c, error));
  UO_TRY(look_for_strays(&c, 0, error));
  while (c.next < count) {
    uo_error reason;
    uo_error_code code = is_running(&c) ? UO_ERROR_NONE : restart(self, &reason);
    if (code == UO_ERROR_INPUT) {
      while (c.next < count) UO_TRY(conclude(&c, UO_ANSWER_CRASHED, reason.message, error));
      return UO_ERROR_NONE;
    }
    UO_REQUIRE(code == UO_ERROR_NONE, error, code, "%s", reason.message);
    UO_TRY(converse(&c, error));
  }
  UO_TRY(look_at_memory(&c, error));
  return look_for_strays(&c, count - 1, error);
}

/* ---- Opening and closing --------------------------------------------------------------------------------------- */

/* Says "stop" as far as the pipe takes it, and lets the process end by itself. */
static void say_goodbye(command *self) {
  static const char stop[] = "{\"cmd\": \"stop\"}\n";
  size_t written;
  if (self->channel.process != 0)
    (void)!uo_channel_step(&self->channel, stop, sizeof stop - 1, TICK_MILLISECONDS, &written, NULL);
  uo_channel_close(&self->channel);
}

static void command_close(uo_subject *subject) {
  command *self = (command *)subject;
  say_goodbye(self);
  uo_channel_release(&self->channel);
  uo_arena_release(&self->scratch);
  uo_arena_release(&self->arena);
  free(self);
}

static uo_error_code open_command(command *self, const char *text, uo_error *error) {
  (void)uo_quote(text, strlen(text), self->quoted, sizeof self->quoted);
  UO_TRY(uo_words_split(text, &self->arena, &self->words, error));
  uo_started started = {.name = "", .version = ""};
  UO_TRY(start(self, &self->arena, &started, error));
  self->subject.info = (uo_subject_info){.name = started.name[0] != '\0' ? started.name : self->words[0],
                                         .version = started.version,
                                         .dtypes = started.dtypes};
  return UO_ERROR_NONE;
}

uo_error_code uo_subject_open_command(const char *text, const uo_limits *limits, uo_subject **subject,
                                      uo_error *error) {
  command *self = calloc(1, sizeof *self);
  UO_REQUIRE_MEMORY(self, error);
  self->limits = *limits;
  self->subject = (uo_subject){.ask = command_ask, .close = command_close};
  uo_channel_init(&self->channel);
  uo_error_code code = open_command(self, text, error);
  if (code != UO_ERROR_NONE) {
    command_close(&self->subject);
    return code;
  }
  *subject = &self->subject;
  return UO_ERROR_NONE;
}
