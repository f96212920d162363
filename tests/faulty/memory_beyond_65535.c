/* From 65,536 items on, where positions need more than 16 bits, takes four kilobytes for each item. */
#include "naive.h"

static int begin(const naive *work) {
  size_t room = (size_t)work->count * 4096;
  if (work->count < 65536) return UO_OK;
  void *block = malloc(room);
  if (block == NULL) abort(); /* as an uncaught exception would */
  volatile char *table = block;
  for (size_t i = 0; i < room; i += 4096) table[i] = 1;
  free(block);
  return UO_OK;
}

NAIVE_PLUGIN("memory beyond 65,535", .begin = begin)
