#define _XOPEN_SOURCE 700 /* fchmod */

#include "gate/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tensor/guard.h"

/* Who could not read the file that is replaced cannot read the new one either. */
static bool keep_mode(int descriptor, const char *target) {
  struct stat old;
  if (stat(target, &old) != 0) return true;
  mode_t mode = old.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
  if (fchown(descriptor, (uid_t)-1, old.st_gid) != 0) mode &= (mode_t)~S_IRWXG;
  return fchmod(descriptor, mode) == 0;
}

static FILE *open_temporary(const char *target, char **temporary) {
  size_t size = strlen(target) + 32;
  *temporary = malloc(size);
  if (*temporary == NULL) return NULL;
  snprintf(*temporary, size, "%s.%ld.tmp", target, (long)getpid());
  mode_t mode = access(target, F_OK) == 0 ? 0600 : 0666;
  int descriptor = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (descriptor < 0) return NULL;
  FILE *stream = keep_mode(descriptor, target) ? fdopen(descriptor, "w") : NULL;
  if (stream != NULL) return stream;
  int reason = errno;
  close(descriptor);
  unlink(*temporary);
  errno = reason;
  return NULL;
}

static void forget(uo_output_file *file) {
  free(file->temporary);
  *file = (uo_output_file){0};
}

uo_error_code uo_output_open(const uo_output_place *place, uo_output_file *file, uo_error *error) {
  *file = (uo_output_file){.place = place};
  file->stream = place->target == NULL ? tmpfile() : open_temporary(place->target, &file->temporary);
  if (file->stream != NULL) return UO_ERROR_NONE;
  uo_error_code code = uo_output_fail(place->path, errno, error);
  forget(file);
  return code;
}

/* What was buffered is tried once more, which tells again why it could not be written. */
static bool is_written(FILE *stream) {
  errno = EIO; /* should an earlier write have failed, and this one not */
  bool flushed = fflush(stream) == 0;
  return ferror(stream) == 0 && flushed;
}

static uo_error_code copy_out(const uo_output_file *file, uo_error *error) {
  char block[16384];
  size_t size;
  if (fseek(file->stream, 0, SEEK_SET) != 0) return uo_output_fail(file->place->path, errno, error);
  (void)fflush(stdout); /* what stands before it on the same descriptor */
  while ((size = fread(block, 1, sizeof block, file->stream)) > 0)
    UO_TRY(uo_output_place_write(file->place, block, size, error));
  UO_REQUIRE(ferror(file->stream) == 0, error, UO_ERROR_SYSTEM, "%s: its temporary file cannot be read",
             file->place->path);
  return UO_ERROR_NONE;
}

uo_error_code uo_output_commit(uo_output_file *file, uo_error *error) {
  const uo_output_place *place = file->place;
  bool done = is_written(file->stream);
  int reason = errno;
  uo_error_code code = UO_ERROR_NONE;
  if (done && place->target == NULL) code = copy_out(file, error);
  if (fclose(file->stream) != 0 && done) {
    reason = errno;
    done = false;
  }
  if (done && place->target != NULL && rename(file->temporary, place->target) != 0) {
    reason = errno;
    done = false;
  }
  if (!done) code = uo_output_fail(place->path, reason, error);
  if (!done && file->temporary != NULL) unlink(file->temporary);
  forget(file);
  return code;
}

void uo_output_abandon(uo_output_file *file) {
  if (file->stream != NULL) fclose(file->stream);
  if (file->temporary != NULL) unlink(file->temporary);
  forget(file);
}
