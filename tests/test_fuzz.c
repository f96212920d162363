/* What the fuzz targets are made of: the case code, its mutator, the relations, the guarded heap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* cmocka wants these before it */
#include <cmocka.h>

#include "cases/draw.h"
#include "cases/generated.h"
#include "fuzz/case_code.h"
#include "fuzz/fence.h"
#include "fuzz/guard_heap.h"
#include "fuzz/palette.h"
#include "fuzz/relations.h"
#include "fuzz/target.h"
#include "fuzz/widen.h"
#include "tensor/order.h"

/* The engine's mutator, of which the tests need nothing but that it keeps within the room. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room) {
  if (size == room) return size;
  memset(data + size, 0x5a, 1);
  return size + 1;
}

static bool same_case(const uo_case *a, const uo_case *b) {
  if (a->x.dtype != b->x.dtype || !uo_shape_equal(&a->x, &b->x) || a->wanted != b->wanted) return false;
  if (!a->attributes.has_axis != !b->attributes.has_axis || a->attributes.sorted != b->attributes.sorted) return false;
  if (a->attributes.has_axis && a->attributes.axis != b->attributes.axis) return false;
  uo_items x = uo_items_of(&a->x, -1);
  uo_items y = uo_items_of(&b->x, -1);
  for (int64_t i = 0; i < x.count; i++)
    if (!uo_items_identical(&x, i, &y, i)) return false;
  return true;
}

/* Whether the case has a code; then it must read back as it was. */
static bool comes_back(const uo_case *question, uint8_t spice) {
  static uint8_t bytes[1 << 17];
  uo_coded_case coded;
  size_t size = uo_code_encode(question, spice, bytes, sizeof bytes);
  if (size == 0) return false;
  assert_int_equal(uo_code_decode(bytes, size, NULL, &coded, NULL), UO_ERROR_NONE);
  assert_true(same_case(question, &coded.question));
  assert_int_equal(coded.spice, spice);
  uo_coded_case_release(&coded);
  assert_int_equal(uo_code_encode(question, spice, bytes, size), size);
  assert_int_equal(uo_code_encode(question, spice, bytes, size - 1), 0);
  return true;
}

/* ERR-01 to ERR-03, SHAPE-04, SIL-10: cases of every kind are among the generated ones. */
static void generated_cases_come_back(void **state) {
  (void)state;
  int kept = 0;
  int rejected = 0;
  for (uint64_t i = 0; i < 3000; i++) {
    uo_arena arena = {0};
    uo_case question;
    assert_int_equal(uo_random_case(11, i, &arena, &question, NULL), UO_ERROR_NONE);
    bool back = comes_back(&question, (uint8_t)i);
    kept += back;
    rejected += back && uo_case_allowed(&question, NULL) != UO_ERROR_NONE;
    uo_arena_release(&arena);
  }
  assert_in_range(kept, 2400, 3000);
  assert_in_range(rejected, 10, 3000);
}

/* The grid has larger cases, and every type with every shape. */
static void grid_cases_come_back(void **state) {
  (void)state;
  int kept = 0;
  int asked = 0;
  for (uint64_t i = 0; i < uo_grid_size(); i += 97) {
    uo_arena arena = {0};
    uo_case question;
    assert_int_equal(uo_grid_case(i, &arena, &question, NULL), UO_ERROR_NONE);
    kept += comes_back(&question, 0);
    asked++;
    uo_arena_release(&arena);
  }
  assert_in_range(kept, asked * 8 / 10, asked);
}

static size_t draw_bytes(uo_draws *draws, uint8_t *bytes, size_t most) {
  size_t size = (size_t)uo_draw_below(draws, most + 1);
  for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)uo_draw(draws);
  return size;
}

static void every_byte_string_is_a_case(void **state) {
  (void)state;
  uo_draws draws = uo_draws_start(4, 1);
  for (int n = 0; n < 20000; n++) {
    uint8_t bytes[80];
    uo_coded_case coded;
    int64_t count;
    size_t size = draw_bytes(&draws, bytes, sizeof bytes);
    assert_int_equal(uo_code_decode(bytes, size, uo_guard_heap(), &coded, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_tensor_validate(&coded.question.x, &count, NULL), UO_ERROR_NONE);
    assert_true((coded.question.wanted & UO_WANT_Y) != 0);
    for (int64_t i = 0; coded.question.x.dtype == UO_TYPE_BOOL && i < count; i++)
      assert_in_range(((const uint8_t *)coded.question.x.data)[i], 0, 1); /* SIL-21 */
    assert_true(comes_back(&coded.question, coded.spice));
    uo_coded_case_release(&coded);
    assert_int_equal(uo_guard_heap_end(), 0);
  }
}

/* No byte at all is the plainest case: float[0], everything by default, all outputs. */
static void nothing_is_a_case(void **state) {
  (void)state;
  uo_coded_case coded;
  assert_int_equal(uo_code_decode(NULL, 0, NULL, &coded, NULL), UO_ERROR_NONE);
  assert_int_equal(coded.question.x.dtype, UO_TYPE_FLOAT);
  assert_int_equal(coded.question.x.rank, 1);
  assert_int_equal(coded.question.x.dims[0], 0);
  assert_int_equal(coded.question.attributes.sorted, 1);
  assert_int_equal(coded.question.attributes.has_axis, 0);
  assert_int_equal(coded.question.wanted, UO_WANT_ALL);
  uo_coded_case_release(&coded);
}

/* ---- The mutator ------------------------------------------------------------------------------------------------- */

/* Blocks are exactly as large as `room`, so that AddressSanitizer sees what writes beyond it. */
/* Mode bytes FF, FB and F7: each element 64 times, of FB each time another number, of F7 from end to end; never of
 * strings (IDX-01, CNT-01). */
static void long_cases_repeat(void **state) {
  (void)state;
  /* int16 is type 4; from the end: spice, kind, shape, mode. */
  uint8_t bytes[] = {1, 2, 3, 0xff, 0, 4, 0};
  uo_coded_case coded;
  assert_int_equal(uo_code_decode(bytes, sizeof bytes, NULL, &coded, NULL), UO_ERROR_NONE);
  const int16_t *data = coded.question.x.data;
  assert_int_equal(coded.question.x.dims[0], 3 * UO_CODE_REPEATS);
  for (int i = 0; i < 3 * UO_CODE_REPEATS; i++)
    assert_int_equal((uint16_t)data[i], uo_palette_bits(UO_TYPE_INT16, bytes[i / UO_CODE_REPEATS]));
  uo_coded_case_release(&coded);
  bytes[3] = 0xfb;
  assert_int_equal(uo_code_decode(bytes, sizeof bytes, NULL, &coded, NULL), UO_ERROR_NONE);
  data = coded.question.x.data;
  for (int i = 1; i < UO_CODE_REPEATS; i++) assert_int_equal((uint16_t)(data[i] - data[i - 1]), 521);
  uo_coded_case_release(&coded);
  bytes[3] = 0xf7;
  assert_int_equal(uo_code_decode(bytes, sizeof bytes, NULL, &coded, NULL), UO_ERROR_NONE);
  data = coded.question.x.data;
  assert_int_equal((uint16_t)(data[2] - data[0]), 2 * 521);
  assert_int_equal((uint16_t)data[130], (uint16_t)(uo_palette_bits(UO_TYPE_INT16, 3) + 130 * 521));
  uo_coded_case_release(&coded);
  bytes[5] = 7; /* string */
  assert_int_equal(uo_code_decode(bytes, sizeof bytes, NULL, &coded, NULL), UO_ERROR_NONE);
  assert_int_equal(coded.question.x.dims[0], 3);
  uo_coded_case_release(&coded);
}

/* The longest that there is: beyond 65,536 items, of which an implementation that compares each with each can bear it.
 */
static void long_cases_end_somewhere(void **state) {
  (void)state;
  static uint8_t bytes[5000];
  uo_coded_case coded;
  memset(bytes, 7, sizeof bytes);
  memcpy(bytes + sizeof bytes - 4, (const uint8_t[]){0xff, 0, 4, 0}, 4);
  assert_int_equal(uo_code_decode(bytes, sizeof bytes, NULL, &coded, NULL), UO_ERROR_NONE);
  assert_int_equal(coded.question.x.dims[0], UO_CODE_LONG_UNITS * UO_CODE_REPEATS);
  assert_in_range(coded.question.x.dims[0], 65552, 80000);
  uo_coded_case_release(&coded);
  bytes[sizeof bytes - 4] = 0xfb;
  assert_int_equal(uo_code_decode(bytes, sizeof bytes, NULL, &coded, NULL), UO_ERROR_NONE);
  assert_in_range(coded.question.x.dims[0], 4097, 6000);
  uo_coded_case_release(&coded);
}

/* The plan of a long case is written as it was read. */
static void long_plans_come_back(void **state) {
  (void)state;
  for (unsigned mode = 0; mode < 256; mode++) {
    const uint8_t bytes[] = {9, (uint8_t)mode, 0, 4, 0};
    uint8_t written[UO_CODE_MAX_CHOICES];
    uo_code_plan plan;
    uo_code_plan again;
    uo_code_read_plan(bytes, sizeof bytes, &plan);
    assert_int_equal(plan.is_long, mode == 0xff || mode == 0xfb || mode == 0xf7);
    size_t size = uo_code_write_plan(&plan, written);
    uo_code_read_plan(written, size, &again);
    assert_true(again.is_long == plan.is_long && again.drifts == plan.drifts && again.is_far == plan.is_far &&
                again.mode == plan.mode);
  }
}

/* Where inputs may be long some become long, which no mutation of 96 bytes does; what comes of one is short again. */
static void mutations_make_long_cases(void **state) {
  (void)state;
  static uint8_t bytes[2048];
  int made[2] = {0, 0};
  for (unsigned seed = 0; seed < 20000; seed++) {
    size_t room = seed % 2 == 0 ? sizeof bytes : 96;
    uo_code_plan plan;
    memcpy(bytes, (const uint8_t[]){1, 2, 3, 0, 0, 4, 0}, 7);
    uo_code_read_plan(bytes, LLVMFuzzerCustomMutator(bytes, 7, room, seed), &plan);
    made[seed % 2] += plan.is_long;
    if (!plan.is_long || seed % 2 != 0) continue;
    size_t size = plan.head + uo_code_write_plan(&plan, bytes + plan.head);
    uo_code_read_plan(bytes, LLVMFuzzerCustomMutator(bytes, size, sizeof bytes, 1), &plan);
    assert_false(plan.is_long);
  }
  assert_in_range(made[0], 5, 200);
  assert_int_equal(made[1], 0);
}

/* One byte beyond either end of an output is noticed, the bytes of the output are not. */
static void fences_notice_what_is_written(void **state) {
  (void)state;
  for (size_t size = 0; size < 40; size++) {
    for (int at = -2; at < 2; at++) {
      unsigned char *room = uo_fence_allocate(NULL, size);
      assert_non_null(room);
      memset(room, 1, size);
      assert_true(uo_fence_is_whole(room, size));
      room[at < 0 ? at : (int)size + at] ^= 1;
      assert_false(uo_fence_is_whole(room, size));
      uo_fence_release(NULL, room);
    }
  }
}

/* The copy of an input is a copy, wherever it ends; the page behind it is what a plug-in that reads on dies of. */
static void inputs_stand_before_a_fence(void **state) {
  (void)state;
  unsigned char data[5000];
  for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)i;
  for (size_t size = 0; size < sizeof data; size += 7) {
    const unsigned char *copy = uo_fence_input(data, size);
    assert_ptr_not_equal(copy, data);
    assert_memory_equal(copy, data, size);
    assert_int_equal((uintptr_t)(copy + size) % 4096, 0);
  }
  assert_ptr_equal(uo_fence_input(data, (size_t)8 << 20), data);
}

static void mutations_keep_to_their_room(void **state) {
  (void)state;
  uo_draws draws = uo_draws_start(4, 2);
  int changed = 0;
  for (int n = 0; n < 20000; n++) {
    uint8_t before[64] = {0};
    size_t room = 1 + (size_t)uo_draw_below(&draws, sizeof before);
    uint8_t *bytes = malloc(room);
    assert_non_null(bytes);
    size_t size = draw_bytes(&draws, before, room);
    memcpy(bytes, before, size);
    size_t made = LLVMFuzzerCustomMutator(bytes, size, room, (unsigned)uo_draw(&draws));
    assert_in_range(made, 0, room);
    changed += made != size || memcmp(before, bytes, size) != 0;
    free(bytes);
  }
  assert_in_range(changed, 15000, 20000);
}

static void crossings_keep_to_their_room(void **state) {
  (void)state;
  uo_draws draws = uo_draws_start(4, 3);
  for (int n = 0; n < 20000; n++) {
    uint8_t a[64];
    uint8_t b[64];
    size_t a_size = draw_bytes(&draws, a, sizeof a);
    size_t b_size = draw_bytes(&draws, b, sizeof b);
    size_t room = 1 + (size_t)uo_draw_below(&draws, 80);
    uint8_t *out = malloc(room);
    assert_non_null(out);
    assert_in_range(LLVMFuzzerCustomCrossOver(a, a_size, b, b_size, out, room, (unsigned)uo_draw(&draws)), 0, room);
    free(out);
  }
}

/* ---- Relations --------------------------------------------------------------------------------------------------- */

/* An answer with one number, or one bit of Y, that is wrong. */
static void expect_notice(const uo_related *related, const uo_outputs *right, int output) {
  unsigned char data[4096];
  int64_t count;
  const uo_tensor *tensor = right->tensor[output];
  assert_int_equal(uo_tensor_validate(tensor, &count, NULL), UO_ERROR_NONE);
  size_t size = (size_t)count * uo_type_size(tensor->dtype);
  if (count == 0 || size > sizeof data || tensor->dtype == UO_TYPE_STRING) return;
  memcpy(data, tensor->data, size);
  data[size / 2] ^= 1;
  uo_tensor wrong = {tensor->dtype, tensor->rank, tensor->dims, data};
  uo_outputs claimed = *right;
  int different;
  claimed.tensor[output] = &wrong;
  assert_int_equal(uo_related_compare(related, &claimed, NULL, &different, NULL), UO_ERROR_NONE);
  assert_int_equal(different, output);
}

static bool relate_and_compare(const uo_case *question, const uo_outputs *first, uo_relation relation, uint32_t seed) {
  int32_t axis = 0;
  if (question->attributes.has_axis)
    axis = (int32_t)(question->attributes.axis + (question->attributes.axis < 0 ? question->x.rank : 0));
  uo_related known = uo_relate_first(&question->x, &question->attributes, first->tensor[UO_INVERSE_INDICES]->data,
                                     first->tensor[UO_Y]->dims[axis]);
  uo_related made;
  bool is_made;
  assert_int_equal(uo_relate(&known, relation, seed, NULL, &made, &is_made, NULL), UO_ERROR_NONE);
  if (!is_made) return false;
  uo_outputs second;
  int different;
  assert_int_equal(uo_unique(&made.x, &made.attributes, UO_WANT_ALL, UO_POLICY_ONNX, NULL, &second, NULL),
                   UO_ERROR_NONE);
  assert_int_equal(uo_related_compare(&made, &second, NULL, &different, NULL), UO_ERROR_NONE);
  assert_int_equal(different, -1);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) expect_notice(&made, &second, output);
  uo_outputs_release(&second);
  uo_related_release(&made);
  return true;
}

/* OUT-07, SIL-06, AXIS-05, SIL-12, SIL-22, IDX-01, INV-01, CNT-01, ORD-01, ORD-02 */
static void relations_hold_and_notice(void **state) {
  (void)state;
  int made[UO_RELATION_COUNT] = {0};
  for (uint64_t i = 0; i < 2000; i++) {
    uo_arena arena = {0};
    uo_case question;
    uo_outputs first;
    assert_int_equal(uo_random_case(12, i, &arena, &question, NULL), UO_ERROR_NONE);
    if (uo_unique(&question.x, &question.attributes, UO_WANT_ALL, UO_POLICY_ONNX, NULL, &first, NULL) ==
        UO_ERROR_NONE) {
      uo_relation relation = (uo_relation)(i % UO_RELATION_COUNT);
      made[relation] += relate_and_compare(&question, &first, relation, (uint32_t)i / UO_RELATION_COUNT);
      uo_outputs_release(&first);
    }
    uo_arena_release(&arena);
  }
  for (int relation = 0; relation < UO_RELATION_COUNT; relation++) assert_in_range(made[relation], 50, 2000);
}

static int sign(int number) { return (number > 0) - (number < 0); }

/* SIL-01, SIL-04, SIL-07, SIL-08, SIL-20, SIL-23: order and equality survive, by the checker's comparison. */
static void widening_is_strictly_monotone(void **state) {
  (void)state;
  for (int32_t dtype = UO_TYPE_FLOAT; dtype <= UO_TYPE_DOUBLE; dtype++) {
    if (dtype == UO_TYPE_STRING) continue;
    int32_t wide = uo_widened_type(dtype);
    assert_int_not_equal(wide, 0);
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        uint64_t bits[2] = {uo_palette_bits(dtype, (uint8_t)a), uo_palette_bits(dtype, (uint8_t)b)};
        size_t size = uo_type_size(dtype);
        unsigned char narrow[16];
        double widened[4];
        for (size_t i = 0; i < 2; i++) {
          uint16_t two = (uint16_t)bits[i];
          uint32_t four = (uint32_t)bits[i];
          uint8_t one = (uint8_t)bits[i];
          const void *from = size == 1 ? (void *)&one : size == 2 ? (void *)&two : size == 4 ? (void *)&four : &bits[i];
          memcpy(narrow + i * size, from, size);
        }
        uo_widen(dtype, narrow, 2, widened);
        const unsigned char *to = (const unsigned char *)widened;
        int before = uo_compare_for(dtype)(UO_POLICY_ONNX, narrow, narrow + size);
        int after = uo_compare_for(wide)(UO_POLICY_ONNX, to, to + uo_type_size(wide));
        assert_int_equal(sign(before), sign(after));
      }
    }
  }
}

/* ---- The heap ---------------------------------------------------------------------------------------------------- */

static void the_heap_notices_what_is_forgotten(void **state) {
  (void)state;
  const uo_allocator *heap = uo_guard_heap();
  void *kept = uo_allocate(heap, 1, 100);
  void *large = uo_allocate(heap, 1, 1 << 22);
  void *given = uo_allocate(heap, 1, 1);
  assert_non_null(kept);
  assert_non_null(large);
  assert_non_null(given);
  memset(large, 1, 1 << 22);
  uo_release(heap, given);
  uo_release(heap, large);
  assert_int_equal(uo_guard_heap_end(), 1);
  assert_int_equal(uo_guard_heap_end(), 0);
}

/* Blocks are whole and apart from each other when the heap is full: small ones, so that little room is left. */
static void the_heap_may_be_full(void **state) {
  (void)state;
  enum { BLOCKS = 12000 };
  static unsigned char *blocks[BLOCKS];
  for (size_t i = 0; i < BLOCKS; i++) {
    blocks[i] = uo_allocate(uo_guard_heap(), i == 0 ? 32 : 1, 1);
    assert_non_null(blocks[i]);
    blocks[i][0] = (unsigned char)(i % 251);
  }
  for (size_t i = 0; i < BLOCKS; i++) {
    assert_int_equal(blocks[i][0], i % 251);
    uo_release(uo_guard_heap(), blocks[i]);
  }
  assert_int_equal(uo_guard_heap_end(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(generated_cases_come_back),
      cmocka_unit_test(grid_cases_come_back),
      cmocka_unit_test(every_byte_string_is_a_case),
      cmocka_unit_test(nothing_is_a_case),
      cmocka_unit_test(mutations_keep_to_their_room),
      cmocka_unit_test(crossings_keep_to_their_room),
      cmocka_unit_test(long_cases_repeat),
      cmocka_unit_test(long_cases_end_somewhere),
      cmocka_unit_test(long_plans_come_back),
      cmocka_unit_test(mutations_make_long_cases),
      cmocka_unit_test(fences_notice_what_is_written),
      cmocka_unit_test(inputs_stand_before_a_fence),
      cmocka_unit_test(relations_hold_and_notice),
      cmocka_unit_test(widening_is_strictly_monotone),
      cmocka_unit_test(the_heap_notices_what_is_forgotten),
      cmocka_unit_test(the_heap_may_be_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
