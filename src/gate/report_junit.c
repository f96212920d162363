/*
 * The JUnit report: one testcase a case. The testcases are collected in an unnamed file first, because the counts stand
 * before them, and because a run that ends early must not leave half a report.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/outcome.h"
#include "gate/output_file.h"
#include "gate/xml.h"
#include "tensor/guard.h"

typedef struct junit_report {
  uo_reporter base;
  const char *path;
  FILE *body;
} junit_report;

static void open_testcase(const uo_outcome *outcome, FILE *body) {
  const uo_planned *planned = outcome->planned;
  fprintf(body, "    <testcase classname=\"%s.%s\" name=\"", uo_origin_name(planned->origin),
          uo_type_name(planned->question.x.dtype));
  uo_xml_attribute(planned->question.id, body);
  fprintf(body, "\" time=\"%.6f\"", outcome->seconds);
}

/* The whole description as text in the element that is open. */
static uo_error_code write_description(const uo_run *run, const uo_outcome *outcome, FILE *body, uo_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  UO_REQUIRE_MEMORY(memory, error);
  uo_outcome_describe(run, outcome, "", memory);
  bool whole = fclose(memory) == 0;
  if (whole) uo_xml_text(text, body);
  free(text);
  UO_REQUIRE(whole, error, UO_ERROR_MEMORY, "out of memory");
  return UO_ERROR_NONE;
}

static uo_error_code write_failure(const uo_run *run, const uo_outcome *outcome, FILE *body, uo_error *error) {
  char group[320];
  fputs(">\n      <failure type=\"", body);
  uo_xml_attribute(uo_verdict_name(outcome->judgement->verdict), body);
  fputs("\" message=\"", body);
  uo_xml_attribute(uo_outcome_group(outcome, group, sizeof group), body);
  if (outcome->judgement->message[0] != '\0') {
    fputs(": ", body);
    uo_xml_attribute(outcome->judgement->message, body);
  }
  fputs("\">", body);
  UO_TRY(write_description(run, outcome, body, error));
  fputs("</failure>\n    </testcase>\n", body);
  return UO_ERROR_NONE;
}

static void write_skipped(const char *what, const uo_outcome *outcome, FILE *body) {
  fprintf(body, ">\n      <skipped message=\"%s%s", what, outcome->judgement->message[0] == '\0' ? "" : ": ");
  uo_xml_attribute(outcome->judgement->message, body);
  fputs("\"/>\n    </testcase>\n", body);
}

static uo_error_code take_case(uo_reporter *reporter, const uo_run *run, const uo_outcome *outcome, uo_error *error) {
  FILE *body = ((junit_report *)reporter)->body;
  const uo_judgement *judgement = outcome->judgement;
  open_testcase(outcome, body);
  if (outcome->known) {
    char what[64];
    snprintf(what, sizeof what, "known failure (%s)", uo_verdict_name(judgement->verdict));
    write_skipped(what, outcome, body);
  } else if (outcome->fails) {
    UO_TRY(write_failure(run, outcome, body, error));
  } else if (judgement->verdict == UO_VERDICT_UNSUPPORTED) {
    write_skipped("unsupported", outcome, body);
  } else if (judgement->verdict == UO_VERDICT_FREEDOM) {
    char group[320];
    fputs(">\n      <system-out>", body);
    uo_xml_text(uo_outcome_group(outcome, group, sizeof group), body);
    fputs("</system-out>\n    </testcase>\n", body);
  } else {
    fputs("/>\n", body);
  }
  UO_REQUIRE(ferror(body) == 0, error, UO_ERROR_SYSTEM, "--junit: no room for a temporary file");
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

static void write_counts(const char *element, const char *name, const uo_run *run, FILE *stream) {
  const uo_tally *tally = &run->tally;
  fprintf(stream, "<%s name=\"", element);
  uo_xml_attribute(name, stream);
  fprintf(stream,
          "\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"0\" skipped=\"%" PRIu64 "\" time=\"%.3f\">\n",
          tally->cases + run->problems, tally->failed + run->problems, tally->unsupported + tally->known, run->seconds);
}

static void write_property(const char *name, const char *value, FILE *stream) {
  fprintf(stream, "      <property name=\"%s\" value=\"", name);
  uo_xml_attribute(value, stream);
  fputs("\"/>\n", stream);
}

static void write_head(const uo_run *run, FILE *stream) {
  char text[512];
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", stream);
  write_counts("testsuites", "unique-oracle", run, stream);
  fputs("  ", stream);
  write_counts("testsuite", run->subject->name, run, stream);
  fputs("    <properties>\n", stream);
  write_property("subject", run->subject->name, stream);
  write_property("version", run->subject->version, stream);
  write_property("policy", uo_run_policy(run, text, sizeof text), stream);
  if (run->options->spec) write_property("choices", uo_policy_set_format(&run->judge.alive, text, sizeof text), stream);
  write_property("summary", uo_run_summary(run, text, sizeof text), stream);
  fputs("    </properties>\n", stream);
}

static bool copy_body(FILE *body, FILE *stream) {
  char block[16384];
  size_t size;
  if (fflush(body) != 0 || fseek(body, 0, SEEK_SET) != 0) return false;
  while ((size = fread(block, 1, sizeof block, body)) > 0) {
    if (fwrite(block, 1, size, stream) != size) return true; /* the stream keeps its error */
  }
  return ferror(body) == 0;
}

static uo_error_code take_end(uo_reporter *reporter, const uo_run *run, uo_error *error) {
  junit_report *report = (junit_report *)reporter;
  uo_output_file file;
  write_problems(run, report->body);
  UO_TRY(uo_output_open(report->path, &file, error));
  write_head(run, file.stream);
  if (!copy_body(report->body, file.stream)) {
    uo_output_abandon(&file);
    return uo_fail(error, UO_ERROR_SYSTEM, "--junit %s: the temporary file cannot be read", report->path);
  }
  fputs("  </testsuite>\n</testsuites>\n", file.stream);
  return uo_output_commit(&file, error);
}

static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  switch (event->kind) {
    case UO_EVENT_CASE:
      return take_case(reporter, event->run, event->outcome, error);
    case UO_EVENT_END:
      return take_end(reporter, event->run, error);
    case UO_EVENT_START:
    default:
      return UO_ERROR_NONE;
  }
}

static void junit_close(uo_reporter *reporter) {
  junit_report *report = (junit_report *)reporter;
  fclose(report->body);
  free(report);
}

uo_error_code uo_report_junit_open(const char *path, uo_reporter **reporter, uo_error *error) {
  junit_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, junit_close};
  report->path = path;
  report->body = tmpfile();
  if (report->body == NULL) {
    free(report);
    return uo_fail(error, UO_ERROR_SYSTEM, "--junit %s: no temporary file: %s", path, strerror(errno));
  }
  *reporter = &report->base;
  return UO_ERROR_NONE;
}
