/* Lines of a file descriptor, with a chance to flush before the reader blocks. */
#ifndef UO_CLI_LINE_READER_H
#define UO_CLI_LINE_READER_H

#include <unique_oracle/unique.h>

/* Zeroed but for `descriptor` it is ready. */
typedef struct uo_line_reader {
  int descriptor;
  char *bytes;
  size_t room;
  size_t start; /* the first byte that was not given out */
  size_t end;   /* behind the last byte that was read */
  bool at_end;
} uo_line_reader;

/* Whether a whole line is there without waiting. */
bool uo_line_ready(const uo_line_reader *reader);

/*
 * The next line without its line feed, valid until the next call; a last line without line feed counts. *line is NULL
 * at the end of the input.
 */
UO_MUST_USE uo_error_code uo_line_next(uo_line_reader *reader, const char **line, size_t *size, uo_error *error);

void uo_line_release(uo_line_reader *reader);

#endif
