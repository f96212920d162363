/*
 * Sorting words by radix, on as few of their bits as tell most of them apart: those at the top of what lies between the
 * least and the greatest. Many words are first spread over buckets that fit in a cache. In there two moves, by the
 * lower and the upper half of those bits, leave few neighbours in the wrong order, which share all of them and are
 * sorted again by the bits that follow. At most O(n * bits of a word) whatever the words are.
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

/* All words, ascending, with the numbers of their items, which ascend where words are equal; from scratch. From
 * `spread_from` words on they are spread over buckets first. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_sorted_entries(const uo_words *words, int64_t spread_from, uo_scratch *scratch,
                                            uo_sort_entry **sorted, uo_error *error);

/* The distinct words, ascending, without their items; from scratch. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_distinct_words(const uo_words *words, int64_t spread_from, uo_scratch *scratch,
                                            uint64_t **distinct, int64_t *count, uo_error *error);

/* The same of words of at most 32 bits, in half of the memory. */
UO_MUST_USE uo_error_code uo_distinct_narrow(const uo_words *words, int64_t spread_from, uo_scratch *scratch,
                                             uint32_t **distinct, int64_t *count, uo_error *error);

#endif
