/* --write-known-groups: the list of known failures that is true after this run, with a line for each kind of failure.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/known_groups.h"
#include "gate/output_file.h"
#include "tensor/guard.h"

static const char option[] = "--write-known-groups";

typedef struct failure_group {
  char title[UO_GROUP_TITLE];
  int32_t dtype;
  uint64_t cases;
  uint64_t ids;
} failure_group;

typedef struct groups_report {
  uo_reporter base;
  uo_output_place place;
  failure_group *groups; /* in the order in which they came up */
  size_t count;
  size_t room;
  uint64_t unsupported; /* that fails nobody, and the sum of the hashes of the ids */
  uint64_t unsupported_ids;
} groups_report;

static uo_error_code find_group(groups_report *report, const uo_outcome *outcome, failure_group **found,
                                uo_error *error) {
  failure_group wanted = {.dtype = outcome->planned->question.x.dtype};
  uo_outcome_group(outcome, wanted.title, sizeof wanted.title);
  for (size_t i = 0; i < report->count; i++) {
    *found = &report->groups[i];
    if ((*found)->dtype == wanted.dtype && strcmp((*found)->title, wanted.title) == 0) return UO_ERROR_NONE;
  }
  if (report->count == report->room) {
    size_t room = report->room == 0 ? 64 : report->room * 2;
    failure_group *grown = realloc(report->groups, room * sizeof *grown);
    UO_REQUIRE_MEMORY(grown, error);
    report->groups = grown;
    report->room = room;
  }
  *found = &report->groups[report->count++];
  **found = wanted;
  return UO_ERROR_NONE;
}

static uo_error_code take_case(groups_report *report, const uo_outcome *outcome, uo_error *error) {
  failure_group *group = NULL;
  if (!outcome->fails && outcome->judgement->verdict == UO_VERDICT_UNSUPPORTED) {
    report->unsupported++;
    report->unsupported_ids += uo_known_group_hash(outcome->planned->question.id);
  }
  if (!outcome->fails) return UO_ERROR_NONE;
  UO_TRY(find_group(report, outcome, &group, error));
  group->cases++;
  group->ids += uo_known_group_hash(outcome->planned->question.id);
  return UO_ERROR_NONE;
}

/* A group keeps the reason that the old list gives for it. */
static void write_group(const failure_group *group, const uo_run *run, FILE *stream) {
  const uo_known_failure *old = uo_known_groups_find(run->known, group->title, group->dtype);
  bool has_reason = old != NULL && old->reason[0] != '\0';
  fprintf(stream, "%s  %s  cases=%" PRIu64 " ids=%016" PRIx64 "%s%s\n", group->title,
          group->dtype == 0 ? "any" : uo_type_name(group->dtype), group->cases, group->ids, has_reason ? "  # " : "",
          has_reason ? old->reason : "");
}

/* What is unsupported stands last: a line of one type that fails by --require-dtypes takes its cases first. */
static uo_error_code take_end(groups_report *report, const uo_run *run, uo_error *error) {
  char plan[512];
  uo_output_file file;
  const failure_group unsupported = {
      .title = "unsupported", .cases = report->unsupported, .ids = report->unsupported_ids};
  uo_error reason = {0};
  UO_TRY(uo_output_of(option, uo_output_open(&report->place, &file, &reason), &reason, error));
  fprintf(file.stream, "# known failures: GROUP TYPE cases=N ids=SUM  # reason\ngroups of %s\n",
          uo_plan_format(run->plan, plan, sizeof plan));
  for (size_t i = 0; i < report->count; i++) write_group(&report->groups[i], run, file.stream);
  write_group(&unsupported, run, file.stream);
  return uo_output_of(option, uo_output_commit(&file, &reason), &reason, error);
}

static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  groups_report *report = (groups_report *)reporter;
  switch (event->kind) {
    case UO_EVENT_CASE:
      return take_case(report, event->outcome, error);
    case UO_EVENT_END:
      return event->run->broken_off || event->run->signal != 0 ? UO_ERROR_NONE : take_end(report, event->run, error);
    case UO_EVENT_START:
    default:
      return UO_ERROR_NONE;
  }
}

static void groups_close(uo_reporter *reporter) {
  groups_report *report = (groups_report *)reporter;
  free(report->groups);
  uo_output_place_close(&report->place);
  free(reporter);
}

uo_error_code uo_report_groups_open(const char *path, uo_reporter **reporter, uo_error *error) {
  groups_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, groups_close};
  uo_error reason = {0};
  uo_error_code code = uo_output_place_open(path, &report->place, &reason);
  if (code == UO_ERROR_NONE) {
    *reporter = &report->base;
  } else {
    free(report);
  }
  return uo_output_of(option, code, &reason, error);
}
