/* A file that appears whole or not at all. */
#ifndef UO_GATE_OUTPUT_FILE_H
#define UO_GATE_OUTPUT_FILE_H

#include <unique_oracle/unique.h>

#include <stdio.h>

/* A zeroed one is closed. */
typedef struct uo_output_file {
  FILE *stream;    /* where to write */
  char *target;    /* NULL for standard output */
  char *temporary; /* beside the target; NULL when the target is no regular file (a pipe, /dev/null) and is written
                      directly */
} uo_output_file;

/* Whether `path` ("-" is standard output) could be written: its folder exists and may be written, and it is no folder
 * itself. */
UO_MUST_USE uo_error_code uo_output_check(const char *path, uo_error *error);

/* Whether opening and committing replaces a file as a whole: no standard output, pipe or device. */
bool uo_output_is_replaced(const char *path);

/* Opens a temporary file beside `path`. */
UO_MUST_USE uo_error_code uo_output_open(const char *path, uo_output_file *file, uo_error *error);

/* Closes it and puts it in its place; on failure nothing is left. */
UO_MUST_USE uo_error_code uo_output_commit(uo_output_file *file, uo_error *error);

/* Closes and removes it; a closed one is fine. */
void uo_output_abandon(uo_output_file *file);

#endif
