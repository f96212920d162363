#include "fuzz/fence.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tensor/memory.h"

#if defined(__SANITIZE_ADDRESS__)
#define GUARDED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GUARDED 1
#endif
#endif
#ifdef GUARDED
#include <sanitizer/asan_interface.h>
#define POISON(at, size)   __asan_poison_memory_region((at), (size))
#define UNPOISON(at, size) __asan_unpoison_memory_region((at), (size))
#else
#define POISON(at, size)   ((void)(at), (void)(size))
#define UNPOISON(at, size) ((void)(at), (void)(size))
#endif

enum { FENCE = 64, POST = 0xa7, INPUT_ROOM = 4 << 20 };

void *uo_fence_allocate(const uo_allocator *allocator, size_t size) {
  if (size > SIZE_MAX - 2 * FENCE) return NULL;
  unsigned char *block = uo_allocate(allocator, size + 2 * FENCE, 1);
  if (block == NULL) return NULL;
  memset(block, POST, FENCE);
  memset(block + FENCE + size, POST, FENCE);
  POISON(block, FENCE);
  POISON(block + FENCE + size, FENCE);
  return block + FENCE;
}

static bool is_fence(const unsigned char *at) {
  for (int i = 0; i < FENCE; i++)
    if (at[i] != POST) return false;
  return true;
}

bool uo_fence_is_whole(void *room, size_t size) {
  unsigned char *block = (unsigned char *)room - FENCE;
  UNPOISON(block, FENCE);
  UNPOISON(block + FENCE + size, FENCE);
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
  UNPOISON(end - last, last);
  last = size + FENCE;
  if (size > 0) memcpy(end - size, data, size);
  POISON(end - last, FENCE);
  return end - size;
}
