/* A command line as words, as a shell would read it, but without a shell. */
#ifndef UO_SUBJECTS_WORDS_H
#define UO_SUBJECTS_WORDS_H

#include "tensor/memory.h"

/*
 * Splits at blanks; '...' keeps everything, "..." keeps everything but backslashes before " \ $ ` and line ends, a
 * backslash elsewhere keeps the next character. Nothing is expanded: $ * ~ | > are characters like any other. `words`
 * ends with NULL. An open quote, a backslash at the end or no word at all is UO_ERROR_ARGUMENT.
 */
UO_MUST_USE uo_error_code uo_words_split(const char *text, uo_arena *arena, char ***words, uo_error *error);

#endif
