/* Sorting by key: the prefix of an entry is the beginning of its key, which settles most comparisons without touching
 * the key itself. */
#ifndef UO_REFERENCE_SORT_H
#define UO_REFERENCE_SORT_H

#include "reference/key.h"
#include "reference/radix.h"

/*
 * Sorts by key what `items` lists (items[0..count), or every item 0..count when it is NULL). (*sorted)[k].index is the
 * index into that list of the k-th; equal keys stay in the list's order. The caller releases *sorted with uo_release.
 * `comparisons` is added to.
 *
 * Errors: UO_ERROR_MEMORY, and *sorted is NULL. At most count * (log2(count) + 4) comparisons whatever the keys; each
 * costs no more than the length of the key that comes out first, so that all together cost O(bytes of keys *
 * log(count)).
 */
UO_MUST_USE uo_error_code uo_sort_by_key(const uo_keys *keys, const int64_t *items, int64_t count,
                                         const uo_allocator *allocator, uo_sort_entry **sorted, uint64_t *comparisons,
                                         uo_error *error);

#endif
