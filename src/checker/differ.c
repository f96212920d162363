#include "checker/differ.h"

/* How far ahead the items of Y are sent for that take longer to compare than to find. */
#define AHEAD 8

/* What is compared at a time: the elements of an item that stand behind each other, a piece of it. */
typedef struct pieces {
  const unsigned char *x; /* of the first item of the block */
  const unsigned char *y; /* of the first item of Y */
  const uo_block *block;
  size_t size;
} pieces;

/* Pieces that are words; `size` is written out where this is called, so that each size has a loop of its own. */
static inline bool words_differ(const pieces *in, size_t size) {
  uint64_t differing = 0;
  for (int64_t i = 0; i < in->block->count; i++) {
    const unsigned char *y = in->y + (size_t)uo_load_position(in->block->place, i) * size;
    differing |= uo_view_load(in->x + (size_t)i * size, size) ^ uo_view_load(y, size);
  }
  return differing != 0;
}

/* Piece i + AHEAD of Y is sent for; behind the last one the last one again. */
static void send_ahead(const pieces *in, int64_t i) {
  int64_t ahead = i + AHEAD < in->block->count ? i + AHEAD : in->block->count - 1;
  __builtin_prefetch(in->y + (size_t)uo_load_position(in->block->place, ahead) * in->size);
}

static bool bytes_differ(const pieces *in) {
  for (int64_t i = 0; i < in->block->count; i++) {
    send_ahead(in, i);
    const unsigned char *y = in->y + (size_t)uo_load_position(in->block->place, i) * in->size;
    if (memcmp(in->x + (size_t)i * in->size, y, in->size) != 0) return true;
  }
  return false;
}

/* Strings that are the same memory need no look at it. */
static bool string_differs(const unsigned char *x, const unsigned char *y) {
  uo_bytes want;
  uo_bytes have;
  memcpy(&want, x, sizeof want);
  memcpy(&have, y, sizeof have);
  if (have.size != want.size) return true;
  return have.data != want.data && have.size != 0 && memcmp(have.data, want.data, have.size) != 0;
}

static bool strings_differ(const pieces *in) {
  for (int64_t i = 0; i < in->block->count; i++) {
    send_ahead(in, i);
    const unsigned char *x = in->x + (size_t)i * in->size;
    const unsigned char *y = in->y + (size_t)uo_load_position(in->block->place, i) * in->size;
    for (size_t at = 0; at < in->size; at += sizeof(uo_bytes)) {
      if (string_differs(x + at, y + at)) return true;
    }
  }
  return false;
}

static bool pieces_differ(const pieces *in, bool strings) {
  if (strings) return strings_differ(in);
  switch (in->size) {
    case 1:
      return words_differ(in, 1);
    case 2:
      return words_differ(in, 2);
    case 4:
      return words_differ(in, 4);
    case 8:
      return words_differ(in, 8);
    default:
      return bytes_differ(in);
  }
}

/* Piece by piece, not item by item: the pieces of neighbours stand beside each other. */
bool uo_differ(const uo_view *x, const uo_view *y, const uo_block *block) {
  const uo_items *items = &x->items;
  for (int64_t o = 0; o < items->outer; o++) {
    pieces in = {.block = block, .size = (size_t)items->inner * x->size};
    in.x = uo_view_element(x, (o * items->count + block->from) * items->inner);
    in.y = uo_view_element(y, o * y->items.count * items->inner);
    if (pieces_differ(&in, items->tensor->dtype == UO_TYPE_STRING)) return true;
  }
  return false;
}
