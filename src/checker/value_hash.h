/* A hash of values: items that are equal under any policy have the same one. Other items seldom do. */
#ifndef UO_CHECKER_VALUE_HASH_H
#define UO_CHECKER_VALUE_HASH_H

#include "checker/view.h"

/* Odd, with bits all over. */
#define UO_SPREAD UINT64_C(0x9e3779b97f4a7c15)

/* The hashes of items `from` to from + count - 1. */
void uo_value_hashes(const uo_view *view, int64_t from, int64_t count, uint64_t *hashes);

#endif
