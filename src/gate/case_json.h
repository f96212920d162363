/* Members of a JSON object that tell of a judged case, the same in every report: no comma before or behind them. */
#ifndef UO_GATE_CASE_JSON_H
#define UO_GATE_CASE_JSON_H

#include <stdio.h>

#include "gate/judge.h"

/* "clauses": [violated ones, each once], "silent_points": [where it differs from the policy] */
void uo_json_write_clauses(const uo_judgement *judgement, FILE *stream);

/* "dtype", "shape", "axis", "sorted", "outputs" */
void uo_json_write_node(const uo_case *question, FILE *stream);

/* "findings": the first 4 of them */
void uo_json_write_findings(const uo_report *report, FILE *stream);

#endif
