/* Well-formed UTF-8, for looking at strings that may be anything. */
#ifndef UO_CASES_UTF8_H
#define UO_CASES_UTF8_H

#include <stddef.h>

/*
 * How many of the `left` bytes at `at` the character there has; 0 when there is none: overlong, a surrogate, beyond
 * U+10FFFF, cut short. `left` is at least 1.
 */
size_t uo_utf8_size(const char *at, size_t left);

#endif
