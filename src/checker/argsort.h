/* A stable sort of positions by the items that stand there. */
#ifndef UO_CHECKER_ARGSORT_H
#define UO_CHECKER_ARGSORT_H

#include "checker/view.h"
#include "tensor/memory.h"

/*
 * Puts `positions` in ascending order of their items; those of the same place in the order stay as they were.
 * At most O(count log count) comparisons, O(count) when they are in order already. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_argsort(const uo_view *view, int64_t *positions, int64_t count, uo_arena *arena,
                                     uo_error *error);

#endif
