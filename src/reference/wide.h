/*
 * Wide items: items that are no words (words.h), each as the bytes that it is. Two of them are equal when their bytes
 * are. Where X holds bytes of which that is true and they stand behind each other, they are X's own; otherwise copies.
 */
#ifndef UO_REFERENCE_WIDE_H
#define UO_REFERENCE_WIDE_H

#include <string.h>

#include "reference/element_code.h"
#include "reference/scratch.h"
#include "tensor/shape.h"

typedef struct uo_wide {
  int64_t count;
  const uo_bytes *strings;   /* one an item; NULL for types of fixed size */
  const unsigned char *rows; /* of those: `size` bytes an item */
  size_t size;
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

/* Writes hashes of items begin .. begin + count. Exchanged by tests, as that of keys is (hash.h). */
typedef void uo_wide_hash_function(const uo_wide *wide, int64_t begin, int64_t count, uint64_t *hashes);

/* Multiplies and turns: quick, and whoever tries can make collisions; grouping bounds what they cost. */
uo_wide_hash_function uo_wide_hash;

static inline uint64_t uo_eight_bytes(const unsigned char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

/* Fewer than eight bytes as a word; with their number they are told from all others. */
static inline uint64_t uo_fewer_bytes(const unsigned char *at, size_t size) {
  uint32_t first = 0, last = 0;
  if (size >= sizeof first) {
    memcpy(&first, at, sizeof first);
    memcpy(&last, at + size - sizeof last, sizeof last);
  } else if (size > 0) {
    first = at[0];
    last = (uint32_t)at[size / 2] << 8 | at[size - 1];
  }
  return (uint64_t)first << 32 | last;
}

/* From so many bytes on a call takes less time than it saves. */
#define UO_MANY_BYTES 64

static inline bool uo_same_bytes(const unsigned char *a, const unsigned char *b, size_t size) {
  if (size < 8) return uo_fewer_bytes(a, size) == uo_fewer_bytes(b, size);
  if (size >= UO_MANY_BYTES) return memcmp(a, b, size) == 0;
  for (size_t at = 0; at + 8 < size; at += 8)
    if (uo_eight_bytes(a + at) != uo_eight_bytes(b + at)) return false;
  return uo_eight_bytes(a + size - 8) == uo_eight_bytes(b + size - 8);
}

/* `size` is that of the rows, or 0 for strings: where it is written out in the call, that size has code of its own. */
static inline bool uo_wide_equal(const uo_wide *wide, size_t size, int64_t a, int64_t b) {
  if (size != 0) return uo_same_bytes(wide->rows + (size_t)a * size, wide->rows + (size_t)b * size, size);
  uo_bytes left = wide->strings[a], right = wide->strings[b];
  return left.size == right.size &&
         uo_same_bytes((const unsigned char *)left.data, (const unsigned char *)right.data, left.size);
}

/*
 * Items in ascending order (SIL-06, SIL-09), which are different: order[k] receives the number, in the list `items`, of
 * the k-th. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_wide_sort(const uo_wide *wide, const uint32_t *items, int64_t count, uo_scratch *scratch,
                                       uint32_t *order, uo_error *error);

#endif
