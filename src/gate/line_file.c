#include "gate/line_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gate/output_file.h"
#include "subjects/process.h"
#include "tensor/guard.h"

#define SECONDS_BETWEEN_WRITES 0.2

uo_error_code uo_line_file_open(const char *path, uo_line_file *file, uo_error *error) {
  *file = (uo_line_file){.path = path, .descriptor = STDOUT_FILENO, .written_at = uo_seconds_now()};
  UO_TRY(uo_output_check(path, error));
  file->buffer = malloc(UO_LINE_BUFFER);
  UO_REQUIRE_MEMORY(file->buffer, error);
  file->own = strcmp(path, "-") != 0;
  if (file->own) file->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file->descriptor < 0) {
    free(file->buffer);
    *file = (uo_line_file){0};
    return uo_fail(error, UO_ERROR_SYSTEM, "%s: cannot be written: %s", path, strerror(errno));
  }
  file->open = true;
  struct stat status;
  file->padded = file->own && fstat(file->descriptor, &status) == 0 && S_ISREG(status.st_mode);
  return UO_ERROR_NONE;
}

/* Fills the page up with blanks before the last line feed. */
static void fill_page(uo_line_file *file) {
  size_t over = file->used % UO_LINE_PAGE;
  if (!file->padded || over == 0) return;
  size_t blanks = UO_LINE_PAGE - over;
  memset(file->buffer + file->used - 1, ' ', blanks);
  file->used += blanks;
  file->buffer[file->used - 1] = '\n';
}

/* All of it, however many calls it takes. */
static uo_error_code write_all(uo_line_file *file, const char *bytes, size_t size, uo_error *error) {
  while (size > 0) {
    ssize_t written = write(file->descriptor, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    UO_REQUIRE(written >= 0, error, UO_ERROR_SYSTEM, "%s: cannot be written: %s",
               file->own ? file->path : "standard output", strerror(errno));
    bytes += written;
    size -= (size_t)written;
  }
  file->written_at = uo_seconds_now();
  return UO_ERROR_NONE;
}

uo_error_code uo_line_file_flush(uo_line_file *file, uo_error *error) {
  fill_page(file);
  size_t size = file->used;
  file->used = 0;
  return write_all(file, file->buffer, size, error);
}

/* A line that is longer than the buffer, and blanks up to the end of its last page. */
static uo_error_code write_long(uo_line_file *file, const char *line, size_t size, uo_error *error) {
  UO_TRY(write_all(file, line, size - 1, error));
  memset(file->buffer, ' ', UO_LINE_PAGE);
  size_t rest = file->padded ? UO_LINE_PAGE - (size - 1) % UO_LINE_PAGE : 1;
  file->buffer[rest - 1] = '\n';
  return write_all(file, file->buffer, rest, error);
}

uo_error_code uo_line_file_add(uo_line_file *file, const char *line, size_t size, uo_error *error) {
  if (file->used % UO_LINE_PAGE + size > UO_LINE_PAGE) fill_page(file);
  if (file->used + size > UO_LINE_BUFFER) UO_TRY(uo_line_file_flush(file, error));
  if (size > UO_LINE_BUFFER) return write_long(file, line, size, error);
  memcpy(file->buffer + file->used, line, size);
  file->used += size;
  if (uo_seconds_now() - file->written_at < SECONDS_BETWEEN_WRITES) return UO_ERROR_NONE;
  return uo_line_file_flush(file, error);
}

void uo_line_file_close(uo_line_file *file) {
  if (file->own && file->open) close(file->descriptor);
  free(file->buffer);
  *file = (uo_line_file){0};
}
