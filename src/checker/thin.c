#include "checker/thin.h"

#include "tensor/guard.h"

/* Returns how many were kept; `size` is written out where this is called, so that each size has a loop of its own. */
static inline int64_t keep_new(const uo_view *x, size_t size, unsigned char *seen, unsigned char *kept) {
  const unsigned char *at = uo_view_element(x, 0);
  int64_t count = 0;
  for (int64_t i = 0; i < x->items.count; i++) {
    uint64_t bits = uo_view_load(at + (size_t)i * size, size);
    if (seen[bits]) continue;
    seen[bits] = 1;
    memcpy(kept + (size_t)count++ * size, at + (size_t)i * size, size);
  }
  return count;
}

uo_error_code uo_thin(const uo_view *x, uo_arena *arena, uo_tensor *thin, uo_error *error) {
  size_t values = (size_t)1 << 8 * x->word;
  unsigned char *seen = uo_arena_allocate(arena, values, 1);
  unsigned char *kept = uo_arena_allocate(arena, values, x->word);
  int64_t *dims = uo_arena_allocate(arena, 1, sizeof *dims);
  UO_REQUIRE(seen != NULL && kept != NULL && dims != NULL, error, UO_ERROR_MEMORY, "out of memory");
  dims[0] = x->word == 1 ? keep_new(x, 1, seen, kept) : keep_new(x, 2, seen, kept);
  *thin = (uo_tensor){x->items.tensor->dtype, 1, dims, kept};
  return UO_ERROR_NONE;
}
