/* How many groups there will be, told from the first items: what decides between hashing and sorting. */
#ifndef UO_REFERENCE_EXPECTED_H
#define UO_REFERENCE_EXPECTED_H

#include <stdint.h>

/* About the square root, not less. */
static inline int64_t uo_square_root(int64_t number) {
  int64_t root = 1;
  while (root * root < number) root *= 2;
  return root;
}

/* So many groups that repeats among the first of n items tell how many there will be: of n / 4 values some 30 repeat.
 */
static inline int64_t uo_telling_groups(int64_t n) { return 4 * uo_square_root(n); }

/*
 * The number of groups to be expected of n items when the first `seen` of them made `groups`. As many items drawn from
 * p values repeat about seen^2 / 2p times; n of them then have about p n / (p + n) values.
 */
static inline int64_t uo_expected_groups(int64_t n, int64_t seen, int64_t groups) {
  double repeats = (double)(seen - groups);
  if (repeats < 1) return n;
  double values = (double)seen * (double)seen / (2 * repeats);
  return (int64_t)(values * (double)n / (values + (double)n));
}

#endif
