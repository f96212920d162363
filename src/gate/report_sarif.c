/* --sarif: the Static Analysis Results Interchange Format, version 2.1.0 (docs/reports.md). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gate/append.h"
#include "gate/case_json.h"
#include "gate/describe.h"
#include "gate/document.h"
#include "gate/json.h"
#include "gate/location.h"
#include "gate/smallest.h"
#include "tensor/guard.h"

/* Those who read SARIF take some ten thousand results; no rule may crowd out the others. */
#define MOST_RESULTS     10000
#define MOST_OF_ONE_RULE 1000

/* Rules: every clause and silent point, then every verdict but pass (for failures that violate no clause), then the
 * list. */
#define RULE_VERDICT     (UO_CLAUSE_COUNT - 1)
#define RULE_KNOWN_LIST  (RULE_VERDICT + UO_VERDICT_COUNT)
#define RULE_COUNT       (RULE_KNOWN_LIST + 1)
#define KNOWN_LIST       "known-failures"
#define KNOWN_LIST_MEANS "an entry of the list of known failures is not true any more"

typedef struct sarif_report {
  uo_document document; /* first */
  uint64_t results;
  uint64_t left_out;
  uint64_t of_rule[RULE_COUNT];
  char base[UO_PATH_TEXT];    /* the folder in which the gate was started */
  char subject[UO_PATH_TEXT]; /* the file that stands for the subject; known from the first result on */
} sarif_report;

static const char *rule_id(int rule) {
  if (rule < UO_CLAUSE_COUNT) return uo_clause_id((uo_clause)rule);
  return rule < RULE_KNOWN_LIST ? uo_verdict_name((uo_verdict)(rule - RULE_VERDICT)) : KNOWN_LIST;
}

static const char *rule_text(int rule) {
  if (rule < UO_CLAUSE_COUNT) return uo_clause_text((uo_clause)rule);
  return rule < RULE_KNOWN_LIST ? uo_verdict_meaning((uo_verdict)(rule - RULE_VERDICT)) : KNOWN_LIST_MEANS;
}

/* The first clause that is violated, the first silent point in which it differs, or the verdict. */
static int rule_of(const uo_judgement *judgement) {
  char points[128];
  uo_clause clause = UO_CLAUSE_COUNT;
  if (judgement->choices != 0) {
    uo_choices_silent_points(judgement->choices, points, sizeof points);
    points[strcspn(points, ",")] = '\0';
    (void)!uo_clause_find(points, &clause); /* every choice has one */
    return (int)clause;
  }
  if (judgement->report.count > 0) return (int)judgement->report.findings[0].clause;
  return RULE_VERDICT + (int)judgement->verdict;
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static void write_text_object(const char *name, const char *text, FILE *stream) {
  fprintf(stream, "\"%s\": {", name);
  uo_json_write_member("text", text, stream);
  fputc('}', stream);
}

/* Where a case stands: its vector's line; a generated one has no file, so the subject's stands in. */
static void write_place(const sarif_report *report, const uo_corpus_vector *vector, FILE *stream) {
  char path[UO_PATH_TEXT];
  if (vector == NULL) {
    uo_location_write(report->subject, report->base, 0, stream);
    return;
  }
  const char *colon = strrchr(vector->place, ':'); /* a folder of ONNX has no lines */
  int64_t line = colon == NULL ? 0 : strtoll(colon + 1, NULL, 10);
  size_t size = line > 0 ? (size_t)(colon - vector->place) : strlen(vector->place);
  snprintf(path, sizeof path, "%.*s", (int)size, vector->place);
  uo_location_write(path, report->base, line, stream);
}

static void describe(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  char group[UO_GROUP_TITLE];
  fprintf(stream, "%s. ", uo_outcome_group(outcome, group, sizeof group));
  uo_outcome_describe(run, outcome, "", stream);
}

static void write_properties(const uo_outcome *outcome, FILE *body) {
  fputs("\"properties\": {", body);
  uo_json_write_member("verdict", uo_verdict_name(outcome->judgement->verdict), body);
  fputs(", ", body);
  uo_json_write_clauses(outcome->judgement, body);
  fputs(", ", body);
  uo_json_write_node(&outcome->planned->question, body);
  fputs(", ", body);
  uo_json_write_findings(&outcome->judgement->report, body);
  fputc('}', body);
}

static void write_suppression(const uo_run *run, const uo_outcome *outcome, FILE *body) {
  if (!outcome->known) return;
  const uo_known_failure *entry = uo_known_failures_find(run->known, outcome->planned->question.id);
  fputs(", \"suppressions\": [{\"kind\": \"external\", ", body);
  uo_json_write_member("justification", entry == NULL ? "listed as one of a group" : entry->reason, body);
  fputs("}]", body);
}

static void write_result(const sarif_report *report, const uo_run *run, const uo_outcome *outcome, int rule,
                         const char *text, FILE *body) {
  char group[UO_GROUP_TITLE];
  const char *id = outcome->planned->question.id;
  fprintf(body, "\n        {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"error\", ", rule_id(rule), rule);
  write_text_object("message", text, body);
  fputs(",\n         \"locations\": [{", body);
  write_place(report, outcome->planned->vector, body);
  fputs(", \"logicalLocations\": [{", body);
  uo_json_write_member("fullyQualifiedName", id, body);
  fputs(", \"kind\": \"case\"}]}],\n         \"partialFingerprints\": {\"caseAndVerdict/v1\": ", body);
  char print[1024] = "";
  uo_append(print, sizeof print, "%.600s %s", id, uo_outcome_group(outcome, group, sizeof group));
  uo_json_write_string(print, body);
  fputs("}", body);
  write_suppression(run, outcome, body);
  fputs(",\n         ", body);
  write_properties(outcome, body);
  fputc('}', body);
}

static uo_error_code add(uo_document *document, const uo_run *run, const uo_outcome *outcome, FILE *body,
                         uo_error *error) {
  sarif_report *report = (sarif_report *)document;
  if (!outcome->fails) return UO_ERROR_NONE;
  int rule = rule_of(outcome->judgement);
  if (report->results >= MOST_RESULTS || report->of_rule[rule] >= MOST_OF_ONE_RULE) {
    report->left_out++;
    return UO_ERROR_NONE;
  }
  char *text;
  UO_TRY(uo_described(describe, run, outcome, &text, error));
  if (report->results > 0) fputc(',', body);
  if (report->subject[0] == '\0') uo_subject_file(run->options, report->subject, sizeof report->subject);
  write_result(report, run, outcome, rule, text, body);
  free(text);
  report->results++;
  report->of_rule[rule]++;
  return UO_ERROR_NONE;
}

/* Entries of the list of known failures that are not true any more. */
static void write_problems(const sarif_report *report, const uo_run *run, FILE *stream) {
  bool partial = uo_run_is_partial(run);
  bool first = report->results == 0;
  for (size_t i = 0; run->problems > 0 && i < run->known->count; i++) {
    const uo_known_failure *entry = &run->known->entries[i];
    char problem[1024];
    uo_known_failure_problem(run->known, entry, run->plan, partial, problem, sizeof problem);
    if (problem[0] == '\0') continue;
    fprintf(stream, "%s\n        {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"error\", ", first ? "" : ",",
            KNOWN_LIST, RULE_KNOWN_LIST);
    first = false;
    write_text_object("message", problem, stream);
    fputs(", \"locations\": [{", stream);
    uo_location_write(run->known->path, report->base, (int64_t)entry->line, stream);
    fputs(", \"logicalLocations\": [{", stream);
    uo_json_write_member("fullyQualifiedName", entry->id, stream);
    fputs(", \"kind\": \"case\"}]}]}", stream);
  }
}

/* ---- The run ----------------------------------------------------------------------------------------------------- */

static void write_rule(int rule, FILE *stream) {
  bool silent = rule < UO_CLAUSE_COUNT && uo_clause_is_silent((uo_clause)rule);
  const char *source = rule < UO_CLAUSE_COUNT && !silent ? uo_clause_source((uo_clause)rule) : "";
  char help[2048] = "";
  uo_append(help, sizeof help, "%s%s%s", rule_text(rule), source[0] == '\0' ? "" : "\nSource: ", source);
  fputs(rule == 0 ? "\n        {" : ",\n        {", stream);
  uo_json_write_member("id", rule_id(rule), stream);
  fputs(", ", stream);
  write_text_object("shortDescription", rule_text(rule), stream);
  fputs(", ", stream);
  write_text_object("help", help, stream);
  fprintf(stream, ", \"defaultConfiguration\": {\"level\": \"error\"}, \"properties\": {\"tags\": [\"%s\"]}}",
          rule >= UO_CLAUSE_COUNT ? "verdict"
          : silent                ? "silent-point"
                                  : "clause");
}

static void head(const uo_document *document, const uo_run *run, FILE *stream) {
  (void)document;
  fputs(
      "{\n  \"$schema\": "
      "\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\n",
      stream);
  fputs("  \"version\": \"2.1.0\",\n  \"runs\": [{\n      \"tool\": {\"driver\": {\"name\": \"unique-oracle\", ",
        stream);
  uo_json_write_member("version", run->options->version, stream);
  fputs(", \"rules\": [", stream);
  for (int rule = 0; rule < RULE_COUNT; rule++) write_rule(rule, stream);
  fputs("\n      ]}},\n      \"results\": [", stream);
}

static void write_notification(const char *level, const char *text, FILE *stream) {
  fprintf(stream, "{\"level\": \"%s\", ", level);
  write_text_object("message", text, stream);
  fputc('}', stream);
}

static void write_invocation(const sarif_report *report, const uo_run *run, FILE *stream) {
  char text[1024];
  bool complete = uo_document_incomplete(&report->document, run, text, sizeof text)[0] == '\0';
  fprintf(stream, "      \"invocations\": [{\"executionSuccessful\": %s, \"toolExecutionNotifications\": [",
          complete ? "true" : "false");
  if (!complete) write_notification("error", text, stream);
  if (report->left_out > 0) {
    snprintf(text, sizeof text, "%" PRIu64 " more failures are not listed (at most %d are, and %d of one rule)",
             report->left_out, MOST_RESULTS, MOST_OF_ONE_RULE);
    if (!complete) fputs(", ", stream);
    write_notification("warning", text, stream);
  }
  fputs("]}],\n", stream);
}

static void tail(const uo_document *document, const uo_run *run, FILE *stream) {
  const sarif_report *report = (const sarif_report *)document;
  char text[512];
  write_problems(report, run, stream);
  fputs("\n      ],\n", stream);
  write_invocation(report, run, stream);
  fputs("      ", stream);
  uo_location_write_base(report->base, stream);
  fputs(",\n      \"columnKind\": \"utf16CodeUnits\",\n      \"properties\": {", stream);
  uo_json_write_member("subject", run->subject->name, stream);
  fputs(", ", stream);
  uo_json_write_member("subjectVersion", run->subject->version, stream);
  fputs(", ", stream);
  uo_json_write_member("policy", uo_run_policy(run, text, sizeof text), stream);
  fputs(", ", stream);
  uo_json_write_member("summary", document->over ? uo_run_summary(run, text, sizeof text) : NULL, stream);
  fputs(", ", stream);
  uo_smallest_write_json(run->smallest, stream);
  fputs("}\n    }]\n}\n", stream);
}

uo_error_code uo_report_sarif_open(const char *path, uo_reporter **reporter, uo_error *error) {
  static const uo_document_form form = {"--sarif", sizeof(sarif_report), add, head, tail, NULL};
  UO_TRY(uo_document_open(&form, path, reporter, error));
  sarif_report *report = (sarif_report *)*reporter;
  if (getcwd(report->base, sizeof report->base) == NULL) memcpy(report->base, "/", 2);
  return UO_ERROR_NONE;
}
