/* Small cases as one line of text, so that a table of them can be read. */
#ifndef UO_TESTS_CASES_NOTATION_H
#define UO_TESTS_CASES_NOTATION_H

#include "cases/case.h"
#include "tensor/memory.h"

/*
 * "TYPE SHAPE |DATA| OPTIONS" as in vectors, ' for ": "float [2, 1] |'NaN', 0| axis=0 sorted=0 wanted=3". DATA *V is V
 * everywhere, # is 0, 1, 2, ... (as strings for string). Options default to no axis, sorted=1, wanted=15. Fails the
 * test when it makes no sense.
 */
uo_case cases_from_notation(const char *text, uo_arena *arena);

#endif
