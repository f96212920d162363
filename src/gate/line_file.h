/* A file of lines that is whole lines at every moment, also when this process is killed in the middle of a write. */
#ifndef UO_GATE_LINE_FILE_H
#define UO_GATE_LINE_FILE_H

#include "gate/output_place.h"

/*
 * A signal that kills is looked for between the pages of a write, never within one. So no line crosses a page: where
 * one would, blanks before the line feed of the line in front of it fill the page up. (A line longer than a page can be
 * cut, and so can any that goes to a pipe or a terminal, where no blanks are written.)
 */
#define UO_LINE_PAGE   4096
#define UO_LINE_BUFFER (16 * UO_LINE_PAGE)

/* A zeroed one is closed. */
typedef struct uo_line_file {
  uo_output_place place;
  int descriptor;   /* of the file; -1 before the first write */
  bool padded;      /* a file of our own: one that was named */
  uint64_t written; /* bytes that stand in the file and stay */
  double written_at;
  size_t used;
  char *buffer; /* UO_LINE_BUFFER bytes and a page */
} uo_line_file;

/* "-" is standard output. A file is emptied or made by the first write. */
UO_MUST_USE uo_error_code uo_line_file_open(const char *path, uo_line_file *file, uo_error *error);

/* Adds `size` bytes that end with the only line feed among them. Written at once when the last write is 0.2 s ago. */
UO_MUST_USE uo_error_code uo_line_file_add(uo_line_file *file, const char *line, size_t size, uo_error *error);

/* Writes what is there. */
UO_MUST_USE uo_error_code uo_line_file_flush(uo_line_file *file, uo_error *error);

/* Closes it without writing anything more; a closed one is fine. */
void uo_line_file_close(uo_line_file *file);

#endif
