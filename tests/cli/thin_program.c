/* The program with an arena that takes a block for each allocation, so that failing_calls.c finds each of them. */
#include "support/thin_arena.h"
