#include "gate/gate.h"

#include <stdlib.h>
#include <string.h>

#include "gate/append.h"
#include "gate/claim.h"
#include "gate/open_subject.h"
#include "gate/smallest.h"
#include "tensor/guard.h"

/* The most reports of one run. */
#define REPORTERS (UO_REPORT_COUNT + 3)

/* Everything that a run holds, so that it can be given back in one place. */
typedef struct gate_parts {
  const uo_gate_options *options;
  uo_corpus corpus;
  uo_known_failures known;
  uo_plan plan;
  uo_subject *subject;
  uo_reporter *reporters[REPORTERS];
  size_t reporter_count;
  uo_smallest_list smallest;
  uo_run run;
} gate_parts;

static uo_error_code read_vectors(gate_parts *gate, uo_error *error) {
  const uo_gate_options *options = gate->options;
  uo_origin origin;
  uint64_t seed;
  uint64_t index;
  uo_error reason = {0};
  /* A generated case needs no vectors. */
  bool generated = options->only != NULL && uo_generated_id(options->only, &origin, &seed, &index);
  if (options->vector_count == 0 && !generated) {
    UO_REQUIRE(uo_corpus_add(&gate->corpus, options->corpus, &reason) == UO_ERROR_NONE, error, reason.code,
               "the corpus: %s; name vectors with --vectors PATH or UNIQUE_ORACLE_CORPUS", reason.message);
  }
  for (size_t i = 0; i < options->vector_count; i++) {
    UO_REQUIRE(uo_corpus_add(&gate->corpus, options->vectors[i], &reason) == UO_ERROR_NONE, error, reason.code,
               "--vectors %s", reason.message);
  }
  return uo_corpus_seal(&gate->corpus, error);
}

static uo_error_code read_known_failures(gate_parts *gate, uo_error *error) {
  if (gate->options->known_failures == NULL) return UO_ERROR_NONE;
  uo_error reason = {0};
  uo_error_code code = uo_known_failures_read(gate->options->known_failures, &gate->known, &reason);
  UO_REQUIRE(code == UO_ERROR_NONE, error, code, "--known-failures %s", reason.message);
  return UO_ERROR_NONE;
}

typedef uo_error_code open_report(const char *path, uo_reporter **reporter, uo_error *error);

static uo_error_code open_file(gate_parts *gate, const char *path, open_report *open, uo_error *error) {
  if (path == NULL) return UO_ERROR_NONE;
  UO_TRY(open(path, &gate->reporters[gate->reporter_count], error));
  gate->reporter_count++;
  return UO_ERROR_NONE;
}

/* The readable report comes last: when it says that all is well, the other reports stand. */
static uo_error_code open_reports(gate_parts *gate, FILE *report, uo_error *error) {
  static open_report *const opens[UO_REPORT_COUNT] = {
#define UO_REPORT_OPEN(NAME, name, help) uo_report_##name##_open,
      UO_REPORTS(UO_REPORT_OPEN)
#undef UO_REPORT_OPEN
  };
  const uo_gate_options *options = gate->options;
  if (options->reports[UO_REPORT_BEHAVIOURS] != NULL) {
    gate->run.behaviours = calloc(1, sizeof *gate->run.behaviours);
    UO_REQUIRE_MEMORY(gate->run.behaviours, error);
  }
  UO_TRY(open_file(gate, options->write_known_failures, uo_report_known_open, error));
  UO_TRY(open_file(gate, options->write_known_groups, uo_report_groups_open, error));
  for (int kind = 0; kind < UO_REPORT_COUNT; kind++) {
    UO_TRY(open_file(gate, options->reports[kind], opens[kind], error));
  }
  if (options->verify != NULL) {
    UO_TRY(uo_claim_check_open(options->verify, &gate->reporters[gate->reporter_count], error));
    gate->reporter_count++;
  }
  if (report == NULL) return UO_ERROR_NONE;
  UO_TRY(uo_report_text_open(report, &gate->reporters[gate->reporter_count], error));
  gate->reporter_count++;
  return UO_ERROR_NONE;
}

/* An id that a list of known failures cannot hold is told now, not when its case has failed. */
static uo_error_code check_ids(const gate_parts *gate, uo_error *error) {
  const uo_gate_options *options = gate->options;
  for (size_t i = 0; options->write_known_failures != NULL && i < gate->corpus.count; i++) {
    const uo_corpus_vector *vector = &gate->corpus.vectors[i];
    const uo_case *question = &vector->vector.question;
    bool asked = (options->dtypes & (1u << question->x.dtype)) != 0;
    if (options->only != NULL) asked = strcmp(options->only, question->id) == 0;
    UO_REQUIRE(!asked || uo_known_failure_writable(question->id), error, UO_ERROR_INPUT,
               "--write-known-failures %s: the id \"%s\" (%s) cannot stand in a list: it begins or ends with a blank, "
               "begins with # or has a blank before one; change it, or use --write-known-groups",
               options->write_known_failures, question->id, vector->place);
  }
  return UO_ERROR_NONE;
}

/* A named type that must be offered, and that nobody was asked about, is not known to be. A part of a run need not have
 * each type, and `all` are those that come up. */
static uo_error_code check_required(const gate_parts *gate, uo_error *error) {
  const uo_gate_options *options = gate->options;
  uint32_t missing = options->required & ~gate->run.tally.dtypes;
  bool part = options->only != NULL || options->shards > 1 || gate->run.stopped != NULL;
  if (missing == 0 || part || options->required == UO_ALL_DTYPES || !uo_run_conforms(&gate->run)) return UO_ERROR_NONE;
  char names[256] = "";
  for (int32_t dtype = 0; dtype < 32; dtype++) {
    if ((missing >> dtype & 1u) == 0) continue;
    uo_append(names, sizeof names, "%s%s", names[0] == '\0' ? "" : ",", uo_type_name(dtype));
  }
  return uo_fail(error, UO_ERROR_INPUT,
                 "--require-dtypes %s: no case of %s was judged; choose cases that have it (--level, --vectors, "
                 "--dtype), or do not require it",
                 names, strchr(names, ',') == NULL ? "this type" : "these types");
}

static uint64_t count_problems(const gate_parts *gate) {
  uint64_t problems = 0;
  bool partial = uo_run_is_partial(&gate->run);
  for (size_t i = 0; i < gate->known.count; i++) {
    char problem[1024];
    uo_known_failure_problem(&gate->known, &gate->known.entries[i], &gate->plan, partial, problem, sizeof problem);
    problems += problem[0] != '\0';
  }
  return problems;
}

static uo_error_code judge_all(gate_parts *gate, FILE *report, FILE *progress, uo_error *error) {
  const uo_gate_options *options = gate->options;
  UO_TRY(read_known_failures(gate, error));
  UO_TRY(read_vectors(gate, error));
  UO_TRY(check_ids(gate, error));
  UO_TRY(uo_open_subject(options, &options->limits, &gate->subject, error));
  gate->run.subject = &gate->subject->info;
  UO_TRY(open_reports(gate, report, error));
  UO_TRY(uo_run_cases(&gate->run, gate->subject, gate->reporters, gate->reporter_count, progress, error));
  UO_REQUIRE(gate->run.signal == 0 || gate->run.tally.cases > 0, error, UO_ERROR_SYSTEM,
             "interrupted before a case was judged");
  UO_REQUIRE(gate->run.tally.cases > 0, error, UO_ERROR_INPUT,
             "no case was judged: none of %zu vectors and %llu planned cases is left by %s", gate->corpus.count,
             (unsigned long long)uo_plan_size(&gate->plan),
             options->only != NULL ? "--case, --shard and --dtype" : "--level, --count, --shard and --dtype");
  UO_REQUIRE(gate->run.signal != 0 || gate->run.tally.unsupported < gate->run.tally.cases, error, UO_ERROR_INPUT,
             "no case was judged: the subject %s offers none of the %llu cases; choose cases that it offers (--dtype, "
             "--vectors), or make it offer them",
             gate->subject->info.name, (unsigned long long)gate->run.tally.cases);
  gate->run.problems = count_problems(gate);
  UO_TRY(check_required(gate, error));
  gate->run.asked = gate->run.signal == 0 ? gate->subject : NULL;
  UO_TRY(uo_smallest_search(&gate->smallest, &gate->run, error));
  const uo_event end = {.kind = UO_EVENT_END, .run = &gate->run};
  return uo_tell(gate->reporters, gate->reporter_count, &end, error);
}

/* A run that broke off after its start: reports say so, as far as they can still be written. */
static void end_broken(gate_parts *gate, const uo_error *error) {
  const uo_event end = {.kind = UO_EVENT_END, .run = &gate->run};
  gate->run.broken_off = true;
  gate->run.failure = error == NULL ? "an error" : error->message;
  gate->run.asked = NULL;
  for (size_t i = 0; gate->run.started && i < gate->reporter_count; i++) {
    (void)!gate->reporters[i]->hear(gate->reporters[i], &end, NULL);
  }
}

uo_error_code uo_gate_run(const uo_gate_options *options, FILE *report, FILE *progress, uo_gate_result *result,
                          uo_error *error) {
  gate_parts gate = {.options = options};
  gate.plan = (uo_plan){.corpus = &gate.corpus,
                        .level = options->level,
                        .seed = options->seed,
                        .count = options->count,
                        .shard = options->shard,
                        .shards = options->shards,
                        .dtypes = options->dtypes,
                        .only = options->only};
  gate.run = (uo_run){.options = options, .plan = &gate.plan, .known = &gate.known};
  if (uo_smallest_is_wanted(options)) gate.run.smallest = &gate.smallest;
  gate.run.judge = uo_judge_for(options->spec, options->policy);
  uo_error_code code = judge_all(&gate, report, progress, error);
  if (code != UO_ERROR_NONE) end_broken(&gate, error);
  result->conforms = uo_run_conforms(&gate.run);
  result->signal = uo_is_interrupted(&options->limits) && (code != UO_ERROR_NONE || gate.run.signal != 0)
                       ? (int)*options->limits.interrupt
                       : 0;
  uo_run_summary(&gate.run, result->summary, sizeof result->summary);
  for (size_t i = 0; i < gate.reporter_count; i++) gate.reporters[i]->close(gate.reporters[i]);
  if (gate.run.behaviours != NULL) uo_behaviours_release(gate.run.behaviours);
  free(gate.run.behaviours);
  uo_subject_close(gate.subject);
  uo_smallest_release(&gate.smallest);
  uo_known_failures_release(&gate.known);
  uo_corpus_release(&gate.corpus);
  return code;
}
