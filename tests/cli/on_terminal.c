/* on_terminal COMMAND ARGUMENTS...: runs it with a terminal of its own as its three standard streams, copies what it
 * writes to standard output, and ends with its exit code. The terminal has $UO_COLUMNS columns, if that is given. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail(const char *what) {
  perror(what);
  return 125;
}

static int become(const char *terminal, char **words) {
  if (setsid() < 0) return fail("setsid");
  int file = open(terminal, O_RDWR);
  if (file < 0) return fail(terminal);
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (dup2(file, stream) != stream) return fail("dup2");
  (void)execvp(words[0], words);
  return fail(words[0]);
}

int main(int argc, char **argv) {
  int own = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (argc < 2 || own < 0 || grantpt(own) != 0 || unlockpt(own) != 0) return fail("on_terminal");
  const char *terminal = ptsname(own);
  if (terminal == NULL) return fail("ptsname");
  int kept = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC); /* so that what was written last can still be read */
  if (kept < 0 || fcntl(own, F_SETFL, O_NONBLOCK) != 0) return fail(terminal);
  const char *columns = getenv("UO_COLUMNS");
  const struct winsize size = {.ws_row = 24, .ws_col = columns == NULL ? 0 : (unsigned short)atoi(columns)};
  if (columns != NULL && ioctl(own, TIOCSWINSZ, &size) != 0) return fail("TIOCSWINSZ");
  pid_t child = fork();
  if (child < 0) return fail("fork");
  if (child == 0) _exit(become(terminal, argv + 1));
  int status = 0;
  bool ended = false;
  while (!ended) {
    ended = waitpid(child, &status, WNOHANG) == child;
    char bytes[4096];
    for (ssize_t got; (got = read(own, bytes, sizeof bytes)) > 0;) (void)fwrite(bytes, 1, (size_t)got, stdout);
    (void)poll(NULL, 0, 5);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 124;
}
