/* Linux: memfd, /proc, prctl, glibc's heap statistics. */
#define _GNU_SOURCE 1
#include "subjects/platform.h"

#include "subjects/process.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

bool uo_platform_program_path(char *path, size_t size) {
  ssize_t length = readlink("/proc/self/exe", path, size);
  if (length < 0 || (size_t)length >= size) return false;
  path[length] = '\0';
  return true;
}

bool uo_platform_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0; }

void *uo_platform_map_shared(size_t size) {
  void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return shared == MAP_FAILED ? NULL : shared;
}

static bool map_file_twice(int file, size_t size, void **writable, void **readable) {
  if (ftruncate(file, (off_t)size) != 0) return false;
  void *write_view = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (write_view == MAP_FAILED) return false;
  void *read_view = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (read_view == MAP_FAILED) {
    (void)munmap(write_view, size);
    return false;
  }
  *writable = write_view;
  *readable = read_view;
  return true;
}

bool uo_platform_map_twice(size_t size, void **writable, void **readable) {
  int file = memfd_create("unique-oracle input", MFD_CLOEXEC);
  if (file < 0) return false;
  bool mapped = map_file_twice(file, size, writable, readable);
  int reason = errno;
  (void)close(file); /* the views keep it */
  errno = reason;
  return mapped;
}

void uo_platform_die_with(pid_t parent) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) uo_leave(1); /* it died before the line above */
}

void uo_platform_close_others(int keep) {
  DIR *open_files = opendir("/proc/self/fd");
  if (open_files == NULL) return;
  for (struct dirent *entry = readdir(open_files); entry != NULL; entry = readdir(open_files)) {
    int descriptor = (int)strtol(entry->d_name, NULL, 10); /* 0 for "." and ".." */
    if (descriptor > STDERR_FILENO && descriptor != keep && descriptor != dirfd(open_files)) (void)close(descriptor);
  }
  (void)closedir(open_files);
}

/* Nested, because other C libraries have no __GLIBC_PREREQ to expand. */
#ifdef __GLIBC__
#define HAS_MALLINFO2 __GLIBC_PREREQ(2, 33)
#else
#define HAS_MALLINFO2 0
#endif

/* Cheap as long as the heap has few free blocks, as the one that the child inherits from the gate. */
static size_t heap_in_use(void) {
#if HAS_MALLINFO2
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
#else
  return 0;
#endif
}

/* Sanitizers replace malloc and keep their own count; their function is there when they are. */
uo_heap_function *uo_platform_heap_function(void) {
  void *symbol = dlsym(RTLD_DEFAULT, "__sanitizer_get_current_allocated_bytes");
  if (symbol == NULL) return heap_in_use;
  uo_heap_function *function;
  memcpy(&function, &symbol, sizeof function);
  return function;
}

static size_t read_small_file(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t got = read(file, text, size - 1);
  (void)close(file);
  if (got < 0) got = 0;
  text[got] = '\0';
  return (size_t)got;
}

/* /proc/PID/statm: size resident shared ..., in pages. Shared pages are the arenas and files. */
size_t uo_platform_resident(pid_t process) {
  char path[64];
  char text[128];
  (void)snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
  if (read_small_file(path, text, sizeof text) == 0) return 0;
  char *end;
  (void)strtoull(text, &end, 10);
  unsigned long long resident = strtoull(end, &end, 10);
  unsigned long long shared = strtoull(end, &end, 10);
  if (shared > resident) return 0;
  return (size_t)((resident - shared) * (unsigned long long)sysconf(_SC_PAGESIZE));
}

size_t uo_platform_group_resident(pid_t group) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) return uo_platform_resident(group);
  size_t total = 0;
  for (struct dirent *entry = readdir(processes); entry != NULL; entry = readdir(processes)) {
    pid_t process = (pid_t)strtol(entry->d_name, NULL, 10); /* 0 for what is no process */
    if (process > 0 && getpgid(process) == group) total += uo_platform_resident(process);
  }
  (void)closedir(processes);
  return total;
}

uo_access uo_platform_fault_access(const void *context) {
#if defined(__x86_64__) || defined(__i386__)
  const ucontext_t *machine = context;
  /* Bit 1 of the page fault's error code: set by a write. */
  return (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? UO_ACCESS_WRITE : UO_ACCESS_READ;
#else
  (void)context;
  return UO_ACCESS_UNKNOWN;
#endif
}
