/* A case: one question to a subject. */
#ifndef UO_CASES_CASE_H
#define UO_CASES_CASE_H

#include <unique_oracle/unique.h>

/*
 * Everything that a case points to is owned by somebody else, in practice the arena that it was read or generated into.
 */
typedef struct uo_case {
  const char *id; /* "wild-B001", "7:123", "grid:42", "small:9" */
  uo_tensor x;    /* always valid (uo_tensor_validate) */
  uo_attributes attributes;
  uint32_t wanted; /* UO_WANT_Y always set */
} uo_case;

/*
 * UO_ERROR_NONE when the operator allows this case, else why it must be rejected (ERR-01, ERR-02: UO_ERROR_AXIS;
 * ERR-03: UO_ERROR_SORTED).
 */
UO_MUST_USE uo_error_code uo_case_allowed(const uo_case *question, uo_error *reason);

#endif
