/* Sorting numbers by what they stand for: stable, without recursion, n log n. */
#ifndef UO_CASES_SORT_H
#define UO_CASES_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Order of what the two numbers stand for: negative, 0, positive. */
typedef int uo_number_compare(const void *context, uint32_t a, uint32_t b);

/* Sorts numbers[0..count); `scratch` has room for as many. */
void uo_sort_numbers(uint32_t *numbers, uint32_t *scratch, size_t count, uo_number_compare *compare,
                     const void *context);

#endif
