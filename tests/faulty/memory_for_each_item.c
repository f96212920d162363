/* Takes eight kilobytes for each item: small inputs never show it. */
#include "naive.h"

static int begin(const naive *work) {
  size_t room = (size_t)work->count * 8192;
  void *block = malloc(room + 1);
  if (block == NULL) abort(); /* as an uncaught exception would */
  volatile char *table = block;
  for (size_t i = 0; i < room; i += 1024) table[i] = 1;
  free(block);
  return UO_OK;
}

NAIVE_PLUGIN("memory for each item", .begin = begin)
