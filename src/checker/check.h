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

/* How to judge: a set of these. */
enum {
  UO_CHECK_HURRY = 1,  /* end at the first group of clauses that is violated, and report no other */
  UO_CHECK_EXPLAIN = 2 /* judge each clause even where a proof (proof.h) would do: the same report, found another way */
};

/*
 * Judges: a right answer by proof, where there is one, and everything else clause by clause. Allocates in `arena`.
 * UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_check_judge(const uo_check_question *question, uo_policy policy, unsigned how,
                                         uo_arena *arena, uo_report *report, uo_error *error);

#endif
