#include "fuzz/ahead.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/case_code.h"
#include "fuzz/guard_heap.h"
#include "fuzz/subject_sink.h"

/* Inputs are no longer than the engine's -max_len; longer ones are not asked ahead. */
enum { ROOM = 1 << 20, HEAD = 16 };

/* A call has the first of these times; each that does not come back halves it, down to the second. */
static const double longest = 0.5;
static const double shortest = 0.05;

/* There with sanitizers: what is called before they end a process. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

uo_ahead uo_ahead_begin(void) {
  uo_ahead ahead = {.mode = UO_AHEAD_NOTHING, .seconds = longest};
  const char *text = getenv("UNIQUE_ORACLE_AHEAD");
  if (text == NULL || text[0] == '\0') return ahead;
  void *room = mmap(NULL, ROOM + HEAD, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return ahead;
  ahead.room = room;
  ahead.mode = strcmp(text, "hang") == 0 ? UO_AHEAD_HANGS : UO_AHEAD_CRASHES;
  return ahead;
}

static void ask(const uo_plugin *plugin, const uint8_t *data, size_t size) {
  uo_coded_case coded;
  uo_fuzz_sink sink;
  uo_answer answer;
  if (uo_code_decode(data, size, uo_guard_heap(), &coded, NULL) != UO_ERROR_NONE) return;
  uo_fuzz_ask(plugin, &coded.question, uo_guard_heap(), &sink, &answer);
  uo_fuzz_sink_release(&sink);
  uo_coded_case_release(&coded);
}

/* It leaves no trace: the engine's handlers, which would keep an input, are not its own, and it opens no file. */
static _Noreturn void serve(const uo_ahead *ahead, const uo_plugin *plugin, int from, int to) {
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGALRM, SIGTERM, SIGINT, SIGXFSZ};
  for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) signal(deadly[i], SIG_DFL);
  if (__sanitizer_set_death_callback != NULL) __sanitizer_set_death_callback(NULL);
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  struct rlimit files = {0, 0}; /* what is open stays open */
  setrlimit(RLIMIT_NOFILE, &files);
  char byte = 0;
  while (read(from, &byte, 1) == 1) {
    size_t size;
    memcpy(&size, ahead->room, sizeof size);
    ask(plugin, ahead->room + HEAD, size);
    if (write(to, &byte, 1) != 1) break;
  }
  raise(SIGKILL); /* no handler of an exit is ours to run */
  abort();
}

static bool start(uo_ahead *ahead, const uo_plugin *plugin) {
  int down[2];
  int up[2];
  if (pipe(down) != 0) return false;
  if (pipe(up) != 0) {
    close(down[0]);
    close(down[1]);
    return false;
  }
  pid_t child = fork();
  if (child == 0) {
    close(down[1]); /* so that it ends with this process */
    close(up[0]);
    serve(ahead, plugin, down[0], up[1]);
  }
  close(down[0]);
  close(up[1]);
  ahead->to_child = down[1];
  ahead->from_child = up[0];
  ahead->child = child > 0 ? (int)child : 0;
  return child > 0;
}

static void end(uo_ahead *ahead) {
  kill(ahead->child, SIGKILL);
  while (waitpid(ahead->child, NULL, 0) < 0) continue;
  close(ahead->to_child);
  close(ahead->from_child);
  ahead->child = 0;
}

bool uo_ahead_allows(uo_ahead *ahead, const uo_plugin *plugin, const uint8_t *data, size_t size) {
  if (ahead->mode == UO_AHEAD_NOTHING || size > ROOM) return true;
  if (ahead->child == 0 && !start(ahead, plugin)) return true;
  char byte = 1;
  memcpy(ahead->room, &size, sizeof size);
  if (size > 0) memcpy(ahead->room + HEAD, data, size);
  struct pollfd answer = {.fd = ahead->from_child, .events = POLLIN};
  if (write(ahead->to_child, &byte, 1) != 1) return true;
  int ready;
  do {
    ready = poll(&answer, 1, (int)(ahead->seconds * 1000));
  } while (ready < 0);
  if (ready > 0 && read(ahead->from_child, &byte, 1) == 1) return true;
  end(ahead);
  if (ready > 0 && ahead->mode == UO_AHEAD_HANGS) return true; /* a crash: this process finds it */
  fprintf(stderr, "unique-oracle-ahead: %s\n", ready > 0 ? "crash" : "hang");
  if (ready == 0 && ahead->seconds > shortest) ahead->seconds /= 2;
  return false;
}
