/*
 * Sorting words in vectors, where the processor has AVX-512: for Y alone, where words need no items and one of equal
 * ones is enough. The sort of radix.h does the same everywhere; tests compare the two bit for bit.
 */
#ifndef UO_REFERENCE_VECTOR_SORT_H
#define UO_REFERENCE_VECTOR_SORT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Leaves the distinct ones of `count` words, at least one, in front of `words`, ascending, and returns how many there
 * are. `spare` has room for as many. O(count * bits of a word) whatever the words are. Only for UO_LEVEL_AVX512, and
 * only where there is that.
 */
size_t uo_vector_sort(uint64_t *words, uint64_t *spare, size_t count);

/* The same of words of 32 bits. */
size_t uo_vector_sort_narrow(uint32_t *words, uint32_t *spare, size_t count);

#endif
