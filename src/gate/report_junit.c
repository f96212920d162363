/* --junit: one testcase a case (docs/reports.md). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/document.h"
#include "gate/smallest.h"
#include "gate/xml.h"
#include "tensor/guard.h"

/* Failures that are described in full; the others have their message. */
#define MOST_DESCRIBED 10000

typedef struct junit_report {
  uo_document base;
  uint64_t described;
} junit_report;

static void open_testcase(const uo_outcome *outcome, FILE *body) {
  const uo_planned *planned = outcome->planned;
  fprintf(body, "    <testcase classname=\"%s.%s\" name=\"", uo_origin_name(planned->origin),
          uo_type_name(planned->question.x.dtype));
  uo_xml_attribute(planned->question.id, body);
  fprintf(body, "\" time=\"%.6f\"", outcome->seconds);
}

static void describe(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  uo_outcome_describe(run, outcome, "", stream);
}

/* The whole description as text in the element that is open. */
static uo_error_code write_description(const uo_run *run, const uo_outcome *outcome, FILE *body, uo_error *error) {
  char *text;
  UO_TRY(uo_described(describe, run, outcome, &text, error));
  uo_xml_text(text, body);
  free(text);
  return UO_ERROR_NONE;
}

static uo_error_code write_failure(junit_report *report, const uo_run *run, const uo_outcome *outcome, FILE *body,
                                   uo_error *error) {
  char group[UO_GROUP_TITLE];
  fputs(">\n      <failure type=\"", body);
  uo_xml_attribute(uo_verdict_name(outcome->judgement->verdict), body);
  fputs("\" message=\"", body);
  uo_xml_attribute(uo_outcome_group(outcome, group, sizeof group), body);
  if (outcome->judgement->message[0] != '\0') {
    fputs(": ", body);
    uo_xml_attribute(outcome->judgement->message, body);
  }
  fputs("\">", body);
  if (report->described++ < MOST_DESCRIBED) UO_TRY(write_description(run, outcome, body, error));
  fputs("</failure>\n    </testcase>\n", body);
  return UO_ERROR_NONE;
}

static void write_skipped(const char *what, const uo_outcome *outcome, FILE *body) {
  fprintf(body, ">\n      <skipped message=\"%s%s", what, outcome->judgement->message[0] == '\0' ? "" : ": ");
  uo_xml_attribute(outcome->judgement->message, body);
  fputs("\"/>\n    </testcase>\n", body);
}

static uo_error_code add(uo_document *document, const uo_run *run, const uo_outcome *outcome, FILE *body,
                         uo_error *error) {
  const uo_judgement *judgement = outcome->judgement;
  open_testcase(outcome, body);
  if (outcome->known) {
    char what[64];
    snprintf(what, sizeof what, "known failure (%s)", uo_verdict_name(judgement->verdict));
    write_skipped(what, outcome, body);
  } else if (outcome->fails) {
    return write_failure((junit_report *)document, run, outcome, body, error);
  } else if (judgement->verdict == UO_VERDICT_UNSUPPORTED) {
    write_skipped("unsupported", outcome, body);
  } else if (judgement->verdict == UO_VERDICT_FREEDOM) {
    char group[UO_GROUP_TITLE];
    fputs(">\n      <system-out>", body);
    uo_xml_text(uo_outcome_group(outcome, group, sizeof group), body);
    fputs("</system-out>\n    </testcase>\n", body);
  } else {
    fputs("/>\n", body);
  }
  return UO_ERROR_NONE;
}

/* An entry of the list of known failures that is not true any more fails the gate, so it is a failing test. */
static void write_problems(const uo_run *run, FILE *body) {
  bool partial = uo_run_is_partial(run);
  for (size_t i = 0; run->problems > 0 && i < run->known->count; i++) {
    const uo_known_failure *entry = &run->known->entries[i];
    char problem[1024];
    uo_known_failure_problem(run->known, entry, run->plan, partial, problem, sizeof problem);
    if (problem[0] == '\0') continue;
    fputs("    <testcase classname=\"known-failures\" name=\"", body);
    uo_xml_attribute(entry->id, body);
    fputs("\" time=\"0\">\n      <failure type=\"stale\" message=\"", body);
    uo_xml_attribute(problem, body);
    fputs("\"/>\n    </testcase>\n", body);
  }
}

/* A run that did not come to its end is a test that could not be made. */
static void write_incomplete(const char *why, FILE *stream) {
  if (why[0] == '\0') return;
  fputs(
      "    <testcase classname=\"run\" name=\"the run came to its end\" time=\"0\">\n      <error type=\"incomplete\" ",
      stream);
  fputs("message=\"", stream);
  uo_xml_attribute(why, stream);
  fputs("\"/>\n    </testcase>\n", stream);
}

/* The smallest cases are found when all test cases are written. */
static void write_smallest(const uo_smallest_list *list, FILE *stream) {
  bool any = false;
  for (size_t i = 0; list != NULL && i < list->count; i++) {
    const uo_smallest *group = &list->groups[i];
    if (group->text == NULL) continue;
    fputs(any ? "\n" : "    <system-out>", stream);
    any = true;
    uo_xml_text(group->group, stream);
    fputs(": smallest case like ", stream);
    uo_xml_text(group->first.id, stream);
    fputs(": ", stream);
    uo_xml_text(group->text, stream);
  }
  if (any) fputs("</system-out>\n", stream);
}

static void write_counts(const char *element, const char *name, const uo_run *run, bool incomplete, FILE *stream) {
  const uo_tally *tally = &run->tally;
  fprintf(stream, "<%s name=\"", element);
  uo_xml_attribute(name, stream);
  fprintf(stream,
          "\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%d\" skipped=\"%" PRIu64 "\" time=\"%.3f\">\n",
          tally->cases + run->problems + incomplete, tally->failed + run->problems, incomplete ? 1 : 0,
          tally->unsupported + tally->known, run->seconds);
}

static void write_property(const char *name, const char *value, FILE *stream) {
  fprintf(stream, "      <property name=\"%s\" value=\"", name);
  uo_xml_attribute(value, stream);
  fputs("\"/>\n", stream);
}

static void head(const uo_document *document, const uo_run *run, FILE *stream) {
  char text[1024];
  bool incomplete = uo_document_incomplete(document, run, text, sizeof text)[0] != '\0';
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", stream);
  write_counts("testsuites", "unique-oracle", run, incomplete, stream);
  fputs("  ", stream);
  write_counts("testsuite", run->subject->name, run, incomplete, stream);
  fputs("    <properties>\n", stream);
  write_property("subject", run->subject->name, stream);
  write_property("version", run->subject->version, stream);
  write_property("policy", uo_run_policy(run, text, sizeof text), stream);
  if (run->options->spec) write_property("choices", uo_policy_set_format(&run->judge.alive, text, sizeof text), stream);
  if (document->over) write_property("summary", uo_run_summary(run, text, sizeof text), stream);
  fputs("    </properties>\n", stream);
}

static void tail(const uo_document *document, const uo_run *run, FILE *stream) {
  char why[1024];
  write_problems(run, stream);
  write_incomplete(uo_document_incomplete(document, run, why, sizeof why), stream);
  write_smallest(run->smallest, stream);
  fputs("  </testsuite>\n</testsuites>\n", stream);
}

uo_error_code uo_report_junit_open(const char *path, uo_reporter **reporter, uo_error *error) {
  static const uo_document_form form = {"--junit", sizeof(junit_report), add, head, tail, NULL};
  return uo_document_open(&form, path, reporter, error);
}
