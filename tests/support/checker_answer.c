#include "support/checker_answer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tensor/order.h"

/* ---- Right answers --------------------------------------------------------------------------------------------- */

static void *room(uo_arena *arena, size_t count, size_t size) {
  void *block = uo_arena_allocate(arena, count, size);
  assert_non_null(block);
  return block;
}

static bool equal_items(uo_policy policy, const uo_items *items, int64_t i, int64_t k) {
  if (i == k) return true;
  if (uo_items_solitary(policy, items, i) || uo_items_solitary(policy, items, k)) return false;
  return uo_items_compare(policy, items, i, items, k) == 0;
}

/* The first occurrences in the order that Y must have; returns how many there are. */
static int64_t find_firsts(uo_policy policy, bool sorted, const uo_items *items, int64_t *first) {
  int64_t count = 0;
  for (int64_t i = 0; i < items->count; i++) {
    bool known = false;
    for (int64_t k = 0; k < count; k++) known = known || equal_items(policy, items, first[k], i);
    if (known) continue;
    int64_t to = count++;
    for (; sorted && to > 0 && uo_items_compare(policy, items, i, items, first[to - 1]) < 0; to--)
      first[to] = first[to - 1];
    first[to] = i;
  }
  return count;
}

static void gather(const uo_items *items, const int64_t *first, int64_t count, unsigned char *y) {
  size_t size = uo_type_size(items->tensor->dtype);
  size_t run = (size_t)items->inner * size;
  const unsigned char *x = items->tensor->data;
  for (int64_t o = 0; o < items->outer; o++) {
    for (int64_t k = 0; k < count && run > 0; k++) {
      memcpy(y + (size_t)(o * count + k) * run, x + (size_t)(o * items->count + first[k]) * run, run);
    }
  }
}

static void set_vector(checker_answer *answer, int output, int64_t count, uo_arena *arena) {
  answer->dims[output] = room(arena, 2, sizeof(int64_t));
  answer->data[output] = room(arena, (size_t)count + 1, sizeof(int64_t));
  answer->dims[output][0] = count;
  answer->tensor[output] = (uo_tensor){UO_TYPE_INT64, 1, answer->dims[output], answer->data[output]};
}

static void set_number(checker_answer *answer, int output, int64_t at, int64_t value) {
  memcpy(answer->data[output] + (size_t)at * sizeof value, &value, sizeof value);
}

static void set_y(checker_answer *answer, const uo_items *items, const int64_t *first, int64_t count, uo_arena *arena) {
  const uo_tensor *x = items->tensor;
  int64_t *dims = room(arena, (size_t)x->rank + 2, sizeof *dims);
  int32_t rank = items->axis < 0 ? 1 : x->rank;
  if (items->axis >= 0) memcpy(dims, x->dims, (size_t)rank * sizeof *dims);
  dims[items->axis < 0 ? 0 : items->axis] = count;
  size_t item = (size_t)(items->outer * items->inner);
  answer->dims[UO_Y] = dims;
  /* Room for an item more, or for what a dimension of 0 hides. */
  answer->data[UO_Y] = room(arena, ((size_t)count + 1) * item + 64, uo_type_size(x->dtype));
  answer->tensor[UO_Y] = (uo_tensor){x->dtype, rank, dims, answer->data[UO_Y]};
  gather(items, first, count, answer->data[UO_Y]);
}

void checker_answer_make(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, uo_policy policy,
                         uo_arena *arena, checker_answer *answer) {
  int32_t axis;
  assert_int_equal(uo_attributes_resolve(attributes, x->rank, &axis, NULL), UO_ERROR_NONE);
  uo_items items = uo_items_of(x, axis);
  int64_t *first = room(arena, (size_t)items.count, sizeof *first);
  int64_t count = find_firsts(policy, attributes->sorted == 1, &items, first);
  set_y(answer, &items, first, count, arena);
  set_vector(answer, UO_INDICES, count, arena);
  set_vector(answer, UO_INVERSE_INDICES, items.count, arena);
  set_vector(answer, UO_COUNTS, count, arena);
  for (int64_t k = 0; k < count; k++) {
    int64_t occurrences = 0;
    set_number(answer, UO_INDICES, k, first[k]);
    for (int64_t i = 0; i < items.count; i++) {
      if (!equal_items(policy, &items, first[k], i)) continue;
      occurrences++;
      set_number(answer, UO_INVERSE_INDICES, i, k);
    }
    set_number(answer, UO_COUNTS, k, occurrences);
  }
  answer->outputs = (uo_outputs){{NULL, NULL, NULL, NULL}, NULL};
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((wanted >> output & 1u) != 0) answer->outputs.tensor[output] = &answer->tensor[output];
  }
}

/* ---- Whether an answer is right -------------------------------------------------------------------------------- */

static bool same_elements(const uo_tensor *a, const uo_tensor *b) {
  uo_items x = uo_items_of(a, -1);
  uo_items y = uo_items_of(b, -1);
  for (int64_t i = 0; i < x.count; i++) {
    if (!uo_items_identical(&x, i, &y, i)) return false;
  }
  return true;
}

static bool same_form(const uo_tensor *a, const uo_tensor *b) { return a->dtype == b->dtype && uo_shape_equal(a, b); }

/* Every item of Y has the bits of some item of X that is equal to the right one. */
static bool has_members(const uo_tensor *x, int32_t axis, uo_policy policy, const uo_tensor *y,
                        const checker_answer *right) {
  uo_items items = uo_items_of(x, axis);
  uo_items claimed = uo_items_of(y, axis);
  for (int64_t k = 0; k < claimed.count; k++) {
    int64_t first;
    memcpy(&first, right->data[UO_INDICES] + (size_t)k * sizeof first, sizeof first);
    bool member = false;
    for (int64_t i = 0; i < items.count; i++) {
      member = member || (equal_items(policy, &items, first, i) && uo_items_identical(&items, i, &claimed, k));
    }
    if (!member) return false;
  }
  return true;
}

bool checker_answer_is_right(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, uo_policy policy,
                             const uo_outputs *claimed, uo_arena *arena) {
  int32_t axis;
  assert_int_equal(uo_attributes_resolve(attributes, x->rank, &axis, NULL), UO_ERROR_NONE);
  checker_answer right;
  checker_answer_make(x, attributes, wanted, policy, arena, &right);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *have = claimed->tensor[output];
    const uo_tensor *want = right.outputs.tensor[output];
    if ((have == NULL) != (want == NULL)) return false;
    if (have == NULL) continue;
    if (!same_form(have, want)) return false;
    bool any = output == UO_Y && (policy & UO_REPRESENTATIVE_ANY) != 0;
    if (any ? !has_members(x, axis, policy, have, &right) : !same_elements(have, want)) return false;
  }
  return true;
}

/* ---- Random cases ---------------------------------------------------------------------------------------------- */

uint64_t checker_random(uint64_t *state, uint64_t below) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return (z ^ z >> 31) % below;
}

const int32_t checker_types[15] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/*
 * Zeros and NaNs of two bit patterns come first, so that few letters meet many rulings; letters from SPECIAL on are
 * plain numbers and words.
 */
#define SPECIAL 6
#define LETTERS 64

static const uint16_t halves[SPECIAL] = {0x0000, 0x8000, 0x7e00, 0xfe01, 0x3c00, 0xfc00};
static const uint32_t singles[SPECIAL] = {0, 0x80000000, 0x7fc00000, 0xff800001, 0x3f800000, 0xff800000};
static const uint64_t doubles[SPECIAL] = {0,
                                          UINT64_C(0x8000000000000000),
                                          UINT64_C(0x7ff8000000000000),
                                          UINT64_C(0xfff8000000000001),
                                          UINT64_C(0x3ff0000000000000),
                                          UINT64_C(0xfff0000000000000)};
static const uo_bytes strings[SPECIAL] = {{"", 0},    {"\0", 1},           {"a", 1},
                                          {"a\0", 2}, {"\xEE\x80\x80", 3}, {"\xF0\x90\x80\x80", 4}};
static const char words[] = "!#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_bcdefgh";

int checker_alphabet_size(int32_t dtype) { return dtype == UO_TYPE_BOOL ? 2 : LETTERS; }

static void write_integer(size_t size, int letter, unsigned char *at) {
  static const int64_t values[SPECIAL] = {0, 1, -1, 127, -128, 2};
  int64_t wide = letter < SPECIAL ? values[letter] : letter;
  int32_t four = (int32_t)wide;
  int16_t two = (int16_t)wide;
  int8_t one = (int8_t)wide;
  switch (size) {
    case 1:
      memcpy(at, &one, size);
      break;
    case 2:
      memcpy(at, &two, size);
      break;
    case 4:
      memcpy(at, &four, size);
      break;
    default:
      memcpy(at, &wide, size);
      break;
  }
}

/* Numbers beyond the special ones count up from 1 in the last place. */
static void write_real(size_t size, int letter, unsigned char *at) {
  uint16_t half = (uint16_t)(letter < SPECIAL ? halves[letter] : 0x3c00 + letter);
  uint32_t single = letter < SPECIAL ? singles[letter] : 0x3f800000 + (uint32_t)letter;
  uint64_t wide = letter < SPECIAL ? doubles[letter] : UINT64_C(0x3ff0000000000000) + (uint64_t)letter;
  switch (size) {
    case 2:
      memcpy(at, &half, size);
      break;
    case 4:
      memcpy(at, &single, size);
      break;
    default:
      memcpy(at, &wide, size);
      break;
  }
}

static void write_complex(size_t size, int letter, unsigned char *at) {
  write_real(size, letter % 8, at);
  write_real(size, letter / 8, at + size);
}

static void write_string(int letter, unsigned char *at) {
  uo_bytes string = letter < SPECIAL ? strings[letter] : (uo_bytes){&words[letter - SPECIAL], 3};
  memcpy(at, &string, sizeof string);
}

void checker_alphabet_write(int32_t dtype, int letter, void *element) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
    case UO_TYPE_FLOAT:
    case UO_TYPE_DOUBLE:
      write_real(uo_type_size(dtype), letter, element);
      break;
    case UO_TYPE_COMPLEX64:
    case UO_TYPE_COMPLEX128:
      write_complex(uo_type_size(dtype) / 2, letter, element);
      break;
    case UO_TYPE_STRING:
      write_string(letter, element);
      break;
    default:
      write_integer(uo_type_size(dtype), letter, element);
      break;
  }
}

void checker_random_case(uint64_t *state, int32_t dtype, uo_arena *arena, uo_tensor *x, uo_attributes *attributes) {
  int32_t rank = (int32_t)checker_random(state, 4);
  int64_t *dims = room(arena, 4, sizeof *dims);
  int64_t count = 1;
  for (int32_t d = 0; d < rank; d++) {
    dims[d] = checker_random(state, 12) == 0 ? 0 : 1 + (int64_t)checker_random(state, rank == 1 ? 40 : 4);
    count *= dims[d];
  }
  size_t size = uo_type_size(dtype);
  unsigned char *data = room(arena, (size_t)count, size);
  uint64_t alphabet = (uint64_t)checker_alphabet_size(dtype);
  uint64_t few = alphabet < SPECIAL ? alphabet : SPECIAL;
  uint64_t letters = 1 + checker_random(state, checker_random(state, 3) == 0 ? alphabet : few);
  uint64_t shift = checker_random(state, 2) == 0 ? checker_random(state, alphabet) : 0;
  for (int64_t i = 0; i < count; i++) {
    int letter = (int)((checker_random(state, letters) + shift) % alphabet);
    checker_alphabet_write(dtype, letter, data + (size_t)i * size);
  }
  *x = (uo_tensor){dtype, rank, dims, data};
  bool has_axis = rank > 0 && checker_random(state, 3) != 0;
  int64_t axis = has_axis ? (int64_t)checker_random(state, 2 * (uint64_t)rank) - rank : 0;
  *attributes = (uo_attributes){has_axis, axis, (int64_t)checker_random(state, 2)};
}
