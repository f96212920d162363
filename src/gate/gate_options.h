/* What a run of the gate is told on its command line. */
#ifndef UO_GATE_GATE_OPTIONS_H
#define UO_GATE_GATE_OPTIONS_H

#include "gate/option.h"
#include "subjects/subject.h"

typedef enum uo_subject_kind {
  UO_SUBJECT_BUILTIN,
  UO_SUBJECT_PLUGIN,
  UO_SUBJECT_COMMAND,
  UO_SUBJECT_ANSWERS
} uo_subject_kind;

#define UO_MAX_VECTOR_PATHS 64

/*
 * The kinds of report that go to a file: name in the code, option, what --help says. A new kind is one row here and one
 * file report_NAME.c with uo_report_NAME_open.
 */
/* clang-format off */
#define UO_REPORTS(X) \
  X(JUNIT, junit, "a JUnit report; - is standard output, the readable report then goes to standard error") \
  X(HTML, html, "one page for a browser: verdicts by clause, type and axis, and the failing cases; - as for --junit") \
  X(SARIF, sarif, "a SARIF 2.1.0 file: every failing case as a result of the clause that it violates; - as for --junit") \
  X(TAP, tap, "TAP version 14: a test point a case; - as for --junit") \
  X(EVENTS, events, "JSON lines: the start of the run, every case, the end (docs/reports.md); - as for --junit") \
  X(CLAIM, claim, "a claim: what was judged, and the verdicts, for verify-claim (docs/claims.md); - as for --junit") \
  X(BEHAVIOURS, behaviours, "which behaviours of the operator the run exercised, as JSON (docs/behaviours.md); - as for --junit")
/* clang-format on */

typedef enum uo_report_kind {
#define UO_REPORT_ENUMERATOR(NAME, name, help) UO_REPORT_##NAME,
  UO_REPORTS(UO_REPORT_ENUMERATOR)
#undef UO_REPORT_ENUMERATOR
      UO_REPORT_COUNT
} uo_report_kind;

/* Texts point to the command line. */
typedef struct uo_gate_options {
  uo_subject_kind subject;
  const char *subject_argument; /* the file or command line; NULL for the built-in reference */

  const char *vectors[UO_MAX_VECTOR_PATHS];
  size_t vector_count; /* 0: the corpus */
  const char *corpus;  /* what is read without --vectors */
  const char *bundled; /* the corpus that needs no option: what a rerun reads by itself */
  int level;           /* -1: not said */
  uint64_t seed;
  uint64_t count;
  const char *only; /* NULL: all cases */
  uint64_t shard;
  uint64_t shards;
  uint32_t dtypes; /* bits 1u << UO_TYPE_* */
  uint32_t required;
  const char *known_failures;
  const char *write_known_failures;
  const char *write_known_groups;

  bool spec;
  uo_policy policy;
  uo_limits limits;
  uint64_t max_shown;
  bool fail_fast;
  bool no_shrink;
  bool quiet;                           /* only the last line */
  bool colour;                          /* the readable report goes to a terminal that shows colours */
  const char *reports[UO_REPORT_COUNT]; /* where each kind goes; NULL: nowhere */
  struct uo_claim_check *verify;        /* the claim that this run is compared with, or NULL */

  const char *program; /* how the user called the program, for the commands in reports */
  const char *version; /* of the program */
} uo_gate_options;

#define UO_DEFAULT_SEED       1
#define UO_DEFAULT_COUNT      20000
#define UO_DEFAULT_SECONDS    10
#define UO_DEFAULT_MEMORY_MIB 2048
#define UO_DEFAULT_SHOWN      20
/* More random cases than anybody has time for; keeps sums of sizes within 64 bits. */
#define UO_MOST_CASES (UINT64_C(1) << 53)

uo_gate_options uo_gate_options_default(void);

/* --plugin to --behaviours; `options` of `set` is a uo_gate_options. */
extern const uo_option uo_gate_option_table[];

/* Sets an option of the table by its name: for subcommands that share some of them. */
UO_MUST_USE uo_error_code uo_gate_option_set(const char *name, uo_gate_options *options, const char *value,
                                             uo_error *error);

/* What one option alone cannot see: the default level, reports that cannot be written, or would overwrite each other or
 * what the run reads. */
UO_MUST_USE uo_error_code uo_gate_options_complete(uo_gate_options *options, uo_error *error);

/* "junit", ...: the option of a report without its dashes. */
const char *uo_report_option(uo_report_kind kind);

/* The report that has standard output; UO_REPORT_COUNT when none has it. */
uo_report_kind uo_report_on_stdout(const uo_gate_options *options);

/* How the subject is named on the command line: "--plugin", ..., or NULL for the built-in one. */
const char *uo_subject_option(uo_subject_kind kind);

#endif
