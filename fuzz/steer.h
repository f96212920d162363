/* Behaviours of the operator as counters that libFuzzer looks at as it looks at edges of code. */
#ifndef UO_FUZZ_STEER_H
#define UO_FUZZ_STEER_H

#include "cases/answer.h"
#include "cases/case.h"

/*
 * Counts what this case, and the answer unless it is NULL, exercise, unless the environment variable
 * UNIQUE_ORACLE_STEER is 0. With UNIQUE_ORACLE_BINS=FILE every bin is written to FILE, behind the number of the
 * execution that hit it first.
 */
void uo_steer(const uo_case *question, const uo_answer *answer);

#endif
