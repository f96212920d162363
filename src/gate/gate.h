/* A whole run of the gate. */
#ifndef UO_GATE_GATE_H
#define UO_GATE_GATE_H

#include "gate/outcome.h"

#define UO_SUMMARY 512

/* How a run ended. */
typedef struct uo_gate_result {
  bool conforms;
  int signal;               /* that interrupted it, or 0 */
  char summary[UO_SUMMARY]; /* the fixed last line, also when there was an error */
} uo_gate_result;

/*
 * Reads vectors and lists, opens the subject, judges every case of the plan, writes the reports: the readable one, with
 * the summary as its last line, to `report`. Everything that can be refused is refused before the first case is asked,
 * and no report appears then. `report` may be NULL, for none. `progress` may be NULL; it gets a line that overwrites
 * itself. A run that is interrupted (options->limits.interrupt) reports what it judged, conforms to nothing, and is no
 * error once a case was judged.
 *
 * Errors: UO_ERROR_INPUT, _ARGUMENT, _SYSTEM, _MEMORY: no judgement can be made. No case judged is UO_ERROR_INPUT.
 */
UO_MUST_USE uo_error_code uo_gate_run(const uo_gate_options *options, FILE *report, FILE *progress,
                                      uo_gate_result *result, uo_error *error);

/*
 * Asks and judges every case of run->plan, keeps run->tally, run->judge and run->stopped, and hands the outcomes to the
 * reporters in order. Part of uo_gate_run.
 */
UO_MUST_USE uo_error_code uo_run_cases(uo_run *run, uo_subject *subject, uo_reporter *const *reporters,
                                       size_t reporter_count, FILE *progress, uo_error *error);

#endif
