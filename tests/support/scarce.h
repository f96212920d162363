/* An allocator that gives `left` blocks, refuses the next, and counts those not given back: memory fails at a chosen
 * place. */
#ifndef UO_TESTS_SCARCE_H
#define UO_TESTS_SCARCE_H

#include <stddef.h>
#include <stdlib.h>

typedef struct scarce {
  int left;
  int held;
} scarce;

static void *scarce_allocate(void *context, size_t size) {
  scarce *supply = context;
  if (supply->left == 0) return NULL;
  supply->left--;
  supply->held++;
  return malloc(size);
}

static void scarce_release(void *context, void *block) {
  scarce *supply = context;
  supply->held--;
  free(block);
}

#endif
