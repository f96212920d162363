/*
 * The proof of right answers and its parts, on inputs that are larger than a block, a batch and a table: what is right
 * is proven, and what is wrong in one place is not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "checker/ascent.h"
#include "checker/differ.h"
#include "checker/distinct.h"
#include "checker/places.h"
#include "checker/value_hash.h"
#include "support/checker_answer.h"
#include "support/checker_both.h"
#include "support/guarded.h"

/* ---- Inputs ----------------------------------------------------------------------------------------------------- */

/* Element `number` of a type: the same for the same number, another one for most others; no zero and no NaN. */
static void write_number(int32_t dtype, uint64_t number, uo_arena *arena, unsigned char *element) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
  uint64_t bits = (number + 1) * UINT64_C(0xbf58476d1ce4e5b9);
  uo_bytes string = {NULL, 1 + (size_t)(bits >> 59)};
  char text[40];
  float narrow[2] = {(float)(number + 1), (float)(bits >> 44) + 1};
  double wide[2] = {(double)(number + 1), (double)(bits >> 12) + 1};
  uint16_t half = (uint16_t)(1 + number % 0x7bff);
  uint8_t truth = number & 1;
  switch (dtype) {
    case UO_TYPE_STRING:
      for (size_t c = 0; c < sizeof text; c++) text[c] = letters[(bits >> c % 13 * 4) % 26];
      string.data = uo_arena_copy(arena, text, string.size);
      memcpy(element, &string, sizeof string);
      break;
    case UO_TYPE_FLOAT16:
      memcpy(element, &half, sizeof half);
      break;
    case UO_TYPE_FLOAT:
    case UO_TYPE_COMPLEX64:
      memcpy(element, narrow, uo_type_size(dtype));
      break;
    case UO_TYPE_DOUBLE:
    case UO_TYPE_COMPLEX128:
      memcpy(element, wide, uo_type_size(dtype));
      break;
    case UO_TYPE_BOOL:
      *element = truth;
      break;
    default:
      memcpy(element, &bits, uo_type_size(dtype));
  }
}

typedef struct input {
  uo_tensor x;
  int64_t dims[3];
  uo_attributes attributes;
} input;

/* `count` items of `outer` * `inner` elements, each one of `values` values. */
static void make_input(int32_t dtype, int64_t count, uint64_t values, int64_t outer, int64_t inner, uint64_t *state,
                       uo_arena *arena, input *made) {
  int64_t elements = outer * count * inner;
  size_t size = uo_type_size(dtype);
  unsigned char *data = uo_arena_allocate(arena, (size_t)elements, size);
  bool flat = outer * inner == 1;
  for (int64_t i = 0; i < count; i++) {
    uint64_t value = values >= (uint64_t)count ? (uint64_t)i * 7 : checker_random(state, values);
    for (int64_t e = 0; e < outer * inner; e++) {
      int64_t at = (e / inner * count + i) * inner + e % inner;
      write_number(dtype, value + (uint64_t)e % 3, arena, data + (size_t)at * size);
    }
  }
  memcpy(made->dims, (int64_t[]){flat ? count : outer, count, inner}, sizeof made->dims);
  made->x = (uo_tensor){dtype, flat ? 1 : 3, made->dims, data};
  made->attributes = (uo_attributes){flat ? 0 : 1, 1, 1};
}

static const uint32_t wanted_sets[] = {UO_WANT_ALL,
                                       UO_WANT_Y,
                                       UO_WANT_Y | UO_WANT_INDICES,
                                       UO_WANT_Y | UO_WANT_INVERSE_INDICES,
                                       UO_WANT_Y | UO_WANT_COUNTS,
                                       UO_WANT_ALL & ~UO_WANT_INDICES,
                                       UO_WANT_ALL & ~UO_WANT_INVERSE_INDICES};

static int findings_of(const input *asked, uint32_t wanted, const uo_outputs *claimed, uo_policy policy) {
  uo_report report;
  assert_int_equal(checker_both(&asked->x, &asked->attributes, wanted, claimed, policy, NULL, &report, NULL), 0);
  return report.count;
}

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

/* Puts another value in one place of one output: the one that stands next to it, one more, or one less. */
static void change(const uo_outputs *outputs, int output, int64_t at, uint64_t how) {
  const uo_tensor *tensor = outputs->tensor[output];
  size_t size = uo_type_size(tensor->dtype);
  uo_view view = uo_view_of(tensor, -1, UO_POLICY_ONNX);
  unsigned char *data = (unsigned char *)(uintptr_t)tensor->data;
  int64_t count = view.items.count;
  if (how == 0 || tensor->dtype == UO_TYPE_STRING) {
    memcpy(data + (size_t)at * size, data + (size_t)((at + 1) % count) * size, size);
  } else {
    data[(size_t)at * size] = (unsigned char)(data[(size_t)at * size] + (how == 1 ? 1 : 255));
  }
}

/* Whether two tensors of one shape have the same bytes. */
static bool is_same(const uo_tensor *a, const uo_tensor *b) {
  uo_items whole = uo_items_of(a, -1);
  uo_items other = uo_items_of(b, -1);
  for (int64_t i = 0; i < whole.count; i++) {
    if (!uo_items_identical(&whole, i, &other, i)) return false;
  }
  return true;
}

/* Right: proven. Wrong in one place: found out, wherever it is. */
static void judge_right_and_changed(const input *asked, uint32_t wanted, uint64_t *state) {
  uo_outputs right;
  uo_outputs wrong;
  assert_int_equal(uo_unique(&asked->x, &asked->attributes, wanted, 0, NULL, &right, NULL), UO_ERROR_NONE);
  assert_int_equal(findings_of(asked, wanted, &right, UO_POLICY_ONNX), 0);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((wanted >> output & 1u) == 0) continue;
    assert_int_equal(uo_unique(&asked->x, &asked->attributes, wanted, 0, NULL, &wrong, NULL), UO_ERROR_NONE);
    int64_t count = uo_items_of(wrong.tensor[output], -1).count;
    change(&wrong, output, (int64_t)checker_random(state, (uint64_t)count), checker_random(state, 3));
    bool same = is_same(right.tensor[output], wrong.tensor[output]);
    assert_int_equal(findings_of(asked, wanted, &wrong, UO_POLICY_ONNX) == 0, same);
    uo_outputs_release(&wrong);
  }
  uo_outputs_release(&right);
}

static void right_is_proven_and_wrong_is_not(void **unused) {
  (void)unused;
  static const int64_t counts[] = {1, 2, 63, 64, 65, 1023, 1024, 1025, 2049, 5000};
  static const int64_t shapes[][2] = {{1, 1}, {1, 2}, {2, 1}, {1, 9}, {2, 3}};
  uint64_t state = 21;
  for (int t = 0; t < 15; t++) {
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      for (uint64_t values = 1; values <= 10000; values *= 100) {
        const int64_t *shape = shapes[checker_random(&state, 2) * checker_random(&state, 5)];
        uo_arena arena = {0};
        input asked;
        make_input(checker_types[t], counts[c], values, shape[0], shape[1], &state, &arena, &asked);
        asked.attributes.sorted = (int64_t)checker_random(&state, 2);
        judge_right_and_changed(&asked, wanted_sets[checker_random(&state, 7)], &state);
        uo_arena_release(&arena);
      }
    }
  }
}

/* More values than have several counters, more than the hashes take one table for few; and the last of them wrong. */
static void many_values_are_counted(void **unused) {
  (void)unused;
  uint64_t state = 5;
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    for (uint64_t values = 4000; values < 4200; values += 48) {
      uo_arena arena = {0};
      input asked;
      make_input(UO_TYPE_INT32, 40000, values, 1, 1, &state, &arena, &asked);
      asked.attributes.sorted = sorted;
      for (size_t w = 0; w < sizeof wanted_sets / sizeof wanted_sets[0]; w++) {
        judge_right_and_changed(&asked, wanted_sets[w], &state);
      }
      uo_arena_release(&arena);
    }
  }
}

/* So many that narrow values are looked at once each when Y alone is wanted; the last or the first one is the only one
 * of its value. */
static void narrow_values_are_many(void **unused) {
  (void)unused;
  static const int32_t types[] = {UO_TYPE_UINT8, UO_TYPE_INT8,   UO_TYPE_BOOL,
                                  UO_TYPE_INT16, UO_TYPE_UINT16, UO_TYPE_FLOAT16};
  uint64_t state = 8;
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
    int64_t enough = INT64_C(1) << 8 * uo_type_size(types[t]);
    for (int64_t count = enough - 1; count <= enough + 1; count++) {
      for (int64_t sorted = 0; sorted < 2; sorted++) {
        uo_arena arena = {0};
        input asked;
        make_input(types[t], count, 100, 1, 1, &state, &arena, &asked);
        unsigned char *data = (unsigned char *)(uintptr_t)asked.x.data;
        write_number(types[t], 201, &arena, data);
        write_number(types[t], 302, &arena, data + (size_t)(count - 1) * uo_type_size(types[t]));
        asked.attributes.sorted = sorted;
        judge_right_and_changed(&asked, UO_WANT_Y, &state);
        judge_right_and_changed(&asked, UO_WANT_Y | UO_WANT_INDICES, &state);
        judge_right_and_changed(&asked, UO_WANT_Y | UO_WANT_COUNTS, &state);
        uo_arena_release(&arena);
      }
    }
  }
}

/* SIL-01 to SIL-04: every half there is, among them all NaNs and both zeros; Y has the first of each. */
static void every_half_is_judged(void **unused) {
  (void)unused;
  enum { COUNT = 0x10000 };
  static uint16_t data[COUNT];
  int64_t dims[] = {COUNT};
  for (uint32_t i = 0; i < COUNT; i++) data[i] = (uint16_t)(i * 40503u + 77);
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    input asked = {{UO_TYPE_FLOAT16, 1, dims, data}, {0}, {0, 0, sorted}};
    uint64_t state = 4;
    judge_right_and_changed(&asked, UO_WANT_Y, &state);
    judge_right_and_changed(&asked, UO_WANT_ALL, &state);
  }
}

/* Values in order of first occurrence that come again only behind whole blocks of new ones, and right behind them. */
static void new_values_come_in_runs(void **unused) {
  (void)unused;
  enum { COUNT = 5000 };
  for (int64_t again = 1; again < COUNT; again += 311) {
    int64_t data[COUNT];
    int64_t dims[] = {COUNT};
    for (int64_t i = 0; i < COUNT; i++) data[i] = i < again ? i : i % again < 3 ? i % again : i;
    input asked = {{UO_TYPE_INT64, 1, dims, data}, {0}, {0, 0, 0}};
    for (size_t w = 0; w < sizeof wanted_sets / sizeof wanted_sets[0]; w++) {
      uint64_t state = (uint64_t)again;
      judge_right_and_changed(&asked, wanted_sets[w], &state);
    }
  }
}

/* Nothing is read behind Y, where there are fewer values than a block has items. */
static void y_ends_at_a_page(void **unused) {
  (void)unused;
  enum { COUNT = 1500, VALUES = 512 };
  int64_t data[COUNT];
  int64_t dims[] = {COUNT};
  int64_t places[] = {VALUES};
  for (int64_t i = 0; i < COUNT; i++) data[i] = i % VALUES;
  int64_t *y = guarded_allocate(VALUES * sizeof *y);
  assert_non_null(y);
  for (int64_t k = 0; k < VALUES; k++) y[k] = k;
  uo_tensor claimed = {UO_TYPE_INT64, 1, places, y};
  uo_outputs outputs = {{&claimed, NULL, NULL, NULL}, NULL};
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    input asked = {{UO_TYPE_INT64, 1, dims, data}, {0}, {0, 0, sorted}};
    assert_int_equal(findings_of(&asked, UO_WANT_Y, &outputs, UO_POLICY_ONNX), 0);
  }
  guarded_release(y, VALUES * sizeof *y);
}

/* SIL-03, SIL-04: other bits of an equal value may stand anywhere but in Y, where those of the first occurrence are. */
static void other_bits_may_come_later(void **unused) {
  (void)unused;
  enum { COUNT = 3000 };
  static uint32_t data[COUNT];
  int64_t dims[] = {COUNT};
  for (uint32_t i = 0; i < COUNT; i++) data[i] = i % 7 == 0 ? i % 2 << 31 : i % 5 == 0 ? 0x7fc00000 + i : i;
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    input asked = {{UO_TYPE_FLOAT, 1, dims, data}, {0}, {0, 0, sorted}};
    for (size_t w = 0; w < sizeof wanted_sets / sizeof wanted_sets[0]; w++) {
      uo_outputs outputs;
      assert_int_equal(uo_unique(&asked.x, &asked.attributes, wanted_sets[w], 0, NULL, &outputs, NULL), 0);
      assert_int_equal(findings_of(&asked, wanted_sets[w], &outputs, UO_POLICY_ONNX), 0);
      uint32_t *y = (uint32_t *)(uintptr_t)outputs.tensor[UO_Y]->data;
      for (int64_t k = 0; k < outputs.tensor[UO_Y]->dims[0]; k++) {
        bool zero = (y[k] & 0x7fffffff) == 0;
        if (!zero && (y[k] & 0x7fffffff) <= 0x7f800000) continue;
        y[k] ^= zero ? 0x80000000 : 1;
        assert_int_equal(findings_of(&asked, wanted_sets[w], &outputs, UO_POLICY_ONNX), 1);
        y[k] ^= zero ? 0x80000000 : 1;
      }
      uo_outputs_release(&outputs);
    }
  }
}

/* ---- Hashes of values ------------------------------------------------------------------------------------------- */

/* SIL-01, SIL-04, SIL-07: whatever is equal under some policy has one hash; and of the rest hardly anything has. */
static void equal_values_have_one_hash(void **unused) {
  (void)unused;
  for (int t = 0; t < 15; t++) {
    enum { LETTERS = 64 };
    _Alignas(16) unsigned char data[LETTERS * 16];
    int64_t dims[] = {LETTERS};
    uo_tensor tensor = {checker_types[t], 1, dims, data};
    size_t size = uo_type_size(tensor.dtype);
    for (int letter = 0; letter < LETTERS; letter++) {
      checker_alphabet_write(tensor.dtype, letter % checker_alphabet_size(tensor.dtype), data + (size_t)letter * size);
    }
    uint64_t hash[LETTERS];
    uo_view onnx = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
    uo_value_hashes(&onnx, 0, LETTERS, hash);
    for (uo_policy policy = 0; policy < 256; policy++) {
      uo_view view = uo_view_of(&tensor, -1, policy);
      for (int64_t i = 0; i < LETTERS; i++) {
        for (int64_t k = 0; k < LETTERS; k++) {
          bool equal = uo_view_compare(&view, i, &view, k) == 0;
          if (equal) assert_true(hash[i] == hash[k]);
          if (!equal && policy == UO_POLICY_ONNX) assert_true(hash[i] != hash[k]);
        }
      }
    }
  }
}

/* Every byte of an item changes its hash: in words, tails and lanes, in every piece. */
static void every_byte_is_hashed(void **unused) {
  (void)unused;
  for (int64_t inner = 1; inner <= 150; inner++) {
    unsigned char data[2 * 150];
    int64_t dims[] = {2, 1, inner};
    for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)(i * 37);
    uo_tensor tensor = {UO_TYPE_UINT8, 3, dims, data};
    uo_view view = uo_view_of(&tensor, 1, UO_POLICY_ONNX);
    uint64_t before;
    uint64_t after;
    uo_value_hashes(&view, 0, 1, &before);
    for (int64_t at = 0; at < 2 * inner; at++) {
      data[at] ^= 0x80;
      uo_value_hashes(&view, 0, 1, &after);
      assert_true(before != after);
      data[at] ^= 0x80;
    }
  }
}

/* Strings: their lengths count, too. */
static void lengths_are_hashed(void **unused) {
  (void)unused;
  static const char zeros[100] = {0};
  uint64_t hash[100];
  uo_bytes strings[100];
  int64_t dims[] = {100};
  for (size_t i = 0; i < 100; i++) strings[i] = (uo_bytes){zeros, i};
  uo_tensor tensor = {UO_TYPE_STRING, 1, dims, strings};
  uo_view view = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
  uo_value_hashes(&view, 0, 100, hash);
  for (int i = 0; i < 100; i++) {
    for (int k = 0; k < i; k++) assert_true(hash[i] != hash[k]);
  }
}

/* ---- Different values ------------------------------------------------------------------------------------------- */

static bool shows_distinct(const uo_tensor *tensor, int32_t axis) {
  uo_arena arena = {0};
  uo_view view = uo_view_of(tensor, axis, UO_POLICY_ONNX);
  bool shown;
  assert_int_equal(uo_show_distinct(&view, &arena, &shown, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
  return shown;
}

/* Different numbers of any structure are shown to be; one that stands twice never is, wherever. */
static void twice_is_never_distinct(void **unused) {
  (void)unused;
  enum { MOST = 20000 };
  static uint64_t data[MOST];
  uint64_t state = 3;
  for (int64_t count = 1; count <= MOST; count = count * 3 / 2 + 1) {
    for (int shift = 0; shift < 50; shift += 7) {
      for (int64_t i = 0; i < count; i++) data[i] = (uint64_t)i << shift;
      uo_tensor tensor = {UO_TYPE_UINT64, 1, &count, data};
      assert_true(shows_distinct(&tensor, -1));
      if (count == 1) continue;
      int64_t one = (int64_t)checker_random(&state, (uint64_t)count);
      int64_t other = (one + 1 + (int64_t)checker_random(&state, (uint64_t)count - 1)) % count;
      data[one] = data[other];
      assert_false(shows_distinct(&tensor, -1));
    }
  }
}

/* The word that takes a hash from what `before` stirred in to what is the same for all. */
static uint64_t same_end(uint64_t before) {
  uint64_t hash = before * UO_SPREAD;
  return hash ^ hash >> 29;
}

/* `count` different rows of three words with one hash: the second undoes what the first one did. */
static void collide(uint64_t (*rows)[2], int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    rows[i][0] = (uint64_t)i;
    rows[i][1] = same_end((uint64_t)i) ^ 1;
  }
}

/* Equal hashes show nothing and find nothing, and the verdict is the same: the judgements give it. */
static void equal_hashes_are_left_to_the_judgements(void **unused) {
  (void)unused;
  enum { COUNT = 300 };
  static uint64_t rows[COUNT][2];
  collide(rows, COUNT);
  uint64_t hash[COUNT];
  int64_t dims[] = {COUNT, 2};
  uo_tensor x = {UO_TYPE_UINT64, 2, dims, rows};
  uo_view view = uo_view_of(&x, 0, UO_POLICY_ONNX);
  uo_value_hashes(&view, 0, COUNT, hash);
  for (int i = 1; i < COUNT; i++) assert_true(hash[i] == hash[0]);
  assert_false(shows_distinct(&x, 0));
  uo_arena arena = {0};
  uo_places places;
  bool made;
  assert_int_equal(uo_places_make(&places, &view, &arena, &made, NULL), UO_ERROR_NONE);
  assert_false(made);
  uo_arena_release(&arena);
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    for (size_t w = 0; w < sizeof wanted_sets / sizeof wanted_sets[0]; w++) {
      uo_attributes along = {1, 0, sorted};
      uo_outputs outputs;
      uo_report report;
      assert_int_equal(uo_unique(&x, &along, wanted_sets[w], 0, NULL, &outputs, NULL), UO_ERROR_NONE);
      assert_int_equal(uo_check(&x, &along, wanted_sets[w], &outputs, 0, NULL, &report, NULL), UO_ERROR_NONE);
      assert_int_equal(report.count, 0);
      uo_outputs_release(&outputs);
    }
  }
}

/* ---- Places ----------------------------------------------------------------------------------------------------- */

/* What is there is found where it is; of what is not, nothing is suggested. */
static void places_are_found(void **unused) {
  (void)unused;
  enum { MOST = 9000 };
  static int64_t data[MOST];
  static int64_t place[MOST];
  for (int64_t i = 0; i < MOST; i++) data[i] = i * i;
  for (int64_t count = 1; count < MOST; count = count * 2 + 1) {
    uo_tensor tensor = {UO_TYPE_INT64, 1, &count, data};
    uo_view view = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
    uo_arena arena = {0};
    uo_places places;
    bool made;
    assert_int_equal(uo_places_make(&places, &view, &arena, &made, NULL), UO_ERROR_NONE);
    assert_true(made);
    assert_true(uo_places_suggest(&places, &view, 0, count, place));
    for (int64_t i = 0; i < count; i++) assert_int_equal(place[i], i);
    int64_t last = count / 2;
    assert_true(uo_places_suggest(&places, &view, last, count - last, place));
    for (int64_t i = last; i < count; i++) assert_int_equal(place[i - last], i);
    int64_t more = count + 1;
    uo_tensor longer = {UO_TYPE_INT64, 1, &more, data};
    uo_view with_another = uo_view_of(&longer, -1, UO_POLICY_ONNX);
    assert_false(uo_places_suggest(&places, &with_another, 0, more, place));
    uo_arena_release(&arena);
  }
}

/* The number whose inverse modulo 2^64 UO_SPREAD is. */
static uint64_t unspread(uint64_t value) {
  uint64_t inverse = UO_SPREAD;
  for (int step = 0; step < 6; step++) inverse *= 2 - UO_SPREAD * inverse; /* doubles the bits that are right */
  return value * inverse;
}

/* The word of 8 bytes that has this hash. */
static uint64_t word_with_hash(uint64_t hash) {
  uint64_t stirred = unspread(hash ^ hash >> 32);
  stirred ^= stirred >> 29 ^ stirred >> 58;
  return unspread(stirred);
}

/* A chain that is as long as it may be: its last value is found; a value that would come behind it is not looked for,
 * nor entered. */
static void chains_are_cut(void **unused) {
  (void)unused;
  enum { LONGEST = 64 };
  uint64_t data[LONGEST + 1];
  uint64_t hash[LONGEST + 1];
  int64_t place[LONGEST + 1];
  for (uint64_t i = 0; i <= LONGEST; i++) data[i] = word_with_hash(UINT64_C(0x123) << 52 | (i + 1));
  int64_t count = LONGEST + 1;
  uo_tensor more = {UO_TYPE_UINT64, 1, &count, data};
  uo_view with_another = uo_view_of(&more, -1, UO_POLICY_ONNX);
  uo_value_hashes(&with_another, 0, count, hash);
  for (uint64_t i = 0; i <= LONGEST; i++) assert_true(hash[i] == (UINT64_C(0x123) << 52 | (i + 1)));
  uo_arena arena = {0};
  uo_places places;
  bool made;
  assert_int_equal(uo_places_make(&places, &with_another, &arena, &made, NULL), UO_ERROR_NONE);
  assert_false(made);
  int64_t most = LONGEST;
  uo_tensor tensor = {UO_TYPE_UINT64, 1, &most, data};
  uo_view view = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
  assert_int_equal(uo_places_make(&places, &view, &arena, &made, NULL), UO_ERROR_NONE);
  assert_true(made);
  assert_true(uo_places_suggest(&places, &view, 0, most, place));
  for (int64_t i = 0; i < most; i++) assert_int_equal(place[i], i);
  assert_false(uo_places_suggest(&places, &with_another, 0, count, place));
  assert_false(uo_places_suggest(&places, &with_another, most, 1, place));
  uo_arena_release(&arena);
}

/* ---- Bits ------------------------------------------------------------------------------------------------------- */

/* Every byte of every item is compared, whatever the size of its pieces; and only with the item at its place. */
static void every_byte_is_compared(void **unused) {
  (void)unused;
  enum { COUNT = 12, MOST = 20 };
  for (int64_t inner = 1; inner <= MOST; inner++) {
    unsigned char data[2 * COUNT * MOST];
    unsigned char other[sizeof data];
    int64_t dims[] = {2, COUNT, inner};
    int64_t place[COUNT];
    for (size_t i = 0; i < sizeof data; i++) other[i] = data[i] = (unsigned char)(i * 89);
    for (int64_t i = 0; i < COUNT; i++) place[i] = i;
    uo_tensor tensor = {UO_TYPE_UINT8, 3, dims, data};
    uo_tensor copy = {UO_TYPE_UINT8, 3, dims, other};
    uo_view x = uo_view_of(&tensor, 1, UO_POLICY_ONNX);
    uo_view y = uo_view_of(&copy, 1, UO_POLICY_ONNX);
    uo_block all = {(const unsigned char *)place, 0, COUNT};
    uo_block last = {(const unsigned char *)(place + 5), 5, COUNT - 5};
    assert_false(uo_differ(&x, &y, &all));
    for (int64_t at = 0; at < 2 * COUNT * inner; at++) {
      other[at] ^= 1;
      assert_true(uo_differ(&x, &y, &all));
      assert_int_equal(uo_differ(&x, &y, &last), at / inner % COUNT >= 5);
      other[at] ^= 1;
    }
    place[7] = 6;
    assert_true(uo_differ(&x, &y, &last));
  }
}

/* SIL-09, SIL-10: strings are the same when their bytes are, wherever these are. */
static void strings_are_compared_by_bytes(void **unused) {
  (void)unused;
  char same[] = "abc";
  char other[] = "abd";
  uo_bytes first[] = {{"abc", 3}, {NULL, 0}};
  uo_bytes second[] = {{same, 3}, {"x", 0}};
  int64_t dims[] = {2};
  int64_t place[] = {0, 1};
  uo_tensor tensor = {UO_TYPE_STRING, 1, dims, first};
  uo_tensor copy = {UO_TYPE_STRING, 1, dims, second};
  uo_view x = uo_view_of(&tensor, -1, UO_POLICY_ONNX);
  uo_view y = uo_view_of(&copy, -1, UO_POLICY_ONNX);
  uo_block both = {(const unsigned char *)place, 0, 2};
  assert_false(uo_differ(&x, &x, &both));
  assert_false(uo_differ(&x, &y, &both));
  second[0].data = other;
  assert_true(uo_differ(&x, &y, &both));
  second[0] = (uo_bytes){same, 2};
  assert_true(uo_differ(&x, &y, &both));
  second[0] = first[0];
  second[1].size = 1;
  assert_true(uo_differ(&x, &y, &both));
}

/* ---- Order ------------------------------------------------------------------------------------------------------ */

/* ORD-01: each of the alphabet against each, under every policy; and behind more that ascend. */
static void ascent_is_by_value(void **unused) {
  (void)unused;
  for (int t = 0; t < 15; t++) {
    int32_t dtype = checker_types[t];
    size_t size = uo_type_size(dtype);
    int letters = checker_alphabet_size(dtype);
    if (letters > 40) letters = 40;
    for (uo_policy policy = 0; policy < 256; policy++) {
      for (int a = 0; a < letters; a++) {
        for (int b = 0; b < letters; b++) {
          _Alignas(16) unsigned char data[3 * 16];
          int64_t dims[] = {2};
          checker_alphabet_write(dtype, a, data);
          checker_alphabet_write(dtype, b, data + size);
          checker_alphabet_write(dtype, a, data + 2 * size);
          uo_tensor tensor = {dtype, 1, dims, data};
          uo_view view = uo_view_of(&tensor, -1, policy);
          assert_int_equal(uo_ascends(&view), uo_view_compare(&view, 0, &view, 1) < 0);
          dims[0] = 3;
          view = uo_view_of(&tensor, -1, policy);
          assert_false(uo_ascends(&view)); /* up and down, or down and up, or not at all */
        }
      }
    }
  }
}

/* ORD-01, SIL-02: 1 and each half, in both orders, with NaNs at either end. */
static void ascent_of_every_half(void **unused) {
  (void)unused;
  int64_t dims[] = {2};
  for (unsigned half = 0; half <= 0xffff; half++) {
    const uint16_t pairs[2][2] = {{0x3c00, (uint16_t)half}, {(uint16_t)half, 0x3c00}};
    for (int order = 0; order < 4; order++) {
      uo_tensor tensor = {UO_TYPE_FLOAT16, 1, dims, pairs[order % 2]};
      uo_view view = uo_view_of(&tensor, -1, order < 2 ? UO_POLICY_ONNX : UO_NAN_FIRST);
      assert_int_equal(uo_ascends(&view), uo_view_compare(&view, 0, &view, 1) < 0);
    }
  }
}

/* ORD-01, SIL-06: an item of several elements, of one element each in several rows. */
static void ascent_of_subtensors(void **unused) {
  (void)unused;
  static const int64_t rows[] = {1, 9, 2, 0, 2, 1};
  static const int64_t columns[] = {1, 2, 2, 9, 0, 1};
  int64_t dims[] = {3, 2};
  uo_tensor tensor = {UO_TYPE_INT64, 2, dims, rows};
  uo_view view = uo_view_of(&tensor, 0, UO_POLICY_ONNX);
  assert_true(uo_ascends(&view));
  int64_t turned[] = {2, 3};
  tensor = (uo_tensor){UO_TYPE_INT64, 2, turned, columns};
  view = uo_view_of(&tensor, 1, UO_POLICY_ONNX);
  assert_true(uo_ascends(&view));
  static const int64_t falling[] = {1, 2, 2, 9, 1, 0};
  tensor.data = falling;
  view = uo_view_of(&tensor, 1, UO_POLICY_ONNX);
  assert_false(uo_ascends(&view));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_is_proven_and_wrong_is_not),
      cmocka_unit_test(many_values_are_counted),
      cmocka_unit_test(narrow_values_are_many),
      cmocka_unit_test(every_half_is_judged),
      cmocka_unit_test(new_values_come_in_runs),
      cmocka_unit_test(y_ends_at_a_page),
      cmocka_unit_test(other_bits_may_come_later),
      cmocka_unit_test(equal_values_have_one_hash),
      cmocka_unit_test(every_byte_is_hashed),
      cmocka_unit_test(lengths_are_hashed),
      cmocka_unit_test(twice_is_never_distinct),
      cmocka_unit_test(equal_hashes_are_left_to_the_judgements),
      cmocka_unit_test(places_are_found),
      cmocka_unit_test(chains_are_cut),
      cmocka_unit_test(every_byte_is_compared),
      cmocka_unit_test(strings_are_compared_by_bytes),
      cmocka_unit_test(ascent_is_by_value),
      cmocka_unit_test(ascent_of_every_half),
      cmocka_unit_test(ascent_of_subtensors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
