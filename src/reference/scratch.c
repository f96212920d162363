#include "reference/scratch.h"

#include <stdalign.h>

/* Stands before a piece from the allocator. */
typedef struct uo_scratch_piece {
  alignas(max_align_t) struct uo_scratch_piece *next;
  struct uo_scratch_piece *previous;
} piece_header;

/* Such a piece lies this far behind the beginning of what was allocated: room for the header, and aligned if that is.
 */
#define HEADER UO_SCRATCH_ALIGNMENT

/* A whole number of lines, at least one: no two pieces begin at one place. */
static size_t round_up(size_t bytes) { return (bytes / UO_SCRATCH_ALIGNMENT + 1) * UO_SCRATCH_ALIGNMENT; }

static void *take_from_allocator(uo_scratch *scratch, size_t bytes) {
  piece_header *piece = uo_allocate(scratch->allocator, 1, HEADER + bytes);
  if (piece == NULL) return NULL;
  *piece = (piece_header){scratch->pieces, NULL};
  if (piece->next != NULL) piece->next->previous = piece;
  scratch->pieces = piece;
  scratch->missed += bytes;
  return (unsigned char *)piece + HEADER;
}

/* Gives the scratch memory a block of its own; false when there is no memory. */
static bool make_block(uo_scratch *scratch) {
  unsigned char *block = take_from_allocator(scratch, scratch->block_size);
  if (block == NULL) return false;
  scratch->block = block;
  scratch->size = scratch->block_size;
  scratch->used = UO_SCRATCH_ALIGNMENT; /* no piece begins where the block does */
  return true;
}

static bool has_room(const uo_scratch *scratch, size_t bytes) { return bytes <= scratch->size - scratch->used; }

void *uo_scratch_take(uo_scratch *scratch, int64_t count, size_t size) {
  const uint64_t most = PTRDIFF_MAX / 2; /* no sum of it with what is added here overflows */
  if ((uint64_t)count > most / size) return NULL;
  size_t bytes = round_up((size_t)count * size);
  bool makes_block =
      !has_room(scratch, bytes) && bytes <= scratch->block_size / 2 && scratch->size < scratch->block_size;
  if (makes_block && !make_block(scratch)) return NULL;
  if (!has_room(scratch, bytes)) return take_from_allocator(scratch, bytes);
  void *piece = scratch->block + scratch->used;
  scratch->used += bytes;
  return piece;
}

static piece_header *find_piece(const uo_scratch *scratch, const void *piece) {
  piece_header *header = scratch->pieces;
  while (header != NULL && (unsigned char *)header + HEADER != piece) header = header->next;
  return header;
}

void uo_scratch_give_back(uo_scratch *scratch, void *piece) {
  piece_header *header = find_piece(scratch, piece);
  if (header == NULL) return; /* nothing, or of a block */
  if (header->next != NULL) header->next->previous = header->previous;
  if (header->previous != NULL) {
    header->previous->next = header->next;
  } else {
    scratch->pieces = header->next;
  }
  uo_release(scratch->allocator, header);
}

void uo_scratch_end(uo_scratch *scratch) {
  while (scratch->pieces != NULL) {
    piece_header *next = scratch->pieces->next;
    uo_release(scratch->allocator, scratch->pieces);
    scratch->pieces = next;
  }
  scratch->used = 0;
}
