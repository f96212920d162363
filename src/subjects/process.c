#include "subjects/process.h"

#include "subjects/platform.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void uo_save_counts(void) {
#ifdef UO_COVERAGE
  extern void __gcov_dump(void);
  __gcov_dump();
#endif
}

_Noreturn void uo_leave(int status) {
  uo_save_counts();
  _exit(status);
}

ssize_t uo_read_some(int file, void *bytes, size_t size) {
  ssize_t got;
  do {
    got = read(file, bytes, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

ssize_t uo_write_some(int file, const void *bytes, size_t size) {
  ssize_t put;
  do {
    put = write(file, bytes, size);
  } while (put < 0 && errno == EINTR);
  return put;
}

double uo_seconds_now(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool uo_process_has_ended(pid_t child) {
  siginfo_t ended = {0};
  int result = waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT | WNOHANG);
  return result != 0 || ended.si_pid == child;
}

bool uo_process_wait(pid_t child, double seconds) {
  double end = uo_seconds_now() + seconds;
  while (!uo_process_has_ended(child)) {
    if (uo_seconds_now() >= end) return false;
    (void)poll(NULL, 0, 1);
  }
  return true;
}

int uo_process_end(pid_t child) {
  /* Before it is reaped: until then no other process or group can have its number. */
  (void)kill(-child, SIGKILL);
  (void)kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

void uo_process_describe(int status, char text[UO_DEATH_TEXT]) {
  if (WIFSIGNALED(status))
    (void)snprintf(text, UO_DEATH_TEXT, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    (void)snprintf(text, UO_DEATH_TEXT, "exited with status %d", WEXITSTATUS(status));
}

double uo_start_seconds(double case_seconds) {
  const double least = 10;
  return case_seconds * 3 > least ? case_seconds * 3 : least;
}

uo_memory_watch uo_memory_watch_start(pid_t group, size_t mib) {
  size_t held = uo_platform_group_resident(group);
  size_t allowed = mib < SIZE_MAX >> 20 ? mib << 20 : SIZE_MAX;
  size_t most = allowed < SIZE_MAX - held ? held + allowed : SIZE_MAX;
  return (uo_memory_watch){.group = group, .most = most};
}

bool uo_memory_is_over(uo_memory_watch *watch, double now) {
  const double step = 0.01;
  const double group_step = 0.05;
  if (now < watch->next) return false;
  watch->next = now + step;
  if (uo_platform_resident(watch->group) > watch->most) return true;
  if (now < watch->next_group) return false;
  watch->next_group = now + group_step;
  return uo_platform_group_resident(watch->group) > watch->most;
}

char *uo_quote(const char *bytes, size_t count, char *text, size_t size) {
  static const char hexadecimal[] = "0123456789abcdef";
  const size_t tail = 6; /* the quote, the dots and NUL, after the longest escape */
  size_t used = 0;
  text[used++] = '"';
  size_t i = 0;
  for (; i < count && used + 4 + tail <= size; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte == '"' || byte == '\\') text[used++] = '\\';
    if (byte >= 0x20 && byte < 0x7f) {
      text[used++] = (char)byte;
      continue;
    }
    text[used++] = '\\';
    text[used++] = 'x';
    text[used++] = hexadecimal[byte >> 4];
    text[used++] = hexadecimal[byte & 15];
  }
  text[used++] = '"';
  if (i < count)
    for (int dot = 0; dot < 3; dot++) text[used++] = '.';
  text[used] = '\0';
  return text;
}
