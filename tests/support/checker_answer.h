/*
 * Right answers made in the slowest and plainest way, for tests of the checker; small tensors to make them from; and a
 * random number generator that is the same everywhere.
 */
#ifndef UO_TESTS_CHECKER_ANSWER_H
#define UO_TESTS_CHECKER_ANSWER_H

#include <unique_oracle/checker.h>

#include "tensor/memory.h"

/* An answer that can be changed: everything lives in the arena that it was made in. */
typedef struct checker_answer {
  uo_tensor tensor[UO_OUTPUT_COUNT];
  int64_t *dims[UO_OUTPUT_COUNT];       /* with room for one dimension more */
  unsigned char *data[UO_OUTPUT_COUNT]; /* with room for one item more */
  uo_outputs outputs;                   /* points to the tensors that are wanted */
} checker_answer;

/* The answer to Unique by comparing every item with every other; X and the attributes are valid. */
void checker_answer_make(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, uo_policy policy,
                         uo_arena *arena, checker_answer *answer);

/* Whether an answer must be accepted: equal to the one made above, or, under representative=any, with other members'
 * bits in Y. */
bool checker_answer_is_right(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, uo_policy policy,
                             const uo_outputs *claimed, uo_arena *arena);

/* A number in [0, below). */
uint64_t checker_random(uint64_t *state, uint64_t below);

/* The 15 types. */
extern const int32_t checker_types[15];

/* How many values the alphabet of a type has; with NaNs of several bits and both zeros where the type has them. */
int checker_alphabet_size(int32_t dtype);

/* Writes value `letter` of the alphabet as an element. */
void checker_alphabet_write(int32_t dtype, int letter, void *element);

/* A tensor of at most 64 elements over a part of the alphabet, rank 0 to 3, zero sizes among them; axis and sorted too.
 */
void checker_random_case(uint64_t *state, int32_t dtype, uo_arena *arena, uo_tensor *x, uo_attributes *attributes);

#endif
