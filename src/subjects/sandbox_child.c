/* The child of the sandbox: loads a plug-in and answers batches until the gate hangs up. */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "subjects/process.h"
#include "subjects/sandbox.h"
#include "subjects/sanitizer.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef int unique_function(const uo_tensor *x, const uo_attributes *attributes, uo_sink *outputs);

typedef struct child {
  const uo_sandbox_layout *layout;
  uo_sandbox_control *control;
  unique_function *unique;
  uo_heap_function *heap_in_use;
  size_t heap; /* in use after the last call; nothing is taken between calls */
} child;

/* ---- A process of its own -------------------------------------------------------------------------------------- */

/* Its own group, so that all it starts can be killed with it; nothing of the gate's within reach; no core files. */
static void settle_in(int bell, pid_t parent) {
  (void)setpgid(0, 0);
  uo_platform_die_with(parent);
  uo_platform_close_others(bell);
  int nothing = open("/dev/null", O_RDWR);
  (void)dup2(nothing, STDIN_FILENO);
  (void)close(nothing);
  (void)dup2(STDERR_FILENO, STDOUT_FILENO); /* what it prints must not mix with the gate's reports */
  struct rlimit none = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &none);

  static const int reset[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGALRM, SIGABRT, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof reset / sizeof *reset; i++) (void)signal(reset[i], SIG_DFL);
  sigset_t empty;
  (void)sigemptyset(&empty);
  (void)sigprocmask(SIG_SETMASK, &empty, NULL);
}

/* ---- Faults ---------------------------------------------------------------------------------------------------- */

/* A signal handler has no argument of its own; set once, before the handler is. */
static uo_sandbox_control *fault_control;

static void on_fault(int number, siginfo_t *information, void *context) {
  if (information->si_code > 0) { /* raised by the machine, not sent by a process */
    fault_control->address = (uintptr_t)information->si_addr;
    fault_control->access = (int32_t)uo_platform_fault_access(context);
    atomic_store(&fault_control->faulted, 1);
  }
  uo_save_counts();
  /* The default action is back (SA_RESETHAND) and takes place on return. */
  (void)raise(number);
}

static void watch_faults(uo_sandbox_control *control) {
  fault_control = control;
  static unsigned char stack[1 << 16]; /* a stack overflow must be reported, too */
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
  (void)sigaltstack(&alternate, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGSEGV, &action, NULL);
  (void)sigaction(SIGBUS, &action, NULL);
}

/* ---- Loading --------------------------------------------------------------------------------------------------- */

/* A bounded copy of a plug-in's text, which may be NULL or anything: what does not print becomes '?'. */
static void copy_text(const char *text, char *copy, size_t size) {
  size_t i = 0;
  for (; text != NULL && text[i] != '\0' && i + 1 < size; i++)
    copy[i] = text[i] >= 0x20 && text[i] < 0x7f ? text[i] : '?';
  copy[i] = '\0';
}

_Noreturn static void refuse(uo_sandbox_control *control, const char *text) {
  (void)snprintf(control->text, sizeof control->text, "%s", text);
  atomic_store(&control->load_state, UO_LOAD_REFUSED);
  uo_leave(0);
}

static const uo_plugin *find_table(uo_sandbox_control *control, const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    char text[sizeof control->text];
    const char *reason = dlerror();
    (void)snprintf(text, sizeof text, "does not load: %.250s; %s", reason, uo_load_advice(reason));
    refuse(control, text);
  }
  void *symbol = dlsym(library, "uo_plugin_entry");
  if (symbol == NULL)
    refuse(control, "has no symbol uo_plugin_entry; define it with C linkage as in unique_oracle/plugin.h");
  const uo_plugin *(*entry)(void);
  memcpy(&entry, &symbol, sizeof entry);
  atomic_store(&control->load_state, UO_LOAD_ENTRY);
  return entry();
}

static unique_function *load(uo_sandbox_control *control, const char *path) {
  const uo_plugin *plugin = find_table(control, path);
  if (plugin == NULL) refuse(control, "gives NULL from uo_plugin_entry; return the address of a uo_plugin");
  if (plugin->abi != UO_PLUGIN_ABI) {
    char text[200];
    (void)snprintf(text, sizeof text,
                   "has ABI number %lu, this gate speaks %d; build it with this gate's unique_oracle/plugin.h",
                   (unsigned long)plugin->abi, UO_PLUGIN_ABI);
    refuse(control, text);
  }
  if (plugin->unique == NULL) refuse(control, "has no function `unique` in its uo_plugin; set that member");
  copy_text(plugin->name, control->name, sizeof control->name);
  copy_text(plugin->version, control->version, sizeof control->version);
  unique_function *unique = plugin->unique;
  atomic_store(&control->load_state, UO_LOAD_DONE);
  return unique;
}

/* ---- Cases ----------------------------------------------------------------------------------------------------- */

static const uo_sandbox_node *node_of(const uo_sandbox_layout *layout, size_t slot) {
  size_t start = uo_input_room_end(layout, slot, UO_ROOM_NODE) - layout->room;
  return (const uo_sandbox_node *)(const void *)(layout->input_readable + start);
}

/* One call; `output_slot` says where the answer goes. Returns by how many bytes the heap has grown. */
static int64_t call(child *self, size_t slot, size_t output_slot) {
  const uo_sandbox_node *node = node_of(self->layout, slot);
  uo_sandbox_sink sink;
  uo_sandbox_sink_open(&sink, self->layout, node, output_slot);
  size_t before = self->heap;
  int returned = self->unique(&node->x, &node->attributes, &sink.sink);
  self->heap = self->heap_in_use();
  uo_sandbox_sink_close(&sink, returned);
  return (int64_t)self->heap - (int64_t)before;
}

enum { REPEATS = 16, REPEATS_THAT_COUNT = 8, REPEATS_TO_SETTLE = 4 };

/*
 * Asks the same case again: bytes by which the heap grows at each of the last repeats, on average, or 0 when it stops
 * growing. What is kept once (caches, tables) is no leak. Gives up when `end` would come before it is done: the time
 * limit is for all of it.
 */
static int64_t measure_leak(child *self, size_t slot, double longest, double end) {
  int64_t total = 0;
  int steady = 0; /* repeats in a row at which the heap grew */
  for (int repeat = 1; repeat <= REPEATS; repeat++) {
    double start = uo_seconds_now();
    if (start + longest > end) return 0;
    int64_t growth = call(self, slot, self->layout->slots);
    double took = uo_seconds_now() - start;
    if (took > longest) longest = took;
    total = growth > 0 ? total + growth : 0;
    steady = growth > 0 ? steady + 1 : 0;
    bool settled = repeat == REPEATS_TO_SETTLE && steady == 0;
    bool too_late = REPEATS - repeat < REPEATS_THAT_COUNT - steady;
    if (settled || too_late) return 0;
  }
  return total / steady;
}

static void check_leak(child *self, size_t slot, double start) {
  uo_sandbox_slot *answer = &self->control->slots[slot];
  if (answer->kind == UO_ANSWER_CLOBBERED || answer->kind == UO_ANSWER_BROKEN) return;
  atomic_store(&self->control->repeating, 1);
  double end = start + self->control->seconds / 2;
  int64_t leak = measure_leak(self, slot, uo_seconds_now() - start, end);
  atomic_store(&self->control->repeating, 0);
  if (leak == 0) return;
  answer->kind = UO_ANSWER_LEAKED;
  (void)snprintf(answer->text, sizeof answer->text, "heap grows by about %lld bytes a call", (long long)leak);
}

static void run_batch(child *self) {
  uo_sandbox_control *control = self->control;
  uint32_t batch = control->batch;
  uint32_t end = control->first + control->count;
  for (uint32_t slot = control->first; slot < end; slot++) {
    atomic_fetch_add(&control->begun, 1);
    double start = uo_seconds_now();
    int64_t growth = call(self, slot, slot);
    if (growth > 0) check_leak(self, slot, start);
    atomic_store(&control->slots[slot].answered, batch);
  }
  atomic_store(&control->finished, batch);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static bool wait_for_bell(int bell) {
  char byte;
  return uo_read_some(bell, &byte, 1) == 1;
}

/* A gate that has gone away is noticed at the next waiting. */
static void ring(int bell) { (void)uo_write_some(bell, "", 1); }

_Noreturn void uo_sandbox_child(const char *path, const uo_sandbox_layout *layout, int bell, pid_t parent) {
  settle_in(bell, parent);
  uo_sandbox_layout own = *layout;
  uo_sandbox_drop_writable(&own); /* from here on the input can only be read */
  watch_faults(own.control);
  child self = {.layout = &own, .control = own.control};
  self.unique = load(own.control, path);
  self.heap_in_use = uo_platform_heap_function();
  self.heap = self.heap_in_use();
  for (ring(bell); wait_for_bell(bell); ring(bell)) run_batch(&self);
  uo_leave(0);
}
