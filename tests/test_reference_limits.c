/* The reference at its limits: bad hashes, long keys, many dimensions, huge empty tensors, and memory that runs out. */
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
#include "support/guarded.h"
#include "test_reference_random.h"

/* ---- Bad hashes ------------------------------------------------------------------------------------------------ */

static void hash_all_equal(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  (void)keys;
  (void)items;
  for (int64_t i = 0; i < count; i++) hashes[i] = 7;
}

/* Good for the first half of the items, useless after. */
static void hash_equal_later(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  uo_hash_keys(keys, items, count, hashes);
  for (int64_t i = 0; i < count; i++)
    if (items[i] >= keys->count / 2) hashes[i] = 7;
}

/* Good for short strings, useless for long ones. */
static void hash_long_equal(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  uo_hash_keys(keys, items, count, hashes);
  for (int64_t i = 0; i < count; i++)
    if (keys->bytes[items[i]].size > 1000) hashes[i] = 7;
}

static int64_t ceil_log2(int64_t n) {
  int64_t bits = 0;
  while ((INT64_C(1) << bits) < n) bits++;
  return bits;
}

/* Solves X and returns how many comparisons that took. */
static uint64_t comparisons_of(const uo_tensor *x, int64_t sorted, uint32_t wanted, uo_hash_function *hash,
                               uo_outputs *outputs) {
  uint64_t comparisons;
  uo_attributes attributes = {x->rank > 1, 0, sorted};
  assert_int_equal(uo_unique_with_hash(x, &attributes, wanted, 0, hash, NULL, outputs, &comparisons, NULL),
                   UO_ERROR_NONE);
  return comparisons;
}

/* Item i of the outputs is item (i * step) % n of X, for all distinct items in ascending order that were shuffled so.
 */
static void expect_shuffle_undone(const uo_outputs *outputs, int64_t n, int64_t step) {
  const int64_t *indices = outputs->tensor[UO_INDICES]->data, *inverse = outputs->tensor[UO_INVERSE_INDICES]->data;
  assert_int_equal(outputs->tensor[UO_INDICES]->dims[0], n);
  for (int64_t i = 0; i < n; i++) {
    assert_int_equal(inverse[i], i * step % n);
    assert_int_equal(indices[inverse[i]], i);
  }
}

/* No quadratic step even when all hashes are equal: integers, rows, strings. VAL-01, ORD-01, INV-01 hold all the same.
 */
static void test_equal_hashes_cost_n_log_n(void **state) {
  (void)state;
  enum { COUNT = 50000, STEP = 7919, WIDTH = 5 };
  static int64_t numbers[COUNT], rows[COUNT][WIDTH];
  static char text[COUNT][16];
  static uo_bytes strings[COUNT];
  for (int64_t i = 0; i < COUNT; i++) {
    numbers[i] = rows[i][WIDTH - 1] = i * STEP % COUNT;
    strings[i] = (uo_bytes){text[i], (size_t)snprintf(text[i], sizeof text[i], "string %06d", (int)numbers[i])};
  }
  const uo_tensor tensors[] = {{UO_TYPE_INT64, 1, (const int64_t[]){COUNT}, numbers},
                               {UO_TYPE_INT64, 2, (const int64_t[]){COUNT, WIDTH}, rows},
                               {UO_TYPE_STRING, 1, (const int64_t[]){COUNT}, strings}};
  uo_hash_function *const hashes[] = {uo_hash_keys, hash_all_equal, hash_equal_later};
  for (int t = 0; t < 3; t++)
    for (int h = 0; h < 3; h++) {
      uo_outputs outputs;
      uint64_t have = comparisons_of(&tensors[t], 1, UO_WANT_ALL, hashes[h], &outputs);
      expect_shuffle_undone(&outputs, COUNT, STEP);
      uo_outputs_release(&outputs);
      /* Hashing, sorting all items, sorting the distinct ones. */
      uint64_t want = COUNT * (uint64_t)(8 + 2 * (ceil_log2(COUNT) + 4));
      if (have > want) fail_msg("tensor %d, hash %d: %" PRIu64 " comparisons, want at most %" PRIu64, t, h, have, want);
    }
}

/* Good hashes need hardly any comparison of different keys: one for each item that was seen before. */
static void test_good_hashes_need_few_comparisons(void **state) {
  (void)state;
  enum { COUNT = 60000, DISTINCT = 20000 };
  static int32_t numbers[COUNT];
  for (int32_t i = 0; i < COUNT; i++) numbers[i] = i % DISTINCT * 65536;
  uo_tensor x = {UO_TYPE_INT32, 1, (const int64_t[]){COUNT}, numbers};
  uo_outputs outputs;
  uint64_t have = comparisons_of(&x, 0, UO_WANT_COUNTS, uo_hash_keys, &outputs);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], DISTINCT);
  assert_true(have >= COUNT - DISTINCT && have <= COUNT - DISTINCT + 100);
  uo_outputs_release(&outputs);
}

/* Every byte of a string counts in its hash: distinct strings of digits are hardly ever compared. */
static void test_good_hashes_tell_strings_apart(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  static char text[COUNT][16];
  static uo_bytes strings[COUNT];
  for (int i = 0; i < COUNT; i++)
    strings[i] = (uo_bytes){text[i], (size_t)snprintf(text[i], sizeof text[i], "%05d-%06d", i % 100, i)};
  uo_tensor x = {UO_TYPE_STRING, 1, (const int64_t[]){COUNT}, strings};
  uo_outputs outputs;
  uint64_t have = comparisons_of(&x, 0, UO_WANT_Y, uo_hash_keys, &outputs);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], COUNT);
  uo_outputs_release(&outputs);
  assert_true(have < 100);
}

/* The count misses nothing: sorting what is in order already compares each neighbour once, telling equals apart again.
 */
static void test_comparisons_are_counted(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  static char text[COUNT][16];
  static uo_bytes strings[COUNT];
  for (int i = 0; i < COUNT; i++)
    strings[i] = (uo_bytes){text[i], (size_t)snprintf(text[i], sizeof text[i], "string %06d", i)};
  uo_tensor x = {UO_TYPE_STRING, 1, (const int64_t[]){COUNT}, strings};
  uo_outputs outputs;
  uint64_t have = comparisons_of(&x, 0, UO_WANT_Y, hash_all_equal, &outputs);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], COUNT);
  uo_outputs_release(&outputs);
  assert_true(have >= 2 * (COUNT - 1));
}

/* Long keys that the hash tells apart are not compared either, whatever they would weigh. */
static void test_good_hashes_tell_long_strings_apart(void **state) {
  (void)state;
  enum { COUNT = 1000, LENGTH = 200 };
  static char text[COUNT][LENGTH + 1];
  static uo_bytes strings[COUNT];
  for (int i = 0; i < COUNT; i++)
    strings[i] = (uo_bytes){text[i], (size_t)snprintf(text[i], sizeof text[i], "%0*d", LENGTH, i)};
  uo_tensor x = {UO_TYPE_STRING, 1, (const int64_t[]){COUNT}, strings};
  uo_outputs outputs;
  uint64_t have = comparisons_of(&x, 0, UO_WANT_Y, uo_hash_keys, &outputs);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], COUNT);
  uo_outputs_release(&outputs);
  assert_true(have < 100);
}

/* Comparisons of long keys weigh more: a few of them with equal hashes among many short ones already lead to sorting.
 */
static void test_long_keys_weigh_more(void **state) {
  (void)state;
  enum { SHORT = 20000, LONG = 400, LENGTH = 8192 };
  static char short_text[SHORT][8], long_text[LONG][LENGTH];
  static uo_bytes strings[SHORT + LONG];
  for (int i = 0; i < SHORT; i++)
    strings[i] = (uo_bytes){short_text[i], (size_t)snprintf(short_text[i], sizeof short_text[i], "%d", i)};
  for (int i = 0; i < LONG; i++) {
    memset(long_text[i], 'x', LENGTH);
    long_text[i][LENGTH - 1] = (char)(i % 100);
    long_text[i][LENGTH - 2] = (char)(i / 100);
    strings[SHORT + i] = (uo_bytes){long_text[i], LENGTH};
  }
  uo_tensor x = {UO_TYPE_STRING, 1, (const int64_t[]){SHORT + LONG}, strings};
  uo_outputs outputs;
  uint64_t have = comparisons_of(&x, 0, UO_WANT_Y, hash_long_equal, &outputs);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], SHORT + LONG);
  uo_outputs_release(&outputs);
  assert_true(have > LONG * LONG / 2); /* the table alone would make so many, each through a long common prefix */
}

/* ---- Long keys and many dimensions ----------------------------------------------------------------------------- */

/* SIL-09: strings that differ in their last byte only, or in their length only, or not at all. */
static void test_long_common_prefixes(void **state) {
  (void)state;
  enum { COUNT = 3000, LENGTH = 4096 };
  static char text[COUNT][LENGTH];
  static uo_bytes strings[COUNT];
  for (int i = 0; i < COUNT; i++) {
    memset(text[i], 'a', LENGTH);
    text[i][LENGTH - 1] = (char)(i % 3);
    strings[i] = (uo_bytes){text[i], (size_t)(LENGTH - i % 1000)};
  }
  uo_tensor x = {UO_TYPE_STRING, 1, (const int64_t[]){COUNT}, strings};
  uo_outputs outputs;
  comparisons_of(&x, 1, UO_WANT_ALL, uo_hash_keys, &outputs);
  const uo_bytes *y = outputs.tensor[UO_Y]->data;
  const int64_t *counts = outputs.tensor[UO_COUNTS]->data, *indices = outputs.tensor[UO_INDICES]->data;
  /* Every length below LENGTH three times the same; at LENGTH i % 3 is 0, 1 and 2 for i = 0, 1000 and 2000. */
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], 999 + 3);
  for (int j = 0; j < 999; j++) {
    assert_int_equal(counts[j], 3);
    assert_int_equal(y[j].size, LENGTH - 999 + j);
  }
  for (int j = 999; j < 1002; j++) {
    assert_int_equal(counts[j], 1);
    assert_int_equal(y[j].size, LENGTH);
    assert_int_equal(indices[j], (j - 999) * 1000);
  }
  uo_outputs_release(&outputs);
}

/* SIL-09: a string is read to its end and no further; behind each is a page that nobody may touch. */
static void test_strings_end(void **state) {
  (void)state;
  enum { COUNT = 40 };
  uo_bytes strings[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    char *text = guarded_allocate(i / 2);
    assert_non_null(text);
    memset(text, i % 4 < 2 ? 0 : 'x', i / 2);
    strings[i] = (uo_bytes){text, i / 2};
  }
  const uo_tensor flat = {UO_TYPE_STRING, 1, (const int64_t[]){COUNT}, strings};
  const uo_tensor rows = {UO_TYPE_STRING, 2, (const int64_t[]){COUNT / 2, 2}, strings};
  for (uo_policy policy = 0; policy <= UO_STRING_UTF16; policy += UO_STRING_UTF16) {
    uo_outputs outputs;
    assert_int_equal(uo_unique(&flat, &(uo_attributes){0, 0, 1}, UO_WANT_ALL, policy, NULL, &outputs, NULL), 0);
    assert_int_equal(outputs.tensor[UO_Y]->dims[0], COUNT / 2);
    uo_outputs_release(&outputs);
    assert_int_equal(uo_unique(&rows, &(uo_attributes){1, 0, 1}, UO_WANT_ALL, policy, NULL, &outputs, NULL), 0);
    assert_int_equal(outputs.tensor[UO_Y]->dims[0], COUNT / 2);
    uo_outputs_release(&outputs);
  }
  for (size_t i = 0; i < COUNT; i++) guarded_release((void *)(uintptr_t)strings[i].data, strings[i].size);
}

/* SIL-06: long rows that differ in their last element only, along either axis. */
static void test_long_rows(void **state) {
  (void)state;
  enum { ROWS = 6, LENGTH = 10001 };
  static float rows[ROWS][LENGTH], columns[LENGTH][ROWS];
  const float last[ROWS] = {2, -1, 2, 7, -0.0f, 0.0f};
  const int64_t want[ROWS] = {2, 0, 2, 3, 1, 1};
  for (int i = 0; i < ROWS; i++) rows[i][LENGTH - 1] = columns[LENGTH - 1][i] = last[i];
  const uo_tensor tensors[] = {{UO_TYPE_FLOAT, 2, (const int64_t[]){ROWS, LENGTH}, rows},
                               {UO_TYPE_FLOAT, 2, (const int64_t[]){LENGTH, ROWS}, columns}};
  for (int t = 0; t < 2; t++) {
    uo_outputs outputs;
    assert_int_equal(
        uo_unique(&tensors[t], &(uo_attributes){1, t, 1}, UO_WANT_INVERSE_INDICES, 0, NULL, &outputs, NULL),
        UO_ERROR_NONE);
    assert_memory_equal(outputs.tensor[UO_INVERSE_INDICES]->data, want, sizeof want);
    uo_outputs_release(&outputs);
  }
}

/* SHAPE-02, AXIS-02: rank 16 and the most that there is, the one axis longer than 1 in every place. */
static void test_many_dimensions(void **state) {
  (void)state;
  const int32_t ranks[] = {16, UO_MAX_RANK};
  const int16_t data[] = {3, -1, 3, 2};
  const int64_t want[] = {2, 0, 2, 1};
  for (int r = 0; r < 2; r++)
    for (int32_t axis = 0; axis < ranks[r]; axis++) {
      int64_t dims[UO_MAX_RANK];
      for (int32_t d = 0; d < ranks[r]; d++) dims[d] = d == axis ? 4 : 1;
      uo_tensor x = {UO_TYPE_INT16, ranks[r], dims, data};
      uo_outputs outputs;
      uo_attributes attributes = {1, axis % 2 == 0 ? axis : axis - ranks[r], 1};
      assert_int_equal(uo_unique(&x, &attributes, UO_WANT_ALL, 0, NULL, &outputs, NULL), UO_ERROR_NONE);
      assert_int_equal(outputs.tensor[UO_Y]->rank, ranks[r]);
      for (int32_t d = 0; d < ranks[r]; d++) assert_int_equal(outputs.tensor[UO_Y]->dims[d], d == axis ? 3 : 1);
      assert_memory_equal(outputs.tensor[UO_INVERSE_INDICES]->data, want, sizeof want);
      uo_outputs_release(&outputs);
    }
}

/* SHAPE-04 to SHAPE-06, SIL-14: dimensions beside a zero whose product no integer holds, and more items than memory. */
static void test_huge_and_empty(void **state) {
  (void)state;
  const int64_t big = INT64_C(1) << 40;
  const int64_t dims[] = {big, big, 0, big};
  uo_tensor x = {UO_TYPE_STRING, 4, dims, NULL};
  for (int64_t axis = 0; axis < 4; axis++) {
    uo_outputs outputs;
    assert_int_equal(uo_unique(&x, &(uo_attributes){1, axis, 1}, UO_WANT_Y | UO_WANT_INDICES | UO_WANT_COUNTS, 0, NULL,
                               &outputs, NULL),
                     UO_ERROR_NONE);
    const uo_tensor *y = outputs.tensor[UO_Y];
    for (int64_t d = 0; d < 4; d++) assert_int_equal(y->dims[d], d == axis && axis != 2 ? 1 : dims[d]);
    assert_int_equal(outputs.tensor[UO_COUNTS]->dims[0], axis == 2 ? 0 : 1);
    if (axis != 2) {
      assert_int_equal(*(const int64_t *)outputs.tensor[UO_COUNTS]->data, big);
      assert_int_equal(*(const int64_t *)outputs.tensor[UO_INDICES]->data, 0);
    }
    uo_outputs_release(&outputs);
  }
}

/* IDX-01: more than 2^16 distinct values, so that the table grows many times; in order of first occurrence. */
static void test_many_distinct(void **state) {
  (void)state;
  enum { COUNT = 200000, DISTINCT = 150000 };
  static double numbers[COUNT];
  for (int i = 0; i < COUNT; i++) numbers[i] = 1.0 / (1 + i % DISTINCT);
  uo_tensor x = {UO_TYPE_DOUBLE, 1, (const int64_t[]){COUNT}, numbers};
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    uo_outputs outputs;
    comparisons_of(&x, sorted, UO_WANT_ALL, uo_hash_keys, &outputs);
    const int64_t *inverse = outputs.tensor[UO_INVERSE_INDICES]->data, *counts = outputs.tensor[UO_COUNTS]->data;
    assert_int_equal(outputs.tensor[UO_COUNTS]->dims[0], DISTINCT);
    for (int64_t i = 0; i < COUNT; i++) {
      int64_t first = i % DISTINCT;
      assert_int_equal(inverse[i], sorted ? DISTINCT - 1 - first : first);
      assert_int_equal(counts[inverse[i]], first < COUNT - DISTINCT ? 2 : 1);
    }
    uo_outputs_release(&outputs);
  }
}

/* SIL-01: many NaNs, each a value of its own, all with one hash: they must not crowd the table while it grows. */
static void test_many_distinct_nans(void **state) {
  (void)state;
  enum { COUNT = 60000 };
  static float numbers[COUNT];
  for (int i = 0; i < COUNT; i++) numbers[i] = i % 16 == 15 ? (float)i : NAN;
  uo_tensor x = {UO_TYPE_FLOAT, 1, (const int64_t[]){COUNT}, numbers};
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    uo_outputs outputs;
    uint64_t comparisons;
    assert_int_equal(uo_unique_with_hash(&x, &(uo_attributes){0, 0, sorted}, UO_WANT_ALL, UO_NAN_DISTINCT, uo_hash_keys,
                                         NULL, &outputs, &comparisons, NULL),
                     UO_ERROR_NONE);
    const int64_t *inverse = outputs.tensor[UO_INVERSE_INDICES]->data;
    assert_int_equal(outputs.tensor[UO_Y]->dims[0], COUNT);
    if (!sorted) assert_true(comparisons < 100); /* else they did, and sorting had to take over */
    for (int64_t i = 0; i < COUNT; i++) {
      int64_t among_sorted = i % 16 == 15 ? i / 16 : COUNT / 16 + i - i / 16;
      assert_int_equal(inverse[i], sorted ? among_sorted : i);
    }
    uo_outputs_release(&outputs);
  }
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Counts what is allocated, and refuses allocation number `refused` (from 0). */
typedef struct counting {
  int64_t made;
  int64_t alive;
  size_t alive_bytes;
  int64_t refused;
} counting;

/* Stands before every block. */
typedef union block_head {
  size_t size;
  max_align_t align;
} block_head;

/* Bytes behind every block that nobody may write to. */
#define BLOCK_TAIL 8

static void *counting_allocate(void *context, size_t size) {
  counting *c = context;
  assert_true(size > 0);
  if (c->made++ == c->refused) return NULL;
  c->alive++;
  c->alive_bytes += size;
  block_head *head = malloc(sizeof *head + size + BLOCK_TAIL);
  assert_non_null(head);
  head->size = size;
  return memset(head + 1, 0x5a, size + BLOCK_TAIL); /* nobody may count on zeros */
}

static void counting_release(void *context, void *block) {
  counting *c = context;
  assert_non_null(block);
  block_head *head = (block_head *)block - 1;
  c->alive--;
  c->alive_bytes -= head->size;
  for (size_t i = 0; i < BLOCK_TAIL; i++) assert_int_equal(((unsigned char *)block)[head->size + i], 0x5a);
  free(head);
}

/* By keys with good hashes and bad ones, and each strategy for words. As many as have no divisor in common with what
 * random cases vary by. */
#define NEVER INT64_MAX
#define WORDS .most_items = NEVER, .byte_table_from = NEVER, .half_table_from = NEVER, .runs_from = NEVER
static const uo_way ways[] = {
    {.hash = uo_hash_keys},
    {.hash = hash_all_equal},
    {.hash = hash_equal_later},
    {.tuning = {.most_items = NEVER, .runs_from = NEVER, .sort_share = 1, .sort_share_y = 1, .block_size = 1 << 16},
     .hash = uo_hash_keys},
    {.tuning = {WORDS, .sort_share = 1, .sort_share_y = 1, .sort_groups = NEVER}, .hash = uo_hash_keys},
    {.tuning = {WORDS, .sort_share = NEVER, .sort_share_y = NEVER}, .hash = uo_hash_keys},
    {.tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER, .spread_from = NEVER}, .hash = uo_hash_keys},
    {.tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER}, .hash = uo_hash_keys},
    {.tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER, .most_level = UO_LEVEL_AVX512}, .hash = uo_hash_keys},
    {.tuning = {WORDS, .sort_share = NEVER, .sort_share_y = NEVER, .vector_share = NEVER, .vector_share_narrow = NEVER,
                .most_level = UO_LEVEL_AVX512},
     .hash = uo_hash_keys},
    {.tuning = {.most_items = NEVER, .most_runs = UO_MOST_RUNS, .sort_below = NEVER, .lead_below = NEVER},
     .hash = uo_hash_keys},
};
#define WAYS (sizeof ways / sizeof ways[0])

static void refuse_each_in_turn(const random_case *c, const uo_way *way) {
  counting count = {.refused = -1};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_outputs outputs;
  uo_error error;
  uint64_t comparisons;
  assert_int_equal(
      uo_unique_tuned(&c->x, &c->attributes, c->wanted, c->policy, way, &allocator, &outputs, &comparisons, &error),
      UO_ERROR_NONE);
  uo_outputs_release(&outputs);
  assert_int_equal(count.alive, 0);
  int64_t all = count.made;
  assert_true(all >= 2);
  for (int64_t i = 0; i < all; i++) {
    count = (counting){.refused = i};
    memset(&outputs, 0x55, sizeof outputs);
    assert_int_equal(
        uo_unique_tuned(&c->x, &c->attributes, c->wanted, c->policy, way, &allocator, &outputs, &comparisons, &error),
        UO_ERROR_MEMORY);
    assert_int_equal(error.code, UO_ERROR_MEMORY);
    assert_int_equal(count.alive, 0);
    assert_null(outputs.storage);
    for (int output = 0; output < UO_OUTPUT_COUNT; output++) assert_null(outputs.tensor[output]);
  }
}

/* Every allocation refused in turn: an error, nothing kept; all types, axes, orders, outputs and policies. */
static void test_memory_runs_out(void **state) {
  (void)state;
  static random_case c;
  for (uint64_t i = 0; i < 6000; i++) {
    make_random_case(i, &c);
    refuse_each_in_turn(&c, &ways[i % WAYS]);
  }
}

/* The same where table and groups grow, where sorting takes over after they did, and of words of either width. */
static void test_memory_runs_out_while_growing(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  static uint32_t numbers[COUNT];
  static uint64_t large[COUNT];
  for (uint32_t i = 0; i < COUNT; i++) large[i] = (uint64_t)(numbers[i] = i * UINT32_C(2654435761)) << 20;
  random_case c = {.dims = {COUNT}};
  for (uint32_t wide = 0; wide < 2; wide++)
    for (c.wanted = 0; c.wanted <= UO_WANT_ALL; c.wanted++) {
      c.x = wide ? (uo_tensor){UO_TYPE_UINT64, 1, c.dims, large} : (uo_tensor){UO_TYPE_UINT32, 1, c.dims, numbers};
      c.attributes.sorted = c.wanted % 3 != 1;
      for (size_t w = 0; w < WAYS; w++) refuse_each_in_turn(&c, &ways[w]);
    }
}

/* Nothing is read or written beyond the end of what is allocated. */
static void test_no_end_is_passed(void **state) {
  (void)state;
  static random_case c;
  const uo_allocator allocator = {guarded_take, guarded_give_back, NULL};
  for (uint64_t i = 0; i < 1000; i++) {
    make_random_case(i, &c);
    uo_outputs outputs;
    uint64_t comparisons;
    assert_int_equal(uo_unique_tuned(&c.x, &c.attributes, c.wanted, c.policy, &ways[i % WAYS], &allocator, &outputs,
                                     &comparisons, NULL),
                     UO_ERROR_NONE);
    uo_outputs_release(&outputs);
  }
}

/* OUT-04: an output that is not wanted is not made either. */
static void test_only_what_is_wanted_is_made(void **state) {
  (void)state;
  const int16_t data[] = {3, -1, 3, 2};
  uo_tensor x = {UO_TYPE_INT16, 1, (const int64_t[]){4}, data};
  int64_t made[UO_WANT_ALL + 1];
  for (uint32_t wanted = 0; wanted <= UO_WANT_ALL; wanted++) {
    uo_outputs outputs;
    counting count = {.refused = -1};
    uo_allocator allocator = {counting_allocate, counting_release, &count};
    assert_int_equal(uo_unique(&x, &(uo_attributes){0, 0, 1}, wanted, 0, &allocator, &outputs, NULL), UO_ERROR_NONE);
    uo_outputs_release(&outputs);
    made[wanted] = count.made;
    int64_t more = ((wanted & UO_WANT_INDICES) != 0) + ((wanted & UO_WANT_COUNTS) != 0);
    more += (wanted & UO_WANT_INVERSE_INDICES) != 0;
    assert_int_equal(made[wanted], made[0] + more);
  }
}

/* A single item is not compared with anything, however it is grouped and sorted. */
static void test_one_item_needs_no_comparison(void **state) {
  (void)state;
  uo_tensor x = {UO_TYPE_INT64, 0, NULL, (const int64_t[]){7}};
  uo_outputs outputs;
  assert_int_equal(comparisons_of(&x, 1, UO_WANT_ALL, uo_hash_keys, &outputs), 0);
  uo_outputs_release(&outputs);
  assert_int_equal(comparisons_of(&x, 0, UO_WANT_ALL, hash_all_equal, &outputs), 0);
  uo_outputs_release(&outputs);
}

/* Results are sized to U, not to n: few distinct values take little besides the inverse. */
static void test_results_are_sized_to_u(void **state) {
  (void)state;
  enum { COUNT = 100000 };
  static uint16_t numbers[COUNT];
  for (int i = 0; i < COUNT; i++) numbers[i] = (uint16_t)(i % 10);
  uo_tensor x = {UO_TYPE_UINT16, 1, (const int64_t[]){COUNT}, numbers};
  uo_outputs outputs;
  counting count = {.refused = -1};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  assert_int_equal(uo_unique(&x, &(uo_attributes){0, 0, 1}, UO_WANT_ALL, 0, &allocator, &outputs, NULL), UO_ERROR_NONE);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], 10);
  assert_int_equal(count.alive, 1 + UO_OUTPUT_COUNT); /* nothing but the outputs is kept */
  assert_true(count.alive_bytes < COUNT * sizeof(int64_t) + 4096);
  uo_outputs_release(&outputs);
  assert_int_equal(count.alive, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal_hashes_cost_n_log_n),
      cmocka_unit_test(test_good_hashes_need_few_comparisons),
      cmocka_unit_test(test_good_hashes_tell_strings_apart),
      cmocka_unit_test(test_comparisons_are_counted),
      cmocka_unit_test(test_good_hashes_tell_long_strings_apart),
      cmocka_unit_test(test_long_keys_weigh_more),
      cmocka_unit_test(test_long_common_prefixes),
      cmocka_unit_test(test_strings_end),
      cmocka_unit_test(test_long_rows),
      cmocka_unit_test(test_many_dimensions),
      cmocka_unit_test(test_huge_and_empty),
      cmocka_unit_test(test_many_distinct),
      cmocka_unit_test(test_many_distinct_nans),
      cmocka_unit_test(test_memory_runs_out),
      cmocka_unit_test(test_memory_runs_out_while_growing),
      cmocka_unit_test(test_no_end_is_passed),
      cmocka_unit_test(test_only_what_is_wanted_is_made),
      cmocka_unit_test(test_one_item_needs_no_comparison),
      cmocka_unit_test(test_results_are_sized_to_u),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
