/* The outputs while they are being made: where each of them goes, whoever owns the room. */
#ifndef UO_REFERENCE_ANSWER_H
#define UO_REFERENCE_ANSWER_H

#include "tensor/memory.h"
#include "tensor/shape.h"

typedef struct uo_answer {
  const uo_items *items; /* of X */
  uint32_t wanted;
  const uo_allocator *allocator; /* of the outputs, unless they are the caller's */
  bool callers;                  /* the caller gave the room */
  int64_t capacity;              /* distinct items that the caller's room is for */
  int64_t count;                 /* U, once reserved */
  const unsigned char *rows;     /* X's items, bit for bit, each in one place, where a strategy made them; or NULL */
  /* NULL where an output is not wanted, and before it is reserved; the caller's from the beginning. */
  unsigned char *y;
  int64_t *indices;
  int64_t *inverse;
  int64_t *counts;
} uo_answer;

/* Makes room for the inverse, if it is wanted: one number for each item, whatever U will be. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_answer_open(uo_answer *answer, uo_error *error);

/* Makes room for all else that is wanted, now that U is known. UO_ERROR_MEMORY; UO_ERROR_ROOM when the caller's room is
 * for fewer. */
UO_MUST_USE uo_error_code uo_answer_reserve(uo_answer *answer, int64_t distinct, uo_error *error);

/* Frees the outputs, which are not the caller's. */
void uo_answer_release(uo_answer *answer);

/*
 * Writes Y and, if wanted, indices of the output positions begin .. begin + count: they are the items `positions` of X
 * (VAL-02, SIL-03, SIL-04: bit for bit what stands there; IDX-01).
 */
void uo_answer_put(const uo_answer *answer, int64_t begin, int64_t count, const int64_t *positions);

/* The same for Y alone. */
void uo_answer_put_y(const uo_answer *answer, int64_t begin, int64_t count, const int64_t *positions);

#endif
