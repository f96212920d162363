#include "checker/value_hash.h"

/* From how many bytes on four lanes are worth their joining: a lane alone waits for its own product at every word. */
#define LANES_FROM 64

static uint64_t stir(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UO_SPREAD;
  return hash ^ (hash >> 29);
}

static uint64_t finish(uint64_t hash) {
  hash *= UO_SPREAD;
  return hash ^ (hash >> 32);
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------ */

static uint64_t stir_lanes(uint64_t hash, const unsigned char *bytes, size_t size) {
  uint64_t lane[4] = {hash, hash + 1, hash + 2, hash + 3};
  for (; size >= sizeof lane; size -= sizeof lane, bytes += sizeof lane) {
    for (size_t l = 0; l < 4; l++) lane[l] = stir(lane[l], uo_view_load(bytes + 8 * l, 8));
  }
  return stir(stir(stir(lane[0], lane[1]), lane[2]), lane[3]);
}

static uint64_t stir_bytes(uint64_t hash, const unsigned char *bytes, size_t size) {
  uint64_t tail = size;
  if (size >= LANES_FROM) {
    size_t whole = size / 32 * 32;
    hash = stir_lanes(hash, bytes, whole);
    bytes += whole;
    size -= whole;
  }
  for (; size >= 8; size -= 8, bytes += 8) hash = stir(hash, uo_view_load(bytes, 8));
  for (; size > 0; size--, bytes++) tail = tail << 8 | *bytes;
  return stir(hash, tail);
}

static uint64_t stir_strings(uint64_t hash, const unsigned char *at, int64_t count) {
  for (int64_t t = 0; t < count; t++, at += sizeof(uo_bytes)) {
    uo_bytes string;
    memcpy(&string, at, sizeof string);
    hash = stir_bytes(hash, (const unsigned char *)string.data, string.size);
  }
  return hash;
}

/* ---- Numbers with several bits for one value -------------------------------------------------------------------- */

static const uint64_t any_nan = UINT64_MAX;

/* One word for both zeros (SIL-04), one for all NaNs (SIL-01), and the bits of everything else. */
static uint64_t value_of(const uo_view *view, uint64_t bits) {
  uint64_t magnitude = bits & view->magnitude;
  uint64_t value = magnitude == 0 ? 0 : bits;
  return magnitude > view->infinity ? any_nan : value;
}

static uint64_t stir_numbers(const uo_view *view, uint64_t hash, const unsigned char *at, int64_t count) {
  bool complex = view->size > view->part;
  for (int64_t t = 0; t < count; t++, at += view->size) {
    uint64_t real = value_of(view, uo_view_load(at, view->part));
    uint64_t imaginary = complex ? value_of(view, uo_view_load(at + view->part, view->part)) : 0;
    bool nan = real == any_nan || imaginary == any_nan; /* SIL-07: whichever part it is */
    hash = stir(hash, nan ? any_nan : real);
    if (complex) hash = stir(hash, nan ? any_nan : imaginary);
  }
  return hash;
}

/* ---- Items ------------------------------------------------------------------------------------------------------ */

/* Items of one word; `size` is written out where this is called, so that each size has a loop of its own. */
static inline void hash_words(const uo_view *view, size_t size, int64_t from, int64_t count, uint64_t *hashes) {
  const unsigned char *at = uo_view_element(view, from);
  if (view->part == 0) {
    for (int64_t i = 0; i < count; i++) hashes[i] = finish(stir(0, uo_view_load(at + (size_t)i * size, size)));
  } else {
    for (int64_t i = 0; i < count; i++) {
      hashes[i] = finish(stir(0, value_of(view, uo_view_load(at + (size_t)i * size, size))));
    }
  }
}

/* Items of several words, piece by piece: the pieces of neighbours stand beside each other. */
static void hash_pieces(const uo_view *view, int64_t from, int64_t count, uint64_t *hashes) {
  const uo_items *items = &view->items;
  size_t piece = (size_t)items->inner * view->size;
  memset(hashes, 0, (size_t)count * sizeof *hashes);
  for (int64_t o = 0; o < items->outer; o++) {
    const unsigned char *at = uo_view_element(view, (o * items->count + from) * items->inner);
    for (int64_t i = 0; i < count; i++, at += piece) {
      if (view->part != 0) {
        hashes[i] = stir_numbers(view, hashes[i], at, items->inner);
      } else if (items->tensor->dtype == UO_TYPE_STRING) {
        hashes[i] = stir_strings(hashes[i], at, items->inner);
      } else {
        hashes[i] = stir_bytes(hashes[i], at, piece);
      }
    }
  }
  for (int64_t i = 0; i < count; i++) hashes[i] = finish(hashes[i]);
}

void uo_value_hashes(const uo_view *view, int64_t from, int64_t count, uint64_t *hashes) {
  size_t word = view->part != 0 && view->part != view->word ? 0 : view->word;
  if (word == 1) {
    hash_words(view, 1, from, count, hashes);
  } else if (word == 2) {
    hash_words(view, 2, from, count, hashes);
  } else if (word == 4) {
    hash_words(view, 4, from, count, hashes);
  } else if (word == 8) {
    hash_words(view, 8, from, count, hashes);
  } else {
    hash_pieces(view, from, count, hashes);
  }
}
