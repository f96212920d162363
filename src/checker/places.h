/* Where the items of X probably stand in Y, for when no claimed inverse says so. */
#ifndef UO_CHECKER_PLACES_H
#define UO_CHECKER_PLACES_H

#include "checker/view.h"
#include "tensor/memory.h"

/* The positions in Y by hashes of the values that stand there. */
typedef struct uo_places {
  uint64_t *slot; /* NULL: not made yet */
  uint64_t mask;
  unsigned shift; /* leaves the highest bits of a hash */
} uo_places;

/* *made is false when too many hashes are equal. Linear. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_places_make(uo_places *places, const uo_view *y, uo_arena *arena, bool *made,
                                         uo_error *error);

/*
 * place[i] receives the position in Y of a value with the same hash as item from + i of X: to be looked at before it
 * is believed. False when some item was not found within a few steps.
 */
UO_MUST_USE bool uo_places_suggest(const uo_places *places, const uo_view *x, int64_t from, int64_t count,
                                   int64_t *place);

#endif
