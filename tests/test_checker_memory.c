/*
 * Every allocation of the checker made to fail, each alone: an error, an empty report, and nothing lost. The arena of
 * support/thin_arena.h takes a block for each allocation, so that there is one to fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/checker_answer.h"
#include "support/scarce.h"
#include "support/thin_arena.h"

typedef struct question {
  const uo_tensor *x;
  const uo_attributes *attributes;
  uint32_t wanted;
  uo_policy policy;
} question;

typedef void *allocate_function(void *context, size_t size);

/* Checks with one block more each time, until it succeeds; returns how often it was refused one. */
static int refusals_of(const question *asked, const uo_outputs *claimed, allocate_function *allocate,
                       uo_report *report) {
  for (int blocks = 0;; blocks++) {
    scarce supply = {blocks, 0};
    uo_allocator allocator = {allocate, scarce_release, &supply};
    uo_error error = {UO_ERROR_NONE, ""};
    uo_error_code code =
        uo_check(asked->x, asked->attributes, asked->wanted, claimed, asked->policy, &allocator, report, &error);
    assert_int_equal(supply.held, 0);
    if (code == UO_ERROR_NONE) return blocks;
    assert_int_equal(code, UO_ERROR_MEMORY);
    assert_int_equal(error.code, UO_ERROR_MEMORY);
    assert_int_equal(report->count, 0);
  }
}

static void refuse_set(const question *asked, const uo_outputs *claimed) {
  const uo_policy_set spec = uo_policy_set_spec();
  for (int blocks = 0;; blocks++) {
    scarce supply = {blocks, 0};
    uo_allocator allocator = {scarce_allocate, scarce_release, &supply};
    uo_policy_set left = spec;
    uo_error_code code = uo_check_set(asked->x, asked->attributes, asked->wanted, claimed, &allocator, &left, NULL);
    assert_int_equal(supply.held, 0);
    if (code == UO_ERROR_NONE) return;
    assert_int_equal(code, UO_ERROR_MEMORY);
    assert_memory_equal(&left, &spec, sizeof spec);
  }
}

enum fault { RIGHT, TWICE, LACKING, DESCENDING, WITHOUT_Y, OTHER_ORDER, OTHER_BITS, FAULT_COUNT };

/* Makes the right answer wrong in a way that takes another path. */
static void spoil(enum fault fault, const question *asked, uo_arena *arena, checker_answer *answer) {
  size_t size = uo_type_size(asked->x->dtype);
  size_t count = (size_t)answer->tensor[UO_Y].dims[0];
  unsigned char *y = answer->data[UO_Y];
  unsigned char kept[sizeof(uo_bytes)];
  checker_answer other;
  uo_attributes opposite = *asked->attributes;
  switch (fault) {
    case TWICE: /* the first value again in the place of the second */
      memcpy(y + size, y, size);
      break;
    case LACKING: /* the first half of Y alone */
      answer->dims[UO_Y][0] = (int64_t)count / 2;
      break;
    case DESCENDING:
      memcpy(kept, y, size);
      memcpy(y, y + (count - 1) * size, size);
      memcpy(y + (count - 1) * size, kept, size);
      break;
    case WITHOUT_Y:
      answer->outputs.tensor[UO_Y] = NULL;
      break;
    case OTHER_ORDER: /* all but Y in the other order */
      opposite.sorted = !opposite.sorted;
      checker_answer_make(asked->x, &opposite, asked->wanted, asked->policy, arena, &other);
      for (int output = UO_INDICES; output < UO_OUTPUT_COUNT; output++) {
        answer->tensor[output] = other.tensor[output];
      }
      break;
    case OTHER_BITS: /* a NaN that is none of X's, in the place of the last value */
      memset(y + (count - 1) * size, 0xFF, size);
      break;
    default:
      break;
  }
}

static int refuse_all(const question *asked, enum fault fault) {
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(asked->x, asked->attributes, asked->wanted, asked->policy, &arena, &answer);
  spoil(fault, asked, &arena, &answer);
  uo_report report;
  int refusals = refusals_of(asked, &answer.outputs, scarce_allocate, &report);
  assert_int_equal(refusals_of(asked, &answer.outputs, scarce_refuse_once, &report), refusals);
  if (fault == RIGHT) assert_int_equal(report.count, 0);
  if (fault == TWICE || fault == LACKING || fault == WITHOUT_Y) assert_true(report.count > 0);
  if (asked->wanted == UO_WANT_ALL) refuse_set(asked, &answer.outputs);
  uo_arena_release(&arena);
  return refusals;
}

static const uint32_t wanted_sets[] = {UO_WANT_Y, UO_WANT_Y | UO_WANT_INVERSE_INDICES, UO_WANT_Y | UO_WANT_COUNTS,
                                       UO_WANT_ALL};
static const uo_policy policies[] = {UO_POLICY_ONNX, UO_POLICY_IEEE, UO_REPRESENTATIVE_ANY};

/* 40 items, so that a table is made, with values that occur several times and NaNs of several bits among them. */
static void refuse_type(int32_t dtype) {
  enum { COUNT = 40 };
  _Alignas(16) unsigned char data[COUNT * 16];
  int64_t dims[] = {COUNT};
  uint64_t state = 11;
  size_t size = uo_type_size(dtype);
  for (size_t i = 0; i < COUNT; i++) checker_alphabet_write(dtype, (int)checker_random(&state, 30), data + i * size);
  uo_tensor x = {dtype, 1, dims, data};
  for (int sorted = 0; sorted < 2; sorted++) {
    for (size_t w = 0; w < sizeof wanted_sets / sizeof wanted_sets[0]; w++) {
      for (size_t p = 0; p < sizeof policies / sizeof policies[0]; p++) {
        uo_attributes attributes = {0, 0, sorted};
        question asked = {&x, &attributes, wanted_sets[w], policies[p]};
        for (int fault = 0; fault < FAULT_COUNT; fault++) {
          if (fault == OTHER_BITS && dtype == UO_TYPE_STRING) continue; /* 0xFF bytes are no pointer */
          assert_true(refuse_all(&asked, (enum fault)fault) > 0);
        }
      }
    }
  }
}

/* As many narrow values as are looked at once each. */
static void refuse_narrow(void) {
  enum { COUNT = 256 };
  unsigned char data[COUNT];
  int64_t dims[] = {COUNT};
  for (int i = 0; i < COUNT; i++) data[i] = (unsigned char)(i / 3);
  uo_tensor x = {UO_TYPE_UINT8, 1, dims, data};
  uo_attributes attributes = {0, 0, 1};
  question asked = {&x, &attributes, UO_WANT_Y, UO_POLICY_ONNX};
  assert_true(refuse_all(&asked, RIGHT) > 0);
  assert_true(refuse_all(&asked, LACKING) > 0);
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  refuse_narrow();
  refuse_type(UO_TYPE_INT64);
  refuse_type(UO_TYPE_FLOAT);
  refuse_type(UO_TYPE_COMPLEX64);
  refuse_type(UO_TYPE_STRING);
}

/* SHAPE-05, SHAPE-06: subtensors without elements allocate, too. */
static void empty_subtensors(void **state) {
  (void)state;
  static const int64_t shapes[][2] = {{3, 0}, {0, 3}};
  for (int shape = 0; shape < 2; shape++) {
    uo_tensor x = {UO_TYPE_DOUBLE, 2, shapes[shape], NULL};
    uo_attributes attributes = {1, 0, 1};
    question asked = {&x, &attributes, UO_WANT_ALL, UO_POLICY_ONNX};
    uo_arena arena = {0};
    checker_answer answer;
    checker_answer_make(&x, &attributes, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
    uo_report report;
    assert_true(refusals_of(&asked, &answer.outputs, scarce_allocate, &report) > 0);
    assert_int_equal(report.count, 0);
    refuse_set(&asked, &answer.outputs);
    uo_arena_release(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(empty_subtensors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
