/* Hashes of keys. */
#ifndef UO_REFERENCE_HASH_H
#define UO_REFERENCE_HASH_H

#include "reference/key.h"

/*
 * Writes the hash of the key of each of `count` items. A whole batch is hashed at once, so that how it is done can be
 * exchanged (tests force collisions) without a call for each item. Answers never depend on hashes, only time does.
 */
typedef void uo_hash_function(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes);

/*
 * SipHash-1-3 under a fixed key. Somebody who knows the key can still make collisions; grouping bounds what they
 * cost (group.h), and with a fixed key the same call always does the same work.
 */
uo_hash_function uo_hash_keys;

#endif
