/*
 * Wide items: items that are no words (words.h), each as the bytes that it is. Two of them are equal when their bytes
 * are. Where X holds bytes of which that is true and they stand behind each other, they are X's own; otherwise copies.
 */
#ifndef UO_REFERENCE_WIDE_H
#define UO_REFERENCE_WIDE_H

#include "reference/radix.h"
#include "reference/scratch.h"
#include "tensor/shape.h"

typedef struct uo_wide {
  int64_t count;
  const uo_bytes *strings;   /* one an item; NULL for types of fixed size */
  const unsigned char *rows; /* of those: `size` bytes an item */
  size_t size;
  bool settled;     /* zeros or NaNs in the rows have other bits than in X */
  int64_t elements; /* of an item of fixed size */
  size_t element_size;
  uo_element_code code;
} uo_wide;

/*
 * The items of X, which has elements, with copies from `scratch` where they are needed. *made is false where equality
 * is not one of bytes: items that equal nothing (SIL-01, SIL-05), complex NaNs of several kinds (SIL-07), several
 * strings an item, order in UTF-16. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_wide_make(const uo_items *items, uo_policy policy, uo_scratch *scratch, uo_wide *wide,
                                       bool *made, uo_error *error);

/*
 * What tells most items apart without looking at them: of 16 bytes and less everything, of more the first and the last
 * eight, of strings their size as well.
 */
typedef struct uo_digest {
  uint64_t head, tail;
} uo_digest;

/* The digests of items begin .. begin + count. */
void uo_wide_digest(const uo_wide *wide, int64_t begin, int64_t count, uo_digest *digests);

/* Writes hashes of items begin .. begin + count. Exchanged by tests, as that of keys is (hash.h). */
typedef void uo_wide_hash_function(const uo_wide *wide, int64_t begin, int64_t count, const uo_digest *digests,
                                   uint64_t *hashes);

/* Multiplies and turns: quick, and whoever tries can make collisions; grouping bounds what they cost. */
uo_wide_hash_function uo_wide_hash;

/* In the lowest byte of a string's tail, where its length stands, when the digest does not tell all; its length then
 * stands above. */
#define UO_DIGEST_LONG 0xff

/* Whether items of one digest are equal. */
static inline bool uo_digest_decides(const uo_wide *wide, uo_digest digest) {
  return wide->strings == NULL ? wide->size <= 16 : (digest.tail & 0xff) != UO_DIGEST_LONG;
}

static inline const unsigned char *uo_wide_bytes(const uo_wide *wide, int64_t item) {
  return wide->strings == NULL ? wide->rows + (size_t)item * wide->size : (const void *)wide->strings[item].data;
}

/* Whether two items of one digest, which does not decide, are equal; `bytes` are the first one's, whose place in X is
 * then not looked at. */
bool uo_wide_equal(const uo_wide *wide, int64_t first, const unsigned char *bytes, int64_t item);

/*
 * Items in ascending order (SIL-06, SIL-09): of sorted[k].index, from scratch, the number of the k-th in the list
 * `items`, or of all of them when that is NULL. Equal items stay in their order and have one prefix; prefixes ascend.
 * `spread_from` is for radix.h. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_wide_sort(const uo_wide *wide, const uint32_t *items, int64_t count, int64_t spread_from,
                                       uo_scratch *scratch, uo_sort_entry **sorted, uo_error *error);

#endif
