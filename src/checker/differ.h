/* Items of X against the bits of those of Y that stand at their places. */
#ifndef UO_CHECKER_DIFFER_H
#define UO_CHECKER_DIFFER_H

#include "checker/view.h"

/* Neighbours in X, and where they should stand in Y. */
typedef struct uo_block {
  const unsigned char *place; /* int64, perhaps not aligned: of item from, from + 1, ... */
  int64_t from;
  int64_t count;
} uo_block;

static inline int64_t uo_load_position(const unsigned char *array, int64_t i) {
  int64_t value;
  memcpy(&value, array + (size_t)i * sizeof value, sizeof value);
  return value;
}

/* Whether an item of the block has other bits than the one of Y at its place; every place is one of Y's. */
bool uo_differ(const uo_view *x, const uo_view *y, const uo_block *block);

#endif
