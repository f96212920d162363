/* A file that appears whole or not at all. */
#ifndef UO_GATE_OUTPUT_FILE_H
#define UO_GATE_OUTPUT_FILE_H

#include <stdio.h>

#include "gate/output_place.h"

/* A zeroed one is closed. */
typedef struct uo_output_file {
  FILE *stream;                 /* where to write: a file beside the target, or an unnamed one */
  const uo_output_place *place; /* where it goes */
  char *temporary;              /* beside the target; NULL when there is none and it is copied to the descriptor */
} uo_output_file;

/* Opens a temporary file for what goes to `place`, which must outlive it. */
UO_MUST_USE uo_error_code uo_output_open(const uo_output_place *place, uo_output_file *file, uo_error *error);

/*
 * Closes it and puts it in its place; on failure nothing is left. A file that was there keeps its permissions; a
 * descriptor is written where it stands.
 */
UO_MUST_USE uo_error_code uo_output_commit(uo_output_file *file, uo_error *error);

/* Closes and removes it; a closed one is fine. */
void uo_output_abandon(uo_output_file *file);

#endif
