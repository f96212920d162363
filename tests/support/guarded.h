/* Blocks that end at a page that nobody may touch: a step beyond the end is a crash. */
#ifndef UO_TESTS_GUARDED_H
#define UO_TESTS_GUARDED_H

#include <stddef.h>

/* `size` bytes right before such a page, zero-filled; NULL when there is no memory. Aligned as far as `size` is. */
void *guarded_allocate(size_t size);

void guarded_release(void *block, size_t size);

/* The two functions of a uo_allocator whose blocks end there, rounded up to what any type needs. */
void *guarded_take(void *context, size_t size);
void guarded_give_back(void *context, void *block);

#endif
