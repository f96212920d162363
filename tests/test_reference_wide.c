/*
 * Wide items: rows, columns, complex128 and strings, grouped and sorted by their bytes. Larger than a batch and the
 * first tables, against the keys, which other tests hold against comparing everything with everything.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reference/effort.h"
#include "support/scarce.h"
#include "tensor/shape.h"

#define NEVER INT64_MAX

/* ---- Asking ----------------------------------------------------------------------------------------------------- */

static void expect_same_tensor(const uo_tensor *a, const uo_tensor *b) {
  assert_int_equal(a == NULL, b == NULL);
  if (a == NULL) return;
  assert_int_equal(a->dtype, b->dtype);
  assert_true(uo_shape_equal(a, b));
  int64_t count;
  assert_int_equal(uo_tensor_validate(a, &count, NULL), UO_ERROR_NONE);
  if (a->dtype != UO_TYPE_STRING) {
    assert_memory_equal(a->data, b->data, (size_t)count * uo_type_size(a->dtype));
    return;
  }
  const uo_bytes *left = a->data;
  const uo_bytes *right = b->data;
  for (int64_t i = 0; i < count; i++) {
    assert_ptr_equal(left[i].data, right[i].data);
    assert_int_equal(left[i].size, right[i].size);
  }
}

/* In this way and by keys the answers are the same; returns the number of steps and comparisons of the first. */
static uint64_t expect_same_answers(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                    uo_policy policy, const uo_way *way) {
  uo_outputs wide;
  uo_outputs keys;
  uint64_t steps;
  uint64_t comparisons;
  assert_int_equal(uo_unique_tuned(x, attributes, wanted, policy, way, NULL, &wide, &steps, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_unique_with_hash(x, attributes, wanted, policy, uo_hash_keys, NULL, &keys, &comparisons, NULL),
                   UO_ERROR_NONE);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) expect_same_tensor(wide.tensor[output], keys.tensor[output]);
  uo_outputs_release(&wide);
  uo_outputs_release(&keys);
  return steps;
}

static const uint32_t wanted_sets[] = {UO_WANT_ALL, UO_WANT_Y, UO_WANT_Y | UO_WANT_COUNTS, UO_WANT_Y | UO_WANT_INDICES,
                                       UO_WANT_Y | UO_WANT_INVERSE_INDICES};

/* In order of first occurrence by hash, in ascending order by hash and by sorting all. */
static void ask_all(const uo_tensor *x, uo_attributes attributes, uo_policy policy, const uo_way *way) {
  uo_way sorting = *way;
  sorting.tuning.wide_below = NEVER;
  for (size_t w = 0; w < sizeof wanted_sets / sizeof wanted_sets[0]; w++) {
    attributes.sorted = 0;
    expect_same_answers(x, &attributes, wanted_sets[w], policy, way);
    attributes.sorted = 1;
    expect_same_answers(x, &attributes, wanted_sets[w], policy, way);
    expect_same_answers(x, &attributes, wanted_sets[w], policy, &sorting);
  }
}

static uint64_t number(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 33;
}

/* ---- Rows and columns ------------------------------------------------------------------------------------------- */

/* Items of `outer` * `inner` elements, of which there are `values`, each a random one of `letters` in every element. */
typedef struct layout {
  int64_t outer, count, inner;
  int64_t values;
  uint64_t letters;
} layout;

static void write_element(int32_t dtype, uint64_t letter, unsigned char *element) {
  float narrow = (float)letter - 2;
  double wide = (double)letter - 2;
  int64_t integer = (int64_t)letter - 2;
  size_t size = uo_type_size(dtype);
  if (dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_COMPLEX64) {
    for (size_t at = 0; at < size; at += sizeof narrow, narrow += 1) memcpy(element + at, &narrow, sizeof narrow);
  } else if (dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_COMPLEX128) {
    for (size_t at = 0; at < size; at += sizeof wide, wide += 1) memcpy(element + at, &wide, sizeof wide);
  } else {
    memcpy(element, &integer, size);
  }
}

static unsigned char *make_items(int32_t dtype, layout l, uint64_t *state) {
  size_t size = uo_type_size(dtype);
  int64_t elements = l.outer * l.inner;
  unsigned char *data = malloc((size_t)(l.count * elements) * size + 1);
  unsigned char *values = malloc((size_t)(l.values * elements) * size);
  assert_non_null(data);
  assert_non_null(values);
  for (int64_t v = 0; v < l.values * elements; v++)
    write_element(dtype, number(state) % l.letters, values + v * (int64_t)size);
  for (int64_t i = 0; i < l.count; i++) {
    int64_t value = (int64_t)(number(state) % (uint64_t)l.values);
    for (int64_t e = 0; e < elements; e++) {
      int64_t at = (e / l.inner * l.count + i) * l.inner + e % l.inner;
      memcpy(data + at * (int64_t)size, values + (value * elements + e) * (int64_t)size, size);
    }
  }
  free(values);
  return data;
}

static void ask_layout(int32_t dtype, layout l, uint64_t *state, uo_policy policy, const uo_way *way) {
  unsigned char *data = make_items(dtype, l, state);
  int64_t dims[] = {l.outer, l.count, l.inner};
  uo_tensor x = {dtype, 3, dims, data};
  ask_all(&x, (uo_attributes){1, 1, 0}, policy, way);
  free(data);
}

/* SIL-06: all types and lengths of rows, columns and what is between; few and many values. */
static void rows_and_columns(void **unused) {
  (void)unused;
  static const int32_t types[] = {UO_TYPE_INT8,   UO_TYPE_INT16, UO_TYPE_INT32,     UO_TYPE_INT64,      UO_TYPE_UINT64,
                                  UO_TYPE_DOUBLE, UO_TYPE_FLOAT, UO_TYPE_COMPLEX64, UO_TYPE_COMPLEX128, UO_TYPE_BOOL};
  static const int64_t shapes[][2] = {{1, 1},  {1, 2}, {1, 3}, {1, 4}, {1, 9}, {1, 15}, {1, 17}, {1, 31},
                                      {1, 33}, {2, 1}, {4, 1}, {9, 1}, {3, 2}, {2, 5},  {17, 3}};
  uint64_t state = 7;
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
      uint64_t letters = types[t] == UO_TYPE_BOOL ? 2 : 5;
      int64_t count = 1 + (int64_t)(number(&state) % 300);
      layout few = {shapes[s][0], count, shapes[s][1], 10, letters};
      layout many = {shapes[s][0], 200, shapes[s][1], 400, letters};
      ask_layout(types[t], few, &state, UO_POLICY_ONNX, &uo_way_default);
      ask_layout(types[t], many, &state, UO_POLICY_ONNX, &uo_way_default);
    }
  }
}

/* More groups than stay near, in tables that grow slowly, and at once. */
static void many_groups(void **unused) {
  (void)unused;
  uint64_t state = 9;
  for (int64_t values = 3000; values <= 48000; values *= 4) {
    ask_layout(UO_TYPE_INT64, (layout){1, 12000, 4, values, 1000}, &state, UO_POLICY_ONNX, &uo_way_default);
    ask_layout(UO_TYPE_INT64, (layout){3, 12000, 1, values, 1000}, &state, UO_POLICY_ONNX, &uo_way_default);
    ask_layout(UO_TYPE_COMPLEX128, (layout){1, 12000, 1, values, 100000}, &state, UO_POLICY_ONNX, &uo_way_default);
  }
}

/* ---- Zeros and NaNs --------------------------------------------------------------------------------------------- */

/* SIL-01 to SIL-05, SIL-07: under every policy; each of the bits that matters alone and together with others. */
static void zeros_and_nans(void **unused) {
  (void)unused;
  static const uint32_t narrow[] = {0, 0x80000000, 0x3f800000, 0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000, 1};
  enum { COUNT = 150 };
  uint64_t state = 11;
  for (unsigned kinds = 1; kinds < 256; kinds += 1 + kinds % 7) {
    uint32_t floats[2 * COUNT];
    uint64_t doubles[2 * COUNT];
    uint16_t halves[2 * COUNT];
    for (int i = 0; i < 2 * COUNT; i++) {
      unsigned kind = (unsigned)number(&state) % 8;
      while ((kinds >> kind & 1u) == 0) kind = (kind + 1) % 8;
      float value;
      floats[i] = narrow[kind];
      memcpy(&value, &floats[i], sizeof value);
      double wide = value;
      memcpy(&doubles[i], &wide, sizeof wide);
      halves[i] = (uint16_t)(floats[i] >> 16 == 0x3f80 ? 0x3c00 : floats[i] >> 16 | (floats[i] & 1));
    }
    int64_t flat[] = {COUNT};
    int64_t pairs[] = {COUNT, 2};
    int64_t columns[] = {2, COUNT};
    const uo_tensor xs[] = {{UO_TYPE_FLOAT, 2, pairs, floats},
                            {UO_TYPE_FLOAT, 2, columns, floats},
                            {UO_TYPE_DOUBLE, 2, pairs, doubles},
                            {UO_TYPE_FLOAT16, 2, columns, halves},
                            {UO_TYPE_COMPLEX64, 2, (int64_t[]){COUNT / 2, 2}, floats},
                            {UO_TYPE_COMPLEX128, 1, flat, doubles},
                            {UO_TYPE_COMPLEX128, 2, (int64_t[]){2, COUNT / 2}, doubles}};
    for (size_t k = 0; k < sizeof xs / sizeof xs[0]; k++) {
      for (uo_policy policy = 0; policy < 256; policy += 1 + (uo_policy)(number(&state) % 9)) {
        for (int64_t sorted = 0; sorted < 2; sorted++) {
          uo_attributes attributes = {xs[k].rank > 1, xs[k].rank > 1 && xs[k].dims[0] == 2 ? 1 : 0, sorted};
          expect_same_answers(&xs[k], &attributes, UO_WANT_ALL, policy, &uo_way_default);
        }
      }
    }
  }
}

/* ---- Strings ---------------------------------------------------------------------------------------------------- */

/* SIL-09, SIL-10: all lengths, few letters and NUL among them, beginnings and ends in common. */
static void strings(void **unused) {
  (void)unused;
  enum { COUNT = 5000, MOST = 45 };
  static char text[COUNT * MOST];
  static uo_bytes data[COUNT];
  int64_t dims[] = {COUNT};
  uint64_t state = 13;
  for (int common = 0; common < 36; common += 5) {
    for (size_t i = 0; i < COUNT; i++) {
      char *at = text + i * MOST;
      size_t size = number(&state) % (MOST - (size_t)common);
      for (size_t c = 0; c < size; c++) at[c] = "\0\x80\1a"[number(&state) % 4];
      if (common > 0) {
        memset(at + size / 2, 'c', (size_t)common);
        size += size / 2 < size ? 0 : (size_t)common;
      }
      data[i] = (uo_bytes){size == 0 && i % 2 ? NULL : at, size};
    }
    uo_tensor x = {UO_TYPE_STRING, 1, dims, data};
    ask_all(&x, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &uo_way_default);
    ask_all(&x, (uo_attributes){1, 0, 0}, UO_STRING_UTF16, &uo_way_default);
  }
}

/* Strings that only their lengths tell apart, and rows that only the middle does. */
static void little_differs(void **unused) {
  (void)unused;
  enum { COUNT = 200 };
  static char zeros[COUNT];
  static char letters[COUNT][40];
  uo_bytes data[2 * COUNT];
  int64_t dims[] = {2 * COUNT};
  memset(letters, 'a', sizeof letters);
  for (size_t i = 0; i < COUNT; i++) {
    letters[i][8 + i % 24] = (char)('a' + i % 5);
    data[i] = (uo_bytes){zeros, COUNT - 1 - i};
    data[COUNT + i] = (uo_bytes){letters[i], 16 + i % 3 * 12};
  }
  uo_tensor x = {UO_TYPE_STRING, 1, dims, data};
  ask_all(&x, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &uo_way_default);
  for (int64_t inner = 3; inner <= 12; inner++) {
    uint64_t rows[60][12] = {{0}};
    int64_t shape[] = {60 * 12 / inner, inner};
    for (size_t r = 0; r < 60; r++)
      for (size_t e = 0; e < 12; e++) rows[r][e] = e == r % 12 ? r % 4 : 1;
    uo_tensor table = {UO_TYPE_UINT64, 2, shape, rows};
    ask_all(&table, (uo_attributes){1, 0, 0}, UO_POLICY_ONNX, &uo_way_default);
  }
}

/* Few and many that have the same words at first: equal ones, ends of strings, and what only the last word tells apart.
 */
static void ties(void **unused) {
  (void)unused;
  enum { COUNT = 240, LENGTH = 64 };
  static char text[COUNT][LENGTH];
  static uint64_t rows[COUNT][LENGTH / 8];
  uo_bytes strings[COUNT];
  int64_t dims[] = {COUNT, LENGTH / 8};
  uint64_t state = 29;
  for (size_t same = 1; same <= 40; same += 13) { /* so many have all but their last word in common */
    for (size_t length = 8; length <= LENGTH; length += 8) {
      for (size_t i = 0; i < COUNT; i++) {
        memset(text[i], (int)('a' + i / same % 20), LENGTH);
        for (size_t w = 0; w < LENGTH / 8; w++) rows[i][w] = i / same % 20;
        uint64_t last = number(&state) % 3;
        text[i][length - 1] = (char)('a' + last);
        rows[i][length / 8 - 1] = last;
        strings[i] = (uo_bytes){text[i], length - number(&state) % 2};
      }
      ask_all(&(uo_tensor){UO_TYPE_STRING, 1, dims, strings}, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX,
              &uo_way_default);
      ask_all(&(uo_tensor){UO_TYPE_UINT64, 2, dims, rows}, (uo_attributes){1, 0, 0}, UO_POLICY_ONNX, &uo_way_default);
    }
  }
}

/* SIL-10: empty strings are equal, wherever they stand, and stand before NULs. */
static void empty_strings(void **unused) {
  (void)unused;
  static const char zeros[20];
  const uo_bytes strings[] = {{zeros, 20}, {NULL, 0}, {zeros, 3}, {zeros + 1, 0}, {zeros, 20}};
  int64_t dims[] = {5};
  ask_all(&(uo_tensor){UO_TYPE_STRING, 1, dims, strings}, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &uo_way_default);
}

/* ---- Hashes ----------------------------------------------------------------------------------------------------- */

static void hash_all_equal(const uo_wide *wide, int64_t begin, int64_t count, const uo_digest *digests,
                           uint64_t *hashes) {
  (void)wide;
  (void)begin;
  (void)digests;
  for (int64_t k = 0; k < count; k++) hashes[k] = 1;
}

/* One slot for all, tags that differ. */
static void hash_to_one_slot(const uo_wide *wide, int64_t begin, int64_t count, const uo_digest *digests,
                             uint64_t *hashes) {
  uo_wide_hash(wide, begin, count, digests, hashes);
  for (int64_t k = 0; k < count; k++) hashes[k] &= UINT32_MAX;
}

/* Slots that differ, few tags. */
static void hash_to_few_tags(const uo_wide *wide, int64_t begin, int64_t count, const uo_digest *digests,
                             uint64_t *hashes) {
  uo_wide_hash(wide, begin, count, digests, hashes);
  for (int64_t k = 0; k < count; k++) hashes[k] = hashes[k] >> 40 << 40 | (hashes[k] & 3);
}

/* The answers are the same whatever the hashes are, and the work stays within bounds: the keys take over. */
static void bad_hashes(void **unused) {
  (void)unused;
  static uo_wide_hash_function *const hashes[] = {hash_all_equal, hash_to_one_slot, hash_to_few_tags};
  uint64_t state = 17;
  for (size_t h = 0; h < sizeof hashes / sizeof hashes[0]; h++) {
    uo_way way = uo_way_default;
    way.wide_hash = hashes[h];
    for (int64_t values = 1; values <= 3000; values *= 7) {
      layout l = {1, 3000, 3, values, 50};
      ask_layout(UO_TYPE_INT32, l, &state, UO_POLICY_ONNX, &way);
      unsigned char *data = make_items(UO_TYPE_INT64, l, &state);
      int64_t dims[] = {3000, 3};
      uo_tensor x = {UO_TYPE_INT64, 2, dims, data};
      uo_attributes along = {1, 0, 1};
      uint64_t steps = expect_same_answers(&x, &along, UO_WANT_ALL, UO_POLICY_ONNX, &way);
      assert_true(steps < 40 * 3000);
      free(data);
    }
  }
}

/* Long strings that have their ends in common, and a hash that does not look between. */
static void equal_ends(void **unused) {
  (void)unused;
  enum { COUNT = 60 };
  char text[COUNT][24];
  uo_bytes data[COUNT];
  int64_t dims[] = {COUNT};
  memset(text, 'a', sizeof text);
  for (size_t i = 0; i < COUNT; i++) {
    text[i][8 + i % 8] = (char)('a' + i % 3);
    data[i] = (uo_bytes){text[i], 24 - i % 2 * 4};
  }
  uo_tensor x = {UO_TYPE_STRING, 1, dims, data};
  uo_way way = uo_way_default;
  way.wide_hash = hash_all_equal;
  ask_all(&x, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &way);
  for (int64_t inner = 9; inner <= 40; inner++) { /* one byte of each row is not 1 */
    unsigned char rows[COUNT * 40];
    int64_t shape[] = {COUNT, inner};
    for (int64_t i = 0; i < COUNT * inner; i++) rows[i] = i % inner == i / inner % inner ? i / inner % 3 : 1;
    uo_tensor table = {UO_TYPE_UINT8, 2, shape, rows};
    ask_all(&table, (uo_attributes){1, 0, 0}, UO_POLICY_ONNX, &way);
  }
  way = uo_way_default;
  way.tuning.most_items = COUNT - 1; /* more are for keys */
  ask_all(&x, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &way);
}

/* Two items that one byte alone tells apart, in every length, with hashes that do not tell them apart. */
static void one_byte_differs(void **unused) {
  (void)unused;
  enum { LENGTH_MOST = 40 };
  uo_way way = uo_way_default;
  way.wide_hash = hash_all_equal;
  for (size_t length = 1; length <= LENGTH_MOST; length++) {
    for (size_t at = 0; at < length; at++) {
      unsigned char pair[2 * LENGTH_MOST];
      memset(pair, 'b', sizeof pair);
      pair[length + at] = 'a';
      const uo_bytes strings[] = {{(const char *)pair, length}, {(const char *)pair + length, length}};
      int64_t dims[] = {2, (int64_t)length};
      uo_tensor rows = {UO_TYPE_UINT8, 2, dims, pair};
      uo_tensor texts = {UO_TYPE_STRING, 1, dims, strings};
      ask_all(&rows, (uo_attributes){1, 0, 0}, UO_POLICY_ONNX, &way);
      ask_all(&texts, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &way);
    }
  }
}

/* Two items with one hash: that the second one went past the first is counted. */
static void steps_are_counted(void **unused) {
  (void)unused;
  const uo_bytes strings[] = {{"a string of some length", 23}, {"another one of that sort", 24}};
  uo_tensor x = {UO_TYPE_STRING, 1, (const int64_t[]){2}, strings};
  uo_attributes attributes = {0, 0, 0};
  uo_outputs outputs;
  uint64_t comparisons = 0;
  uo_way way = uo_way_default;
  way.wide_hash = hash_all_equal;
  assert_int_equal(
      uo_unique_tuned(&x, &attributes, UO_WANT_ALL, UO_POLICY_ONNX, &way, NULL, &outputs, &comparisons, NULL),
      UO_ERROR_NONE);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], 2);
  uo_outputs_release(&outputs);
  assert_int_equal(comparisons, 1);
}

/* Strings so long that their digests do not tell their lengths, with hashes that do not either. */
static void very_long_strings(void **unused) {
  (void)unused;
  const size_t length = ((size_t)1 << 24) + 1;
  char *zeros = calloc(length, 1);
  assert_non_null(zeros);
  const uo_bytes strings[] = {{zeros, length - 2}, {zeros, length - 1}, {zeros, length}, {zeros, length - 1}};
  int64_t dims[] = {4};
  uo_way way = uo_way_default;
  way.wide_hash = hash_all_equal;
  ask_all(&(uo_tensor){UO_TYPE_STRING, 1, dims, strings}, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &way);
  free(zeros);
}

/* SHAPE-01: no items, of which there need not be an address. */
static void no_items(void **unused) {
  (void)unused;
  int64_t dims[] = {0, 3};
  uo_tensor texts = {UO_TYPE_STRING, 1, dims, NULL};
  uo_tensor rows = {UO_TYPE_INT32, 2, dims, NULL};
  ask_all(&texts, (uo_attributes){0, 0, 0}, UO_POLICY_ONNX, &uo_way_default);
  ask_all(&rows, (uo_attributes){1, 0, 0}, UO_POLICY_ONNX, &uo_way_default);
}

/* The bytes of an item change its hash, each of them, in every length. */
static void every_byte_is_hashed(void **unused) {
  (void)unused;
  unsigned char bytes[150];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 31);
  for (size_t size = 1; size <= sizeof bytes; size++) {
    uo_bytes string = {(const char *)bytes, size};
    uo_wide rows = {.count = 1, .rows = bytes, .size = size};
    uo_wide text = {.count = 1, .strings = &string};
    const uo_wide *const kinds[] = {&rows, &text};
    for (int kind = 0; kind < 2; kind++) {
      uo_digest digest;
      uint64_t before;
      uint64_t after;
      uo_wide_digest(kinds[kind], 0, 1, &digest);
      uo_wide_hash(kinds[kind], 0, 1, &digest, &before);
      for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 0x10;
        uo_wide_digest(kinds[kind], 0, 1, &digest);
        uo_wide_hash(kinds[kind], 0, 1, &digest, &after);
        assert_true(before != after);
        bytes[at] ^= 0x10;
      }
    }
  }
}

/* ---- Memory ----------------------------------------------------------------------------------------------------- */

/* Every allocation refused, each alone: an error and nothing lost. */
static void refuse(const uo_tensor *x, const uo_attributes *attributes, const uo_way *way) {
  for (int blocks = 0;; blocks++) {
    scarce supply = {blocks, 0};
    uo_allocator allocator = {scarce_allocate, scarce_release, &supply};
    uo_outputs outputs;
    uint64_t comparisons;
    uo_error_code code =
        uo_unique_tuned(x, attributes, UO_WANT_ALL, UO_POLICY_ONNX, way, &allocator, &outputs, &comparisons, NULL);
    if (code == UO_ERROR_NONE) {
      uo_outputs_release(&outputs);
      assert_int_equal(supply.held, 0);
      return;
    }
    assert_int_equal(code, UO_ERROR_MEMORY);
    assert_int_equal(supply.held, 0);
  }
}

static void memory_may_fail(void **unused) {
  (void)unused;
  enum { COUNT = 400 };
  uint64_t state = 19;
  uo_way ways[] = {uo_way_default, uo_way_default, uo_way_default};
  for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) ways[w].tuning.block_size = 0; /* each array stands alone */
  ways[1].tuning.wide_below = NEVER;
  ways[2].tuning.wide_below = NEVER;
  ways[2].tuning.spread_from = 0;
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    for (int64_t outer = 1; outer < 3; outer++) {
      unsigned char *data = make_items(UO_TYPE_DOUBLE, (layout){outer, COUNT, 3 - outer, COUNT / 2, 30}, &state);
      int64_t dims[] = {outer, COUNT, 3 - outer};
      uo_tensor x = {UO_TYPE_DOUBLE, 3, dims, data};
      for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) refuse(&x, &(uo_attributes){1, 1, sorted}, &ways[w]);
      free(data);
    }
  }
}

/* So many that tables grow, and blocks of scratch memory are too small. */
static void much_memory_may_fail(void **unused) {
  (void)unused;
  enum { COUNT = 200000 };
  uint64_t state = 23;
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    for (int64_t values = COUNT / 16; values < 8 * COUNT; values *= 64) {
      unsigned char *data = make_items(UO_TYPE_DOUBLE, (layout){2, COUNT, 1, values, 1000}, &state);
      int64_t dims[] = {2, COUNT};
      uo_tensor x = {UO_TYPE_DOUBLE, 2, dims, data};
      refuse(&x, &(uo_attributes){1, 1, sorted}, &uo_way_default);
      free(data);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_and_columns),
      cmocka_unit_test(many_groups),
      cmocka_unit_test(zeros_and_nans),
      cmocka_unit_test(strings),
      cmocka_unit_test(little_differs),
      cmocka_unit_test(bad_hashes),
      cmocka_unit_test(equal_ends),
      cmocka_unit_test(every_byte_is_hashed),
      cmocka_unit_test(memory_may_fail),
      cmocka_unit_test(much_memory_may_fail),
      cmocka_unit_test(ties),
      cmocka_unit_test(very_long_strings),
      cmocka_unit_test(empty_strings),
      cmocka_unit_test(one_byte_differs),
      cmocka_unit_test(steps_are_counted),
      cmocka_unit_test(no_items),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
