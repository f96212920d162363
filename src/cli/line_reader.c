#include "cli/line_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "subjects/process.h"
#include "tensor/guard.h"

#define FIRST_ROOM 65536

bool uo_line_ready(const uo_line_reader *reader) {
  if (reader->start == reader->end) return false;
  return memchr(reader->bytes + reader->start, '\n', reader->end - reader->start) != NULL;
}

/* Makes room behind the bytes that are still needed. What was allocated is at most half of what a size can tell. */
static uo_error_code make_room(uo_line_reader *reader, uo_error *error) {
  if (reader->start > 0) {
    memmove(reader->bytes, reader->bytes + reader->start, reader->end - reader->start);
    reader->end -= reader->start;
    reader->start = 0;
  }
  if (reader->end < reader->room) return UO_ERROR_NONE;
  size_t room = reader->room == 0 ? FIRST_ROOM : reader->room * 2;
  char *grown = realloc(reader->bytes, room);
  UO_REQUIRE_MEMORY(grown, error);
  reader->bytes = grown;
  reader->room = room;
  return UO_ERROR_NONE;
}

static uo_error_code read_more(uo_line_reader *reader, uo_error *error) {
  UO_TRY(make_room(reader, error));
  ssize_t size = uo_read_some(reader->descriptor, reader->bytes + reader->end, reader->room - reader->end);
  UO_REQUIRE(size >= 0, error, UO_ERROR_SYSTEM, "standard input cannot be read: %s", strerror(errno));
  reader->end += (size_t)size;
  reader->at_end = size == 0;
  return UO_ERROR_NONE;
}

uo_error_code uo_line_next(uo_line_reader *reader, const char **line, size_t *size, uo_error *error) {
  size_t searched = 0; /* bytes of this line that hold no line feed: a long line is searched once */
  for (;;) {
    size_t have = reader->end - reader->start;
    const char *first = have == 0 ? NULL : reader->bytes + reader->start;
    const char *feed = have == searched ? NULL : memchr(first + searched, '\n', have - searched);
    if (feed != NULL || reader->at_end) {
      *line = first;
      *size = feed != NULL ? (size_t)(feed - first) : have;
      reader->start += *size + (feed != NULL);
      return UO_ERROR_NONE;
    }
    searched = have;
    UO_TRY(read_more(reader, error));
  }
}

void uo_line_release(uo_line_reader *reader) { free(reader->bytes); }
