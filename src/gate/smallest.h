/* The smallest failing case, for the readable report: a short search after the run. */
#ifndef UO_GATE_SMALLEST_H
#define UO_GATE_SMALLEST_H

#include "gate/outcome.h"

/* Whether it makes sense to look for a smaller case than this failing one. */
bool uo_smallest_is_wanted(const uo_run *run, const uo_outcome *outcome);

/*
 * Asks run->asked about smaller cases, for at most `seconds`, and writes a line about the smallest one that failed
 * twice as `failure` says. Nothing is written when there is none, or when the subject cannot be asked any more: the
 * report does not depend on it.
 */
void uo_smallest_write(const uo_run *run, const uo_case *question, const uo_judgement *failure, double seconds,
                       const char *indent, FILE *stream);

#endif
