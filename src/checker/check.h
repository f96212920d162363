/* One check from its parts, for uo_check and uo_check_set. */
#ifndef UO_CHECKER_CHECK_H
#define UO_CHECKER_CHECK_H

#include <unique_oracle/checker.h>

#include "tensor/memory.h"

/* What is asked, once X and the attributes are known to be valid. */
typedef struct uo_check_question {
  const uo_tensor *x;
  int32_t axis; /* resolved: -1 without */
  bool sorted;
  uint32_t wanted;
  const uo_outputs *claimed;
} uo_check_question;

/* Checks the arguments that uo_check and uo_check_set share. */
UO_MUST_USE uo_error_code uo_check_question_make(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                                 const uo_outputs *claimed, uo_check_question *question,
                                                 uo_error *error);

/*
 * Judges; with `hurry` it ends at the first group of clauses that is violated and reports no other. Allocates in
 * `arena`. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_check_judge(const uo_check_question *question, uo_policy policy, bool hurry,
                                         uo_arena *arena, uo_report *report, uo_error *error);

#endif
