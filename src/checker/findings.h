/* Writing down what is wrong with an answer. */
#ifndef UO_CHECKER_FINDINGS_H
#define UO_CHECKER_FINDINGS_H

#include <unique_oracle/checker.h>

/*
 * Notes one more place where `clause` is violated in `output`. At the first place of that clause and output it returns
 * the finding, whose have and want the caller writes with uo_finding_text; at later ones, which are only counted, NULL.
 */
uo_finding *uo_report_add(uo_report *report, uo_clause clause, int output, int64_t position);

/* Notes that an output as a whole violates `clause`. */
void uo_report_whole(uo_report *report, uo_clause clause, int output, const char *have, const char *want);

/* Writes `have` or `want`; what does not fit is cut at a character and ends with "...". */
void uo_finding_text(char text[UO_FINDING_TEXT], const char *format, ...) UO_PRINTF(2, 3);

/* Whether something was found in this output against this clause. */
bool uo_report_has(const uo_report *report, uo_clause clause, int output);

#endif
