/*
 * Stands in for src/tensor/memory.c in the program that includes it (once): an arena that takes a block of its own for
 * every allocation, so that each can fail, and a sanitizer sees every step past one. Everything else behaves as there.
 */
#ifndef UO_TESTS_THIN_ARENA_H
#define UO_TESTS_THIN_ARENA_H

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "tensor/guard.h"
#include "tensor/memory.h"

struct uo_arena_chunk {
  struct uo_arena_chunk *older;
  alignas(max_align_t) unsigned char bytes[];
};

void *uo_allocate(const uo_allocator *allocator, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / 2 / size) return NULL;
  size_t bytes = count * size > 0 ? count * size : 1;
  return allocator == NULL ? malloc(bytes) : allocator->allocate(allocator->context, bytes);
}

void uo_release(const uo_allocator *allocator, void *block) {
  if (block == NULL) return;
  if (allocator == NULL) {
    free(block);
  } else {
    allocator->release(allocator->context, block);
  }
}

void *uo_arena_allocate(uo_arena *arena, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / 2 / size) return NULL;
  struct uo_arena_chunk *chunk = uo_allocate(arena->allocator, 1, sizeof *chunk + count * size);
  if (chunk == NULL) return NULL;
  chunk->older = arena->chunk;
  arena->chunk = chunk;
  return memset(chunk->bytes, 0, count * size);
}

char *uo_arena_copy(uo_arena *arena, const char *bytes, size_t size) {
  char *copy = uo_arena_allocate(arena, size + 1, 1);
  if (copy != NULL && size > 0) memcpy(copy, bytes, size);
  return copy;
}

static void *thin_arena_copy(uo_arena *arena, const void *from, size_t size) {
  void *copy = uo_arena_allocate(arena, size, 1);
  if (copy != NULL && size > 0) memcpy(copy, from, size);
  return copy;
}

/* The tensor is valid. */
uo_error_code uo_arena_copy_tensor(uo_arena *arena, const uo_tensor *tensor, uo_tensor *copy, uo_error *error) {
  size_t count = 1;
  for (int32_t d = 0; d < tensor->rank; d++) count *= (size_t)tensor->dims[d];
  int64_t *dims = thin_arena_copy(arena, tensor->dims, (size_t)tensor->rank * sizeof *dims);
  uo_bytes *data = thin_arena_copy(arena, tensor->data, count * uo_type_size(tensor->dtype));
  UO_REQUIRE_MEMORY(dims, error);
  UO_REQUIRE_MEMORY(data, error);
  for (size_t i = 0; tensor->dtype == UO_TYPE_STRING && i < count; i++) {
    data[i].data = uo_arena_copy(arena, data[i].data, data[i].size);
    UO_REQUIRE_MEMORY(data[i].data, error);
  }
  *copy = (uo_tensor){tensor->dtype, tensor->rank, dims, data};
  return UO_ERROR_NONE;
}

void uo_arena_reset(uo_arena *arena) {
  while (arena->chunk != NULL) {
    struct uo_arena_chunk *older = arena->chunk->older;
    uo_release(arena->allocator, arena->chunk);
    arena->chunk = older;
  }
}

void uo_arena_release(uo_arena *arena) { uo_arena_reset(arena); }

#endif
