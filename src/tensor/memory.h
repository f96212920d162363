/* Allocation: the caller's allocator, and arenas on top of it. */
#ifndef UO_TENSOR_MEMORY_H
#define UO_TENSOR_MEMORY_H

#include <unique_oracle/unique.h>

/* `count` elements of `size` bytes, not cleared; NULL when the product overflows or there is no memory. Never NULL for
 * 0. */
UO_MUST_USE void *uo_allocate(const uo_allocator *allocator, size_t count, size_t size);

/* Gives back what uo_allocate gave; NULL is fine. */
void uo_release(const uo_allocator *allocator, void *block);

/*
 * An arena owns everything that belongs together (a case with its tensors and strings, a batch of answers) and gives it
 * back at once. Blocks are aligned for any type. A zeroed arena is empty and uses malloc.
 */
typedef struct uo_arena {
  const uo_allocator *allocator;
  struct uo_arena_chunk *chunk; /* the newest; older ones hang behind it */
} uo_arena;

/* Room for `count` elements of `size` bytes, zero-filled; NULL when the product overflows or there is no memory. Never
 * NULL for 0. */
UO_MUST_USE void *uo_arena_allocate(uo_arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of `size` bytes, or NULL. */
UO_MUST_USE char *uo_arena_copy(uo_arena *arena, const char *bytes, size_t size);

/* A copy of a tensor with its dims, data and strings; UO_ERROR_MEMORY. The tensor must be valid. */
UO_MUST_USE uo_error_code uo_arena_copy_tensor(uo_arena *arena, const uo_tensor *tensor, uo_tensor *copy,
                                               uo_error *error);

/* Forgets every block; keeps one chunk for the next use. */
void uo_arena_reset(uo_arena *arena);

/* Frees everything; the arena is empty again. */
void uo_arena_release(uo_arena *arena);

#endif
