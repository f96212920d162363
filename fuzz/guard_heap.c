#include "fuzz/guard_heap.h"

#include <stdalign.h>
#include <stdlib.h>

#include "fuzz/poison.h"

enum {
  ROOM = 512 * 1024,
  ALIGNMENT = 16,
  REDZONE = 32,   /* before each block; its size stands in there */
  SCRIBBLED = 512 /* so much of a new block is filled, that nothing depends on what stood there */
};
#define SCRIBBLE UINT64_C(0xbebebebebebebebe)

typedef struct heap {
  alignas(ALIGNMENT) unsigned char bytes[ROOM];
  size_t used;
  size_t blocks; /* that are not released, those of malloc as well */
  bool is_poisoned;
} heap;

static heap the_heap;

/* So much may be in use for one more byte, its padding and the redzones on both sides to fit. */
static const size_t MOST = ROOM - 2 * REDZONE - ALIGNMENT;

/* The size of a block stands in the poisoned bytes before it. */
UO_UNCHECKED static void write_size(unsigned char *block, size_t size) { *((size_t *)(void *)block - 1) = size; }
UO_UNCHECKED static size_t read_size(const unsigned char *block) { return *((const size_t *)(const void *)block - 1); }

/* By words, blocks being multiples of them: memset would be AddressSanitizer's, which looks at each byte's shadow. */
UO_UNCHECKED static void scribble(unsigned char *block, size_t size) {
  volatile uint64_t *word = (volatile uint64_t *)(void *)block;
  for (size_t i = 0; i < size / sizeof *word; i++) word[i] = SCRIBBLE;
}

static bool is_inside(const unsigned char *block) {
  return (uintptr_t)block - (uintptr_t)the_heap.bytes < sizeof the_heap.bytes;
}

static void *allocate(void *context, size_t size) {
  (void)context;
  if (!the_heap.is_poisoned) UO_POISON(the_heap.bytes, ROOM); /* and so it stays but for the blocks in use */
  the_heap.is_poisoned = true;
  the_heap.blocks++;
  if (the_heap.used > MOST || size > MOST - the_heap.used) {
    void *block = malloc(size);
    if (block == NULL) the_heap.blocks--;
    return block;
  }
  unsigned char *block = the_heap.bytes + the_heap.used + REDZONE;
  size_t room = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  the_heap.used += REDZONE + room;
  write_size(block, size);
  scribble(block, room < SCRIBBLED ? room : SCRIBBLED);
  UO_UNPOISON(block, size);
  UO_NEVER_WRITTEN(block, size); /* though scribbled over */
  return block;
}

static void release(void *context, void *block) {
  (void)context;
  the_heap.blocks--;
  if (is_inside(block)) {
    UO_POISON(block, read_size(block));
  } else {
    free(block);
  }
}

const uo_allocator *uo_guard_heap(void) {
  static const uo_allocator allocator = {.allocate = allocate, .release = release, .context = NULL};
  return &allocator;
}

size_t uo_guard_heap_end(void) {
  size_t forgotten = the_heap.blocks;
  if (forgotten > 0) UO_POISON(the_heap.bytes, the_heap.used);
  the_heap.used = 0;
  the_heap.blocks = 0;
  return forgotten;
}
