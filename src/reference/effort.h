/* The reference with its ways in the caller's hand: for tests of each strategy and of the worst case. */
#ifndef UO_REFERENCE_EFFORT_H
#define UO_REFERENCE_EFFORT_H

#include "reference/hash.h"
#include "reference/tuning.h"
#include "reference/wide.h"

/* How an answer is found; it changes no output. */
typedef struct uo_way {
  uo_tuning tuning;
  uo_hash_function *hash;           /* of keys that are no words */
  uo_wide_hash_function *wide_hash; /* of wide items; NULL: they are solved by keys */
} uo_way;

extern const uo_way uo_way_default;

/*
 * uo_unique in another way. *comparisons receives how many comparisons of two items were made where hashes or keys
 * were not enough: O(n log n) whatever the hash is.
 */
UO_MUST_USE uo_error_code uo_unique_tuned(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                          uo_policy policy, const uo_way *way, const uo_allocator *allocator,
                                          uo_outputs *outputs, uint64_t *comparisons, uo_error *error);

/* By keys, whatever the items are, with another hash. */
UO_MUST_USE uo_error_code uo_unique_with_hash(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                              uo_policy policy, uo_hash_function *hash, const uo_allocator *allocator,
                                              uo_outputs *outputs, uint64_t *comparisons, uo_error *error);

#endif
