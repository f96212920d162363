/*
 * Nothing is read or written beyond an end: X, the claimed outputs and all that the checker allocates end at pages that
 * nobody may touch. The arena of support/thin_arena.h takes a block for each allocation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/checker_change.h"
#include "support/guarded.h"
#include "support/thin_arena.h"
#include "tensor/shape.h"

/* ---- Blocks ----------------------------------------------------------------------------------------------------- */

/* Moves the data of a tensor whose elements are all there to a block that ends where they do; returns its size. */
static size_t guard(uo_tensor *tensor) {
  int64_t count;
  assert_int_equal(uo_tensor_validate(tensor, &count, NULL), UO_ERROR_NONE);
  size_t size = (size_t)count * uo_type_size(tensor->dtype);
  void *data = guarded_allocate(size);
  assert_non_null(data);
  if (size > 0) memcpy(data, tensor->data, size);
  tensor->data = data;
  return size;
}

/* ---- Tests ------------------------------------------------------------------------------------------------------ */

static void check_guarded(const checker_question *asked, const checker_answer *answer) {
  uo_allocator allocator = {guarded_take, guarded_give_back, NULL};
  uo_tensor x = asked->x;
  size_t x_size = guard(&x);
  uo_tensor claimed[UO_OUTPUT_COUNT];
  size_t sizes[UO_OUTPUT_COUNT] = {0};
  uo_outputs outputs = {{NULL, NULL, NULL, NULL}, NULL};
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (answer->outputs.tensor[output] == NULL) continue;
    claimed[output] = *answer->outputs.tensor[output];
    sizes[output] = guard(&claimed[output]);
    outputs.tensor[output] = &claimed[output];
  }
  uo_report report;
  assert_int_equal(uo_check(&x, &asked->attributes, asked->wanted, &outputs, asked->policy, &allocator, &report, NULL),
                   0);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (outputs.tensor[output] != NULL) guarded_release((void *)(uintptr_t)claimed[output].data, sizes[output]);
  }
  guarded_release((void *)(uintptr_t)x.data, x_size);
}

/* Right answers, and answers changed in one place. */
static void no_end_is_passed(void **unused) {
  (void)unused;
  uint64_t state = 7;
  for (int turn = 0; turn < 1500; turn++) {
    uo_arena arena = {0};
    checker_question asked = checker_random_question(&state, &arena);
    checker_answer answer;
    checker_answer_make(&asked.x, &asked.attributes, asked.wanted, asked.policy, &arena, &answer);
    if (turn % 4 != 0) checker_change(&state, &answer, &asked);
    check_guarded(&asked, &answer);
    uo_arena_release(&arena);
  }
}

/* INV-04, OUT-01: an inverse that ends before X does; no Y to stand in; two strings of which the second has no bytes.
 */
static void ends_of_all_kinds(void **unused) {
  (void)unused;
  static const uint32_t data[] = {0x7fc00000, 0,          0x3f800000, 0x80000000,
                                  0x7fc00001, 0x3f800000, 0x40000000, 0x7fc00000};
  static const int64_t eight[] = {8};
  static const uo_policy policies[] = {UO_POLICY_ONNX, UO_POLICY_IEEE, UO_REPRESENTATIVE_ANY};
  checker_question asked = {{UO_TYPE_FLOAT, 1, eight, data}, {0, 0, 0}, UO_WANT_ALL, 0};
  for (int kind = 0; kind < 6 * 3 * 2; kind++) {
    uo_arena arena = {0};
    checker_answer answer;
    asked.attributes.sorted = kind % 2;
    asked.policy = policies[kind / 2 % 3];
    checker_answer_make(&asked.x, &asked.attributes, asked.wanted, asked.policy, &arena, &answer);
    int64_t *inverse = (int64_t *)(void *)answer.data[UO_INVERSE_INDICES];
    switch (kind / 6) {
      case 0:
        answer.dims[UO_INVERSE_INDICES][0] = 4;
        break;
      case 1:
        answer.outputs.tensor[UO_Y] = NULL;
        break;
      case 2:
        answer.dims[UO_Y][0] = 2;
        break;
      case 3: /* the other order */
        for (int i = 0; i < 8; i++) inverse[i] = answer.dims[UO_Y][0] - 1 - inverse[i];
        break;
      case 4: /* all but the first value, twice */
        memcpy(answer.data[UO_Y] + sizeof data[0], answer.data[UO_Y], sizeof data[0]);
        break;
      default: /* one past the end */
        for (int i = 0; i < 8; i++) inverse[i]++;
        break;
    }
    check_guarded(&asked, &answer);
    uo_arena_release(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_end_is_passed),
      cmocka_unit_test(ends_of_all_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
