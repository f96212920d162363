/* Grouping: which items are equal. */
#ifndef UO_REFERENCE_GROUP_H
#define UO_REFERENCE_GROUP_H

#include "reference/hash.h"

/* Groups of equal items, numbered in the order of their first items (ORD-02). */
typedef struct uo_groups {
  int64_t count;
  int64_t *first; /* the first item of each group; ascending */
  int64_t *sizes; /* how many items each has */
  int64_t room;   /* what both arrays have room for */
} uo_groups;

/*
 * Groups all items. group_of[i] receives the number of item i's group; NULL when it is not needed. `groups` is zeroed
 * before, and must be given to uo_groups_release whatever this returns: UO_ERROR_MEMORY at worst. `comparisons` is
 * added to.
 *
 * A hash table does it, usually in O(bytes of keys). When that goes badly, by bad luck or because the keys were chosen
 * for their hashes, the items are sorted instead, so that it takes O(bytes of keys * log(items)) whatever the hashes
 * are.
 */
UO_MUST_USE uo_error_code uo_group_items(const uo_keys *keys, uo_hash_function *hash, const uo_allocator *allocator,
                                         int64_t *group_of, uo_groups *groups, uint64_t *comparisons, uo_error *error);

void uo_groups_release(const uo_allocator *allocator, const uo_groups *groups);

#endif
