#include "subjects/channel.h"

#include "subjects/platform.h"
#include "subjects/process.h"
#include "tensor/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void close_end(int *end) {
  if (*end >= 0) (void)close(*end);
  *end = -1;
}

void uo_channel_init(uo_channel *channel) {
  memset(channel, 0, sizeof *channel);
  channel->input = -1;
  channel->output = -1;
}

/* ---- Starting -------------------------------------------------------------------------------------------------- */

/* The pipes of a start: [0] is read, [1] is written. `report` carries exec's errno; it closes when exec succeeds. */
typedef struct pipes {
  int input[2];
  int output[2];
  int report[2];
} pipes;

static void close_pipes(pipes *p) {
  for (int end = 0; end < 2; end++) {
    close_end(&p->input[end]);
    close_end(&p->output[end]);
    close_end(&p->report[end]);
  }
}

_Noreturn static void run_program(const pipes *p, char *const words[], pid_t parent) {
  (void)setpgid(0, 0);
  uo_platform_die_with(parent);
  (void)signal(SIGPIPE, SIG_DFL);
  sigset_t empty;
  (void)sigemptyset(&empty);
  (void)sigprocmask(SIG_SETMASK, &empty, NULL);
  (void)dup2(p->input[0], STDIN_FILENO);
  (void)dup2(p->output[1], STDOUT_FILENO);
  struct rlimit none = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &none); /* a subject may die a thousand times in a run */
  uo_save_counts();
  (void)execvp(words[0], words);
  int reason = errno;
  (void)!write(p->report[1], &reason, sizeof reason);
  _exit(127);
}

/* exec's errno, or 0 when the program runs. */
static int read_report(int report) {
  int reason = 0;
  return uo_read_some(report, &reason, sizeof reason) == sizeof reason ? reason : 0;
}

static bool open_pipes(pipes *p) {
  if (!uo_platform_pipe(p->input) || !uo_platform_pipe(p->output) || !uo_platform_pipe(p->report)) return false;
  return fcntl(p->input[1], F_SETFL, O_NONBLOCK) == 0 && fcntl(p->output[0], F_SETFL, O_NONBLOCK) == 0;
}

static uo_error_code fork_program(uo_channel *channel, pipes *p, char *const words[], uo_error *error) {
  UO_REQUIRE(open_pipes(p), error, UO_ERROR_SYSTEM, "pipe: %s", strerror(errno));
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) run_program(p, words, parent);
  UO_REQUIRE(child > 0, error, UO_ERROR_SYSTEM, "fork: %s", strerror(errno));
  (void)setpgid(child, child); /* the child does the same; whoever is first */
  close_end(&p->report[1]);
  int reason = read_report(p->report[0]);
  channel->process = child;
  if (reason == 0) return UO_ERROR_NONE;
  (void)uo_channel_kill(channel);
  return uo_fail(error, UO_ERROR_INPUT, "%s", strerror(reason));
}

uo_error_code uo_channel_start(uo_channel *channel, char *const words[], uo_error *error) {
  pipes p = {{-1, -1}, {-1, -1}, {-1, -1}};
  channel->start = channel->end = channel->searched = 0;
  channel->ended = false;
  uo_error_code code = fork_program(channel, &p, words, error);
  if (code == UO_ERROR_NONE) {
    channel->input = p.input[1];
    channel->output = p.output[0];
    p.input[1] = p.output[0] = -1;
  }
  close_pipes(&p);
  return code;
}

/* ---- Ending ---------------------------------------------------------------------------------------------------- */

int uo_channel_kill(uo_channel *channel) {
  close_end(&channel->input);
  close_end(&channel->output);
  channel->start = channel->end = channel->searched = 0;
  channel->ended = false;
  if (channel->process == 0) return 0;
  int status = uo_process_end(channel->process);
  channel->process = 0;
  return status;
}

void uo_channel_close(uo_channel *channel) {
  const double patience = 2;
  close_end(&channel->input);
  if (channel->process != 0 && !uo_process_wait(channel->process, patience)) {
    (void)kill(-channel->process, SIGTERM);
    (void)uo_process_wait(channel->process, patience / 4);
  }
  (void)uo_channel_kill(channel);
}

void uo_channel_release(uo_channel *channel) {
  free(channel->buffer);
  uo_channel_init(channel);
}

/* ---- Reading and writing --------------------------------------------------------------------------------------- */

#define READ_SIZE ((size_t)1 << 16)

/* Room for READ_SIZE more bytes: what was taken goes first, then the buffer doubles. */
static uo_error_code make_room(uo_channel *channel, uo_error *error) {
  if (channel->capacity - channel->end >= READ_SIZE) return UO_ERROR_NONE;
  if (channel->start > 0) {
    memmove(channel->buffer, channel->buffer + channel->start, channel->end - channel->start);
    channel->end -= channel->start;
    channel->searched -= channel->start;
    channel->start = 0;
    if (channel->capacity - channel->end >= READ_SIZE) return UO_ERROR_NONE;
  }
  size_t capacity = channel->capacity == 0 ? 2 * READ_SIZE : channel->capacity * 2;
  char *grown = realloc(channel->buffer, capacity);
  UO_REQUIRE_MEMORY(grown, error);
  channel->buffer = grown;
  channel->capacity = capacity;
  return UO_ERROR_NONE;
}

static uo_error_code read_some(uo_channel *channel, uo_error *error) {
  UO_TRY(make_room(channel, error));
  ssize_t got = read(channel->output, channel->buffer + channel->end, READ_SIZE);
  if (got > 0) channel->end += (size_t)got;
  if (got == 0) channel->ended = true;
  if (got < 0 && errno != EAGAIN && errno != EINTR) channel->ended = true;
  return UO_ERROR_NONE;
}

/* write() that neither kills us with SIGPIPE nor leaves one pending that was not there before. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t size) {
  sigset_t pipe_signal;
  sigset_t before;
  sigset_t pending;
  (void)sigemptyset(&pipe_signal);
  (void)sigaddset(&pipe_signal, SIGPIPE);
  (void)sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  (void)pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  ssize_t put = write(descriptor, bytes, size);
  int reason = errno;
  if (put < 0 && reason == EPIPE && !was_pending) {
    const struct timespec at_once = {0, 0};
    (void)sigtimedwait(&pipe_signal, NULL, &at_once);
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return put;
}

/* How many bytes went out; all of them when nobody reads them any more. */
static size_t write_some(uo_channel *channel, const char *bytes, size_t size) {
  ssize_t put = write_quietly(channel->input, bytes, size);
  if (put >= 0) return (size_t)put;
  if (errno == EAGAIN || errno == EINTR) return 0;
  close_end(&channel->input);
  return size;
}

uo_error_code uo_channel_step(uo_channel *channel, const char *bytes, size_t size, int milliseconds, size_t *written,
                              uo_error *error) {
  *written = 0;
  if (channel->input < 0) *written = size;
  bool to_write = *written < size;
  /* poll leaves out negative descriptors. */
  struct pollfd ends[2] = {{.fd = channel->ended ? -1 : channel->output, .events = POLLIN},
                           {.fd = to_write ? channel->input : -1, .events = POLLOUT}};
  if (poll(ends, 2, milliseconds) <= 0) return UO_ERROR_NONE;
  if (ends[0].revents != 0) UO_TRY(read_some(channel, error));
  if (ends[1].revents != 0) *written = write_some(channel, bytes, size);
  return UO_ERROR_NONE;
}

bool uo_channel_line(uo_channel *channel, const char **line, size_t *size) {
  if (channel->searched == channel->end) return false;
  const char *from = channel->buffer + channel->searched;
  const char *line_feed = memchr(from, '\n', channel->end - channel->searched);
  channel->searched = channel->end;
  if (line_feed == NULL) return false;
  *line = channel->buffer + channel->start;
  *size = (size_t)(line_feed - *line);
  channel->start += *size + 1;
  channel->searched = channel->start;
  return true;
}

const char *uo_channel_rest(const uo_channel *channel, size_t *size) {
  *size = channel->end - channel->start;
  return *size == 0 ? "" : channel->buffer + channel->start;
}
