#include "reference/pieces.h"

#include <string.h>

/* Pieces of one item that are copied before the next item's: of 8 bytes, as many as a line of a cache holds, so that
 * each line of a row is read or written at once and the others are so many streams. */
#define BLOCK 8

/* Items that are gone through for one block after the other: what is read and written of them stays in a cache. 64 to
 * 1024 take the same time at 10^4 rows of 64 numbers; of 10^5, 256 are 5 to 15 % faster than either. */
#define ITEMS 256

static inline void move_block(const uo_pieces *p, size_t size, int64_t outer, int64_t begin, int64_t end,
                              const unsigned char *from, unsigned char *to) {
  for (int64_t i = begin; i < end; i++) {
    const unsigned char *source = from + (size_t)(p->positions == NULL ? i : p->positions[i]) * p->from.item;
    unsigned char *target = to + (size_t)i * p->to.item;
    for (int64_t o = 0; o < outer; o++)
      memcpy(target + (size_t)o * p->to.outer, source + (size_t)o * p->from.outer, size);
  }
}

/* A constant `size` becomes loads and stores. */
static inline void move(const uo_pieces *p, size_t size, const unsigned char *from, unsigned char *to) {
  for (int64_t begin = 0; begin < p->count; begin += ITEMS) {
    int64_t end = p->count - begin < ITEMS ? p->count : begin + ITEMS;
    int64_t o = 0;
    for (; p->outer - o >= BLOCK; o += BLOCK)
      move_block(p, size, BLOCK, begin, end, from + (size_t)o * p->from.outer, to + (size_t)o * p->to.outer);
    move_block(p, size, p->outer - o, begin, end, from + (size_t)o * p->from.outer, to + (size_t)o * p->to.outer);
  }
}

void uo_move_pieces(const uo_pieces *pieces, const unsigned char *from, unsigned char *to) {
  switch (pieces->size) {
#define UO_PIECE_SIZE(size)                                                                                            \
  case size:                                                                                                           \
    move(pieces, size, from, to);                                                                                      \
    break;
    UO_PIECE_SIZE(1)
    UO_PIECE_SIZE(2)
    UO_PIECE_SIZE(4)
    UO_PIECE_SIZE(8)
    UO_PIECE_SIZE(16)
    UO_PIECE_SIZE(32)
#undef UO_PIECE_SIZE
    default:
      move(pieces, pieces->size, from, to);
      break;
  }
}
