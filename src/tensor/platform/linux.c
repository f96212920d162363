/* madvise is no part of POSIX. */
#define _DEFAULT_SOURCE

#include "tensor/platform.h"

#include <sys/mman.h>

void uo_platform_prefer_large_pages(void *block, size_t size) {
#ifdef MADV_HUGEPAGE
  (void)madvise(block, size, MADV_HUGEPAGE); /* a kernel without them refuses, and small ones serve */
#else
  (void)block;
  (void)size;
#endif
}
