/*
 * Loaded before a program (LD_PRELOAD), runs it again and again, each time with one more call of the C library that
 * fails. UO_FAIL_WHAT says which are counted:
 *
 *   memory       allocations, those inside libraries included
 *   system       files, processes, pipes, mappings
 *   interrupted  reading, writing and waiting, which a signal interrupts
 *   broken       the same, which fail for good
 *
 * A first run, number 0, where none fails, notes the path of calls that leads to each. Of all that take the same path
 * one is made to fail; UO_FAIL_PATHS is a file of the paths of earlier programs, which are left out, too. Of what is
 * left every UO_FAIL_STEP-th fails.
 *
 * Run N is a forked process in the folder UO_FAIL_FOLDER/N, with its output in `out` and `err` there and a file `done`
 * when call number N failed. UO_FAIL_FOLDER/statuses has a line for each: N and the exit code, or 128 and the signal.
 * The count begins and ends with main. It goes on in forked children, each for itself, but for allocations: what they
 * allocate is their own affair. Programs that are started do not fail.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum what { NOTHING, MEMORY, SYSTEM, INTERRUPTED, BROKEN };

static const char *const names[] = {"", "memory", "system", "interrupted", "broken"};

enum { MOST_CALLS = 1 << 16, MOST_FRAMES = 48 };

static enum what counted;
static long chosen; /* the call that fails; 0 in the run that notes paths */
static long seen;
static char folder_of_run[400];
static char done[420];

/* The paths of the calls of the first process and of those that it forks, shared with them all. */
static uint64_t (*paths)[MOST_CALLS];
static pid_t first_process;

static uint64_t mix(uint64_t hash, uint64_t value) { return (hash ^ value) * UINT64_C(0x100000001b3); }

/* From which places it was called, wherever the program and its libraries lie this time. */
static uint64_t path_here(enum what kind) {
  void *frames[MOST_FRAMES];
  int count = backtrace(frames, MOST_FRAMES);
  uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), kind);
  for (int i = 0; i < count; i++) {
    Dl_info module;
    uint64_t place = (uint64_t)(uintptr_t)frames[i];
    if (dladdr(frames[i], &module) != 0) place -= (uint64_t)(uintptr_t)module.dli_fbase;
    hash = mix(hash, place);
  }
  return hash;
}

static void note_path(void) {
  enum what kind = counted;
  counted = NOTHING; /* while looking, nothing counts */
  uint64_t hash = path_here(kind);
  if (seen < MOST_CALLS) paths[getpid() != first_process][seen] = hash;
  counted = kind;
}

static bool fails(enum what kind, int error) {
  if (kind != counted) return false;
  seen++;
  if (chosen == 0) note_path();
  if (seen != chosen) return false;
  long file = syscall(SYS_openat, AT_FDCWD, done, O_WRONLY | O_CREAT, 0666);
  if (file >= 0) (void)syscall(SYS_close, file);
  errno = error;
  return true;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

void *malloc(size_t size) { return fails(MEMORY, ENOMEM) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return fails(MEMORY, ENOMEM) ? NULL : __libc_calloc(count, size); }

void *realloc(void *block, size_t size) { return fails(MEMORY, ENOMEM) ? NULL : __libc_realloc(block, size); }

/* ---- The system -------------------------------------------------------------------------------------------------- */

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

/* A function of the C library that gives `failure`, with the errors of the kinds that it may fail by. */
#define WRAPPED(type, name, parameters, arguments, failure, failing)                                                   \
  type name parameters {                                                                                               \
    static type(*real) parameters;                                                                                     \
    if (counted != NOTHING && (failing)) return failure;                                                               \
    if (real == NULL) {                                                                                                \
      void *found = next(#name);                                                                                       \
      memcpy(&real, &found, sizeof real);                                                                              \
    }                                                                                                                  \
    return real arguments;                                                                                             \
  }
#define FAILING(type, name, parameters, arguments, failure, error)                                                     \
  WRAPPED(type, name, parameters, arguments, failure, fails(SYSTEM, error))
#define BREAKING(type, name, parameters, arguments, error)                                                             \
  WRAPPED(type, name, parameters, arguments, -1, fails(INTERRUPTED, EINTR) || fails(BROKEN, error))

FAILING(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL, EMFILE)
FAILING(FILE *, fdopen, (int file, const char *mode), (file, mode), NULL, ENOMEM)
FAILING(FILE *, tmpfile, (void), (), NULL, EROFS)
FAILING(FILE *, open_memstream, (char **text, size_t *size), (text, size), NULL, ENOMEM)
FAILING(int, fflush, (FILE * stream), (stream), EOF, ENOSPC)
FAILING(int, fseek, (FILE * stream, long offset, int whence), (stream, offset, whence), -1, EIO)
FAILING(int, rename, (const char *from, const char *to), (from, to), -1, EACCES)
FAILING(int, mkdir, (const char *path, mode_t mode), (path, mode), -1, EACCES)
FAILING(int, stat, (const char *restrict path, struct stat *restrict status), (path, status), -1, EACCES)
FAILING(int, access, (const char *path, int mode), (path, mode), -1, EACCES)
FAILING(DIR *, opendir, (const char *path), (path), NULL, EMFILE)
FAILING(int, pipe2, (int ends[2], int flags), (ends, flags), -1, EMFILE)
FAILING(int, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends), -1, EMFILE)
FAILING(int, ftruncate, (int file, off_t size), (file, size), -1, ENOSPC)
FAILING(int, memfd_create, (const char *name, unsigned flags), (name, flags), -1, EMFILE)
FAILING(void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t offset),
        (at, size, access, flags, file, offset), MAP_FAILED, ENOMEM)
FAILING(int, mprotect, (void *at, size_t size, int access), (at, size, access), -1, ENOMEM)
FAILING(ssize_t, send, (int file, const void *bytes, size_t size, int flags), (file, bytes, size, flags), -1, EPIPE)
FAILING(int, waitid, (idtype_t which, id_t id, siginfo_t *ended, int options), (which, id, ended, options), -1, ECHILD)
BREAKING(int, poll, (struct pollfd * files, nfds_t count, int milliseconds), (files, count, milliseconds), ENOMEM)
BREAKING(ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size), EIO)
BREAKING(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), EIO)
BREAKING(pid_t, waitpid, (pid_t child, int *status, int options), (child, status, options), ECHILD)

pid_t fork(void) {
  if (fails(SYSTEM, EAGAIN)) return -1;
  pid_t (*real)(void);
  void *found = next("fork");
  memcpy(&real, &found, sizeof real);
  pid_t child = real();
  if (child == 0 && counted == MEMORY) counted = NOTHING;
  return child;
}

/* The file is closed all the same. */
int fclose(FILE *stream) {
  bool failed = fails(SYSTEM, EIO);
  int (*real)(FILE *);
  void *found = next("fclose");
  memcpy(&real, &found, sizeof real);
  int result = real(stream);
  if (failed) errno = EIO;
  return failed ? EOF : result;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  if (counted != NOTHING && fails(SYSTEM, EMFILE)) return -1;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int fcntl(int file, int command, ...) {
  if (command == F_SETLKW) counted = NOTHING; /* only what writes down coverage takes locks */
  va_list rest;
  va_start(rest, command);
  long argument = va_arg(rest, long);
  va_end(rest);
  if (counted != NOTHING && fails(SYSTEM, EINVAL)) return -1;
  return (int)syscall(SYS_fcntl, file, command, argument);
}

/* ---- From the beginning of main to its end ----------------------------------------------------------------------- */

typedef int main_function(int count, char **words, char **environment);

static main_function *real_main;

static void redirect(const char *path, int stream) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || dup2(file, stream) != stream) abort();
  (void)close(file);
}

static int run(long number, int count, char **words, char **environment) {
  if (mkdir(folder_of_run, 0777) != 0 || chdir(folder_of_run) != 0) abort();
  redirect("out", STDOUT_FILENO);
  redirect("err", STDERR_FILENO);
  (void)lseek(STDIN_FILENO, 0, SEEK_SET);
  (void)alarm(60);
  first_process = getpid();
  chosen = number;
  const char *what = getenv("UO_FAIL_WHAT");
  for (int k = MEMORY; k <= BROKEN; k++)
    if (what != NULL && strcmp(what, names[k]) == 0) counted = (enum what)k;
  int status = real_main(count, words, environment);
  counted = NOTHING; /* what comes now, such as writing down what was covered, is not the program's own */
  return status;
}

/* ---- Which calls --------------------------------------------------------------------------------------------------
 */

static uint64_t known[MOST_CALLS];
static size_t known_count;

/* Notes a path; false when it was known. 0 is none. */
static bool is_new_path(uint64_t path) {
  if (path == 0) return false;
  for (size_t i = 0; i < known_count; i++)
    if (known[i] == path) return false;
  if (known_count < MOST_CALLS) known[known_count++] = path;
  return true;
}

/* The next call behind `number` on a path that is new; 0 when there is none. */
static long next_call(long number) {
  while (++number < MOST_CALLS) {
    bool first = is_new_path(paths[0][number]);
    bool forked = is_new_path(paths[1][number]);
    if (first || forked) return number;
  }
  return 0;
}

static void read_known(const char *file) {
  FILE *stream = fopen(file, "r");
  if (stream == NULL) return;
  known_count = fread(known, sizeof *known, MOST_CALLS, stream);
  (void)fclose(stream);
}

static void write_known(const char *file) {
  FILE *stream = fopen(file, "w");
  if (stream == NULL || fwrite(known, sizeof *known, known_count, stream) != known_count || fclose(stream) != 0)
    abort();
}

/* ---- All runs -----------------------------------------------------------------------------------------------------
 */

static int run_again_and_again(int count, char **words, char **environment) {
  const char *folder = getenv("UO_FAIL_FOLDER");
  const char *step = getenv("UO_FAIL_STEP");
  const char *file = getenv("UO_FAIL_PATHS");
  if (folder == NULL || step == NULL || file == NULL) abort();
  (void)unsetenv("LD_PRELOAD"); /* programs that are started do not fail */
  (void)path_here(NOTHING);     /* the first time, it loads a library */
  paths = mmap(NULL, 2 * sizeof *paths, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (paths == MAP_FAILED) abort();
  read_known(file);
  (void)snprintf(folder_of_run, sizeof folder_of_run, "%s/statuses", folder);
  FILE *statuses = fopen(folder_of_run, "w");
  if (statuses == NULL) abort();
  long number = 0;
  do {
    (void)snprintf(folder_of_run, sizeof folder_of_run, "%s/%ld", folder, number);
    (void)snprintf(done, sizeof done, "%s/done", folder_of_run);
    pid_t child = fork();
    if (child == 0) return run(number, count, words, environment);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) abort();
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (number == 0 || access(done, F_OK) == 0) fprintf(statuses, "%ld %d\n", number, code);
    (void)fflush(statuses);
    number = next_call(number);
    for (long left = atol(step); number != 0 && left > 1; left--) number = next_call(number);
  } while (number != 0);
  write_known(file);
  _exit(fclose(statuses) == 0 ? 0 : 1);
}

int __libc_start_main(main_function *program, int count, char **words, main_function *begin, void (*end)(void),
                      void (*unload)(void), void *stack_end) {
  int (*start)(main_function *, int, char **, main_function *, void (*)(void), void (*)(void), void *);
  void *found = next("__libc_start_main");
  memcpy(&start, &found, sizeof start);
  real_main = program;
  return start(run_again_and_again, count, words, begin, end, unload, stack_end);
}
