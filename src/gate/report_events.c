/* --events: the run as JSON lines: its start, every case, its end (docs/reports.md). */
#include <inttypes.h>
#include <stdlib.h>

#include "gate/case_json.h"
#include "gate/describe.h"
#include "gate/document.h"
#include "gate/json.h"
#include "gate/line_file.h"
#include "gate/smallest.h"
#include "tensor/guard.h"

typedef struct events_report {
  uo_reporter base;
  uo_line_file file;
  FILE *line; /* the line that is being made, in memory */
  char *text;
  size_t size;
} events_report;

/* ---- A case ------------------------------------------------------------------------------------------------------ */

/* "name": what `describe` writes, as a string. */
static uo_error_code write_described(const char *name, void (*describe)(const uo_run *, const uo_outcome *, FILE *),
                                     const uo_run *run, const uo_outcome *outcome, FILE *line, uo_error *error) {
  char *text;
  UO_TRY(uo_described(describe, run, outcome, &text, error));
  uo_json_write_member(name, text, line);
  free(text);
  return UO_ERROR_NONE;
}

static void describe_case(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  (void)run;
  uo_describe_case_shortly(&outcome->planned->question, stream);
}

static uo_error_code write_failure(const uo_run *run, const uo_outcome *outcome, FILE *line, uo_error *error) {
  fputs(", ", line);
  uo_json_write_findings(&outcome->judgement->report, line);
  fputs(", ", line);
  UO_TRY(write_described("case", describe_case, run, outcome, line, error));
  fputs(", ", line);
  return write_described("rerun", uo_outcome_rerun, run, outcome, line, error);
}

static uo_error_code write_case(const uo_run *run, const uo_outcome *outcome, FILE *line, uo_error *error) {
  const uo_judgement *judgement = outcome->judgement;
  char policy[256];
  fputs("{\"event\": \"case\", ", line);
  uo_json_write_member("id", outcome->planned->question.id, line);
  fprintf(line, ", \"verdict\": \"%s\", \"fails\": %s, \"known\": %s", uo_verdict_name(judgement->verdict),
          outcome->fails ? "true" : "false", outcome->known ? "true" : "false");
  fputs(", ", line);
  uo_json_write_clauses(judgement, line);
  fprintf(line, ", \"origin\": \"%s\", ", uo_origin_name(outcome->planned->origin));
  uo_json_write_node(&outcome->planned->question, line);
  fprintf(line, ", \"policy\": \"%s\", \"seconds\": %.6f, ", uo_policy_format(judgement->policy, policy, sizeof policy),
          outcome->seconds);
  uo_json_write_member("message", judgement->message, line);
  if (outcome->fails) UO_TRY(write_failure(run, outcome, line, error));
  fputs("}\n", line);
  return UO_ERROR_NONE;
}

/* ---- Start and end ----------------------------------------------------------------------------------------------- */

static void write_start(const uo_run *run, FILE *line) {
  char policy[256];
  fputs("{\"event\": \"start\", \"events\": 1, ", line);
  uo_json_write_member("version", run->options->version, line);
  fputs(", \"subject\": {", line);
  uo_json_write_member("name", run->subject->name, line);
  fputs(", ", line);
  uo_json_write_member("version", run->subject->version, line);
  fputs("}, ", line);
  uo_json_write_member("policy", uo_run_policy(run, policy, sizeof policy), line);
  fprintf(line, ", \"level\": %d, \"seed\": %" PRIu64 ", \"shard\": %" PRIu64 ", \"shards\": %" PRIu64 ", ",
          run->plan->level, run->plan->seed, run->plan->shard, run->plan->shards);
  uo_json_write_count("planned", uo_plan_size(run->plan), line);
  fputs(", ", line);
  uo_json_write_count("whole", uo_plan_whole(run->plan), line);
  fputs("}\n", line);
}

static void write_verdicts(const uo_tally *tally, FILE *line) {
  const char *separator = "";
  fputs(", \"verdicts\": {", line);
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    if (tally->verdicts[verdict] == 0) continue;
    fputs(separator, line);
    uo_json_write_count(uo_verdict_name((uo_verdict)verdict), tally->verdicts[verdict], line);
    separator = ", ";
  }
  fputs("}, ", line);
}

static void write_end(const uo_run *run, FILE *line) {
  const uo_tally *tally = &run->tally;
  char text[1024];
  fprintf(line, "{\"event\": \"end\", \"conforms\": %s, ", uo_run_conforms(run) ? "true" : "false");
  uo_run_incomplete(run, text, sizeof text);
  uo_json_write_member("incomplete", text[0] == '\0' ? NULL : text, line);
  fputs(", ", line);
  uo_json_write_member("stopped", run->stopped, line);
  fprintf(line, ", \"cases\": %" PRIu64 ", \"pass\": %" PRIu64 ", \"freedom\": %" PRIu64, tally->cases, tally->pass,
          tally->freedom);
  fprintf(line, ", \"unsupported\": %" PRIu64 ", \"failed\": %" PRIu64 ", \"known\": %" PRIu64, tally->unsupported,
          tally->failed, tally->known);
  write_verdicts(tally, line);
  uo_json_write_count("stale_known_failures", run->problems, line);
  fprintf(line, ", \"seconds\": %.3f, ", run->seconds);
  if (run->options->spec) {
    uo_json_write_member("choices", uo_policy_set_format(&run->judge.alive, text, sizeof text), line);
    fputs(", ", line);
  }
  uo_smallest_write_json(run->smallest, line);
  fputs(", ", line);
  uo_json_write_member("summary", uo_run_summary(run, text, sizeof text), line);
  fputs("}\n", line);
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

static uo_error_code write_event(const uo_event *event, FILE *line, uo_error *error) {
  switch (event->kind) {
    case UO_EVENT_START:
      write_start(event->run, line);
      return UO_ERROR_NONE;
    case UO_EVENT_CASE:
      return write_case(event->run, event->outcome, line, error);
    case UO_EVENT_END:
    default:
      write_end(event->run, line);
      return UO_ERROR_NONE;
  }
}

static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  events_report *report = (events_report *)reporter;
  uo_error reason = {0};
  rewind(report->line);
  UO_TRY(write_event(event, report->line, error));
  UO_REQUIRE(fflush(report->line) == 0, error, UO_ERROR_MEMORY, "out of memory");
  uo_error_code code = uo_line_file_add(&report->file, report->text, report->size, &reason);
  if (code == UO_ERROR_NONE && event->kind != UO_EVENT_CASE) code = uo_line_file_flush(&report->file, &reason);
  return uo_output_of("--events", code, &reason, error);
}

static void close_events(uo_reporter *reporter) {
  events_report *report = (events_report *)reporter;
  uo_line_file_close(&report->file);
  if (report->line != NULL) fclose(report->line);
  free(report->text);
  free(report);
}

static uo_error_code open_files(events_report *report, const char *path, uo_error *error) {
  uo_error reason = {0};
  uo_error_code code = uo_line_file_open(path, &report->file, &reason);
  UO_TRY(uo_output_of("--events", code, &reason, error));
  report->line = open_memstream(&report->text, &report->size);
  UO_REQUIRE_MEMORY(report->line, error);
  return UO_ERROR_NONE;
}

uo_error_code uo_report_events_open(const char *path, uo_reporter **reporter, uo_error *error) {
  events_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, close_events};
  uo_error_code code = open_files(report, path, error);
  if (code == UO_ERROR_NONE) {
    *reporter = &report->base;
  } else {
    close_events(&report->base);
  }
  return code;
}
