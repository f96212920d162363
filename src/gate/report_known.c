/* --write-known-failures: the list of known failures that is true after this run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gate/outcome.h"
#include "gate/output_file.h"
#include "tensor/guard.h"

static const char option[] = "--write-known-failures";

typedef struct known_report {
  uo_reporter base;
  uo_output_place place;
  char *text; /* the lines so far */
  size_t size;
  FILE *lines;
} known_report;

/* A failure keeps the reason that the old list gives for it. */
static uo_error_code take_case(uo_reporter *reporter, const uo_run *run, const uo_outcome *outcome, uo_error *error) {
  FILE *lines = ((known_report *)reporter)->lines;
  if (!outcome->fails) return UO_ERROR_NONE;
  const char *id = outcome->planned->question.id;
  UO_REQUIRE(uo_known_failure_writable(id), error, UO_ERROR_SYSTEM,
             "--write-known-failures: the id \"%s\" cannot stand in a list", id);
  const uo_known_failure *entry = uo_known_failures_find(run->known, id);
  char group[UO_GROUP_TITLE];
  const char *reason = uo_outcome_group(outcome, group, sizeof group);
  if (outcome->known && entry != NULL) reason = entry->reason;
  fprintf(lines, "%s %s%s%s\n", id, uo_verdict_name(outcome->judgement->verdict), reason[0] == '\0' ? "" : "  # ",
          reason);
  return UO_ERROR_NONE;
}

/* Entries that this run could not look at stay as they are. */
static void keep_unseen(const uo_run *run, FILE *stream) {
  bool partial = uo_run_is_partial(run);
  for (size_t i = 0; i < run->known->count; i++) {
    const uo_known_failure *entry = &run->known->entries[i];
    char problem[1024];
    uo_known_failure_problem(run->known, entry, run->plan, partial, problem, sizeof problem);
    if (entry->ran || problem[0] != '\0') continue;
    if (entry->group != NULL) continue; /* its cases, those of this run, stand here by their ids */
    fprintf(stream, "%s %s%s%s\n", entry->id, uo_verdict_name(entry->verdict), entry->reason[0] == '\0' ? "" : "  # ",
            entry->reason);
  }
}

static uo_error_code take_end(uo_reporter *reporter, const uo_run *run, uo_error *error) {
  known_report *report = (known_report *)reporter;
  keep_unseen(run, report->lines);
  UO_REQUIRE(fflush(report->lines) == 0, error, UO_ERROR_MEMORY, "out of memory");
  uo_output_file file;
  uo_error reason = {0};
  UO_TRY(uo_output_of(option, uo_output_open(&report->place, &file, &reason), &reason, error));
  fputs("# known failures: ID VERDICT  # reason\n", file.stream);
  fwrite(report->text, 1, report->size, file.stream);
  return uo_output_of(option, uo_output_commit(&file, &reason), &reason, error);
}

static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  switch (event->kind) {
    case UO_EVENT_CASE:
      return take_case(reporter, event->run, event->outcome, error);
    case UO_EVENT_END:
      return event->run->broken_off || event->run->signal != 0 ? UO_ERROR_NONE : take_end(reporter, event->run, error);
    case UO_EVENT_START:
    default:
      return UO_ERROR_NONE;
  }
}

static void known_close(uo_reporter *reporter) {
  known_report *report = (known_report *)reporter;
  if (report->lines != NULL) fclose(report->lines);
  uo_output_place_close(&report->place);
  free(report->text);
  free(report);
}

static uo_error_code open_files(known_report *report, const char *path, uo_error *error) {
  uo_error reason = {0};
  UO_TRY(uo_output_of(option, uo_output_place_open(path, &report->place, &reason), &reason, error));
  report->lines = open_memstream(&report->text, &report->size);
  UO_REQUIRE_MEMORY(report->lines, error);
  return UO_ERROR_NONE;
}

uo_error_code uo_report_known_open(const char *path, uo_reporter **reporter, uo_error *error) {
  known_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, known_close};
  uo_error_code code = open_files(report, path, error);
  if (code == UO_ERROR_NONE) {
    *reporter = &report->base;
  } else {
    known_close(&report->base);
  }
  return code;
}
