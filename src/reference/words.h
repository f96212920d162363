/*
 * Words: items whose whole key is one word (key.h), in the order and with the equality of those words. Where an item is
 * one element, words are made as they are read and stand nowhere.
 */
#ifndef UO_REFERENCE_WORDS_H
#define UO_REFERENCE_WORDS_H

#include "reference/element_code.h"

/* Words that are worth reading at a time: what is done for a run of elements is paid for, and they stay in the cache.
 */
#define UO_WORDS_BATCH 256

typedef struct uo_words {
  uo_element_code code;
  const unsigned char *elements; /* one an item */
  size_t size;                   /* of an element */
  int64_t count;
} uo_words;

/* The words of items begin .. begin + count, written to `words`. */
static inline void uo_words_read(const uo_words *w, int64_t begin, int64_t count, uint64_t *words) {
  uo_encode(&w->code, w->elements + (size_t)begin * w->size, count, words);
}

/* How many words a batch that begins there has. */
static inline int64_t uo_words_batch(const uo_words *w, int64_t begin) {
  int64_t left = w->count - begin;
  return left < UO_WORDS_BATCH ? left : UO_WORDS_BATCH;
}

/* The least and the greatest of at least one word. */
void uo_words_range(const uo_words *w, uint64_t *least, uint64_t *greatest);

/* The first item of that word; there is one. */
int64_t uo_words_find(const uo_words *w, uint64_t word);

#endif
