/* The summary of the HTML report: counts by verdict, clause, type and kind of axis. */
#ifndef UO_GATE_HTML_TABLES_H
#define UO_GATE_HTML_TABLES_H

#include "gate/outcome.h"

/* How the axis of a case lies, and whether it is counted from the back. */
#define UO_AXIS_KINDS(X)                                                                                               \
  X(NONE, "none")                                                                                                      \
  X(ONLY, "only")                                                                                                      \
  X(ONLY_BACK, "only, from the back")                                                                                  \
  X(FIRST, "first")                                                                                                    \
  X(FIRST_BACK, "first, from the back")                                                                                \
  X(MIDDLE, "middle")                                                                                                  \
  X(MIDDLE_BACK, "middle, from the back")                                                                              \
  X(LAST, "last")                                                                                                      \
  X(LAST_BACK, "last, from the back")                                                                                  \
  X(OUT_OF_RANGE, "out of range")

typedef enum uo_axis_kind {
#define UO_AXIS_ENUMERATOR(NAME, text) UO_AXIS_##NAME,
  UO_AXIS_KINDS(UO_AXIS_ENUMERATOR)
#undef UO_AXIS_ENUMERATOR
      UO_AXIS_KIND_COUNT
} uo_axis_kind;

uo_axis_kind uo_axis_kind_of(const uo_case *question);
const char *uo_axis_kind_name(uo_axis_kind kind);

typedef struct uo_html_counts {
  uint64_t clause[UO_CLAUSE_COUNT][UO_VERDICT_COUNT]; /* cases that violate it, or differ at this silent point */
  uint64_t type[32][UO_VERDICT_COUNT];
  uint64_t axis[UO_AXIS_KIND_COUNT][UO_VERDICT_COUNT];
} uo_html_counts;

void uo_html_count(uo_html_counts *counts, const uo_outcome *outcome);

/* Calls `found` for each violated clause, then for each silent point in which the answer differs, each once. */
void uo_each_clause(const uo_judgement *judgement, void (*found)(void *context, uo_clause clause), void *context);

/* The number of each verdict as a list, and the three tables. */
void uo_html_write_tables(const uo_html_counts *counts, const uo_run *run, FILE *stream);

#endif
