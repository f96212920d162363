/* Inside the sampler of behaviours: X as numbers that are cheap to compare. */
#ifndef UO_CASES_BEHAVIOURS_LOOK_H
#define UO_CASES_BEHAVIOURS_LOOK_H

#include "cases/behaviours.h"
#include "tensor/shape.h"

/* ---- behaviours_elements.c --------------------------------------------------------------------------------------- */

/* The elements of X. Equal ones (policy onnx) have the same rank, ranks ascend with the values. */
typedef struct uo_elements {
  const uo_tensor *x;
  uint32_t count;
  const uint64_t *bits;      /* of each element, of the real part if complex; NULL for strings */
  const uint64_t *imaginary; /* bits of the imaginary part; NULL unless complex */
  const uint64_t *code; /* numbers in the order of the values, real part; neighbours are neighbours; NULL for strings */
  const uint64_t *imaginary_code;
  const uint32_t *rank;  /* of each element, from 0 without gaps */
  const uint32_t *first; /* by rank: where the value occurs first */
  uint32_t distinct;     /* how many ranks */
  uint64_t magnitude;    /* the bits of a floating-point part without its sign, 0 for other types */
  uint64_t infinity;     /* those of the infinity: what is above is NaN */
} uo_elements;

UO_MUST_USE uo_error_code uo_elements_look(const uo_tensor *x, uint32_t count, uo_arena *arena, uo_elements *elements,
                                           uo_error *error);

/* Whether element a has smaller bits than b, the real part first: negative, 0, positive. Not for strings. */
int uo_elements_compare_bits(const uo_elements *elements, uint32_t a, uint32_t b);

/* ---- behaviours_rank.c ------------------------------------------------------------------------------------------- */

/* Numbered things: their order, and a hash that is the same for things that are equal in it. */
typedef struct uo_things {
  int (*compare)(const void *context, uint32_t a, uint32_t b); /* negative, 0, positive */
  uint64_t (*hash)(const void *context, uint32_t thing);
  const void *context;
} uo_things;

typedef struct uo_ranking {
  const uint32_t *rank;  /* of each thing, ascending from 0 without gaps */
  const uint32_t *first; /* by rank: the first thing that has it */
  uint32_t distinct;     /* how many ranks */
} uo_ranking;

/* Ranks of things 0 to count - 1. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_rank_things(uint32_t count, const uo_things *things, uo_arena *arena, uo_ranking *ranking,
                                         uo_error *error);

/* Whether two of the keys are equal; *found tells. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_find_equal_keys(const uint64_t *keys, uint32_t count, uo_arena *arena, bool *found,
                                             uo_error *error);

/* Spreads what differs over all bits. */
static inline uint64_t uo_mix_key(uint64_t key) {
  key = (key ^ (key >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
  key = (key ^ (key >> 29)) * UINT64_C(0xBF58476D1CE4E5B9);
  return key ^ (key >> 32);
}

/* How the numbers of a type are made; for complex types those of its parts. */
typedef struct uo_float_or_integer {
  bool is_float;
  bool is_signed;
  int width;         /* bits */
  uint64_t sign;     /* the highest bit */
  uint64_t infinity; /* bits of +Infinity; floats only */
  uint64_t quiet;    /* the bit that makes a NaN quiet; twice it is the smallest normal number */
} uo_float_or_integer;

/* ---- behaviours_numbers.c, _narrow.c, _complex.c, _texts.c: bins of the point `value`
 * ------------------------------------------
 */

UO_MUST_USE uo_error_code uo_look_at_numbers(const uo_elements *elements, uo_arena *arena, uo_behaviour_set *set,
                                             uo_error *error);
/* A key of some bytes: equal for equal ones, different for others but for a chance of 2^-64. */
uint64_t uo_text_key(const char *data, size_t size);

UO_MUST_USE uo_error_code uo_look_at_texts(const uo_elements *elements, uo_arena *arena, uo_behaviour_set *set,
                                           uo_error *error);

UO_MUST_USE uo_error_code uo_look_at_narrowing(const uo_elements *elements, const uo_float_or_integer *format,
                                               uo_arena *arena, uo_behaviour_set *set, uo_error *error);
UO_MUST_USE uo_error_code uo_look_at_complexes(const uo_elements *elements, const uo_float_or_integer *format,
                                               uo_arena *arena, uo_behaviour_set *set, uo_error *error);

/* Whether an element is, or has a part that is, NaN; by rank they are the last one, if any. */
static inline bool uo_elements_has_nan(const uo_elements *elements, uint32_t position) {
  if (elements->magnitude == 0) return false;
  if ((elements->bits[position] & elements->magnitude) > elements->infinity) return true;
  return elements->imaginary != NULL && (elements->imaginary[position] & elements->magnitude) > elements->infinity;
}

/* ---- behaviours_items.c: what the items are, where equal ones stand, how they differ -------------------------------
 */

UO_MUST_USE uo_error_code uo_look_at_items(const uo_elements *elements, const uo_items *items, uo_arena *arena,
                                           uo_behaviour_set *set, uo_error *error);

/* ---- behaviours_answer.c ------------------------------------------------------------------------------------------
 */

void uo_look_at_answer(const uo_case *question, const uo_answer *answer, uo_behaviour_set *set);

#endif
