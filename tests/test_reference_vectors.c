/*
 * The sort in vectors (vector_sort.h), called by itself where this machine has AVX-512: against a plain sort, at each
 * number of words around what fits in registers, for words that make each split go badly, and next to pages that nobody
 * may touch.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reference/level.h"
#include "reference/vector_sort.h"
#include "support/guarded.h"

typedef enum kind {
  ANY,       /* spread over all words */
  REPEATED,  /* a tenth distinct */
  TWO,       /* two values */
  EQUAL,     /* one value */
  EXTREME,   /* the least and the greatest word, and some between */
  ASCENDING, /* in order */
  DOUBLING,  /* powers of two and their neighbours: the middle of the distance tells one at a time */
  LONELY,    /* all equal where a sample is taken, and a few other words */
  PEELED,    /* a sample has but the least words, so that a split by it leaves nearly all on one side */
  KINDS
} kind;

static uint64_t mix(uint64_t z) {
  z = (z + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

#define SAMPLE 63 /* as in vector_sort.c */

static uint64_t word_at(kind how, uint64_t i, uint64_t n) {
  bool is_sampled = n >= SAMPLE && i % (n / SAMPLE) == 0;
  switch (how) {
    case REPEATED:
      return mix(mix(i) % (1 + n / 10));
    case TWO:
      return mix(mix(i) % 2);
    case EQUAL:
      return UINT64_MAX;
    case EXTREME:
      return mix(i) % 3 == 0 ? 0 : mix(i) % 3 == 1 ? UINT64_MAX : mix(i);
    case ASCENDING:
      return i * 3;
    case DOUBLING:
      return (UINT64_C(1) << mix(i) % 64) + mix(i) % 2;
    case LONELY:
      return is_sampled || i % 7 != 0 ? UINT64_C(1) << 33 : mix(i);
    case PEELED:
      return is_sampled ? i : mix(i) | UINT64_C(1) << 63;
    default:
      return mix(i);
  }
}

static int compare_words(const void *a, const void *b) {
  uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
  return (first > second) - (first < second);
}

/* The distinct ones of these words, ascending, in their place. */
static size_t distinct_of(uint64_t *words, size_t count) {
  qsort(words, count, sizeof *words, compare_words);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (i == 0 || words[i] != words[kept - 1]) words[kept++] = words[i];
  return kept;
}

/* Sorts n such words of 64 or of 32 bits and compares; `room` has what is sorted and the spare words. */
static void check(kind how, size_t n, bool narrow, void *room[2]) {
  uint64_t *want = malloc(n * sizeof *want);
  assert_non_null(want);
  uint64_t *wide = room[0];
  uint32_t *half = room[0];
  for (size_t i = 0; i < n; i++) {
    want[i] = word_at(how, i, n);
    if (narrow) want[i] = how == PEELED || how == LONELY || how == ANY ? want[i] >> 32 : (uint32_t)want[i];
    if (narrow) {
      half[i] = (uint32_t)want[i];
    } else {
      wide[i] = want[i];
    }
  }
  size_t have = narrow ? uo_vector_sort_narrow(half, room[1], n) : uo_vector_sort(wide, room[1], n);
  size_t kept = distinct_of(want, n);
  if (have != kept) fail_msg("kind %d, %zu words: %zu of %zu distinct ones", (int)how, n, have, kept);
  for (size_t i = 0; i < kept; i++)
    if ((narrow ? half[i] : wide[i]) != want[i]) fail_msg("kind %d, %zu words: word %zu differs", (int)how, n, i);
  free(want);
}

static void check_between_pages(kind how, size_t n, bool narrow) {
  size_t size = n * (narrow ? sizeof(uint32_t) : sizeof(uint64_t));
  void *room[2] = {guarded_allocate(size), guarded_allocate(size)};
  assert_non_null(room[0]);
  assert_non_null(room[1]);
  check(how, n, narrow, room);
  guarded_release(room[0], size);
  guarded_release(room[1], size);
}

/* Every number of words up to three times what fits in registers. */
static void test_each_size(void **state) {
  (void)state;
  if (uo_best_level() < UO_LEVEL_AVX512) skip();
  for (int narrow = 0; narrow < 2; narrow++)
    for (size_t n = 1; n <= (narrow ? 400u : 200u); n++)
      for (int how = 0; how < KINDS; how++) check_between_pages((kind)how, n, narrow != 0);
}

/* So many that samples are taken, on both sides of where that begins. */
static void test_many(void **state) {
  (void)state;
  if (uo_best_level() < UO_LEVEL_AVX512) skip();
  static const size_t sizes[] = {8191, 8192, 8193, 100000};
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
    for (int how = 0; how < KINDS; how++)
      for (int narrow = 0; narrow < 2; narrow++) check_between_pages((kind)how, sizes[k], narrow != 0);
}

/* What stands in front of the words and of the spare ones stays as it is. */
static void test_nothing_in_front_is_written(void **state) {
  (void)state;
  if (uo_best_level() < UO_LEVEL_AVX512) skip();
  enum { FRONT = 16, MOST = 300 };
  static uint64_t words[FRONT + MOST], spare[FRONT + MOST];
  for (size_t n = 1; n <= MOST; n++)
    for (int narrow = 0; narrow < 2; narrow++) {
      memset(words, 0x5a, FRONT * sizeof *words);
      memset(spare, 0x5a, FRONT * sizeof *spare);
      void *room[2] = {words + FRONT, spare + FRONT};
      check(ANY, n, narrow != 0, room);
      for (size_t i = 0; i < FRONT; i++) {
        assert_int_equal(words[i], UINT64_C(0x5a5a5a5a5a5a5a5a));
        assert_int_equal(spare[i], UINT64_C(0x5a5a5a5a5a5a5a5a));
      }
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_size),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_nothing_in_front_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
