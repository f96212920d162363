#include "fuzz/fence.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/poison.h"
#include "tensor/memory.h"

enum { FENCE = 64, POST = 0xa7, INPUT_ROOM = 4 << 20 };

void *uo_fence_allocate(const uo_allocator *allocator, size_t size) {
  if (size > SIZE_MAX - 2 * FENCE) return NULL;
  unsigned char *block = uo_allocate(allocator, size + 2 * FENCE, 1);
  if (block == NULL) return NULL;
  memset(block, POST, FENCE);
  memset(block + FENCE + size, POST, FENCE);
  UO_POISON(block, FENCE);
  UO_POISON(block + FENCE + size, FENCE);
  return block + FENCE;
}

static bool is_fence(const unsigned char *at) {
  for (int i = 0; i < FENCE; i++)
    if (at[i] != POST) return false;
  return true;
}

bool uo_fence_is_whole(void *room, size_t size) {
  unsigned char *block = (unsigned char *)room - FENCE;
  UO_UNPOISON(block, FENCE);
  UO_UNPOISON(block + FENCE + size, FENCE);
  return is_fence(block) && is_fence(block + FENCE + size);
}

void uo_fence_release(const uo_allocator *allocator, void *room) {
  if (room != NULL) uo_release(allocator, (unsigned char *)room - FENCE);
}

/* The end of readable memory, made once. */
static unsigned char *make_end(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  unsigned char *pages = mmap(NULL, INPUT_ROOM + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + INPUT_ROOM, page, PROT_NONE) != 0) abort();
  return pages + INPUT_ROOM;
}

const void *uo_fence_input(const void *data, size_t size) {
  static unsigned char *end;
  static size_t last; /* how much the copy before took, with its fence */
  if (size > INPUT_ROOM - FENCE) return data;
  if (end == NULL) end = make_end();
  UO_UNPOISON(end - last, last);
  last = size + FENCE;
  if (size > 0) memcpy(end - size, data, size);
  UO_POISON(end - last, FENCE);
  return end - size;
}
