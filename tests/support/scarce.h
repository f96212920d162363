/* An allocator that gives `left` blocks, refuses the next, and counts those not given back: memory fails at a chosen
 * place. A block that was written to beyond its end counts as not given back. */
#ifndef UO_TESTS_SCARCE_H
#define UO_TESTS_SCARCE_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct scarce {
  int left;
  int held;
} scarce;

/* Stands before every block. */
typedef union scarce_head {
  size_t size;
  max_align_t align;
} scarce_head;

/* Stands behind every block. */
static const unsigned char scarce_end[] = {0xC3, 0x5A, 0x96, 0xE1, 0x3C, 0xA5, 0x69, 0x1E};

static void *scarce_allocate(void *context, size_t size) {
  scarce *supply = context;
  if (supply->left == 0) return NULL;
  scarce_head *head = malloc(sizeof *head + size + sizeof scarce_end);
  if (head == NULL) return NULL;
  supply->left--;
  supply->held++;
  head->size = size;
  memcpy((unsigned char *)(head + 1) + size, scarce_end, sizeof scarce_end);
  return head + 1;
}

/* The same, but refuses that one block only: what goes on after it is given all it asks for. */
static inline void *scarce_refuse_once(void *context, size_t size) {
  scarce *supply = context;
  if (supply->left == 0) {
    supply->left = -1;
    return NULL;
  }
  return scarce_allocate(context, size);
}

static void scarce_release(void *context, void *block) {
  scarce *supply = context;
  scarce_head *head = (scarce_head *)block - 1;
  if (memcmp((unsigned char *)block + head->size, scarce_end, sizeof scarce_end) == 0) supply->held--;
  free(head);
}

#endif
