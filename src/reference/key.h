/*
 * Keys: what Unique compares (an element or a subtensor each), freed of type and layout. Two items have the same place
 * in the order if and only if their keys are equal, and keys order like the items. There are two forms:
 *
 *   fixed-size types   `stride` words an item, compared from the first to the last
 *   strings            bytes, compared as memcmp does, a shorter prefix first
 */
#ifndef UO_REFERENCE_KEY_H
#define UO_REFERENCE_KEY_H

#include <string.h>

#include "tensor/shape.h"

typedef struct uo_keys {
  int64_t count;           /* of items */
  int64_t stride;          /* words of one key; 0 when items have no element: all are equal (SHAPE-06) */
  uint64_t *words;         /* count * stride, or NULL for strings */
  const uo_bytes *bytes;   /* one an item, or NULL for fixed-size types; may be X's own */
  unsigned char *solitary; /* one an item: 1 where it equals no other item whatever its key; NULL when there is none */
  uo_bytes *encoded;       /* what `bytes` points to when it is not X's own */
  unsigned char *text;     /* what `encoded` points to */
} uo_keys;

/* Keys of the items of a valid tensor. `keys` must be given to uo_keys_release whatever this returns: UO_ERROR_MEMORY
 * at worst. */
UO_MUST_USE uo_error_code uo_keys_make(const uo_items *items, uo_policy policy, const uo_allocator *allocator,
                                       uo_keys *keys, uo_error *error);

void uo_keys_release(const uo_allocator *allocator, const uo_keys *keys);

static inline int uo_bytes_compare(uo_bytes a, uo_bytes b) {
  size_t common = a.size < b.size ? a.size : b.size;
  int order = common == 0 ? 0 : memcmp(a.data, b.data, common);
  return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

/* Negative, 0 or positive, as key i is before, equal to or after key k. */
static inline int uo_keys_compare(const uo_keys *keys, int64_t i, int64_t k) {
  if (keys->bytes != NULL) return uo_bytes_compare(keys->bytes[i], keys->bytes[k]);
  const uint64_t *a = keys->words + i * keys->stride;
  const uint64_t *b = keys->words + k * keys->stride;
  for (int64_t word = 0; word < keys->stride; word++)
    if (a[word] != b[word]) return a[word] < b[word] ? -1 : 1;
  return 0;
}

/* As uo_keys_compare() == 0; strings of different lengths cost nothing. */
static inline bool uo_keys_equal(const uo_keys *keys, int64_t i, int64_t k) {
  if (keys->bytes != NULL && keys->bytes[i].size != keys->bytes[k].size) return false;
  return uo_keys_compare(keys, i, k) == 0;
}

/* A number that never decreases along the order: the first word, or the first eight bytes. */
static inline uint64_t uo_keys_prefix(const uo_keys *keys, int64_t i) {
  if (keys->bytes == NULL) return keys->stride == 0 ? 0 : keys->words[i * keys->stride];
  uint64_t prefix = 0;
  for (size_t k = 0; k < sizeof prefix; k++)
    prefix = prefix << 8 | (k < keys->bytes[i].size ? (unsigned char)keys->bytes[i].data[k] : 0u);
  return prefix;
}

/* Whether equal prefixes already mean equal keys. */
static inline bool uo_keys_are_prefixes(const uo_keys *keys) { return keys->bytes == NULL && keys->stride <= 1; }

/* What comparing key i with an equal one costs, in steps; at least 1. */
static inline uint64_t uo_keys_weight(const uo_keys *keys, int64_t i) {
  uint64_t words = keys->bytes != NULL ? (uint64_t)keys->bytes[i].size / sizeof(uint64_t) : (uint64_t)keys->stride;
  return 1 + words / 8;
}

static inline bool uo_keys_solitary(const uo_keys *keys, int64_t i) {
  return keys->solitary != NULL && keys->solitary[i] != 0;
}

#endif
