/* Text in a buffer of fixed size, cut when it does not fit. */
#ifndef UO_GATE_APPEND_H
#define UO_GATE_APPEND_H

#include <unique_oracle/unique.h>

/* Appends to the NUL-terminated text in `text`. */
void uo_append(char *text, size_t size, const char *format, ...) UO_PRINTF(3, 4);

#endif
