/* Random questions, and random changes of answers to them. */
#ifndef UO_TESTS_CHECKER_CHANGE_H
#define UO_TESTS_CHECKER_CHANGE_H

#include "support/checker_answer.h"

typedef struct checker_question {
  uo_tensor x;
  uo_attributes attributes;
  uint32_t wanted;
  uo_policy policy;
} checker_question;

/* Any type, shape, axis, order and set of outputs; policy onnx every other time. */
checker_question checker_random_question(uint64_t *state, uo_arena *arena);

/* A random change of a random output; it may turn out to change nothing. */
void checker_change(uint64_t *state, checker_answer *answer, const checker_question *asked);

#endif
