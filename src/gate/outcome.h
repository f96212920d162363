/* What becomes of a case, and what of a run: all that reports are made from. */
#ifndef UO_GATE_OUTCOME_H
#define UO_GATE_OUTCOME_H

#include <stdio.h>

#include "cases/behaviours.h"
#include "gate/gate_options.h"
#include "gate/judge.h"
#include "gate/known_failures.h"
#include "gate/plan.h"

#define UO_GROUP_TITLE 320

/* One judged case. */
typedef struct uo_outcome {
  const uo_planned *planned;
  const uo_judgement *judgement;
  const char *given[UO_OUTPUT_COUNT]; /* the outputs of a failing case as text; NULL where there is none */
  bool fails;                         /* fails the gate, known or not */
  bool known;                         /* a known failure: does not count against the subject */
  double seconds;                     /* its share of the time of its batch */
  const uo_behaviour_set *behaviours; /* what it exercised; NULL unless the run counts behaviours */
} uo_outcome;

/* Every case is in exactly one of pass, freedom, unsupported, failed and known. */
typedef struct uo_tally {
  uint64_t cases;
  uint64_t pass;
  uint64_t freedom;     /* that does not fail the gate */
  uint64_t unsupported; /* that does not fail the gate */
  uint64_t failed;
  uint64_t known;
  uint64_t verdicts[UO_VERDICT_COUNT];
  uint32_t dtypes; /* types of which a case was judged */
} uo_tally;

void uo_tally_add(uo_tally *tally, const uo_outcome *outcome);

/* A run, while it goes on and when it is over. */
typedef struct uo_run {
  const uo_gate_options *options;
  const uo_subject_info *subject;
  const uo_plan *plan;
  uo_known_failures *known;
  uo_judge judge;
  uo_tally tally;
  uo_subject *asked;                 /* once all cases are judged: whom smaller cases may be asked; else NULL */
  uo_behaviour_counts *behaviours;   /* NULL unless --behaviours asks for them */
  struct uo_smallest_list *smallest; /* found when the run is over (smallest.h); NULL when no report shows them */
  uint64_t problems;                 /* entries of the list of known failures that are wrong now */
  bool started;                      /* the reporters know of it */
  const char *stopped;               /* why cases were left out: --fail-fast, a subject given up; NULL when none was */
  int signal;                        /* the signal that interrupted it, or 0 */
  bool broken_off;                   /* by an error: nothing can be said about the subject */
  const char *failure;               /* that error, when it was broken off; else NULL */
  double seconds;
} uo_run;

/* Whether some planned cases were not to run, or did not. */
bool uo_run_is_partial(const uo_run *run);

bool uo_run_conforms(const uo_run *run);

/*
 * Why a run that is over judged nothing, or not all that was asked for: "interrupted: ..."; "" when it did.
 * --fail-fast, a shard and a subject that was given up are no reason: who asked for less, or failed so, is judged.
 */
char *uo_run_incomplete(const uo_run *run, char *text, size_t size);

/* The policy as the summary names it; at most `size` bytes. */
char *uo_run_policy(const uo_run *run, char *text, size_t size);

/* The fixed last line, without its line feed: "unique-oracle: conforms  cases=..". */
char *uo_run_summary(const uo_run *run, char *text, size_t size);

/* What the choices that are left under spec explain: "the run", or less when some answers are wrong. */
const char *uo_run_explained(const uo_run *run);

/* Whether a finding before this one is of the same clause: one clause may have findings in several outputs. */
bool uo_is_named_before(const uo_report *report, int finding);

/* "wrong: VAL-01, IDX-01 in Y": what failures are grouped by. */
char *uo_outcome_group(const uo_outcome *outcome, char *text, size_t size);

/*
 * Writes everything about one failing case: the case in readable form, the answer, the findings, and the one command
 * that reruns it alone. Every line begins with `indent`.
 */
void uo_outcome_describe(const uo_run *run, const uo_outcome *outcome, const char *indent, FILE *stream);

/* The command line that reruns this case alone, for a POSIX shell. */
void uo_outcome_rerun(const uo_run *run, const uo_outcome *outcome, FILE *stream);

/* Writes a word so that a POSIX shell reads it back. */
void uo_shell_word(const char *word, FILE *stream);

/*
 * What happens in a run: its start, when the first case is judged; every case, in order; its end. A run that breaks off
 * by an error after its start ends too, with run->broken_off, and perhaps for the second time.
 */
typedef enum uo_event_kind { UO_EVENT_START, UO_EVENT_CASE, UO_EVENT_END } uo_event_kind;
typedef struct uo_event {
  uo_event_kind kind;
  const uo_run *run;
  const uo_outcome *outcome; /* CASE only */
} uo_event;

/* Whoever turns events into a report. */
typedef struct uo_reporter uo_reporter;
struct uo_reporter {
  uo_error_code (*hear)(uo_reporter *reporter, const uo_event *event, uo_error *error);
  void (*close)(uo_reporter *reporter); /* frees it */
};

/* Tells all of them, in order. */
UO_MUST_USE uo_error_code uo_tell(uo_reporter *const *reporters, size_t count, const uo_event *event, uo_error *error);

/* The readable report on `stream`, summary line last. */
UO_MUST_USE uo_error_code uo_report_text_open(FILE *stream, uo_reporter **reporter, uo_error *error);

/*
 * The reports of UO_REPORTS, as files: uo_report_junit_open, ... Nothing is at `path` before the run starts; "-" is
 * standard output. Messages begin with the option.
 */
#define UO_REPORT_OPEN(NAME, name, help)                                                                               \
  UO_MUST_USE uo_error_code uo_report_##name##_open(const char *path, uo_reporter **reporter, uo_error *error);
UO_REPORTS(UO_REPORT_OPEN)
#undef UO_REPORT_OPEN

/* A list of known failures that is true after this run. */
UO_MUST_USE uo_error_code uo_report_known_open(const char *path, uo_reporter **reporter, uo_error *error);

/* The same with a line for each kind of failure (gate/known_groups.h). */
UO_MUST_USE uo_error_code uo_report_groups_open(const char *path, uo_reporter **reporter, uo_error *error);

#endif
