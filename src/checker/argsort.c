#include "checker/argsort.h"

#include "tensor/guard.h"

/* Merges two ascending halves; the left one goes first where both are at the same place in the order. */
static void merge(const uo_view *view, int64_t *positions, int64_t *spare, int64_t middle, int64_t count) {
  memcpy(spare, positions, (size_t)middle * sizeof *spare);
  int64_t left = 0;
  int64_t right = middle;
  int64_t to = 0;
  while (left < middle && right < count) {
    bool from_right = uo_view_compare(view, positions[right], view, spare[left]) < 0;
    positions[to++] = from_right ? positions[right++] : spare[left++];
  }
  memcpy(positions + to, spare + left, (size_t)(middle - left) * sizeof *positions);
}

/*
 * `spare` has room for the left half. The depth of the recursion is the logarithm of the count. What is in order
 * already is compared once where two halves meet, and not merged.
 */
static void sort(const uo_view *view, int64_t *positions, int64_t *spare, int64_t count) {
  if (count < 2) return;
  int64_t middle = count / 2;
  sort(view, positions, spare, middle);
  sort(view, positions + middle, spare, count - middle);
  if (uo_view_compare(view, positions[middle - 1], view, positions[middle]) <= 0) return;
  merge(view, positions, spare, middle, count);
}

uo_error_code uo_argsort(const uo_view *view, int64_t *positions, int64_t count, uo_arena *arena, uo_error *error) {
  int64_t *spare = uo_arena_allocate(arena, (size_t)count / 2, sizeof *spare);
  UO_REQUIRE_MEMORY(spare, error);
  sort(view, positions, spare, count);
  return UO_ERROR_NONE;
}
