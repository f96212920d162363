/* Bytes as text: is it UTF-8, as base64 and back, and a short excerpt for messages. */
#ifndef UO_FILES_BYTES_H
#define UO_FILES_BYTES_H

#include "files/text.h"

/*
 * How many bytes from the start are well-formed UTF-8 (shortest form, no surrogates, at most U+10FFFF): `size` when all
 * are.
 */
size_t uo_utf8_length(const char *bytes, size_t size);

/* Adds the base64 form (RFC 4648 section 4, padded). */
void uo_base64_add(uo_text *text, const char *bytes, size_t size);

/* Reads exactly that form into `bytes`, which has room for size / 4 * 3; false when it is not that form. */
UO_MUST_USE bool uo_base64_read(const char *base64, size_t size, char *bytes, size_t *count);

#define UO_EXCERPT 48

/* The beginning of what stood in a file, for a message: what does not print becomes '?', what does not fit "...". */
const char *uo_excerpt(const char *bytes, size_t size, char excerpt[UO_EXCERPT]);

#endif
