/*
 * Items along an axis that is not the first stand in X as pieces, far from each other: one for each index of the axes
 * before. Copying them from there to one place behind each other, and from such rows, or from X, to Y.
 */
#ifndef UO_REFERENCE_PIECES_H
#define UO_REFERENCE_PIECES_H

#include <stddef.h>
#include <stdint.h>

/* Where the pieces of items stand, in bytes. */
typedef struct uo_piece_places {
  size_t item;  /* from one item's to the next one's */
  size_t outer; /* from one of an item to its next */
} uo_piece_places;

typedef struct uo_pieces {
  size_t size; /* of a piece */
  int64_t outer;
  int64_t count;            /* of items */
  const int64_t *positions; /* which of those in `from`; NULL: the first ones */
  uo_piece_places from, to;
} uo_pieces;

/* Copies all pieces of the items. */
void uo_move_pieces(const uo_pieces *pieces, const unsigned char *from, unsigned char *to);

#endif
