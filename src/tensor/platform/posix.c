#include "tensor/platform.h"

void uo_platform_prefer_large_pages(void *block, size_t size) {
  (void)block;
  (void)size;
}
