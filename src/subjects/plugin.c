/*
 * A plug-in as a subject: the gate's side of the sandbox. The gate never loads the library; a forked child does,
 * answers batches, and is replaced when it dies, hangs or grows beyond its limit. The case that it was at gets that as
 * its answer, and the rest of the batch goes to the next child.
 */
#include "subjects/kinds.h"
#include "subjects/process.h"
#include "subjects/sandbox.h"
#include "subjects/sanitizer.h"
#include "tensor/guard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct plugin {
  uo_subject subject; /* first */
  uo_limits limits;
  char *path; /* as dlopen takes it: with a slash */
  char name[64];
  char version[64];
  uo_sandbox_layout layout;
  const uo_case *asked; /* the cases of the slots, while they are asked */
  pid_t child;          /* 0 when none runs */
  int bell;             /* the socket to it; -1 when none runs */
  uint32_t batch;
  uo_memory_watch memory;
  bool lost; /* it could not be loaded again; why: */
  uo_error lost_reason;
} plugin;

enum { TICK_MILLISECONDS = 10, STARTS = 3 };

/* ---- Waiting --------------------------------------------------------------------------------------------------- */

typedef enum outcome { FINISHED, DIED, HUNG, OUT_OF_MEMORY, INTERRUPTED } outcome;

/* Waits a tick for the child's byte: false when there was none. A hang-up shows as the child's death. */
static bool has_rung(plugin *self) {
  struct pollfd waited = {.fd = self->bell, .events = POLLIN};
  if (poll(&waited, 1, TICK_MILLISECONDS) <= 0) return false;
  char bytes[16];
  if (recv(self->bell, bytes, sizeof bytes, MSG_DONTWAIT) > 0) return true;
  /* It closed its end without being dead (yet): do not spin. */
  (void)poll(NULL, 0, 1);
  return false;
}

/* Whether the batch that was rung for is finished, whatever bytes the plug-in itself may have sent. */
static bool is_finished(const plugin *self) { return atomic_load(&self->layout.control->finished) == self->batch; }

/* How many slots from `first` on have been answered in this batch. */
static size_t count_answered(const plugin *self, size_t first, size_t end) {
  size_t slot = first;
  while (slot < end && atomic_load(&self->layout.control->slots[slot].answered) == self->batch) slot++;
  return slot - first;
}

/* The seconds for the case that is being answered: the last one also when the child does not come back from it. */
static double allowed(const plugin *self, size_t first, size_t end) {
  size_t slot = first + count_answered(self, first, end);
  return uo_case_seconds(&self->limits, &self->asked[slot < end ? slot : end - 1]);
}

static outcome wait_for_batch(plugin *self, size_t first, size_t end) {
  uint32_t begun = 0;
  double since = uo_seconds_now();
  for (;;) {
    bool finished = has_rung(self) && is_finished(self);
    double now = uo_seconds_now();
    if (finished) return uo_memory_is_over(&self->memory, now) ? OUT_OF_MEMORY : FINISHED;
    if (uo_is_interrupted(&self->limits)) return INTERRUPTED;
    if (uo_process_has_ended(self->child)) return DIED;
    uint32_t seen = atomic_load(&self->layout.control->begun);
    if (seen != begun) {
      begun = seen;
      since = now;
    }
    if (now - since > self->limits.seconds && now - since > allowed(self, first, end)) return HUNG;
    if (uo_memory_is_over(&self->memory, now)) return OUT_OF_MEMORY;
  }
}

static outcome wait_for_load(plugin *self) {
  double end = uo_seconds_now() + uo_start_seconds(self->limits.seconds);
  for (;;) {
    if (has_rung(self) && atomic_load(&self->layout.control->load_state) == UO_LOAD_DONE) return FINISHED;
    if (uo_is_interrupted(&self->limits)) return INTERRUPTED;
    if (uo_process_has_ended(self->child)) return DIED;
    if (uo_seconds_now() > end) return HUNG;
  }
}

/* ---- Starting and ending a child ------------------------------------------------------------------------------- */

/* Ends the child, kindly when `seconds` allow, and returns how it ended. */
static int end_child(plugin *self, double seconds) {
  if (self->child == 0) return 0;
  (void)close(self->bell);
  (void)uo_process_wait(self->child, seconds);
  int status = uo_process_end(self->child);
  self->child = 0;
  self->bell = -1;
  return status;
}

static uo_error_code fork_child(plugin *self, uo_error *error) {
  uo_sandbox_control *control = self->layout.control;
  atomic_store(&control->load_state, UO_LOAD_LIBRARY);
  atomic_store(&control->begun, 0);
  atomic_store(&control->repeating, 0);
  atomic_store(&control->faulted, 0);
  control->text[0] = '\0';

  int ends[2];
  UO_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, error, UO_ERROR_SYSTEM, "socketpair: %s",
             strerror(errno));
  (void)fflush(NULL); /* or the child may write what the gate has not written yet */
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) uo_sandbox_child(self->path, &self->layout, ends[1], parent);
  int reason = errno;
  (void)close(ends[1]);
  if (child < 0) {
    (void)close(ends[0]);
    return uo_fail(error, UO_ERROR_SYSTEM, "fork: %s", strerror(reason));
  }
  (void)setpgid(child, child); /* the child does the same; whoever is first */
  self->child = child;
  self->bell = ends[0];
  return UO_ERROR_NONE;
}

static uo_error_code explain_load(plugin *self, outcome how, uo_error *error) {
  const uo_sandbox_control *control = self->layout.control;
  int status = end_child(self, 0);
  int state = atomic_load(&control->load_state);
  UO_REQUIRE(how != INTERRUPTED, error, UO_ERROR_SYSTEM, "%s: interrupted while it was loaded", self->path);
  if (state == UO_LOAD_REFUSED)
    return uo_fail(error, UO_ERROR_INPUT, "%s: %.*s", self->path, (int)sizeof control->text - 1, control->text);
  const char *where = state == UO_LOAD_LIBRARY ? "while it was loaded" : "in uo_plugin_entry";
  if (how == HUNG)
    return uo_fail(error, UO_ERROR_INPUT, "%s: did not return within %g s %s; make its start quick", self->path,
                   uo_start_seconds(self->limits.seconds), where);
  char death[UO_DEATH_TEXT];
  uo_process_describe(status, death);
  return uo_fail(error, UO_ERROR_INPUT, "%s: died %s: %s; %s", self->path, where, death, uo_death_advice(self->path));
}

static uo_error_code start_child(plugin *self, uo_error *error) {
  UO_TRY(fork_child(self, error));
  outcome how = wait_for_load(self);
  if (how != FINISHED) return explain_load(self, how, error);
  self->memory = uo_memory_watch_start(self->child, self->limits.memory_mib);
  return UO_ERROR_NONE;
}

/* Starting again may fail where it worked before; it is not tried for ever. */
static uo_error_code restart_child(plugin *self, uo_error *error) {
  for (int start = 0; start < STARTS && !self->lost; start++) {
    uo_error_code code = start_child(self, &self->lost_reason);
    if (code == UO_ERROR_NONE) return code;
    UO_REQUIRE(code == UO_ERROR_INPUT, error, code, "%s", self->lost_reason.message);
  }
  self->lost = true;
  return uo_fail(error, UO_ERROR_INPUT, "%s", self->lost_reason.message);
}

/* ---- Layouts --------------------------------------------------------------------------------------------------- */

/* Rooms that hold each of these cases; larger ones than needed are kept unless smaller ones allow more slots. */
static uo_error_code fit_layout(plugin *self, const uo_case *cases, size_t count, uo_error *error) {
  size_t room = 0;
  for (size_t i = 0; i < count; i++) {
    size_t need = uo_sandbox_need(&cases[i]);
    UO_REQUIRE(need != 0, error, UO_ERROR_MEMORY, "case %.80s is too large for the sandbox", cases[i].id);
    size_t fits = uo_sandbox_room_for(need);
    if (fits > room) room = fits;
  }
  if (room <= self->layout.room && uo_sandbox_slots(room) <= self->layout.slots) return UO_ERROR_NONE;
  (void)end_child(self, 0);
  uo_sandbox_unmap(&self->layout);
  return uo_sandbox_map(room, &self->layout, error);
}

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

static uo_error_code say(uo_arena *arena, uo_answer *answer, uo_answer_kind kind, const char *text, uo_error *error) {
  char *message = uo_arena_copy(arena, text, strlen(text));
  UO_REQUIRE_MEMORY(message, error);
  *answer = (uo_answer){.kind = kind, .message = message};
  return UO_ERROR_NONE;
}

/* What the sink had noted about a call that did not come back, as writing through a NULL that it was refused with. */
static bool has_note(const uo_sandbox_slot *slot, uo_answer_kind *kind, char *text, size_t size) {
  int32_t noted = slot->kind;
  if (noted != UO_ANSWER_CLOBBERED && noted != UO_ANSWER_BROKEN) return false;
  *kind = (uo_answer_kind)noted;
  (void)snprintf(text, size, "%.*s", (int)sizeof slot->text - 1, slot->text);
  return true;
}

/* The answer of the case in `slot`, at which the child had to end. */
static uo_error_code blame(plugin *self, outcome how, size_t slot, uo_arena *arena, uo_answer *answer,
                           uo_error *error) {
  bool again = atomic_load(&self->layout.control->repeating) != 0;
  int status = end_child(self, 0);
  const char *when = again ? " when the same case was asked again" : "";
  char what[UO_SANDBOX_TEXT];
  char text[sizeof what + 64];
  uo_answer_kind kind = UO_ANSWER_CRASHED;
  size_t sink = again ? self->layout.slots : slot;
  bool fault = WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV || WTERMSIG(status) == SIGBUS);
  if (how == HUNG) {
    kind = UO_ANSWER_HUNG;
    (void)snprintf(what, sizeof what, "no answer within %g s", uo_case_seconds(&self->limits, &self->asked[slot]));
  } else if (how == OUT_OF_MEMORY) {
    kind = UO_ANSWER_OUT_OF_MEMORY;
    (void)snprintf(what, sizeof what, "more than %zu MiB above its start", self->limits.memory_mib);
  } else if (fault && uo_sandbox_explain_fault(&self->layout, sink, what, sizeof what)) {
    kind = UO_ANSWER_CLOBBERED;
  } else if (!has_note(&self->layout.control->slots[sink], &kind, what, sizeof what)) {
    uo_process_describe(status, what);
  }
  (void)snprintf(text, sizeof text, "%s%s", what, when);
  return say(arena, answer, kind, text, error);
}

/* Lets the child run slots [first, end). *answered counts those that have an answer when this is over. */
static outcome run_batch(plugin *self, size_t first, size_t end, size_t *answered) {
  uo_sandbox_control *control = self->layout.control;
  control->batch = ++self->batch;
  control->first = (uint32_t)first;
  control->count = (uint32_t)(end - first);
  control->seconds = self->limits.seconds;
  for (size_t slot = first; slot < end; slot++) control->slots[slot].kind = UO_ANSWER_OUTPUTS;
  outcome how = DIED;
  if (send(self->bell, "", 1, MSG_NOSIGNAL) == 1) how = wait_for_batch(self, first, end);
  if (how == HUNG || how == OUT_OF_MEMORY)
    (void)kill(-self->child, SIGSTOP); /* so that it stays at the case that is counted */
  *answered = how == FINISHED ? end - first : count_answered(self, first, end);
  return how;
}

/* Asks `count` cases that have a slot each. */
static uo_error_code ask_slots(plugin *self, const uo_case *cases, size_t count, uo_arena *arena, uo_answer *answers,
                               uo_error *error) {
  for (size_t i = 0; i < count; i++) uo_sandbox_put(&self->layout, i, &cases[i]);
  self->asked = cases;
  size_t at = 0;
  while (at < count) {
    uo_error reason;
    uo_error_code code = self->child == 0 ? restart_child(self, &reason) : UO_ERROR_NONE;
    if (code == UO_ERROR_INPUT) {
      for (; at < count; at++) UO_TRY(say(arena, &answers[at], UO_ANSWER_CRASHED, reason.message, error));
      break;
    }
    UO_REQUIRE(code == UO_ERROR_NONE, error, code, "%s", reason.message);

    size_t answered;
    outcome how = run_batch(self, at, count, &answered);
    for (size_t i = 0; i < answered; i++, at++) UO_TRY(uo_sandbox_read(&self->layout, at, arena, &answers[at], error));
    if (how == FINISHED) continue;
    if (how == INTERRUPTED) {
      (void)end_child(self, 0);
      return uo_fail(error, UO_ERROR_SYSTEM, "%s: interrupted", self->path);
    }
    if (at == count) at--; /* it died after the last answer: that one is to blame */
    UO_TRY(blame(self, how, at, arena, &answers[at], error));
    at++;
  }
  return UO_ERROR_NONE;
}

static uo_error_code plugin_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                                uo_answer *answers, uo_error *error) {
  plugin *self = (plugin *)subject;
  UO_TRY(fit_layout(self, cases, count, error));
  for (size_t at = 0; at < count;) {
    size_t chunk = count - at < self->layout.slots ? count - at : self->layout.slots;
    UO_TRY(ask_slots(self, cases + at, chunk, arena, answers + at, error));
    at += chunk;
  }
  return UO_ERROR_NONE;
}

/* ---- Opening and closing --------------------------------------------------------------------------------------- */

static void plugin_close(uo_subject *subject) {
  const double patience = 0.5;
  plugin *self = (plugin *)subject;
  (void)end_child(self, patience);
  uo_sandbox_unmap(&self->layout);
  free(self->path);
  free(self);
}

/* A name without a slash would be searched for in the system's folders. */
static char *path_for_loading(const char *path) {
  size_t size = strlen(path) + sizeof "./";
  char *made = malloc(size);
  if (made != NULL) (void)snprintf(made, size, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
  return made;
}

static uo_error_code open_plugin(plugin *self, const char *path, uo_error *error) {
  UO_REQUIRE(access(path, R_OK) == 0, error, UO_ERROR_INPUT, "%s: %s; give the path of a shared library", path,
             strerror(errno));
  self->path = path_for_loading(path);
  UO_REQUIRE_MEMORY(self->path, error);
  UO_TRY(uo_sandbox_map(uo_sandbox_room_for(0), &self->layout, error));
  UO_TRY(start_child(self, error));
  /* The last bytes stay NUL, whatever the child did. */
  memcpy(self->name, self->layout.control->name, sizeof self->name - 1);
  memcpy(self->version, self->layout.control->version, sizeof self->version - 1);
  return UO_ERROR_NONE;
}

uo_error_code uo_subject_open_plugin(const char *path, const uo_limits *limits, uo_subject **subject, uo_error *error) {
  plugin *self = calloc(1, sizeof *self);
  UO_REQUIRE_MEMORY(self, error);
  self->limits = *limits;
  self->bell = -1;
  self->subject = (uo_subject){.ask = plugin_ask, .close = plugin_close};
  uo_error_code code = open_plugin(self, path, error);
  if (code != UO_ERROR_NONE) {
    plugin_close(&self->subject);
    return code;
  }
  self->subject.info = (uo_subject_info){
      .name = self->name[0] != '\0' ? self->name : self->path, .version = self->version, .dtypes = uo_all_dtypes()};
  *subject = &self->subject;
  return UO_ERROR_NONE;
}
