/* The moves that simplify a case: every candidate is a case, strictly simpler, and the same on every walk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/draw.h"
#include "cases/generated.h"
#include "cases/shrink.h"
#include "cases/utf8.h"
#include "cases/values.h"
#include "support/scarce.h"
#include "tensor/shape.h"

/* ---- Walks ------------------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static uint64_t hash_of(const uo_case *question) {
  const uo_tensor *x = &question->x;
  int64_t count = 0;
  assert_int_equal(uo_tensor_validate(x, &count, NULL), UO_ERROR_NONE);
  uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), &x->dtype, sizeof x->dtype);
  hash = mix(hash, &x->rank, sizeof x->rank);
  if (x->rank > 0) hash = mix(hash, x->dims, (size_t)x->rank * sizeof *x->dims);
  hash = mix(hash, &question->attributes, sizeof question->attributes);
  hash = mix(hash, &question->wanted, sizeof question->wanted);
  for (int64_t i = 0; i < count; i++) {
    uo_value value = uo_value_load(x, i);
    hash = mix(hash, value.bits, sizeof value.bits);
    hash = mix(hash, &value.text.size, sizeof value.text.size);
    if (value.text.size > 0) hash = mix(hash, value.text.data, value.text.size);
  }
  return hash;
}

static bool is_utf8(const uo_tensor *x) {
  int64_t count = x->dtype == UO_TYPE_STRING ? uo_items_of(x, -1).count : 0;
  for (int64_t i = 0; i < count; i++) {
    const uo_bytes *text = (const uo_bytes *)x->data + i;
    for (size_t at = 0; at < text->size;) {
      size_t size = uo_utf8_size(text->data + at, text->size - at);
      if (size == 0) return false;
      at += size;
    }
  }
  return true;
}

/* A candidate against the case that it was made from. */
static void check_candidate(const uo_case *before, const uo_case_measure *old, const uo_case *candidate) {
  uo_arena arena = {0};
  uo_case_measure new;
  assert_int_equal(uo_case_measure_of(candidate, &arena, &new, NULL), UO_ERROR_NONE);
  uo_arena_release(&arena);
  assert_true(uo_case_measure_compare(&new, old) < 0);
  assert_true(uo_case_measure_compare(old, &new) > 0);
  assert_true(new.rank <= old->rank &&new.elements <= old->elements);
  /* Special cases are not made: scalars, empty tensors, strings that are not UTF-8. */
  assert_true((new.rank == 0) == (old->rank == 0));
  assert_true((new.elements == 0) == (old->elements == 0));
  assert_true(is_utf8(&candidate->x) || !is_utf8(&before->x));
  assert_string_equal(candidate->id, before->id);
  assert_true((candidate->wanted & UO_WANT_Y) != 0);
  assert_int_equal(candidate->wanted & ~before->wanted, 0);
}

/*
 * Walks from a case, taking every `often`-th candidate or so, until no move is left or `most` candidates were seen.
 * Returns a number made of all candidates; *complete tells how it ended.
 */
static uint64_t walk(const uo_case *question, uint64_t seed, uint64_t often, int most, bool *complete, uo_case *last,
                     uo_arena *result) {
  uo_draws draws = uo_draws_start(seed, 0);
  uo_arena scratch = {0};
  uo_arena measures = {0};
  uo_arena kept = {0};
  uo_shrink shrink;
  uo_case_measure measure;
  uint64_t hash = hash_of(question);
  bool more = true;
  assert_int_equal(uo_case_measure_of(question, &measures, &measure, NULL), UO_ERROR_NONE);
  uo_shrink_begin(&shrink, question);
  for (int seen = 0; seen < most; seen++) {
    uo_case candidate;
    uint64_t before = hash_of(&shrink.current);
    assert_int_equal(uo_shrink_next(&shrink, &scratch, &candidate, &more, NULL), UO_ERROR_NONE);
    assert_int_equal(hash_of(&shrink.current), before);
    if (!more) break;
    check_candidate(&shrink.current, &measure, &candidate);
    uint64_t own = hash_of(&candidate);
    hash = mix(hash, &own, sizeof own);
    if (uo_draw_below(&draws, often) != 0) continue;
    uo_case copy = candidate;
    assert_int_equal(uo_arena_copy_tensor(&kept, &candidate.x, &copy.x, NULL), UO_ERROR_NONE);
    uo_shrink_take(&shrink, &copy);
    uo_arena_reset(&measures);
    assert_int_equal(uo_case_measure_of(&copy, &measures, &measure, NULL), UO_ERROR_NONE);
  }
  *complete = !more;
  if (last != NULL) {
    *last = shrink.current;
    assert_int_equal(uo_arena_copy_tensor(result, &shrink.current.x, &last->x, NULL), UO_ERROR_NONE);
  }
  uo_shrink_end(&shrink);
  uo_arena_release(&scratch);
  uo_arena_release(&measures);
  uo_arena_release(&kept);
  return hash;
}

static void candidates_are_simpler_cases(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 700; i++) {
    uo_arena arena = {0};
    uo_case question;
    bool complete;
    assert_int_equal(uo_random_case(21, i, &arena, &question, NULL), UO_ERROR_NONE);
    if (uo_items_of(&question.x, -1).count <= 600) {
      /* Rarely and often: long ways through the moves of one case, and short ones through many. */
      uint64_t often = i % 3 == 0 ? 2 : i % 3 == 1 ? 20 : 1000;
      uint64_t first = walk(&question, i, often, 300, &complete, NULL, NULL);
      uint64_t second = walk(&question, i, often, 300, &complete, NULL, NULL);
      assert_int_equal(first, second);
    }
    uo_arena_release(&arena);
  }
}

/* Whoever takes everything ends at what nothing simpler can be made of, whatever the case was. */
static void all_taken_ends_at_the_simplest(void **state) {
  (void)state;
  int seen[3] = {0, 0, 0};
  for (uint64_t i = 0; i < 400; i++) {
    uo_arena arena = {0};
    uo_case question;
    uo_case last;
    bool complete = false;
    assert_int_equal(uo_random_case(22, i, &arena, &question, NULL), UO_ERROR_NONE);
    int64_t count = uo_items_of(&question.x, -1).count;
    (void)walk(&question, i, 1, 100000, &complete, &last, &arena);
    assert_true(complete);
    int64_t elements = uo_items_of(&last.x, -1).count;
    assert_int_equal(elements, count == 0 ? 0 : 1);
    assert_int_equal(last.x.rank, question.x.rank == 0 ? 0 : 1);
    assert_int_equal(last.x.dtype, UO_TYPE_FLOAT);
    if (elements == 1) assert_int_equal(uo_value_load(&last.x, 0).bits[0], 0);
    assert_false(last.attributes.has_axis);
    assert_int_equal(last.attributes.sorted, 1);
    assert_int_equal(last.wanted, UO_WANT_Y);
    seen[count == 0 ? 0 : question.x.rank == 0 ? 1 : 2]++;
    uo_arena_release(&arena);
  }
  assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* ---- Searches with a known end ----------------------------------------------------------------------------------- */

typedef bool keeps(const uo_case *candidate);

/* Takes every candidate that `keep` accepts; returns how many were looked at. */
static int search(const uo_case *question, keeps *keep, uo_case *last, uo_arena *arena) {
  uo_arena scratch = {0};
  uo_shrink shrink;
  int asked = 0;
  bool more = true;
  assert_true(keep(question));
  uo_shrink_begin(&shrink, question);
  for (;; asked++) {
    uo_case candidate;
    assert_int_equal(uo_shrink_next(&shrink, &scratch, &candidate, &more, NULL), UO_ERROR_NONE);
    if (!more) break;
    if (!keep(&candidate)) continue;
    uo_case copy = candidate;
    assert_int_equal(uo_arena_copy_tensor(arena, &candidate.x, &copy.x, NULL), UO_ERROR_NONE);
    uo_shrink_take(&shrink, &copy);
  }
  *last = shrink.current;
  assert_int_equal(uo_arena_copy_tensor(arena, &shrink.current.x, &last->x, NULL), UO_ERROR_NONE);
  uo_shrink_end(&shrink);
  uo_arena_release(&scratch);
  return asked;
}

static int64_t int_at(const uo_case *question, int64_t position) {
  uo_value value = uo_value_load(&question->x, position);
  if (question->x.dtype == UO_TYPE_INT32) return (int32_t)(uint32_t)value.bits[0];
  int64_t number;
  memcpy(&number, &value.bits[0], sizeof number);
  return number;
}

static bool is_int(const uo_case *question) {
  return question->x.dtype == UO_TYPE_INT32 || question->x.dtype == UO_TYPE_INT64;
}

/* Two neighbours that descend, along whatever axis. */
static bool descends(const uo_case *question) {
  int64_t count = uo_items_of(&question->x, -1).count;
  for (int64_t i = 1; is_int(question) && i < count; i++) {
    if (int_at(question, i - 1) > int_at(question, i)) return true;
  }
  return false;
}

static bool is_long_along_axis_1(const uo_case *question) {
  int32_t axis;
  bool valid = uo_attributes_resolve(&question->attributes, question->x.rank, &axis, NULL) == UO_ERROR_NONE;
  return valid && axis == 1 && question->x.dims[1] > 17;
}

static bool has_64_bits(const uo_case *question) {
  int64_t count = uo_items_of(&question->x, -1).count;
  for (int64_t i = 0; question->x.dtype == UO_TYPE_INT64 && i < count; i++) {
    if (int_at(question, i) > INT64_C(1) << 40) return true;
  }
  return false;
}

static bool is_over_30000(const uo_case *question) {
  return question->x.dtype == UO_TYPE_UINT16 && uo_value_load(&question->x, 0).bits[0] >= 30000;
}

static uo_case of_ints(int32_t dtype, int32_t rank, const int64_t *dims, const void *data) {
  return (uo_case){"test", {dtype, rank, dims, data}, {1, 1, 0}, UO_WANT_ALL};
}

static void known_ends(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_case last;
  int64_t dims[] = {2, 30, 1};
  int64_t numbers[60];
  for (int64_t i = 0; i < 60; i++) numbers[i] = i == 40 ? 12345678901 : 1000 * i;
  uo_case question = of_ints(UO_TYPE_INT64, 2, dims, numbers);

  assert_in_range(search(&question, descends, &last, &arena), 1, 200);
  assert_int_equal(last.x.rank, 1);
  assert_int_equal(last.x.dims[0], 2);
  assert_int_equal(last.x.dtype, UO_TYPE_INT32);
  assert_int_equal(int_at(&last, 0), 1);
  assert_int_equal(int_at(&last, 1), 0);
  assert_false(last.attributes.has_axis);
  assert_int_equal(last.wanted, UO_WANT_Y);

  /* A threshold is found exactly; the other dimensions shrink all the same. */
  assert_in_range(search(&question, is_long_along_axis_1, &last, &arena), 1, 200);
  assert_int_equal(last.x.rank, 2);
  assert_int_equal(last.x.dims[0], 1);
  assert_int_equal(last.x.dims[1], 18);
  assert_int_equal(last.attributes.axis, 1);

  /* Of a large number remains what makes it large. */
  numbers[40] = INT64_C(0x7123456789abcdef);
  (void)search(&question, has_64_bits, &last, &arena);
  assert_int_equal(uo_items_of(&last.x, -1).count, 1);
  assert_int_equal(int_at(&last, 0), INT64_C(3) << 39);

  /* A threshold of a value is found in steps that become smaller, not one by one. */
  const uint16_t large = 65535;
  question = of_ints(UO_TYPE_UINT16, 1, dims + 2, &large);
  question.attributes.has_axis = 0;
  assert_in_range(search(&question, is_over_30000, &last, &arena), 1, 150);
  assert_int_equal(uo_value_load(&last.x, 0).bits[0], 30000);
  uo_arena_release(&arena);
}

static bool compares_seven(const uo_case *question) {
  int32_t axis;
  bool valid = uo_attributes_resolve(&question->attributes, question->x.rank, &axis, NULL) == UO_ERROR_NONE;
  return valid && axis >= 0 && question->x.dims[axis] == 7;
}

/* Whatever goes before or behind it, the axis names the same dimension (AXIS-03). */
static void the_axis_is_followed(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_case last;
  const int64_t dims[] = {2, 3, 7, 2, 3};
  uint8_t data[252] = {0};
  for (int64_t axis = -3; axis <= 2; axis += 5) {
    uo_case question = {"test", {UO_TYPE_UINT8, 5, dims, data}, {1, axis, 1}, UO_WANT_Y};
    (void)search(&question, compares_seven, &last, &arena);
    assert_int_equal(last.x.rank, 1);
    assert_int_equal(last.x.dims[0], 7);
    assert_int_equal(last.attributes.axis, 0);
  }
  uo_arena_release(&arena);
}

/* Candidates that merge dimensions leave the compared one alone; one of them has one number for each subtensor. */
static void one_number_for_each_subtensor(void **state) {
  (void)state;
  static const int64_t want[] = {2, 0, 2, 1};
  uo_arena arena = {0};
  uo_shrink shrink;
  const int64_t dims[] = {2, 4, 1};
  const int64_t data[] = {5, 3, 5, 5, 1, 9, 1, 0};
  uo_case question = {"test", {UO_TYPE_INT64, 3, dims, data}, {1, 1, 1}, UO_WANT_Y};
  bool more = true;
  int found = 0;
  uo_shrink_begin(&shrink, &question);
  for (;;) {
    uo_case made;
    int32_t axis;
    assert_int_equal(uo_shrink_next(&shrink, &arena, &made, &more, NULL), UO_ERROR_NONE);
    if (!more) break;
    assert_int_equal(uo_attributes_resolve(&made.attributes, made.x.rank, &axis, NULL), UO_ERROR_NONE);
    assert_true(axis < 0 || made.x.dims[axis] <= 4);
    bool merged = made.x.rank == 2 && uo_items_of(&made.x, -1).count == 8;
    assert_true(!merged || axis < 0 || made.x.dims[axis] == 4);
    if (made.x.rank != 1 || made.x.dims[0] != 4) continue;
    found += !made.attributes.has_axis && memcmp(made.x.data, want, sizeof want) == 0;
  }
  assert_int_equal(found, 1);
  uo_shrink_end(&shrink);
  uo_arena_release(&arena);
}

static bool long_prefix(const uo_case *question) {
  const uo_bytes *text = question->x.data;
  if (question->x.dtype != UO_TYPE_STRING || uo_items_of(&question->x, -1).count < 2) return false;
  return text[0].size > 10 && text[1].size > 10 && memcmp(text[0].data, text[1].data, 10) == 0 &&
         (text[0].size != text[1].size || memcmp(text[0].data, text[1].data, text[0].size) != 0);
}

static bool beyond_ascii(const uo_case *question) {
  int64_t count = question->x.dtype == UO_TYPE_STRING ? uo_items_of(&question->x, -1).count : 0;
  for (int64_t i = 0; i < count; i++) {
    const uo_bytes *text = (const uo_bytes *)question->x.data + i;
    for (size_t k = 0; k < text->size; k++) {
      if ((unsigned char)text->data[k] >= 0x80) return true;
    }
  }
  return false;
}

/* Strings are shortened together where single ones would lose what they share; UTF-8 stays UTF-8 (SIL-11). */
static void strings(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_case last;
  const int64_t dims[] = {3};
  const uo_bytes texts[] = {
      {"The same for long: first", 24}, {"The same for long: second", 25}, {"\xc3\xa9t\xc3\xa9 ?", 7}};
  uo_case question = {"test", {UO_TYPE_STRING, 1, dims, texts}, {0, 0, 1}, UO_WANT_Y};
  (void)search(&question, long_prefix, &last, &arena);
  const uo_bytes *text = last.x.data;
  assert_int_equal(last.x.dims[0], 2);
  assert_in_range(text[0].size + text[1].size, 22, 23);
  assert_memory_equal(text[0].data, "aaaaaaaaaa", 10);

  (void)search(&question, beyond_ascii, &last, &arena);
  text = last.x.data;
  assert_int_equal(last.x.dims[0], 1);
  assert_int_equal(text[0].size, 2);
  assert_memory_equal(text[0].data, "\xc3\xa9", 2);
  uo_arena_release(&arena);
}

static bool has_payload_nan(const uo_case *question) {
  int64_t count = uo_items_of(&question->x, -1).count;
  for (int64_t i = 0; question->x.dtype == UO_TYPE_FLOAT && i < count; i++) {
    if (uo_value_load(&question->x, i).bits[0] == 0x7fc00001) return true;
  }
  return false;
}

static bool has_nan(const uo_case *question) {
  int64_t count = uo_items_of(&question->x, -1).count;
  for (int64_t i = 0; question->x.dtype == UO_TYPE_FLOAT && i < count; i++) {
    if ((uo_value_load(&question->x, i).bits[0] & 0x7fffffff) > 0x7f800000) return true;
  }
  return false;
}

/* NaN stays where it matters, with its bits where these matter (SIL-03). */
static void not_a_number(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_case last;
  const int64_t dims[] = {2, 2};
  const uint32_t bits[] = {0x3fa00000, 0x7fc00001, 0x80000000, 0xff800000};
  uo_case question = {"test", {UO_TYPE_FLOAT, 2, dims, bits}, {0, 0, 0}, UO_WANT_ALL};
  (void)search(&question, has_payload_nan, &last, &arena);
  assert_int_equal(uo_items_of(&last.x, -1).count, 1);
  assert_int_equal(uo_value_load(&last.x, 0).bits[0], 0x7fc00001);
  (void)search(&question, has_nan, &last, &arena);
  assert_int_equal(uo_items_of(&last.x, -1).count, 1);
  assert_int_equal(uo_value_load(&last.x, 0).bits[0], 0x7fc00000);
  uo_arena_release(&arena);
}

static bool is_rejected_for_axis(const uo_case *question) {
  uo_error error;
  return uo_case_allowed(question, &error) == UO_ERROR_AXIS && question->x.rank > 0;
}

static bool is_rejected_for_sorted(const uo_case *question) {
  uo_error error;
  return uo_case_allowed(question, &error) == UO_ERROR_SORTED;
}

/* ERR-01, ERR-03: attributes that must be rejected come as near to valid ones as they can; SIL-16: nothing overflows.
 */
static void invalid_attributes(void **state) {
  (void)state;
  static const int64_t extremes[] = {INT64_MIN, INT64_MAX, -4, 3, 4294967296};
  uo_arena arena = {0};
  uo_case last;
  const int64_t dims[] = {2, 1, 3};
  const uint8_t data[] = {1, 2, 3, 4, 5, 6};
  for (size_t i = 0; i < sizeof extremes / sizeof extremes[0]; i++) {
    uo_case question = {"test", {UO_TYPE_UINT8, 3, dims, data}, {1, extremes[i], 0}, UO_WANT_ALL};
    (void)search(&question, is_rejected_for_axis, &last, &arena);
    assert_int_equal(last.attributes.axis, 1);
    assert_int_equal(last.x.rank, 1);
    question.attributes = (uo_attributes){1, -1, extremes[i]};
    (void)search(&question, is_rejected_for_sorted, &last, &arena);
    assert_int_equal(last.attributes.sorted, 2);
    assert_false(last.attributes.has_axis);
  }
  uo_arena_release(&arena);
}

static bool is_empty_of_rank_2(const uo_case *question) {
  return question->x.rank == 2 && uo_items_of(&question->x, -1).count == 0;
}

/* SHAPE-04: without elements the other dimensions may be beyond all bounds. */
static void huge_and_empty(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_case last;
  const int64_t dims[] = {INT64_MAX, 0, INT64_MAX, 2};
  uo_case question = {"test", {UO_TYPE_STRING, 4, dims, NULL}, {1, -2, 1}, UO_WANT_ALL};
  bool complete;
  (void)walk(&question, 1, 3, 2000, &complete, NULL, NULL);
  question = (uo_case){"test", {UO_TYPE_DOUBLE, 2, dims + 1, NULL}, {1, 1, 1}, UO_WANT_ALL};
  assert_in_range(search(&question, is_empty_of_rank_2, &last, &arena), 1, 200);
  assert_int_equal(last.x.dims[0], 0);
  assert_int_equal(last.x.dims[1], 1);
  uo_arena_release(&arena);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Looks at all candidates with so little memory; false when it was too little. */
static bool look_at_all(const uo_case *question, int blocks) {
  scarce supply = {blocks, 0};
  uo_allocator allocator = {scarce_allocate, scarce_release, &supply};
  uo_arena arena = {&allocator, NULL};
  uo_shrink shrink;
  uo_error error = {UO_ERROR_NONE, ""};
  bool more = true;
  uo_error_code code = UO_ERROR_NONE;
  uo_shrink_begin(&shrink, question);
  shrink.arena.allocator = &allocator;
  while (more && code == UO_ERROR_NONE) {
    uo_case candidate;
    /* Released, so that every candidate asks for its memory anew. */
    uo_arena_release(&arena);
    code = uo_shrink_next(&shrink, &arena, &candidate, &more, &error);
  }
  assert_int_equal(error.code, code);
  if (code != UO_ERROR_NONE) assert_int_equal(code, UO_ERROR_MEMORY);
  uo_shrink_end(&shrink);
  uo_arena_release(&arena);
  assert_int_equal(supply.held, 0);
  return code == UO_ERROR_NONE;
}

static void refused_memory_is_an_error(void **state) {
  (void)state;
  static const char *const ids[] = {"1:3", "1:17", "1:40", "small:100000"};
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
    uo_arena arena = {0};
    uo_case question;
    bool known = false;
    assert_int_equal(uo_generated_case(ids[i], &arena, &question, &known, NULL), UO_ERROR_NONE);
    int blocks = 0;
    while (!look_at_all(&question, blocks)) blocks++;
    assert_true(blocks > 2);
    uo_arena_release(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(candidates_are_simpler_cases),
      cmocka_unit_test(all_taken_ends_at_the_simplest),
      cmocka_unit_test(known_ends),
      cmocka_unit_test(the_axis_is_followed),
      cmocka_unit_test(one_number_for_each_subtensor),
      cmocka_unit_test(strings),
      cmocka_unit_test(not_a_number),
      cmocka_unit_test(invalid_attributes),
      cmocka_unit_test(huge_and_empty),
      cmocka_unit_test(refused_memory_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
