/* The values that one tensor is made of. */
#ifndef UO_CASES_ALPHABET_H
#define UO_CASES_ALPHABET_H

#include "cases/build.h"
#include "cases/values.h"

/* Values in ascending order (uo_value_compare), no two alike. */
typedef struct uo_alphabet {
  int32_t dtype;
  uint32_t size; /* at least 1 */
  const uo_value *value;
} uo_alphabet;

/*
 * Draws pattern->values values from pattern->source and, if these are fewer than `extend_to`, adds uo_value_spread's
 * from 0 on up to that number. Values that come twice are kept once. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_alphabet_draw(int32_t dtype, const uo_pattern *pattern, uint32_t extend_to,
                                           uo_draws *draws, uo_arena *arena, uo_alphabet *alphabet, uo_error *error);

#endif
