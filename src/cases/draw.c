#include "cases/draw.h"

/* The odd number nearest to 2^64 divided by the golden ratio: consecutive multiples of it lie far apart. */
#define GAMMA UINT64_C(0x9E3779B97F4A7C15)

/*
 * A bijection of 64-bit numbers in which each bit of the argument flips about half of the bits (SplitMix64's
 * finaliser).
 */
static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

uo_draws uo_draws_start(uint64_t seed, uint64_t index) {
  /* Mixed one after the other, so that (1, 2) and (2, 1) have nothing in common. */
  uo_draws draws = {mix(mix(seed + GAMMA) + index), 0};
  return draws;
}

uint64_t uo_draw(uo_draws *draws) {
  draws->count++;
  return mix(draws->key + draws->count * GAMMA);
}

uint64_t uo_draw_below(uo_draws *draws, uint64_t bound) {
  uint64_t mask = bound - 1;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  /* Numbers beyond the bound are thrown away, not folded back: no number is more likely than another. */
  for (;;) {
    uint64_t number = uo_draw(draws) & mask;
    if (number < bound) return number;
  }
}

int uo_draw_weighted(uo_draws *draws, const unsigned char *weights, int count) {
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) sum += weights[i];
  uint64_t number = uo_draw_below(draws, sum);
  int i = 0;
  for (; number >= weights[i]; i++) number -= weights[i];
  return i;
}
