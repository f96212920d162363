/*
 * Fences for an implementation that was built without a sanitizer: bytes around each output that must stay as they are,
 * and an input that ends where memory ends, so that a read beyond it is a crash. One that was built with
 * AddressSanitizer sees poisoned memory there as well.
 */
#ifndef UO_FUZZ_FENCE_H
#define UO_FUZZ_FENCE_H

#include <unique_oracle/unique.h>

/* Room for `size` bytes between two fences, from the allocator; NULL when there is none. */
UO_MUST_USE void *uo_fence_allocate(const uo_allocator *allocator, size_t size);

/* Whether both fences are as they were. From here on they may be read. */
UO_MUST_USE bool uo_fence_is_whole(void *room, size_t size);

/* Gives back what uo_fence_allocate gave; NULL is fine. */
void uo_fence_release(const uo_allocator *allocator, void *room);

/*
 * A copy of `size` bytes that ends at a page which nobody may touch; `data` itself where that is too large. One copy at
 * a time, aligned as its end is: a whole number of elements of a fixed-size type keeps their alignment.
 */
UO_MUST_USE const void *uo_fence_input(const void *data, size_t size);

#endif
