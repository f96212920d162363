/*
 * Sorting words: most significant digit first, into as many buckets as make each hold few, which insertion then
 * finishes. A digit is cut from what lies between the least and the greatest word, so that one or two moves of each
 * word are enough whatever the words' size is. Every digit that a bucket is split by is below the last one: at most
 * O(n * bits of a word) whatever the words are.
 */
#ifndef UO_REFERENCE_RADIX_H
#define UO_REFERENCE_RADIX_H

#include "reference/scratch.h"
#include "reference/words.h"

/* A word and the item that it is of. */
typedef struct uo_sort_entry {
  uint64_t prefix;
  int64_t index;
} uo_sort_entry;

/* Sorts by prefix; equal ones stay in their order. `spare` has room for as many. */
void uo_sort_entries(uo_sort_entry *entries, uo_sort_entry *spare, int64_t count);

/* All words, ascending, with the numbers of their items, which ascend where words are equal; from scratch.
 * UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_sorted_entries(const uo_words *words, uo_scratch *scratch, uo_sort_entry **sorted,
                                            uo_error *error);

/* All words, ascending, without their items. */
UO_MUST_USE uo_error_code uo_sorted_values(const uo_words *words, uo_scratch *scratch, uint64_t **sorted,
                                           uo_error *error);

#endif
