#include "reference/words.h"

static UO_INLINE void range_at_any(const uint64_t *words, int64_t count, uint64_t *least, uint64_t *greatest) {
  uint64_t low = *least, high = *greatest;
  for (int64_t k = 0; k < count; k++) {
    low = words[k] < low ? words[k] : low;
    high = words[k] > high ? words[k] : high;
  }
  *least = low;
  *greatest = high;
}

UO_AT_EACH_LEVEL(range, (const uint64_t *words, int64_t count, uint64_t *least, uint64_t *greatest),
                 (words, count, least, greatest))

void uo_words_range(const uo_words *w, uint64_t *least, uint64_t *greatest) {
  uint64_t words[UO_WORDS_BATCH];
  *least = UINT64_MAX;
  *greatest = 0;
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    range_at[w->code.level](words, count, least, greatest);
  }
}

int64_t uo_words_find(const uo_words *w, uint64_t word) {
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0;; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    for (int64_t k = 0; k < count; k++)
      if (words[k] == word) return begin + k;
  }
}
