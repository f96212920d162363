#include "reference/radix.h"

#include <string.h>

#include "reference/vector_sort.h"
#include "tensor/guard.h"

/* So few records are compared with each other: clearing and adding up counters would cost more. */
#define FEW 24

/* The most bits of a digit: counters of two digits and the ends of as many runs of memory stay in the first level of a
 * cache. */
#define DIGIT_BITS 10

/* Bits by which records are sorted beyond those that number them: of 2^6 records one, at random, then has a neighbour
 * that shares them all. */
#define MORE_BITS 6

/* Bits of the bucket that a word from memory is put in first: so few that a line of each is in the first level of a
 * cache, or where that leaves more than some thousand words in a bucket so many that the second level holds one. Of
 * 10^6 words, 8 bits sort 10 to 20 % faster than 9 to 12; of 10^7, 12 a little faster than less. */
#define SPREAD_BITS_LEAST 8
#define SPREAD_BITS_MOST  12
#define BUCKET_BITS       12

typedef uint32_t digit_counters[2][1 << DIGIT_BITS];

static unsigned bit_length(uint64_t number) {
  unsigned bits = 0;
  for (; number != 0; number >>= 1) bits++;
  return bits;
}

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned spread_bits(int64_t count) {
  unsigned bits = bit_length((uint64_t)count);
  if (bits < SPREAD_BITS_LEAST + BUCKET_BITS) return SPREAD_BITS_LEAST;
  return smaller(bits - BUCKET_BITS, SPREAD_BITS_MOST);
}

/* Which bits words are told apart by: those of their distance from the least, without the last `shift`. */
typedef struct digits {
  uint64_t least;
  unsigned shift;
  unsigned low, high; /* bits of the lower and the upper half */
} digits;

static digits digits_of(uint64_t least, uint64_t span, size_t count) {
  unsigned bits = bit_length(span);
  unsigned used = smaller(bits, smaller(bit_length(count) + MORE_BITS, 2 * DIGIT_BITS));
  return (digits){least, bits - used, used / 2, used - used / 2};
}

static inline uint64_t number_of(digits d, uint64_t word) { return (word - d.least) >> d.shift; }
static inline size_t low_digit(digits d, uint64_t number) { return (size_t)(number & ((UINT64_C(1) << d.low) - 1)); }
static inline size_t high_digit(digits d, uint64_t number) { return (size_t)(number >> d.low); }

/* Turns how many records each bucket has into where it begins; returns the size of the largest. */
static size_t begin_buckets(uint32_t *buckets, size_t count) {
  uint32_t begin = 0, largest = 0;
  for (size_t b = 0; b < count; b++) {
    uint32_t size = buckets[b];
    buckets[b] = begin;
    begin += size;
    if (size > largest) largest = size;
  }
  return largest;
}

/* How many words belong in each bucket. */
static void count_buckets(const uo_words *w, uint64_t least, unsigned shift, uint32_t *sizes) {
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    for (int64_t k = 0; k < count; k++) sizes[(words[k] - least) >> shift]++;
  }
}

#define RECORD                uo_sort_entry
#define WORD_OF(record)       ((record).prefix)
#define RECORD_OF(word, item) ((uo_sort_entry){(word), (item)})
#define NAME(what)            what##_entries
#define DROPS_REPEATS         0
#include "reference/radix_template.h"

#define RECORD                uint64_t
#define WORD_OF(record)       (record)
#define RECORD_OF(word, item) (word)
#define NAME(what)            what##_values
#define DROPS_REPEATS         1
#include "reference/radix_template.h"

#define RECORD                uint32_t
#define WORD_OF(record)       ((uint64_t)(record))
#define RECORD_OF(word, item) ((uint32_t)(word))
#define NAME(what)            what##_narrow
#define DROPS_REPEATS         1
#include "reference/radix_template.h"

void uo_sort_entries(uo_sort_entry *entries, uo_sort_entry *spare, int64_t count) {
  digit_counters counters;
  sort_entries(entries, spare, (size_t)count, counters);
}

uo_error_code uo_sorted_entries(const uo_words *words, int64_t spread_from, uo_scratch *scratch, uo_sort_entry **sorted,
                                uo_error *error) {
  size_t kept;
  return read_and_sort_entries(words, spread_from, scratch, sorted, &kept, error);
}

/* ---- The distinct words ---------------------------------------------------------------------------------------- */

/* Room for as many words as there are and, until they are sorted, as many spare ones. */
static uo_error_code room_in_vectors(const uo_words *w, size_t size, uo_scratch *scratch, void **words, void **spare,
                                     uo_error *error) {
  *words = uo_scratch_take(scratch, w->count, size);
  UO_REQUIRE_MEMORY(*words, error);
  *spare = uo_scratch_take(scratch, w->count, size);
  UO_REQUIRE_MEMORY(*spare, error);
  return UO_ERROR_NONE;
}

static uo_error_code distinct_in_vectors(const uo_words *w, uo_scratch *scratch, uint64_t **distinct, int64_t *count,
                                         uo_error *error) {
  void *words, *spare;
  UO_TRY(room_in_vectors(w, sizeof **distinct, scratch, &words, &spare, error));
  *distinct = words;
  uo_words_read(w, 0, w->count, words);
  *count = (int64_t)uo_vector_sort(words, spare, (size_t)w->count);
  uo_scratch_give_back(scratch, spare);
  return UO_ERROR_NONE;
}

static uo_error_code narrow_in_vectors(const uo_words *w, uo_scratch *scratch, uint32_t **distinct, int64_t *count,
                                       uo_error *error) {
  void *words, *spare;
  UO_TRY(room_in_vectors(w, sizeof **distinct, scratch, &words, &spare, error));
  *distinct = words;
  put_down_narrow(w, words);
  *count = (int64_t)uo_vector_sort_narrow(words, spare, (size_t)w->count);
  uo_scratch_give_back(scratch, spare);
  return UO_ERROR_NONE;
}

uo_error_code uo_distinct_words(const uo_words *words, int64_t spread_from, uo_scratch *scratch, uint64_t **distinct,
                                int64_t *count, uo_error *error) {
  if (words->code.level == UO_LEVEL_AVX512) return distinct_in_vectors(words, scratch, distinct, count, error);
  size_t kept;
  UO_TRY(read_and_sort_values(words, spread_from, scratch, distinct, &kept, error));
  *count = (int64_t)kept;
  return UO_ERROR_NONE;
}

uo_error_code uo_distinct_narrow(const uo_words *words, int64_t spread_from, uo_scratch *scratch, uint32_t **distinct,
                                 int64_t *count, uo_error *error) {
  if (words->code.level == UO_LEVEL_AVX512) return narrow_in_vectors(words, scratch, distinct, count, error);
  size_t kept;
  UO_TRY(read_and_sort_narrow(words, spread_from, scratch, distinct, &kept, error));
  *count = (int64_t)kept;
  return UO_ERROR_NONE;
}
