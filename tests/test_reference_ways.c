/*
 * Every strategy of the reference, forced, against its general one (by keys), which test_reference_naive.c compares
 * with naive answers: sizes on both sides of what strategies change at, and words arranged in ways that each could
 * mistake.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reference/effort.h"
#include "reference/element_code.h"
#include "reference/words.h"
#include "support/guarded.h"
#include "test_reference_random.h"

#define NEVER                INT64_MAX
#define WORDS                .most_items = INT32_MAX, .byte_table_from = NEVER, .half_table_from = NEVER, .runs_from = NEVER
#define VECTOR_SHARES(share) .vector_share = (share), .vector_share_narrow = (share)
#define BEST                 .spread_from = NEVER, .block_size = 1 << 16, .most_level = UO_LEVEL_AVX512

static const uo_way by_keys = {.tuning = {.most_items = 0}, .hash = uo_hash_keys};
static const uo_way by_table = {
    .tuning = {.most_items = INT32_MAX, .runs_from = NEVER, .sort_share = 1, .sort_share_y = 1, VECTOR_SHARES(1), BEST},
    .hash = uo_hash_keys};
static const uo_way by_sorting = {.tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER, BEST},
                                  .hash = uo_hash_keys};
static const uo_way by_spreading = {
    .tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER, .spread_from = 0, .most_level = UO_LEVEL_AVX512},
    .hash = uo_hash_keys};
static const uo_way by_portable_sorting = {
    .tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER, .spread_from = NEVER, .block_size = 1 << 16},
    .hash = uo_hash_keys};
static const uo_way by_portable_spreading = {.tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER},
                                             .hash = uo_hash_keys};
static const uo_way by_hash = {
    .tuning = {WORDS, .sort_share = 1, .sort_share_y = 1, VECTOR_SHARES(1), .sort_groups = NEVER, BEST},
    .hash = uo_hash_keys};
static const uo_way by_portable_hash = {
    .tuning = {WORDS, .sort_share = 1, .sort_share_y = 1, .sort_groups = NEVER, .spread_from = 100},
    .hash = uo_hash_keys};
static const uo_way by_avx2_hash = {
    .tuning = {WORDS, .sort_share = 1, .sort_share_y = 1, .sort_groups = NEVER, .most_level = UO_LEVEL_AVX2},
    .hash = uo_hash_keys};
static const uo_way by_both = {
    .tuning = {WORDS, .sort_share = NEVER, .sort_share_y = NEVER, VECTOR_SHARES(NEVER), BEST}, .hash = uo_hash_keys};
#define RUNS                                                                                                           \
  .most_items = INT32_MAX, .byte_table_from = NEVER, .half_table_from = NEVER, .sort_below = NEVER, .lead_below = NEVER
static const uo_way by_runs = {.tuning = {RUNS, .most_runs = UO_MOST_RUNS, BEST}, .hash = uo_hash_keys};
static const uo_way by_one_run = {.tuning = {RUNS, .most_runs = 1, .spread_from = NEVER}, .hash = uo_hash_keys};

static const uo_way by_few = {.tuning = {WORDS, .few_below = {NEVER, NEVER, NEVER}, .few_values_below = NEVER,
                                         .few_lead_below = NEVER, .sort_below = NEVER, .lead_below = NEVER, BEST},
                              .hash = uo_hash_keys};

typedef struct named_way {
  const char *name;
  const uo_way *way;
} named_way;

static const named_way ways[] = {{"table", &by_table},
                                 {"sorting", &by_sorting},
                                 {"spreading and sorting", &by_spreading},
                                 {"hash", &by_hash},
                                 {"hash, then sorting", &by_both},
                                 {"few", &by_few},
                                 {"as chosen", &uo_way_default},
                                 {"sorting without vectors", &by_portable_sorting},
                                 {"spreading and sorting without vectors", &by_portable_spreading},
                                 {"hash without vectors", &by_portable_hash},
                                 {"hash at AVX2", &by_avx2_hash},
                                 {"runs", &by_runs},
                                 {"one run", &by_one_run}};
#define WAYS (sizeof ways / sizeof ways[0])

/* ---- Inputs ---------------------------------------------------------------------------------------------------- */

#define MOST 70000

typedef enum arrangement {
  DISTINCT,      /* spread over all words */
  FEW_VALUES,    /* ten */
  MANY_REPEATS,  /* a tenth distinct */
  HALF_DISTINCT, /* each about twice */
  ASCENDING,
  DESCENDING,
  ALL_EQUAL,
  CLOSE,     /* around the middle of all words, so that no bit is common to all */
  CLUSTERED, /* two far places, so that digits tell nothing apart in each */
  LATE,      /* all equal, then all distinct */
  STEPS_UP,  /* each three times */
  STEPS_DOWN,
  PIPE,     /* up, then down over the same words */
  VALLEY,   /* down, then up, each three times */
  APPENDED, /* up twice, over the same words */
  ZIGZAG,   /* three runs: down, up, down */
  ARRANGEMENTS
} arrangement;

static uint64_t mix(uint64_t z) {
  z = (z + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static uint64_t word_at(arrangement how, int64_t i, int64_t n) {
  uint64_t number = (uint64_t)i, count = (uint64_t)n;
  switch (how) {
    case FEW_VALUES:
      return mix(mix(number) % 10);
    case MANY_REPEATS:
      return mix(mix(number) % (1 + count / 10));
    case HALF_DISTINCT:
      return mix(mix(number) % (1 + count / 2));
    case ASCENDING:
      return number * 3;
    case DESCENDING:
      return (count - number) * 3;
    case ALL_EQUAL:
      return 77;
    case CLOSE:
      return mix(number) % count - count / 2;
    case CLUSTERED:
      return (mix(number) % 2 << 62) + mix(number) % 5000;
    case LATE:
      return number < count / 2 ? 5 : mix(number);
    case STEPS_UP:
      return number / 3 + 7;
    case STEPS_DOWN:
      return count - number / 3;
    case PIPE:
      return number < count / 2 ? number * 5 : (count - 1 - number) * 5;
    case VALLEY:
      return number < count / 3 ? count - number / 3 : 2 * count / 3 + number / 3;
    case APPENDED:
      return number % (count / 2 + 1) / 2;
    case ZIGZAG:
      return number < count / 3 ? count - number / 2 : number < count / 2 ? number / 2 : 2 * count - number / 2;
    default:
      return mix(number);
  }
}

/* Elements of the type from the low bytes of the words; of floats therefore any bits, NaNs too. */
static void fill(int32_t dtype, arrangement how, int64_t n, unsigned char *elements) {
  size_t size = uo_type_size(dtype);
  for (int64_t i = 0; i < n; i++) {
    uint64_t words[2] = {word_at(how, i, n), word_at(how, i / 3, n)};
    if (dtype == UO_TYPE_BOOL) words[0] &= 1;
    if (size > 8) {
      memcpy(elements + (size_t)i * size, words, size);
    } else {
      store_bits(elements + (size_t)i * size, words[0], size);
    }
  }
}

/* ---- Comparison ------------------------------------------------------------------------------------------------ */

static void expect_same_answer(const char *what, const uo_outputs *have, const uo_outputs *want) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *a = have->tensor[output], *b = want->tensor[output];
    if ((a == NULL) != (b == NULL)) fail_msg("%s: %s is given by one alone", what, uo_output_name(output));
    if (a == NULL) continue;
    bool same = a->dtype == b->dtype && a->rank == b->rank && a->dims[0] == b->dims[0];
    if (!same || memcmp(a->data, b->data, (size_t)a->dims[0] * uo_type_size(a->dtype)) != 0)
      fail_msg("%s: %s differs", what, uo_output_name(output));
  }
}

/* Y alone takes paths of its own, so does each output left out. */
static const uint32_t wanted_sets[] = {UO_WANT_ALL, UO_WANT_Y, UO_WANT_Y | UO_WANT_COUNTS,
                                       UO_WANT_Y | UO_WANT_INVERSE_INDICES, UO_WANT_Y | UO_WANT_INDICES};

static void check_ways(const uo_tensor *x, uo_policy policy, const char *what) {
  for (int64_t sorted = 0; sorted < 2; sorted++)
    for (size_t s = 0; s < sizeof wanted_sets / sizeof wanted_sets[0]; s++) {
      uo_attributes attributes = {0, 0, sorted};
      uo_outputs want, have;
      uint64_t comparisons;
      assert_int_equal(
          uo_unique_tuned(x, &attributes, wanted_sets[s], policy, &by_keys, NULL, &want, &comparisons, NULL),
          UO_ERROR_NONE);
      for (size_t w = 0; w < WAYS; w++) {
        char text[200];
        snprintf(text, sizeof text, "%s, type %s, policy %u, sorted %d, wanted %u, by %s", what, uo_type_name(x->dtype),
                 (unsigned)policy, (int)sorted, (unsigned)wanted_sets[s], ways[w].name);
        assert_int_equal(
            uo_unique_tuned(x, &attributes, wanted_sets[s], policy, ways[w].way, NULL, &have, &comparisons, NULL),
            UO_ERROR_NONE);
        expect_same_answer(text, &have, &want);
        uo_outputs_release(&have);
      }
      uo_outputs_release(&want);
    }
}

static unsigned char elements[MOST * 16];

/* A little of everything, in little time: what goes wrong anywhere nearly always goes wrong here. */
static void test_at_a_glance(void **state) {
  (void)state;
  static const int32_t types[] = {UO_TYPE_UINT8, UO_TYPE_INT16, UO_TYPE_FLOAT, UO_TYPE_INT64, UO_TYPE_COMPLEX64};
  static const arrangement arrangements[] = {DISTINCT, MANY_REPEATS, CLUSTERED, LATE};
  static const int64_t sizes[] = {24, 25, 260, 600};
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
    for (size_t a = 0; a < sizeof arrangements / sizeof arrangements[0]; a++) {
      fill(types[t], arrangements[a], sizes[a], elements);
      uo_tensor x = {types[t], 1, &sizes[a], elements};
      check_ways(&x, 0, "at a glance");
    }
  fill(UO_TYPE_UINT64, DISTINCT, sizes[3], elements);
  check_ways(&(uo_tensor){UO_TYPE_UINT64, 1, &sizes[3], elements}, 0, "at a glance");
}

/* All types, in every arrangement. VAL-01, VAL-02, ORD-01, ORD-02, IDX-01, INV-01, CNT-01, OUT-07, SIL-17. */
static void test_all_types_and_arrangements(void **state) {
  (void)state;
  const int64_t n = 1200;
  for (int32_t dtype = 1; dtype < 16; dtype++) {
    uo_tensor x = {dtype, 1, &n, elements};
    for (int how = 0; how < ARRANGEMENTS && dtype != UO_TYPE_STRING; how++) {
      fill(dtype, (arrangement)how, n, elements);
      char what[32];
      snprintf(what, sizeof what, "arrangement %d", how);
      check_ways(&x, 0, what);
    }
  }
}

/* On both sides of what a batch and a counted sort end with. */
static void test_sizes(void **state) {
  (void)state;
  static const int64_t sizes[] = {1,   2,   23,  24,  25,  26,  63,  64,   65,   255,
                                  256, 257, 299, 300, 511, 512, 513, 2047, 2048, 2049};
  static const int32_t types[] = {UO_TYPE_UINT8, UO_TYPE_INT16, UO_TYPE_FLOAT, UO_TYPE_INT64};
  static const arrangement arrangements[] = {DISTINCT, MANY_REPEATS, CLUSTERED};
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
    for (size_t a = 0; a < sizeof arrangements / sizeof arrangements[0]; a++)
      for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        fill(types[t], arrangements[a], sizes[k], elements);
        uo_tensor x = {types[t], 1, &sizes[k], elements};
        char what[48];
        snprintf(what, sizeof what, "%d elements, arrangement %d", (int)sizes[k], (int)arrangements[a]);
        check_ways(&x, 0, what);
      }
}

/* Bytes are counted block by block, and some occur only in the last one. */
static void test_blocks_of_bytes(void **state) {
  (void)state;
  static const int64_t sizes[] = {16383, 16384, 16385, 40000};
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
    for (int64_t late = 0; late < 2; late++) {
      for (int64_t i = 0; i < sizes[k]; i++)
        elements[i] = (unsigned char)(mix((uint64_t)i) % (late && i >= 20000 ? 200 : 9));
      if (late) elements[sizes[k] - 1] = 255;
      uo_tensor x = {UO_TYPE_INT8, 1, &sizes[k], elements};
      check_ways(&x, 0, "blocks of bytes");
    }
}

/* So many that the default spreads them, uses the table of 16 bits, and gives buckets more bits than the fewest. */
static void test_many(void **state) {
  (void)state;
  const int64_t n = MOST;
  static const int32_t types[] = {UO_TYPE_UINT16, UO_TYPE_INT32, UO_TYPE_DOUBLE};
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
    fill(types[t], DISTINCT, n, elements);
    uo_tensor x = {types[t], 1, &n, elements};
    uo_outputs want, have;
    uint64_t comparisons;
    for (int64_t sorted = 0; sorted < 2; sorted++) {
      uo_attributes attributes = {0, 0, sorted};
      assert_int_equal(uo_unique_tuned(&x, &attributes, UO_WANT_ALL, 0, &by_keys, NULL, &want, &comparisons, NULL), 0);
      assert_int_equal(uo_unique(&x, &attributes, UO_WANT_ALL, 0, NULL, &have, NULL), 0);
      expect_same_answer("many", &have, &want);
      uo_outputs_release(&have);
      uo_outputs_release(&want);
    }
  }
}

/* ORD-01: a million numbers, for which more buckets are made than the fewest. */
static void test_a_million(void **state) {
  (void)state;
  enum { COUNT = 1 << 20 };
  uint32_t *numbers = malloc(COUNT * sizeof *numbers);
  assert_non_null(numbers);
  for (uint32_t i = 0; i < COUNT; i++) numbers[i] = i * UINT32_C(2654435761) << 12;
  const int64_t n = COUNT;
  uo_tensor x = {UO_TYPE_UINT32, 1, &n, numbers};
  uo_outputs outputs;
  assert_int_equal(uo_unique(&x, &(uo_attributes){0, 0, 1}, UO_WANT_Y, 0, NULL, &outputs, NULL), UO_ERROR_NONE);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], COUNT);
  const uint32_t *y = outputs.tensor[UO_Y]->data;
  for (uint32_t j = 0; j < COUNT; j++)
    if (y[j] != j << 12) fail_msg("number %u is %u", (unsigned)j, (unsigned)y[j]);
  uo_outputs_release(&outputs);
  free(numbers);
}

/* SIL-01 to SIL-04, SIL-07, SIL-20: whose bits reach Y where zeros and NaNs of many bits are equal, where they sort,
 * and what else a policy makes of them; also where some of them are missing. */
static void test_zeros_and_nans(void **state) {
  (void)state;
  static const uo_policy policies[] = {0,
                                       UO_NAN_FIRST,
                                       UO_ZERO_DISTINCT,
                                       UO_NAN_FIRST | UO_ZERO_DISTINCT,
                                       UO_NAN_DISTINCT,
                                       UO_NAN_SUBTENSOR_DISTINCT,
                                       UO_NAN_COMPLEX_BY_PART,
                                       UO_COMPLEX_BY_MODULUS};
  static const int32_t types[] = {UO_TYPE_FLOAT16, UO_TYPE_FLOAT, UO_TYPE_DOUBLE, UO_TYPE_COMPLEX64,
                                  UO_TYPE_COMPLEX128};
  static random_case c;
  const int64_t n = 400;
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
    for (uint64_t variety = 1; variety < 40; variety += 9)
      for (size_t p = 0; p < sizeof policies / sizeof policies[0]; p++) {
        c.state = variety * 1000 + p;
        size_t size = uo_type_size(types[t]);
        bool is_complex = size > 8 || types[t] == UO_TYPE_COMPLEX64;
        size_t part = is_complex ? size / 2 : size;
        int64_t parts = is_complex ? 2 * n : n;
        for (int64_t i = 0; i < parts; i++)
          store_bits(elements + (size_t)i * part, random_float_bits(&c, part, variety), part);
        uo_tensor x = {types[t], 1, &n, elements};
        check_ways(&x, policies[p], "zeros and NaNs");
      }
}

/* SIL-22, SIL-05: items of one element along an axis are words too, and subtensors of one element each are subtensors.
 */
static void test_items_of_one_element(void **state) {
  (void)state;
  const float data[] = {1, NAN, 0.0f, -0.0f, NAN, 1};
  const int64_t dims[][3] = {{6, 1, 1}, {1, 6, 1}, {1, 1, 6}};
  for (int axis = 0; axis < 3; axis++)
    for (uo_policy policy = 0; policy <= UO_NAN_SUBTENSOR_DISTINCT; policy++)
      for (size_t w = 0; w < WAYS; w++) {
        uo_tensor x = {UO_TYPE_FLOAT, 3, dims[axis], data};
        uo_attributes attributes = {1, axis, 1};
        uo_outputs have;
        uint64_t comparisons;
        assert_int_equal(
            uo_unique_tuned(&x, &attributes, UO_WANT_ALL, policy, ways[w].way, NULL, &have, &comparisons, NULL),
            UO_ERROR_NONE);
        const int64_t merged[] = {1, 2, 0, 0, 2, 1}, apart[] = {1, 2, 0, 0, 3, 1};
        assert_memory_equal(have.tensor[UO_INVERSE_INDICES]->data, policy & UO_NAN_SUBTENSOR_DISTINCT ? apart : merged,
                            sizeof merged);
        assert_int_equal(have.tensor[UO_Y]->rank, 3);
        assert_int_equal(have.tensor[UO_Y]->dims[axis], policy & UO_NAN_SUBTENSOR_DISTINCT ? 4 : 3);
        uo_outputs_release(&have);
      }
}

/* More items than 32-bit numbers serve go by keys, of one word, of several, and strings: here more than two. */
static void test_too_many_items(void **state) {
  (void)state;
  const int64_t dims[] = {3, 2}, numbers[] = {5, 1, 5, 1, 4, 9};
  const uo_bytes strings[] = {{"b", 1}, {"a", 1}, {"b", 1}};
  const uo_tensor tensors[] = {
      {UO_TYPE_INT64, 1, dims, numbers}, {UO_TYPE_INT64, 2, dims, numbers}, {UO_TYPE_STRING, 1, dims, strings}};
  const int64_t want[][3] = {{1, 0, 1}, {1, 1, 0}, {1, 0, 1}};
  for (size_t t = 0; t < sizeof tensors / sizeof tensors[0]; t++)
    for (int64_t most = 2; most < 4; most++) {
      uo_way way = uo_way_default;
      way.tuning.most_items = most;
      uo_outputs outputs;
      uint64_t comparisons;
      assert_int_equal(uo_unique_tuned(&tensors[t], &(uo_attributes){1, 0, 1}, UO_WANT_ALL, 0, &way, NULL, &outputs,
                                       &comparisons, NULL),
                       UO_ERROR_NONE);
      assert_memory_equal(outputs.tensor[UO_INVERSE_INDICES]->data, want[t], sizeof want[t]);
      uo_outputs_release(&outputs);
    }
}

/* Allocations are counted, none fails. */
static void *count_and_allocate(void *context, size_t size) {
  ++*(int *)context;
  return malloc(size);
}

static void release(void *context, void *block) {
  (void)context;
  free(block);
}

/* How many allocations the words of that arrangement take, and that the answer is right. */
static int allocations_of(arrangement how, int64_t n, int64_t sorted, uint32_t wanted) {
  uo_way way = by_hash;
  way.tuning.runs_from = 0;
  way.tuning.most_runs = UO_MOST_RUNS;
  way.tuning.block_size = 0;
  fill(UO_TYPE_INT64, how, n, elements);
  uo_tensor x = {UO_TYPE_INT64, 1, &n, elements};
  uo_attributes attributes = {0, 0, sorted};
  int count = 0;
  const uo_allocator allocator = {count_and_allocate, release, &count};
  uo_outputs want, have;
  uint64_t comparisons;
  assert_int_equal(uo_unique_tuned(&x, &attributes, wanted, 0, &by_keys, NULL, &want, &comparisons, NULL), 0);
  assert_int_equal(uo_unique_tuned(&x, &attributes, wanted, 0, &way, &allocator, &have, &comparisons, NULL), 0);
  expect_same_answer("runs", &have, &want);
  uo_outputs_release(&have);
  uo_outputs_release(&want);
  return count;
}

/* One run takes no memory but for the outputs, two that are merged take two pieces, a hash table more; wherever a run
 * ends, also between two batches. */
static void test_runs_are_not_sorted(void **state) {
  (void)state;
  static const int64_t sizes[] = {30, 256, 300, 512, 1024, 1200, 1536, 2048};
  static const arrangement one[] = {ASCENDING, DESCENDING, ALL_EQUAL, STEPS_UP, STEPS_DOWN};
  static const arrangement two[] = {PIPE, VALLEY, APPENDED};
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    for (size_t a = 0; a < sizeof one / sizeof one[0]; a++)
      for (int64_t sorted = 0; sorted < 2; sorted++) {
        assert_int_equal(allocations_of(one[a], sizes[k], sorted, UO_WANT_ALL), 5);
        assert_int_equal(allocations_of(one[a], sizes[k], sorted, UO_WANT_Y), 2);
      }
    for (size_t a = 0; a < sizeof two / sizeof two[0]; a++) {
      assert_int_equal(allocations_of(two[a], sizes[k], 1, UO_WANT_ALL), 7);
      assert_true(allocations_of(two[a], sizes[k], 0, UO_WANT_ALL) > 7);
      assert_true(allocations_of(two[a], sizes[k], 1, UO_WANT_Y) > 4);
    }
    assert_true(allocations_of(ZIGZAG, sizes[k], 1, UO_WANT_ALL) > 7);
  }
}

/* Elements are read from any address. */
static void test_any_address(void **state) {
  (void)state;
  const int64_t n = 700;
  for (int32_t dtype = 1; dtype < 16; dtype++) {
    if (dtype == UO_TYPE_STRING) continue;
    fill(dtype, MANY_REPEATS, n, elements);
    memmove(elements + 1, elements, (size_t)n * uo_type_size(dtype));
    uo_tensor x = {dtype, 1, &n, elements + 1};
    check_ways(&x, 0, "at an odd address");
  }
}

/* X is read to its end and no further; behind it is a page that nobody may touch. */
static void test_elements_end(void **state) {
  (void)state;
  const int64_t n = 521;
  for (int32_t dtype = 1; dtype < 16; dtype++) {
    if (dtype == UO_TYPE_STRING) continue;
    size_t size = (size_t)n * uo_type_size(dtype);
    unsigned char *end = guarded_allocate(size);
    assert_non_null(end);
    fill(dtype, HALF_DISTINCT, n, end);
    check_ways(&(uo_tensor){dtype, 1, &n, end}, 0, "before a page that nobody may touch");
    guarded_release(end, size);
  }
}

/* ---- Bad luck and bad will ------------------------------------------------------------------------------------- */

/* The odd number whose product with `factor` is 1, modulo 2^64. */
static uint64_t inverse_of(uint64_t factor) {
  uint64_t inverse = factor;
  for (int i = 0; i < 6; i++) inverse *= 2 - factor * inverse;
  return inverse;
}

/* The word whose product with the hash's factor is i: its slot is 0 in any table. */
static uint64_t crafted(uint64_t i) {
  uint64_t word = i * inverse_of(UINT64_C(0x9e3779b97f4a7c15));
  return word ^ word >> 32;
}

static uint64_t steps_of(const uint64_t *words, int64_t n, int64_t sorted, const uo_way *way) {
  uo_tensor x = {UO_TYPE_UINT64, 1, &n, words};
  uo_attributes attributes = {0, 0, sorted};
  uo_outputs want, have;
  uint64_t steps, comparisons;
  assert_int_equal(uo_unique_tuned(&x, &attributes, UO_WANT_ALL, 0, way, NULL, &have, &steps, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_unique_tuned(&x, &attributes, UO_WANT_ALL, 0, &by_keys, NULL, &want, &comparisons, NULL),
                   UO_ERROR_NONE);
  expect_same_answer("crafted words", &have, &want);
  uo_outputs_release(&want);
  uo_outputs_release(&have);
  return steps;
}

/* Words made for one slot cost no more than a few steps each, from the beginning or after half of the items; honest
 * ones take less than one. */
static void test_crafted_words_are_sorted(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  static uint64_t words[COUNT];
  for (int64_t sorted = 0; sorted < 2; sorted++)
    for (int part = 0; part < 3; part++) {
      for (uint64_t i = 0; i < COUNT; i++) words[i] = i < COUNT * (uint64_t)part / 2 ? mix(i) : crafted(i + 1);
      uint64_t steps = steps_of(words, COUNT, sorted, &by_hash);
      if (part == 0) assert_in_range(steps, 64, 2000);
      if (part == 1) assert_in_range(steps, COUNT, 4 * COUNT);
      if (part == 2) assert_in_range(steps, 1, COUNT);
    }
}

/* Words that differ in few bits, wherever those are, nearly always find slots of their own. */
static void test_structured_words_are_spread(void **state) {
  (void)state;
  enum { COUNT = 1024 };
  static uint64_t words[COUNT];
  int crowded = 0;
  for (int shift = 0; shift <= 54; shift++) {
    for (uint64_t i = 0; i < COUNT; i++) words[i] = i << shift;
    crowded += steps_of(words, COUNT, 0, &by_hash) > COUNT;
  }
  assert_in_range(crowded, 0, 5);
}

/* ---- Levels ---------------------------------------------------------------------------------------------------- */

/* Words and elements are the same at every level that this machine has, bit for bit, up to their ends and not beyond.
 */
static void test_levels_agree(void **state) {
  (void)state;
  enum { COUNT = 71 };
  static const uo_policy policies[] = {0, UO_NAN_FIRST, UO_ZERO_DISTINCT, UO_NAN_COMPLEX_BY_PART,
                                       UO_COMPLEX_BY_MODULUS};
  static random_case c;
  for (int32_t dtype = 1; dtype < 16; dtype++)
    for (size_t p = 0; p < sizeof policies / sizeof policies[0] && dtype != UO_TYPE_STRING; p++) {
      c.state = (uint64_t)dtype * 100 + p;
      c.x.dtype = dtype;
      fill_random_data(&c, COUNT);
      size_t size = uo_type_size(dtype);
      uint64_t words[UO_LEVELS][COUNT * UO_CODE_WORDS_MAX];
      for (uo_level level = 0; level <= uo_best_level(); level++) {
        uo_element_code code = uo_element_code_of(dtype, policies[p]);
        code.level = level;
        for (int64_t n = COUNT - 9; n <= COUNT; n++) {
          unsigned char *end = guarded_allocate((size_t)n * size);
          assert_non_null(end);
          memcpy(end, &c.data, (size_t)n * size);
          uint64_t *room = guarded_allocate((size_t)n * (size_t)code.words * sizeof *room);
          assert_non_null(room);
          uo_encode(&code, end, n, room);
          memcpy(words[level], room, (size_t)n * (size_t)code.words * sizeof *room);
          if (code.decodes) {
            uo_decode(&code, room, n, end);
            uo_encode(&code, end, n, room);
            assert_memory_equal(room, words[level], (size_t)n * sizeof *room);
          }
          guarded_release(room, (size_t)n * (size_t)code.words * sizeof *room);
          guarded_release(end, (size_t)n * size);
        }
        assert_memory_equal(words[level], words[0], (size_t)COUNT * (size_t)code.words * sizeof words[0][0]);
      }
    }
}

/* And so are answers; of Y alone, which vectors sort at one of them, and of runs. */
static void test_portable_level(void **state) {
  (void)state;
  const int64_t n = 5000;
  static const struct {
    const uo_way *way;
    arrangement how;
    uint32_t wanted;
  } rows[] = {{&by_spreading, HALF_DISTINCT, UO_WANT_ALL},
              {&by_spreading, HALF_DISTINCT, UO_WANT_Y},
              {&by_runs, PIPE, UO_WANT_ALL},
              {&by_runs, STEPS_DOWN, UO_WANT_Y}};
  for (int32_t dtype = 1; dtype < 16; dtype++)
    for (uo_level level = 0; level <= uo_best_level() && dtype != UO_TYPE_STRING; level++)
      for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        uo_way way = *rows[r].way;
        way.tuning.most_level = level;
        fill(dtype, rows[r].how, n, elements);
        uo_tensor x = {dtype, 1, &n, elements};
        uo_attributes attributes = {0, 0, 1};
        uo_outputs want, have;
        uint64_t comparisons;
        assert_int_equal(uo_unique_tuned(&x, &attributes, rows[r].wanted, 0, &by_keys, NULL, &want, &comparisons, NULL),
                         0);
        assert_int_equal(uo_unique_tuned(&x, &attributes, rows[r].wanted, 0, &way, NULL, &have, &comparisons, NULL), 0);
        expect_same_answer("at a level", &have, &want);
        uo_outputs_release(&have);
        uo_outputs_release(&want);
      }
}

/* The least and the greatest word, and nothing beyond the last, in each number of words around a batch. */
static void test_range_of_words(void **state) {
  (void)state;
  enum { UP_TO = 2 * UO_WORDS_BATCH + 2 };
  uint64_t data[UP_TO];
  for (uint64_t i = 0; i < UP_TO; i++) data[i] = 1000 + i * 77 % UP_TO;
  uo_words words = {.code = uo_element_code_of(UO_TYPE_UINT64, 0), .elements = (unsigned char *)data, .size = 8};
  for (uo_level level = 0; level <= uo_best_level(); level++) {
    words.code.level = level;
    uint64_t low = UINT64_MAX, high = 0;
    for (words.count = 1; words.count <= UP_TO; words.count++) {
      uint64_t least, greatest, last = data[words.count - 1];
      if (last < low) low = last;
      if (last > high) high = last;
      uo_words_range(&words, &least, &greatest);
      assert_int_equal(least, low);
      assert_int_equal(greatest, high);
    }
  }
}

/* ORD-01: so many words all over their range that the bits by which they are spread depend on how many there are. */
static void test_many_are_spread(void **state) {
  (void)state;
  const int64_t n = 1 << 19;
  const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15), inverse = UINT64_C(0xf1de83e19937733d);
  assert_int_equal(factor * inverse, 1);
  uint64_t *data = malloc((size_t)n * sizeof *data);
  assert_non_null(data);
  for (int64_t i = 0; i < n; i++) data[i] = (uint64_t)i * factor;
  uo_tensor x = {UO_TYPE_UINT64, 1, &n, data};
  uo_outputs have;
  uint64_t comparisons;
  assert_int_equal(uo_unique_tuned(&x, &(uo_attributes){0, 0, 1}, UO_WANT_Y, 0, &by_portable_spreading, NULL, &have,
                                   &comparisons, NULL),
                   0);
  assert_int_equal(have.tensor[UO_Y]->dims[0], n);
  const uint64_t *y = have.tensor[UO_Y]->data;
  for (int64_t k = 0; k < n; k++) {
    if (k > 0) assert_true(y[k - 1] < y[k]);
    assert_true(y[k] * inverse < (uint64_t)n); /* one of X */
  }
  uo_outputs_release(&have);
  free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_at_a_glance),
      cmocka_unit_test(test_all_types_and_arrangements),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_blocks_of_bytes),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_a_million),
      cmocka_unit_test(test_zeros_and_nans),
      cmocka_unit_test(test_items_of_one_element),
      cmocka_unit_test(test_too_many_items),
      cmocka_unit_test(test_runs_are_not_sorted),
      cmocka_unit_test(test_any_address),
      cmocka_unit_test(test_elements_end),
      cmocka_unit_test(test_crafted_words_are_sorted),
      cmocka_unit_test(test_structured_words_are_spread),
      cmocka_unit_test(test_levels_agree),
      cmocka_unit_test(test_portable_level),
      cmocka_unit_test(test_range_of_words),
      cmocka_unit_test(test_many_are_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
