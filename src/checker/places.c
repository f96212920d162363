#include "checker/places.h"

#include "checker/value_hash.h"
#include "tensor/guard.h"

/* How many items are hashed before they are looked up, so that the memory that they need is on its way. */
#define BATCH 64

/* How far a value may stand from where its hash points to. In a table that is half full, one of a billion does. */
#define STEPS_MOST 64

/* Slots for each value: at least so many. A nearly empty table is found in at once, but must fit in a near cache. */
#define ROOM          2
#define ROOM_WHEN_FEW 8
#define FEW           4096

/*
 * A slot holds the lower half of the hash, whose highest bits chose the slot, and position + 1; 0 is empty. A position
 * that does not fit in is suggested wrongly, and nobody believes it.
 */
#define TAG_BITS 32

static uint64_t *first_slot(const uo_places *places, uint64_t hash) { return &places->slot[hash >> places->shift]; }

/* An empty slot for a hash; NULL when there is none near. */
static uint64_t *empty_slot(const uo_places *places, uint64_t hash) {
  for (uint64_t step = 0; step < STEPS_MOST; step++) {
    uint64_t *slot = &places->slot[((hash >> places->shift) + step) & places->mask];
    if (*slot == 0) return slot;
  }
  return NULL;
}

static bool enter(const uo_places *places, const uo_view *y, int64_t from, int64_t count) {
  uint64_t hash[BATCH];
  uo_value_hashes(y, from, count, hash);
  for (int64_t b = 0; b < count; b++) __builtin_prefetch(first_slot(places, hash[b]), 1);
  for (int64_t b = 0; b < count; b++) {
    uint64_t *slot = empty_slot(places, hash[b]);
    if (slot == NULL) return false;
    *slot = hash[b] << TAG_BITS | (uint32_t)(from + b + 1);
  }
  return true;
}

uo_error_code uo_places_make(uo_places *places, const uo_view *y, uo_arena *arena, bool *made, uo_error *error) {
  uint64_t needed = (uint64_t)y->items.count * (y->items.count <= FEW ? ROOM_WHEN_FEW : ROOM);
  unsigned bits = 4;
  while (UINT64_C(1) << bits < needed) bits++; /* ends: Y is in memory, and so are a few times as many bits */
  places->slot = uo_arena_allocate(arena, (size_t)1 << bits, sizeof *places->slot);
  UO_REQUIRE_MEMORY(places->slot, error);
  places->mask = (UINT64_C(1) << bits) - 1;
  places->shift = 64 - bits;
  *made = true;
  for (int64_t from = 0; from < y->items.count && *made; from += BATCH) {
    int64_t left = y->items.count - from;
    *made = enter(places, y, from, left < BATCH ? left : BATCH);
  }
  return UO_ERROR_NONE;
}

/* -1 when there is none near. */
static int64_t suggestion(const uo_places *places, uint64_t hash) {
  for (uint64_t step = 0; step < STEPS_MOST; step++) {
    uint64_t slot = places->slot[((hash >> places->shift) + step) & places->mask];
    if (slot >> TAG_BITS == (uint32_t)hash) return (int64_t)(uint32_t)slot - 1;
    if (slot == 0) return -1;
  }
  return -1;
}

static bool suggest(const uo_places *places, const uo_view *x, int64_t from, int64_t count, int64_t *place) {
  uint64_t hash[BATCH];
  uo_value_hashes(x, from, count, hash);
  for (int64_t b = 0; b < count; b++) __builtin_prefetch(first_slot(places, hash[b]));
  int64_t least = 0;
  for (int64_t b = 0; b < count; b++) {
    place[b] = suggestion(places, hash[b]);
    if (place[b] < least) least = place[b];
  }
  return least >= 0;
}

bool uo_places_suggest(const uo_places *places, const uo_view *x, int64_t from, int64_t count, int64_t *place) {
  for (int64_t done = 0; done < count; done += BATCH) {
    int64_t left = count - done;
    if (!suggest(places, x, from + done, left < BATCH ? left : BATCH, place + done)) return false;
  }
  return true;
}
