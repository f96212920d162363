/*
 * Stands in for cmocka's runner in a test program (compiled with -D_cmocka_run_group_tests=uo_serve_mutants): serves
 * one request a line, each in a child of its own, so that a mutant costs a fork and the tests until the first that
 * fails.
 *
 *   MUTANT TEST MS   runs that test with that mutant for at most MS milliseconds of processor time
 *                    -> "passed", "failed" or "timeout"; without mutant (0) "passed MS CALLS...": the time it took, and
 * how often each function was called
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/personality.h>
#endif
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

extern int uo_mutant;
extern const int uo_function_count;
extern uint64_t uo_function_calls[];

int uo_serve_mutants(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                     CMFixtureFunction teardown);

static void limit_time(int milliseconds) {
  struct itimerval limit = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
  setitimer(ITIMER_PROF, &limit, NULL);
}

/* The same addresses each time, so that a mutant that strays meets the same things. Where that is refused, it is not
 * so. */
static void fix_addresses(void) {
#ifdef __linux__
  int current = personality(0xffffffff);
  if (current == -1 || (current & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality((unsigned long)current | ADDR_NO_RANDOMIZE) == -1) return;
  if ((personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0) execl("/proc/self/exe", "mutants", (char *)NULL);
#endif
}

/* In the child: nothing is heard of it but its exit code. */
static void hush(void) {
  struct rlimit memory = {(rlim_t)1 << 30, (rlim_t)1 << 30};
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &none);
  int nowhere = open("/dev/null", O_RDWR);
  for (int stream = 0; stream < 3; stream++) dup2(nowhere, stream);
}

typedef struct request {
  int mutant;
  size_t test;
  int milliseconds;
} request;

/* In the child. `calls` is shared with the parent. */
static void run(const struct CMUnitTest *tests, request asked, uint64_t *calls) {
  hush();
  uo_mutant = asked.mutant;
  limit_time(asked.milliseconds);
  if (_cmocka_run_group_tests("mutant", &tests[asked.test], 1, NULL, NULL) != 0) _exit(1);
  memcpy(calls, uo_function_calls, (size_t)uo_function_count * sizeof *calls);
  _exit(0);
}

static long milliseconds_of(const struct rusage *used) {
  return (used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1000 +
         (used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1000;
}

static int serve(const struct CMUnitTest *tests, size_t count, request asked, uint64_t *calls) {
  pid_t child = asked.test < count ? fork() : -1;
  if (child == 0) run(tests, asked, calls);
  int status;
  struct rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) != child) return 2;
  bool timeout = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
  printf("%s", status == 0 ? "passed" : timeout ? "timeout" : "failed");
  if (status == 0 && asked.mutant == 0) {
    printf(" %ld", milliseconds_of(&used));
    for (int function = 0; function < uo_function_count; function++) printf(" %" PRIu64, calls[function]);
  }
  printf("\n");
  return 0;
}

int uo_serve_mutants(const char *name, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                     CMFixtureFunction teardown) {
  fix_addresses();
  size_t size = (size_t)uo_function_count * sizeof(uint64_t) + 1;
  uint64_t *calls = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (calls == MAP_FAILED || setup != NULL || teardown != NULL) return 2;
  printf("%s %zu", name, count);
  for (size_t test = 0; test < count; test++) printf(" %s", tests[test].name);
  printf("\n");
  request asked;
  int status = 0;
  while (status == 0 && fflush(stdout) == 0 && scanf("%d %zu %d", &asked.mutant, &asked.test, &asked.milliseconds) == 3)
    status = serve(tests, count, asked, calls);
  return status;
}
