/*
 * Scratch memory: what a call needs on its way and gives back at its end. Pieces are cut from a block that is there
 * already (a workspace's, or a small one on the stack) and come from the allocator where it has no room left.
 */
#ifndef UO_REFERENCE_SCRATCH_H
#define UO_REFERENCE_SCRATCH_H

#include "tensor/memory.h"

/* What the beginning of every piece is a multiple of: a cache line. */
#define UO_SCRATCH_ALIGNMENT 64

typedef struct uo_scratch {
  const uo_allocator *allocator;
  unsigned char *block; /* aligned; NULL when there is none */
  size_t size;          /* of the block */
  size_t used;
  size_t block_size;               /* of blocks that it makes where it has none as large; 0: it makes none */
  size_t missed;                   /* bytes of all pieces that the block had no room for */
  struct uo_scratch_piece *pieces; /* those of them that are alive */
} uo_scratch;

/* Room for `count` elements of `size` bytes, not cleared; NULL when there is no memory. `count` is not negative, `size`
 * not 0. */
UO_MUST_USE void *uo_scratch_take(uo_scratch *scratch, int64_t count, size_t size);

/* Gives a piece back before the end, so that less memory is in use at a time; one of the block stays. NULL is fine. */
void uo_scratch_give_back(uo_scratch *scratch, void *piece);

/* Gives back every piece. */
void uo_scratch_end(uo_scratch *scratch);

#endif
