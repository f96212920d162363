/* What memory needs of the operating system and what POSIX cannot do: one file in platform/ for each system that can,
 * and posix.c for all others. */
#ifndef UO_TENSOR_PLATFORM_H
#define UO_TENSOR_PLATFORM_H

#include <stddef.h>

/* Asks for large pages behind `size` bytes from `block` on, which a page begins at. Only time depends on it. */
void uo_platform_prefer_large_pages(void *block, size_t size);

#endif
