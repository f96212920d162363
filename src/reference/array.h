/* Arrays of int64_t lengths from the caller's allocator. */
#ifndef UO_REFERENCE_ARRAY_H
#define UO_REFERENCE_ARRAY_H

#include "tensor/memory.h"

/* As uo_allocate, for a count that may be beyond size_t: NULL then. `count` is not negative. */
UO_MUST_USE static inline void *uo_allocate_array(const uo_allocator *allocator, int64_t count, size_t size) {
  return (uint64_t)count > SIZE_MAX ? NULL : uo_allocate(allocator, (size_t)count, size);
}

#endif
