/* The reference with its hash in the caller's hand: for tests of the worst case. */
#ifndef UO_REFERENCE_EFFORT_H
#define UO_REFERENCE_EFFORT_H

#include "reference/hash.h"

/*
 * uo_unique with another hash, which changes no output. *comparisons receives how many comparisons of two items were
 * made: O(n log n) whatever the hash is.
 */
UO_MUST_USE uo_error_code uo_unique_with_hash(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                              uo_policy policy, uo_hash_function *hash, const uo_allocator *allocator,
                                              uo_outputs *outputs, uint64_t *comparisons, uo_error *error);

#endif
