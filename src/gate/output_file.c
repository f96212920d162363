#define _XOPEN_SOURCE 700 /* realpath */

#include "gate/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tensor/guard.h"

static bool is_standard_output(const char *path) { return strcmp(path, "-") == 0; }

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL) return strdup(".");
  return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

uo_error_code uo_output_check(const char *path, uo_error *error) {
  if (is_standard_output(path)) return UO_ERROR_NONE;
  UO_REQUIRE(path[0] != '\0', error, UO_ERROR_ARGUMENT, "the file name is empty");
  struct stat status;
  if (stat(path, &status) == 0) {
    UO_REQUIRE(!S_ISDIR(status.st_mode), error, UO_ERROR_SYSTEM, "%s: is a folder; name a file", path);
    UO_REQUIRE(access(path, W_OK) == 0, error, UO_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode)) return UO_ERROR_NONE;
  }
  char *folder = folder_of(path);
  UO_REQUIRE_MEMORY(folder, error);
  int refused = access(folder, W_OK | X_OK) == 0 ? 0 : errno;
  uo_error_code code = UO_ERROR_NONE;
  if (refused != 0) {
    code = uo_fail(error, UO_ERROR_SYSTEM, "%s: its folder %s cannot be written: %s", path, folder, strerror(refused));
  }
  free(folder);
  return code;
}

bool uo_output_is_replaced(const char *path) {
  struct stat status;
  return !is_standard_output(path) && (stat(path, &status) != 0 || S_ISREG(status.st_mode));
}

/* The file that `path` names once symbolic links are followed, so that a link stays a link. */
static char *follow_links(const char *path) {
  char *resolved = realpath(path, NULL);
  return resolved != NULL ? resolved : strdup(path);
}

static FILE *open_temporary(const char *target, char **temporary) {
  size_t size = strlen(target) + 32;
  *temporary = malloc(size);
  if (*temporary == NULL) return NULL;
  snprintf(*temporary, size, "%s.%ld.tmp", target, (long)getpid());
  int descriptor = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return NULL;
  FILE *stream = fdopen(descriptor, "w");
  if (stream != NULL) return stream;
  int reason = errno;
  close(descriptor);
  unlink(*temporary);
  errno = reason;
  return NULL;
}

static void forget(uo_output_file *file) {
  free(file->target);
  free(file->temporary);
  *file = (uo_output_file){0};
}

uo_error_code uo_output_open(const char *path, uo_output_file *file, uo_error *error) {
  *file = (uo_output_file){0};
  UO_TRY(uo_output_check(path, error));
  if (is_standard_output(path)) {
    file->stream = stdout;
    return UO_ERROR_NONE;
  }
  file->target = follow_links(path);
  UO_REQUIRE_MEMORY(file->target, error);
  struct stat status;
  bool direct = stat(file->target, &status) == 0 && !S_ISREG(status.st_mode);
  file->stream = direct ? fopen(file->target, "w") : open_temporary(file->target, &file->temporary);
  if (file->stream != NULL) return UO_ERROR_NONE;
  uo_error_code code = uo_fail(error, UO_ERROR_SYSTEM, "%s: cannot be written: %s", path, strerror(errno));
  forget(file);
  return code;
}

uo_error_code uo_output_commit(uo_output_file *file, uo_error *error) {
  const char *name = file->target == NULL ? "standard output" : file->target;
  errno = EIO; /* should an earlier write have failed */
  bool failed = ferror(file->stream) != 0 || fflush(file->stream) != 0;
  if (file->target != NULL) failed |= fclose(file->stream) != 0;
  if (!failed && file->temporary != NULL) failed = rename(file->temporary, file->target) != 0;
  int reason = errno;
  uo_error_code code = UO_ERROR_NONE;
  if (failed) code = uo_fail(error, UO_ERROR_SYSTEM, "%s: cannot be written: %s", name, strerror(reason));
  if (failed && file->temporary != NULL) unlink(file->temporary);
  forget(file);
  return code;
}

void uo_output_abandon(uo_output_file *file) {
  if (file->target != NULL) {
    fclose(file->stream);
    if (file->temporary != NULL) unlink(file->temporary);
  }
  forget(file);
}
