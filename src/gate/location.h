/* Where something stands, as SARIF says it. */
#ifndef UO_GATE_LOCATION_H
#define UO_GATE_LOCATION_H

#include <stdint.h>

#include "gate/outcome.h"

#define UO_PATH_TEXT 4096

/* The name of the folder in which the gate was started; relative paths in a report are meant from there. */
#define UO_LOCATION_BASE "ROOT"

/*
 * The file that stands for a subject: the plug-in, the answers, the first word of a command that names a file of the
 * folder, else the program. At most `size` bytes.
 */
void uo_subject_file(const uo_gate_options *options, char *file, size_t size);

/*
 * Writes "physicalLocation": {..} of a file: relative to `base`, an absolute path, where it lies in there, else
 * absolute. Without a line (0 or less) no region is named: it is about the whole file, which need not have lines.
 */
void uo_location_write(const char *path, const char *base, int64_t line, FILE *stream);

/* Writes "originalUriBaseIds": {..} for `base`. */
void uo_location_write_base(const char *base, FILE *stream);

#endif
