#include "reference/vector_sort.h"

#include <stdbool.h>

#include "reference/level.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

/*
 * Words are split at the middle between the least and the greatest of them, from one array into the other, until so few
 * are left that they are sorted in registers. Each split halves the distance between the least and the greatest, which
 * bounds how often a word is moved, and finds words that are all equal; no pivot needs luck.
 */

#define VECTOR       __m512i
#define MOST_VECTORS 8 /* that are sorted in registers */
#define SAMPLE       63
#define SAMPLED_FROM (1 << 13)
#define COUNT(mask)  ((size_t)__builtin_popcount(mask))
#define FUNCTION     UO_TARGET("avx512f,popcnt") static
#define INLINE       UO_TARGET("avx512f,popcnt") static UO_INLINE

INLINE VECTOR lane_numbers_wide(void) { return _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7); }
INLINE VECTOR lane_numbers_narrow(void) {
  return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

#define WORD                     uint64_t
#define SIGNED_WORD              long long
#define LANES                    8
#define MASK                     __mmask8
#define SIGNED(operation)        _mm512_##operation##_epi64
#define UNSIGNED(operation)      _mm512_##operation##_epu64
#define UNSIGNED_MASK(operation) _mm512_##operation##_epu64_mask
#define NAME(what)               what##_wide
#include "reference/vector_sort_template.h"

#define WORD                     uint32_t
#define SIGNED_WORD              int
#define LANES                    16
#define MASK                     __mmask16
#define SIGNED(operation)        _mm512_##operation##_epi32
#define UNSIGNED(operation)      _mm512_##operation##_epu32
#define UNSIGNED_MASK(operation) _mm512_##operation##_epu32_mask
#define NAME(what)               what##_narrow
#include "reference/vector_sort_template.h"

size_t uo_vector_sort(uint64_t *words, uint64_t *spare, size_t count) {
  return (size_t)(sort_wide(words, spare, span_of_wide(words, count), words) - words);
}

size_t uo_vector_sort_narrow(uint32_t *words, uint32_t *spare, size_t count) {
  return (size_t)(sort_narrow(words, spare, span_of_narrow(words, count), words) - words);
}

#else

/* There is no such level here. */
size_t uo_vector_sort(uint64_t *words, uint64_t *spare, size_t count) {
  (void)words, (void)spare;
  return count;
}

size_t uo_vector_sort_narrow(uint32_t *words, uint32_t *spare, size_t count) {
  (void)words, (void)spare;
  return count;
}

#endif
