#include "reference/hash.h"

typedef struct sip {
  uint64_t a, b, c, d;
} sip;

static inline uint64_t rotate(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static inline void sip_round(sip *s) {
  s->a += s->b;
  s->c += s->d;
  s->b = rotate(s->b, 13) ^ s->a;
  s->d = rotate(s->d, 16) ^ s->c;
  s->a = rotate(s->a, 32);
  s->c += s->b;
  s->a += s->d;
  s->b = rotate(s->b, 17) ^ s->c;
  s->d = rotate(s->d, 21) ^ s->a;
  s->c = rotate(s->c, 32);
}

/* The algorithm's initial state under an arbitrary key. */
static inline sip sip_begin(void) {
  const uint64_t low = UINT64_C(0x243f6a8885a308d3), high = UINT64_C(0x13198a2e03707344); /* digits of pi */
  return (sip){low ^ UINT64_C(0x736f6d6570736575), high ^ UINT64_C(0x646f72616e646f6d),
               low ^ UINT64_C(0x6c7967656e657261), high ^ UINT64_C(0x7465646279746573)};
}

static inline void sip_word(sip *s, uint64_t word) {
  s->d ^= word;
  sip_round(s);
  s->a ^= word;
}

static inline uint64_t sip_end(sip *s) {
  s->c ^= 0xff;
  for (int i = 0; i < 3; i++) sip_round(s);
  return s->a ^ s->b ^ s->c ^ s->d;
}

static inline uint64_t hash_words(const uint64_t *words, int64_t count) {
  sip s = sip_begin();
  for (int64_t i = 0; i < count; i++) sip_word(&s, words[i]);
  sip_word(&s, (uint64_t)count << 59); /* eight bytes a word, the length modulo 256 in the highest byte */
  return sip_end(&s);
}

static uint64_t hash_bytes(uo_bytes bytes) {
  sip s = sip_begin();
  size_t whole = bytes.size / 8 * 8;
  for (size_t i = 0; i < whole; i += 8) {
    uint64_t word;
    memcpy(&word, bytes.data + i, sizeof word); /* byte order is of no account: only this process sees the hash */
    sip_word(&s, word);
  }
  uint64_t last = (uint64_t)bytes.size << 56;
  for (size_t i = whole; i < bytes.size; i++) last |= (uint64_t)(unsigned char)bytes.data[i] << 8 * (i - whole);
  sip_word(&s, last);
  return sip_end(&s);
}

void uo_hash_keys(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  if (keys->bytes != NULL) {
    for (int64_t i = 0; i < count; i++) hashes[i] = hash_bytes(keys->bytes[items[i]]);
  } else if (keys->stride == 1) {
    for (int64_t i = 0; i < count; i++) hashes[i] = hash_words(keys->words + items[i], 1);
  } else {
    for (int64_t i = 0; i < count; i++) hashes[i] = hash_words(keys->words + items[i] * keys->stride, keys->stride);
  }
}
