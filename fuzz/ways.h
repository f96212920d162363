/* The ways in which the reference finds an answer, most of which no case of a few elements would see. */
#ifndef UO_FUZZ_WAYS_H
#define UO_FUZZ_WAYS_H

#include "reference/effort.h"

/* The way that `salt` names: for seven numbers in eight that of uo_unique, for the others any. */
uo_way uo_way_named(uint32_t salt);

#endif
