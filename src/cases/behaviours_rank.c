/* Ranks and equal keys: things are hashed first, so that only those that differ are sorted. */
#include "cases/behaviours_look.h"
#include "cases/sort.h"
#include "tensor/guard.h"

/* Open addressing, at most half full. A slot is 0 when it is free, else the number of a thing, plus 1. */
static size_t table_size(uint32_t count) {
  size_t size = 4;
  while (size < 2 * (size_t)count) size *= 2;
  return size;
}

/* The first thing that is equal to this one, which is entered when there is none yet. */
static uint32_t find_leader(const uo_things *things, uint32_t *slots, size_t mask, uint32_t thing) {
  for (size_t slot = things->hash(things->context, thing) & mask;; slot = (slot + 1) & mask) {
    if (slots[slot] == 0) slots[slot] = thing + 1;
    if (slots[slot] == thing + 1) return thing;
    if (things->compare(things->context, slots[slot] - 1, thing) == 0) return slots[slot] - 1;
  }
}

uo_error_code uo_rank_things(uint32_t count, const uo_things *things, uo_arena *arena, uo_ranking *ranking,
                             uo_error *error) {
  size_t size = table_size(count);
  uint32_t *slots = uo_arena_allocate(arena, size + 3 * (size_t)count, sizeof *slots);
  UO_REQUIRE_MEMORY(slots, error);
  uint32_t *rank = slots + size;
  uint32_t *first = rank + count;
  uint32_t *spare = first + count;
  uint32_t distinct = 0;
  for (uint32_t i = 0; i < count; i++) {
    rank[i] = find_leader(things, slots, size - 1, i); /* a rank only in the end */
    if (rank[i] == i) first[distinct++] = i;
  }
  uo_sort_numbers(first, spare, distinct, things->compare, things->context);
  for (uint32_t k = 0; k < distinct; k++) spare[first[k]] = k;
  for (uint32_t i = 0; i < count; i++) rank[i] = spare[rank[i]];
  *ranking = (uo_ranking){rank, first, distinct};
  return UO_ERROR_NONE;
}

uo_error_code uo_find_equal_keys(const uint64_t *keys, uint32_t count, uo_arena *arena, bool *found, uo_error *error) {
  *found = false;
  if (count < 2) return UO_ERROR_NONE;
  size_t mask = table_size(count) - 1;
  uint32_t *slots = uo_arena_allocate(arena, mask + 1, sizeof *slots);
  UO_REQUIRE_MEMORY(slots, error);
  for (uint32_t i = 0; i < count && !*found; i++) {
    size_t slot = uo_mix_key(keys[i]) & mask;
    while (slots[slot] != 0 && keys[slots[slot] - 1] != keys[i]) slot = (slot + 1) & mask;
    *found = slots[slot] != 0;
    slots[slot] = i + 1;
  }
  return UO_ERROR_NONE;
}
