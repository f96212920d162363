/* Showing that no value stands twice. */
#ifndef UO_CHECKER_DISTINCT_H
#define UO_CHECKER_DISTINCT_H

#include "checker/view.h"
#include "tensor/memory.h"

/*
 * Whether it could be shown that no two items are equal under any policy. It is shown by hashes of values alone: items
 * with different ones are not equal. False says nothing: equal items, or hashes that are. Linear. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_show_distinct(const uo_view *view, uo_arena *arena, bool *shown, uo_error *error);

#endif
