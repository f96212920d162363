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
  file->buffer = malloc(UO_LINE_BUFFER + UO_LINE_PAGE); /* and the blanks that fill a page up */
  UO_REQUIRE_MEMORY(file->buffer, error);
  file->own = strcmp(path, "-") != 0;
  if (file->own) file->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file->descriptor < 0) {
    free(file->buffer);
    *file = (uo_line_file){0};
    return uo_fail(error, UO_ERROR_SYSTEM, "%s: cannot be written: %s", path, strerror(errno));
  }
  struct stat status;
  file->padded = file->own && fstat(file->descriptor, &status) == 0 && S_ISREG(status.st_mode);
  return UO_ERROR_NONE;
}

/* Where the next byte goes, in its page. */
static size_t place_in_page(const uo_line_file *file) { return (size_t)((file->written + file->used) % UO_LINE_PAGE); }

/* Fills the page up with blanks before the last line feed. */
static void fill_page(uo_line_file *file) {
  size_t over = place_in_page(file);
  if (!file->padded || over == 0) return;
  size_t blanks = UO_LINE_PAGE - over;
  memset(file->buffer + file->used - 1, ' ', blanks);
  file->used += blanks;
  file->buffer[file->used - 1] = '\n';
}

/* All of it, however many calls it takes. */
static uo_error_code write_all(uo_line_file *file, const char *bytes, size_t size, uo_error *error) {
  while (size > 0) {
    ssize_t put = file->padded ? pwrite(file->descriptor, bytes, size, (off_t)file->written)
                               : write(file->descriptor, bytes, size);
    if (put < 0 && errno == EINTR) continue;
    UO_REQUIRE(put >= 0, error, UO_ERROR_SYSTEM, "%s: cannot be written: %s",
               file->own ? file->path : "standard output", strerror(errno));
    bytes += put;
    size -= (size_t)put;
    file->written += (uint64_t)put;
  }
  file->written_at = uo_seconds_now();
  return UO_ERROR_NONE;
}

/* The last line feed is kept, to be written once more: blanks may have to stand before it. */
uo_error_code uo_line_file_flush(uo_line_file *file, uo_error *error) {
  size_t size = file->used;
  file->used = 0;
  if (size == 0) return UO_ERROR_NONE;
  UO_TRY(write_all(file, file->buffer, size, error));
  if (!file->padded) return UO_ERROR_NONE;
  file->written--;
  file->buffer[0] = '\n';
  file->used = 1;
  return UO_ERROR_NONE;
}

uo_error_code uo_line_file_add(uo_line_file *file, const char *line, size_t size, uo_error *error) {
  if (place_in_page(file) + size > UO_LINE_PAGE) fill_page(file);
  if (file->used + size > UO_LINE_BUFFER) UO_TRY(uo_line_file_flush(file, error));
  if (file->used + size > UO_LINE_BUFFER) { /* longer than the buffer */
    file->written += file->used;            /* a line feed that stands there already, or nothing */
    UO_TRY(write_all(file, line, size - 1, error));
    file->buffer[0] = '\n';
    file->used = 1;
    return uo_line_file_flush(file, error);
  }
  memcpy(file->buffer + file->used, line, size);
  file->used += size;
  bool due = uo_seconds_now() - file->written_at >= SECONDS_BETWEEN_WRITES;
  return due ? uo_line_file_flush(file, error) : UO_ERROR_NONE;
}

void uo_line_file_close(uo_line_file *file) {
  if (file->own) close(file->descriptor);
  free(file->buffer);
  *file = (uo_line_file){0};
}
