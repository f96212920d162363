#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "support/guarded.h"

#include <sys/mman.h>
#include <unistd.h>

/* Bytes of the whole pages before the guard. */
static size_t readable(size_t size, size_t page) { return (size + page - 1) / page * page + (size == 0 ? page : 0); }

void *guarded_allocate(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t room = readable(size, page);
  unsigned char *begin = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return NULL;
  if (mprotect(begin + room, page, PROT_NONE) != 0) return NULL;
  return begin + room - size;
}

void guarded_release(void *block, size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t room = readable(size, page);
  munmap((unsigned char *)block + size - room, room + page);
}

/* Stands before every block of the allocator; blocks are whole multiples of it. */
typedef union block_head {
  size_t size;
  max_align_t align;
} block_head;

void *guarded_take(void *context, size_t size) {
  (void)context;
  size_t whole = sizeof(block_head) + (size + sizeof(block_head) - 1) / sizeof(block_head) * sizeof(block_head);
  block_head *head = guarded_allocate(whole);
  if (head == NULL) return NULL;
  head->size = whole;
  return head + 1;
}

void guarded_give_back(void *context, void *block) {
  (void)context;
  block_head *head = (block_head *)block - 1;
  guarded_release(head, head->size);
}
