#define _XOPEN_SOURCE 700 /* realpath */

#include "gate/output_place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "subjects/process.h"
#include "tensor/guard.h"

#define MOST_LINKS 40
/* A poll that says that a pipe can be written says it of so many bytes. */
#define SURE_TO_FIT 4096

uo_error_code uo_output_fail(const char *path, int reason, uo_error *error) {
  const char *advice = "";
  if (reason == ENOSPC || reason == EDQUOT) advice = "; make room, or name a file elsewhere";
  if (reason == EFBIG) advice = "; raise the limit (ulimit -f), or name a file elsewhere";
  if (reason == EIO) advice = "; is the disk full, or broken?";
  if (reason == EPIPE) advice = "; its reader went away before it had read all";
  if (reason == EINTR) advice = "; its reader did not read on";
  const char *name = strcmp(path, "-") == 0 ? "standard output" : path;
  return uo_fail(error, UO_ERROR_SYSTEM, "%s: cannot be written: %s%s", name, strerror(reason), advice);
}

uo_error_code uo_output_of(const char *option, uo_error_code code, const uo_error *reason, uo_error *error) {
  UO_REQUIRE(code == UO_ERROR_NONE, error, code, "%s %s", option, reason->message);
  return UO_ERROR_NONE;
}

/* ---- Where a path leads ------------------------------------------------------------------------------------------ */

/* What a path leads to. */
typedef struct found_place {
  char path[PATH_MAX]; /* behind the links that can be followed, in a folder without any */
  size_t folder;       /* length of that folder's path */
  int descriptor;      /* of this process, or -1 */
  bool there;
  bool borrowed; /* the descriptor of another process, by its link in /proc: it leads to no name */
  struct stat status;
} found_place;

static const char *name_in(const found_place *found) { return found->path + found->folder + 1; }

/* Replaces the folder of the path by its path without links. */
static uo_error_code resolve_folder(const char *path, found_place *found, uo_error *error) {
  char folder[PATH_MAX];
  char name[PATH_MAX];
  const char *slash = strrchr(found->path, '/');
  snprintf(name, sizeof name, "%s", slash == NULL ? found->path : slash + 1);
  snprintf(folder, sizeof folder, "%.*s",
           slash == NULL          ? 1
           : slash == found->path ? 1
                                  : (int)(slash - found->path),
           slash == NULL ? "." : found->path);
  char *whole = realpath(folder, NULL);
  UO_REQUIRE(whole != NULL, error, UO_ERROR_SYSTEM, "%s: its folder %s cannot be written: %s", path, folder,
             strerror(errno));
  if (strcmp(whole, "/") == 0) whole[0] = '\0';
  int size = snprintf(found->path, sizeof found->path, "%s/%s", whole, name);
  found->folder = strlen(whole);
  free(whole);
  UO_REQUIRE(size >= 0 && (size_t)size < sizeof found->path, error, UO_ERROR_SYSTEM, "%s: the path is too long", path);
  return UO_ERROR_NONE;
}

static bool is_in_proc(const found_place *found) { return strncmp(found->path, "/proc/", 6) == 0; }

/* /proc/PID/fd/N and /proc/PID/task/TID/fd/N of this process, and /dev/fd/N where that is no link. */
static bool is_own_descriptor(const found_place *found, int *descriptor) {
  char own[64];
  int length = snprintf(own, sizeof own, "/proc/%ld/", (long)getpid());
  const char *name = name_in(found);
  bool own_process = strncmp(found->path, own, (size_t)length) == 0;
  bool folder = found->folder >= 3 && memcmp(found->path + found->folder - 3, "/fd", 3) == 0;
  bool other = found->folder == 7 && memcmp(found->path, "/dev/fd", 7) == 0;
  if (!((own_process && folder) || other) || name[0] == '\0' || strlen(name) > 7) return false;
  if (strspn(name, "0123456789") != strlen(name)) return false;
  *descriptor = atoi(name);
  return true;
}

static uo_error_code take_descriptor(const char *path, found_place *found, uo_error *error) {
  int flags = fcntl(found->descriptor, F_GETFL);
  UO_REQUIRE(flags >= 0 && fstat(found->descriptor, &found->status) == 0, error, UO_ERROR_SYSTEM,
             "%s: no descriptor %d is open; redirect it (%d>FILE), or name a file", path, found->descriptor,
             found->descriptor);
  UO_REQUIRE((flags & O_ACCMODE) != O_RDONLY, error, UO_ERROR_SYSTEM,
             "%s: descriptor %d is open for reading only; redirect it (%d>FILE), or name a file", path,
             found->descriptor, found->descriptor);
  found->there = true;
  return UO_ERROR_NONE;
}

/* Puts what the link holds in its place: an absolute path, or one from the link's folder on. */
static uo_error_code follow(const char *path, found_place *found, uo_error *error) {
  char next[PATH_MAX];
  ssize_t size = readlink(found->path, next, sizeof next - 1);
  UO_REQUIRE(size > 0, error, UO_ERROR_SYSTEM, "%s: %s", path, size < 0 ? strerror(errno) : "an empty link");
  next[size] = '\0';
  size_t kept = next[0] == '/' ? 0 : found->folder + 1;
  UO_REQUIRE(kept + (size_t)size < sizeof found->path, error, UO_ERROR_SYSTEM, "%s: the path is too long", path);
  memcpy(found->path + kept, next, (size_t)size + 1);
  return UO_ERROR_NONE;
}

static uo_error_code find_place(const char *path, found_place *found, uo_error *error) {
  *found = (found_place){.descriptor = -1};
  UO_REQUIRE(path[0] != '\0', error, UO_ERROR_ARGUMENT, "the file name is empty");
  UO_REQUIRE(strlen(path) < sizeof found->path, error, UO_ERROR_SYSTEM, "%.100s...: the path is too long", path);
  if (strcmp(path, "-") == 0) found->descriptor = STDOUT_FILENO;
  if (found->descriptor >= 0) return UO_ERROR_NONE;
  memcpy(found->path, path, strlen(path) + 1);
  for (int links = 0; links < MOST_LINKS; links++) {
    UO_TRY(resolve_folder(path, found, error));
    if (is_own_descriptor(found, &found->descriptor)) return take_descriptor(path, found, error);
    found->there = lstat(found->path, &found->status) == 0;
    bool could_be = found->there || (errno == ENOENT && !is_in_proc(found)); /* nothing can be made in there */
    UO_REQUIRE(could_be, error, UO_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
    if (!found->there || !S_ISLNK(found->status.st_mode)) return UO_ERROR_NONE;
    found->borrowed = is_in_proc(found);
    if (found->borrowed) {
      UO_REQUIRE(stat(found->path, &found->status) == 0, error, UO_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
      return UO_ERROR_NONE;
    }
    UO_TRY(follow(path, found, error));
  }
  return uo_fail(error, UO_ERROR_SYSTEM, "%s: %s", path, strerror(ELOOP));
}

/* Whether it is a file, or could become one: replaced as a whole. */
static bool is_replaced(const found_place *found) {
  return found->descriptor < 0 && !found->borrowed && (!found->there || S_ISREG(found->status.st_mode));
}

static uo_error_code check_access(const char *path, found_place *found, uo_error *error) {
  if (found->descriptor >= 0) return UO_ERROR_NONE;
  UO_REQUIRE(!found->there || !S_ISDIR(found->status.st_mode), error, UO_ERROR_SYSTEM, "%s: is a folder; name a file",
             path);
  UO_REQUIRE(name_in(found)[0] != '\0', error, UO_ERROR_SYSTEM, "%s: names a folder; name a file", path);
  UO_REQUIRE(!found->there || access(found->path, W_OK) == 0, error, UO_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
  if (!is_replaced(found)) return UO_ERROR_NONE;
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%.*s", found->folder == 0 ? 1 : (int)found->folder, found->path);
  UO_REQUIRE(access(folder, W_OK | X_OK) == 0, error, UO_ERROR_SYSTEM, "%s: its folder %s cannot be written: %s", path,
             folder, strerror(errno));
  return UO_ERROR_NONE;
}

/* ---- Which file it is -------------------------------------------------------------------------------------------- */

uo_error_code uo_output_check(const char *path, uo_output_identity *identity, uo_error *error) {
  found_place found;
  UO_TRY(find_place(path, &found, error));
  UO_TRY(check_access(path, &found, error));
  if (identity == NULL) return UO_ERROR_NONE;
  *identity = (uo_output_identity){
      .standard_output = found.descriptor == STDOUT_FILENO, .there = found.there, .status = found.status};
  if (found.there || identity->standard_output) return UO_ERROR_NONE;
  UO_REQUIRE(strlen(name_in(&found)) < sizeof identity->name, error, UO_ERROR_SYSTEM, "%s: %s", path,
             strerror(ENAMETOOLONG));
  snprintf(identity->name, sizeof identity->name, "%.255s", name_in(&found));
  found.path[found.folder == 0 ? 1 : found.folder] = '\0';
  UO_REQUIRE(stat(found.path, &identity->status) == 0, error, UO_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
  return UO_ERROR_NONE;
}

bool uo_output_is_same(const uo_output_identity *one, const uo_output_identity *other) {
  if (one->standard_output || other->standard_output) return one->standard_output && other->standard_output;
  if (one->there != other->there || strcmp(one->name, other->name) != 0) return false;
  if (one->there && S_ISCHR(one->status.st_mode)) return false;
  return one->status.st_dev == other->status.st_dev && one->status.st_ino == other->status.st_ino;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* A FIFO can be opened for writing once it has a reader, which may be started a little later than this program. */
static int open_fifo(const char *path) {
  double end = uo_seconds_now() + UO_READER_SECONDS;
  for (;;) {
    int descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0 || errno != ENXIO || uo_seconds_now() > end) return descriptor;
    const struct timespec pause = {.tv_nsec = 10000000};
    if (nanosleep(&pause, NULL) != 0) return -1; /* a signal */
  }
}

static uo_error_code open_special(const char *path, const found_place *found, uo_output_place *place, uo_error *error) {
  bool fifo = S_ISFIFO(found->status.st_mode);
  place->own = true;
  place->descriptor = fifo ? open_fifo(found->path) : open(found->path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
  if (place->descriptor >= 0) return UO_ERROR_NONE;
  UO_REQUIRE(!fifo || errno != ENXIO, error, UO_ERROR_SYSTEM,
             "%s: nobody reads this pipe; start its reader first (it was waited for %d s)", path, UO_READER_SECONDS);
  UO_REQUIRE(!fifo || errno != EINTR, error, UO_ERROR_SYSTEM, "%s: interrupted before this pipe had a reader", path);
  return uo_output_fail(path, errno, error);
}

uo_error_code uo_output_place_open(const char *path, uo_output_place *place, uo_error *error) {
  found_place found;
  *place = (uo_output_place){.path = path, .descriptor = -1};
  UO_TRY(find_place(path, &found, error));
  UO_TRY(check_access(path, &found, error));
  place->descriptor = found.descriptor;
  if (found.descriptor >= 0) return UO_ERROR_NONE;
  if (!is_replaced(&found)) return open_special(path, &found, place, error);
  place->target = strdup(found.path);
  UO_REQUIRE_MEMORY(place->target, error);
  return UO_ERROR_NONE;
}

/* Waits until something can be written; false with errno. */
static bool wait_for_room(int descriptor) {
  struct pollfd room = {.fd = descriptor, .events = POLLOUT};
  return poll(&room, 1, -1) > 0;
}

uo_error_code uo_output_place_write(const uo_output_place *place, const char *bytes, size_t size, uo_error *error) {
  while (size > 0) {
    size_t part = size < SURE_TO_FIT ? size : SURE_TO_FIT;
    ssize_t put = wait_for_room(place->descriptor) ? write(place->descriptor, bytes, part) : -1;
    if (put < 0 && errno == EAGAIN) continue;
    if (put < 0) return uo_output_fail(place->path, errno, error);
    bytes += put;
    size -= (size_t)put;
  }
  return UO_ERROR_NONE;
}

void uo_output_place_close(uo_output_place *place) {
  if (place->own && place->descriptor >= 0) (void)close(place->descriptor);
  free(place->target);
  *place = (uo_output_place){0};
}
