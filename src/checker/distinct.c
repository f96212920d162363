#include "checker/distinct.h"

#include "checker/value_hash.h"
#include "tensor/guard.h"

/*
 * Every hash marks one bit of a field. Those that come to a bit that is marked already mark their group of bits in a
 * second, smaller field. A hash whose group is not marked there differs from all others. The rest, about one in six of
 * random ones and all equal ones, is mixed anew and goes through smaller fields.
 */

/* Bits for each hash: then one in sixteen comes to a marked one, and a million take 1 MiB, which the second cache of
 * most processors holds. */
#define ROOM 8

/* Bits that are one in the second field, as a power of 2. */
#define GROUP 3

/* A hundred million random hashes take eleven; equal hashes never end. */
#define ROUNDS 16

#define WORD_BITS 64

typedef struct fields {
  uint64_t *marked;
  uint64_t *crowded;
  unsigned bits; /* the logarithm of how many `marked` has */
} fields;

static size_t words_of(unsigned bits) { return (size_t)1 << (bits - 6); }

/* Moves the hashes of crowded groups to the front, mixed anew; returns how many. */
static int64_t keep_crowded(const fields *in, uint64_t *hashes, int64_t count) {
  unsigned shift = 64 - in->bits;
  for (int64_t i = 0; i < count; i++) {
    uint64_t place = hashes[i] >> shift;
    uint64_t *word = &in->marked[place / WORD_BITS];
    uint64_t again = *word >> place % WORD_BITS & 1;
    *word |= UINT64_C(1) << place % WORD_BITS;
    uint64_t group = place >> GROUP;
    in->crowded[group / WORD_BITS] |= again << group % WORD_BITS;
  }
  int64_t kept = 0;
  for (int64_t i = 0; i < count; i++) {
    uint64_t group = hashes[i] >> shift >> GROUP;
    uint64_t mixed = (hashes[i] ^ hashes[i] >> 31) * UO_SPREAD;
    hashes[kept] = mixed ^ mixed >> 32;
    kept += (int64_t)(in->crowded[group / WORD_BITS] >> group % WORD_BITS & 1);
  }
  return kept;
}

/* The logarithm of how many bits the first field for so many hashes has; the second one has at least a word, too. */
static unsigned field_bits(int64_t count) {
  unsigned bits = 6 + GROUP;
  while (UINT64_C(1) << bits < ROOM * (uint64_t)count) bits++; /* ends: so many hashes are in memory */
  return bits;
}

uo_error_code uo_show_distinct(const uo_view *view, uo_arena *arena, bool *shown, uo_error *error) {
  int64_t left = view->items.count;
  fields in = {.bits = field_bits(left)};
  uint64_t *hashes = uo_arena_allocate(arena, (size_t)left, sizeof *hashes);
  in.marked = uo_arena_allocate(arena, words_of(in.bits), sizeof *in.marked);
  in.crowded = uo_arena_allocate(arena, words_of(in.bits - GROUP), sizeof *in.crowded);
  UO_REQUIRE(hashes != NULL && in.marked != NULL && in.crowded != NULL, error, UO_ERROR_MEMORY, "out of memory");
  uo_value_hashes(view, 0, left, hashes);
  for (int round = 0; round < ROUNDS && left > 0; round++) {
    in.bits = field_bits(left);
    memset(in.marked, 0, (words_of(in.bits)) * sizeof *in.marked);
    memset(in.crowded, 0, (words_of(in.bits - GROUP)) * sizeof *in.crowded);
    left = keep_crowded(&in, hashes, left);
  }
  *shown = left == 0;
  return UO_ERROR_NONE;
}
