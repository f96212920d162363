/* Showing that items ascend. */
#ifndef UO_CHECKER_ASCENT_H
#define UO_CHECKER_ASCENT_H

#include "checker/view.h"

/* Whether every item is above the one before it: then no two are at the same place in the order. */
bool uo_ascends(const uo_view *view);

#endif
