/* uo_check with its two ways held against each other. */
#ifndef UO_TESTS_CHECKER_BOTH_H
#define UO_TESTS_CHECKER_BOTH_H

#include <unique_oracle/checker.h>

/*
 * As uo_check; and the judgements, clause by clause, find as much as it did; and the proof succeeds exactly when they
 * find nothing, but for what checker/proof.h leaves to them.
 */
uo_error_code checker_both(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                           const uo_outputs *claimed, uo_policy policy, const uo_allocator *allocator,
                           uo_report *report, uo_error *error);

#endif
