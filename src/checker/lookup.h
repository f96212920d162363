/* Where each value stands in Y. */
#ifndef UO_CHECKER_LOOKUP_H
#define UO_CHECKER_LOOKUP_H

#include "checker/argsort.h"

/*
 * Two ways to a value, so that neither order nor a hash decides alone what is equal:
 *   - a table by bits for the items whose bits are their value (uo_view_bits_decide). Chains are cut after a few steps:
 * what finds no place there goes the other way, so that equal hashes cost no more than a search;
 *   - the rest, NaNs and zeros among it, in ascending order, searched by comparison.
 */
typedef struct uo_lookup {
  const uo_view *y;
  int64_t count;       /* of Y's items */
  bool table_complete; /* every item of Y whose bits decide is in the table */
  uint64_t *table;     /* upper half of the hash, and position + 1; NULL without table */
  uint64_t mask;       /* size of the table - 1 */
  const int64_t *rest; /* positions in Y in ascending order of their items; NULL when Y itself is in that order */
  int64_t rest_count;
  int64_t *leader; /* for each position the first one of the same value; NULL when no value stands twice */
  int64_t *taken;  /* for each place in `rest` at which a group of solitary items begins, how many were found; NULL at
                      first */
  int64_t last;    /* the place of the group that was found last, 0 at first */
} uo_lookup;

/*
 * Y is in ascending order; `equal_neighbours` says whether some neighbours are at the same place in it: one value
 * twice, unless they are solitary. The table is only there to be faster.
 */
UO_MUST_USE uo_error_code uo_lookup_ascending(uo_lookup *lookup, const uo_view *y, bool equal_neighbours,
                                              bool with_table, uo_arena *arena, uo_error *error);

/* Y is in any order. */
UO_MUST_USE uo_error_code uo_lookup_unordered(uo_lookup *lookup, const uo_view *y, uo_arena *arena, uo_error *error);

/* The position in Y of the value of an item of X that is not solitary, the first if it stands there twice; -1 when it
 * does not. */
int64_t uo_lookup_find(const uo_lookup *lookup, const uo_view *x, int64_t i);

/*
 * The position in Y of a solitary item of X: solitary items at the same place in the order come in order of occurrence
 * in X and in Y, so that the t-th belongs to the t-th (SIL-01, SIL-05). To be called once for each, in order of
 * occurrence. -1 when Y has no more of them. Needs `taken`.
 */
int64_t uo_lookup_find_solitary(uo_lookup *lookup, const uo_view *x, int64_t i);

/* The first position of the value that stands at position k. */
static inline int64_t uo_lookup_leader(const uo_lookup *lookup, int64_t k) {
  return lookup->leader == NULL ? k : lookup->leader[k];
}

#endif
