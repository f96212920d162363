/*
 * The generator of numbers behind generated cases (docs/cases.md). Counter-based: draw number d of case (seed, index)
 * is a function of the three alone. Unsigned 64-bit integers only, so every machine draws the same.
 */
#ifndef UO_CASES_DRAW_H
#define UO_CASES_DRAW_H

#include <stdint.h>

typedef struct uo_draws {
  uint64_t key;   /* of the case */
  uint64_t count; /* draws taken so far */
} uo_draws;

/* The draws of case (seed, index), from the first on. */
uo_draws uo_draws_start(uint64_t seed, uint64_t index);

/* The next 64 bits. */
uint64_t uo_draw(uo_draws *draws);

/* A number in [0, bound), every one equally likely; bound is at least 1. Takes one draw or more. */
uint64_t uo_draw_below(uo_draws *draws, uint64_t bound);

/* A position in `weights`, as likely as its weight; the weights are not all 0. */
int uo_draw_weighted(uo_draws *draws, const unsigned char *weights, int count);

/* True once in `times`. */
#define UO_DRAW_ONCE_IN(draws, times) (uo_draw_below((draws), (times)) == 0)

#endif
