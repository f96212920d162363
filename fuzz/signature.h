/* Findings: one line that says what is wrong, so that equal ones can be told, and an end that a fuzzer notices. */
#ifndef UO_FUZZ_SIGNATURE_H
#define UO_FUZZ_SIGNATURE_H

#include <unique_oracle/checker.h>

#include "cases/case.h"

/* The clauses of a report, each once: "CNT-01 IDX-01"; cut to `size`. */
char *uo_signature_clauses(const uo_report *report, char *text, size_t size);

/*
 * Prints "unique-oracle-finding: VERDICT CLAUSES" and, where there is one, the case and what was found, to stderr, and
 * aborts. When the file that UNIQUE_ORACLE_KNOWN_FINDINGS names has that signature ("VERDICT CLAUSES", one a line) it
 * says nothing and returns: a campaign then goes on behind what it knows already.
 */
void uo_raise(const char *verdict, const char *clauses, const uo_case *question, const uo_report *report);

/* Raises `verdict` unless the condition holds; for what is never known already. */
#define UO_FUZZ_DEMAND(condition, verdict, what)                                                                       \
  do {                                                                                                                 \
    if (!(condition)) uo_raise((verdict), (what), NULL, NULL);                                                         \
  } while (0)

#endif
