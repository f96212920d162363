/*
 * Loaded before a program (LD_PRELOAD), makes one call of the C library fail: number UO_FAIL_AT, from 1, of those
 * counted. UO_FAIL_WHAT says which are counted: "memory" (allocations, those inside libraries included) or "system"
 * (files, processes, pipes, mappings). Creates the file UO_FAIL_DONE when it has. The count goes on in forked children,
 * each for itself; it begins and ends with main.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
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

enum what { NOTHING, MEMORY, SYSTEM };

static enum what counted;
static long chosen;
static long seen;
static char done[512];

static void start_counting(void) {
  const char *at = getenv("UO_FAIL_AT");
  const char *what = getenv("UO_FAIL_WHAT");
  const char *file = getenv("UO_FAIL_DONE");
  if (at == NULL || what == NULL || file == NULL) return;
  chosen = atol(at);
  (void)snprintf(done, sizeof done, "%s", file);
  counted = strcmp(what, "memory") == 0 ? MEMORY : SYSTEM;
}

static bool fails(enum what kind, int error) {
  if (kind != counted || ++seen != chosen) return false;
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

/* A function of the C library that fails with `error` and gives `failure`. */
#define FAILING(type, name, parameters, arguments, failure, error)                                                     \
  type name parameters {                                                                                               \
    static type(*real) parameters;                                                                                     \
    if (fails(SYSTEM, error)) return failure;                                                                          \
    if (real == NULL) {                                                                                                \
      void *found = next(#name);                                                                                       \
      memcpy(&real, &found, sizeof real);                                                                              \
    }                                                                                                                  \
    return real arguments;                                                                                             \
  }

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
FAILING(pid_t, fork, (void), (), -1, EAGAIN)
FAILING(int, pipe2, (int ends[2], int flags), (ends, flags), -1, EMFILE)
FAILING(int, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends), -1, EMFILE)
FAILING(int, ftruncate, (int file, off_t size), (file, size), -1, ENOSPC)
FAILING(int, memfd_create, (const char *name, unsigned flags), (name, flags), -1, EMFILE)
FAILING(void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t offset),
        (at, size, access, flags, file, offset), MAP_FAILED, ENOMEM)
FAILING(int, mprotect, (void *at, size_t size, int access), (at, size, access), -1, ENOMEM)
FAILING(int, poll, (struct pollfd * files, nfds_t count, int milliseconds), (files, count, milliseconds), -1, EINTR)
FAILING(ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size), -1, EINTR)
FAILING(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), -1, EINTR)
FAILING(pid_t, waitpid, (pid_t child, int *status, int options), (child, status, options), -1, EINTR)
FAILING(int, waitid, (idtype_t which, id_t id, siginfo_t *ended, int options), (which, id, ended, options), -1, EINTR)

/* ---- From the beginning of main to its end ----------------------------------------------------------------------- */

typedef int main_function(int count, char **words, char **environment);

static main_function *real_main;

static int counted_main(int count, char **words, char **environment) {
  start_counting();
  int status = real_main(count, words, environment);
  counted = NOTHING; /* what comes now, such as writing down what was covered, is not the program's own */
  return status;
}

int __libc_start_main(main_function *program, int count, char **words, main_function *begin, void (*end)(void),
                      void (*unload)(void), void *stack_end) {
  int (*start)(main_function *, int, char **, main_function *, void (*)(void), void (*)(void), void *);
  void *found = next("__libc_start_main");
  memcpy(&start, &found, sizeof start);
  real_main = program;
  return start(counted_main, count, words, begin, end, unload, stack_end);
}
