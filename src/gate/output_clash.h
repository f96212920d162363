/* Outputs that would overwrite each other, or what the run reads. */
#ifndef UO_GATE_OUTPUT_CLASH_H
#define UO_GATE_OUTPUT_CLASH_H

#include "gate/gate_options.h"

/* A file that the command line names. */
typedef struct uo_named_file {
  const char *option; /* "--junit" */
  const char *path;   /* NULL: not given */
} uo_named_file;

/*
 * UO_ERROR_ARGUMENT when two of the outputs lead to the same file, by whatever names, links and hard links included,
 * or one of them to where standard output or standard error goes under another name, or to one of the inputs, which
 * may be folders: then to any file in there. UO_ERROR_SYSTEM when one of them cannot be written. Messages begin with
 * the option.
 */
UO_MUST_USE uo_error_code uo_outputs_check(const uo_named_file *outputs, size_t output_count,
                                           const uo_named_file *inputs, size_t input_count, uo_error *error);

/* The same for the outputs of the gate, and what it reads: vectors, subject, known failures, its own program. A list of
 * known failures may be written to the file that it was read from. */
UO_MUST_USE uo_error_code uo_gate_outputs_check(const uo_gate_options *options, uo_error *error);

/* The files that a subject is made of: the plug-in, the answers, the words of the command. `list` has room for
 * UO_SUBJECT_FILES of them; texts live in the arena. */
#define UO_SUBJECT_FILES 16
UO_MUST_USE uo_error_code uo_subject_files(const uo_gate_options *options, uo_arena *arena,
                                           uo_named_file list[UO_SUBJECT_FILES], size_t *count, uo_error *error);

#endif
