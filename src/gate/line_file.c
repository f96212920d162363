#include "gate/line_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "subjects/process.h"
#include "tensor/guard.h"

#define SECONDS_BETWEEN_WRITES 0.2

uo_error_code uo_line_file_open(const char *path, uo_line_file *file, uo_error *error) {
  *file = (uo_line_file){.descriptor = -1, .written_at = uo_seconds_now()};
  uo_error_code code = uo_output_place_open(path, &file->place, error);
  file->padded = file->place.target != NULL;
  if (code == UO_ERROR_NONE) file->buffer = malloc(UO_LINE_BUFFER + UO_LINE_PAGE); /* and blanks that fill a page up */
  if (code == UO_ERROR_NONE && file->buffer == NULL) code = uo_fail(error, UO_ERROR_MEMORY, "out of memory");
  if (code != UO_ERROR_NONE) uo_line_file_close(file);
  return code;
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
  file->written_at = uo_seconds_now();
  if (!file->padded) return uo_output_place_write(&file->place, bytes, size, error);
  if (file->descriptor < 0) file->descriptor = open(file->place.target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file->descriptor < 0) return uo_output_fail(file->place.path, errno, error);
  while (size > 0) {
    ssize_t put = pwrite(file->descriptor, bytes, size, (off_t)file->written);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return uo_output_fail(file->place.path, errno, error);
    bytes += put;
    size -= (size_t)put;
    file->written += (uint64_t)put;
  }
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
  if (file->padded && file->descriptor >= 0) (void)close(file->descriptor);
  uo_output_place_close(&file->place);
  free(file->buffer);
  *file = (uo_line_file){0};
}
