/* Any POSIX system: no look at heaps and at what other processes hold, so leaks and memory limits go unseen. */
#include "subjects/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

bool uo_platform_program_path(char *path, size_t size) {
  (void)path;
  (void)size;
  return false;
}

bool uo_platform_pipe(int ends[2]) {
  if (pipe(ends) != 0) return false;
  if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0) return true;
  int reason = errno;
  (void)close(ends[0]);
  (void)close(ends[1]);
  errno = reason;
  return false;
}

/* A file of `size` zero bytes that has no name any more; -1 with errno. */
static int open_nameless(size_t size) {
  const char *folder = getenv("TMPDIR");
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/unique-oracle-XXXXXX", folder != NULL ? folder : "/tmp");
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int file = mkstemp(path);
  if (file < 0) return -1;
  (void)unlink(path);
  if (ftruncate(file, (off_t)size) == 0) return file;
  int reason = errno;
  (void)close(file);
  errno = reason;
  return -1;
}

static void *map_file(int file, size_t size, int protection) {
  void *view = mmap(NULL, size, protection, MAP_SHARED, file, 0);
  return view == MAP_FAILED ? NULL : view;
}

void *uo_platform_map_shared(size_t size) {
  int file = open_nameless(size);
  if (file < 0) return NULL;
  void *shared = map_file(file, size, PROT_READ | PROT_WRITE);
  int reason = errno;
  (void)close(file); /* the view keeps it */
  errno = reason;
  return shared;
}

bool uo_platform_map_twice(size_t size, void **writable, void **readable) {
  int file = open_nameless(size);
  if (file < 0) return false;
  *writable = map_file(file, size, PROT_READ | PROT_WRITE);
  *readable = *writable == NULL ? NULL : map_file(file, size, PROT_READ);
  int reason = errno;
  if (*writable != NULL && *readable == NULL) (void)munmap(*writable, size);
  (void)close(file);
  errno = reason;
  return *readable != NULL;
}

/* A child whose parent has died ends when it next asks for a case, and not before. */
void uo_platform_die_with(pid_t parent) { (void)parent; }

void uo_platform_close_others(int keep) {
  const long most = 65536; /* a limit may be beyond what can be gone through */
  long limit = sysconf(_SC_OPEN_MAX);
  if (limit < 0 || limit > most) limit = most;
  for (int descriptor = STDERR_FILENO + 1; descriptor < (int)limit; descriptor++)
    if (descriptor != keep) (void)close(descriptor);
}

static size_t heap_unknown(void) { return 0; }

uo_heap_function *uo_platform_heap_function(void) { return heap_unknown; }

size_t uo_platform_resident(pid_t process) {
  (void)process;
  return 0;
}

size_t uo_platform_group_resident(pid_t group) {
  (void)group;
  return 0;
}

uo_access uo_platform_fault_access(const void *context) {
  (void)context;
  return UO_ACCESS_UNKNOWN;
}
