#include "fuzz/subject_exit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/signature.h"

typedef void end_function(int);

/* What libFuzzer ends with, out of a handler while the subject runs: a limit of time or of memory, an interrupt, a
 * crash. */
enum { ENGINE_TIMEOUT = 70, ENGINE_MEMORY = 71, ENGINE_INTERRUPT = 72, ENGINE_CRASH = 77 };

static bool is_asked;

void uo_subject_may_exit(bool may) { is_asked = !may; }

/* What the program would have called if it were not for the functions below. */
static _Noreturn void go_on(const char *name, int status) {
  void *symbol = dlsym(RTLD_NEXT, name);
  end_function *end = NULL;
  memcpy(&end, &symbol, sizeof end); /* ISO C knows no cast from an object to a function */
  if (end != NULL) end(status);
  abort();
}

static _Noreturn void end_with(const char *name, int status) {
  if (!is_asked) go_on(name, status);
  is_asked = false;
  char what[64];
  snprintf(what, sizeof what, "subject called %s with status %d", name, status);
  uo_raise("crash", what, NULL, NULL);
  fprintf(stderr, "\nunique-oracle-finding: crash %s\n", what); /* known, but there is nothing to go on with */
  abort();
}

/* They come before those of the C library, for the target and for a plug-in that it loads. */
void exit(int status) { end_with("exit", status); }
void _exit(int status) { end_with("_exit", status); }
void _Exit(int status) {
  bool is_engine = (status >= ENGINE_TIMEOUT && status <= ENGINE_INTERRUPT) || status == ENGINE_CRASH;
  if (is_engine) go_on("_Exit", status);
  end_with("_Exit", status);
}
void quick_exit(int status) { end_with("quick_exit", status); }
