/* The behaviours of a run as JSON (docs/behaviours.md): every bin, every cross with its holes, every clause. */
#include <unique_oracle/checker.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/json.h"
#include "gate/outcome.h"
#include "gate/output_file.h"
#include "tensor/guard.h"

static const char option[] = "--behaviours";

typedef struct behaviours_report {
  uo_reporter base;
  uo_output_place place;
} behaviours_report;

/* What separates the members of a list: nothing before the first one. */
static void separate(bool *first, const char *separator, FILE *stream) {
  if (!*first) fputs(separator, stream);
  *first = false;
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* "SIL-01 SIL-02" as a list. */
static void write_clauses(const char *clauses, FILE *stream) {
  fputc('[', stream);
  for (bool first = true; *clauses != '\0'; first = false) {
    size_t size = strcspn(clauses, " ");
    fprintf(stream, "%s\"%.*s\"", first ? "" : ", ", (int)size, clauses);
    clauses += size + (clauses[size] == ' ');
  }
  fputc(']', stream);
}

static void write_bin(const uo_behaviour_counts *counts, uo_bin bin, FILE *stream) {
  fputs("        {", stream);
  uo_json_write_member("name", uo_bin_name(bin), stream);
  fputs(", \"clauses\": ", stream);
  write_clauses(uo_bin_clauses(bin), stream);
  fprintf(stream, ", \"hits\": %" PRIu64 ", ", counts->bins[bin]);
  uo_json_write_member("first", counts->first[bin], stream);
  fputs(", ", stream);
  uo_json_write_member("meaning", uo_bin_meaning(bin), stream);
  fputc('}', stream);
}

static void write_points(const uo_behaviour_counts *counts, FILE *stream) {
  fputs("  \"points\": [\n", stream);
  for (int point = 0; point < UO_POINT_COUNT; point++) {
    int begin;
    int end;
    uo_point_bins((uo_point)point, &begin, &end);
    fputs(point == 0 ? "    {" : ",\n    {", stream);
    uo_json_write_member("name", uo_point_name((uo_point)point), stream);
    fputs(", ", stream);
    uo_json_write_member("meaning", uo_point_meaning((uo_point)point), stream);
    fputs(", \"bins\": [\n", stream);
    bool first = true;
    for (int bin = begin; bin < end; bin++) {
      separate(&first, ",\n", stream);
      write_bin(counts, (uo_bin)bin, stream);
    }
    fputs("\n    ]}", stream);
  }
  fputs("\n  ],\n", stream);
}

/* ---- Crosses ----------------------------------------------------------------------------------------------------- */

static void write_hole(uo_cross cross, const uo_bin *bins, FILE *stream) {
  fputs("\n        [", stream);
  for (int p = 0; p < uo_cross_points(cross); p++) {
    if (p > 0) fputs(", ", stream);
    uo_json_write_string(uo_bin_name(bins[p]), stream);
  }
  fputc(']', stream);
}

/* The holes as they are found, then the numbers. */
static void write_cross_bins(const uo_behaviour_counts *counts, uo_cross cross, FILE *stream) {
  int begin;
  int end;
  int declared = 0;
  int hit = 0;
  bool first = true;
  uo_cross_bins(cross, &begin, &end);
  fputs("\"holes\": [", stream);
  for (int number = begin; number < end; number++) {
    uo_bin bins[UO_CROSS_POINTS];
    uo_cross_combination(cross, number, bins);
    if (uo_cross_impossible(cross, bins) != NULL) continue;
    declared++;
    hit += counts->crosses[number] > 0;
    if (counts->crosses[number] > 0) continue;
    separate(&first, ",", stream);
    write_hole(cross, bins, stream);
  }
  fprintf(stream, "], \"declared\": %d, \"hit\": %d, \"impossible\": %d", declared, hit, end - begin - declared);
}

static void write_crosses(const uo_behaviour_counts *counts, FILE *stream) {
  fputs("  \"crosses\": [\n", stream);
  for (int cross = 0; cross < UO_CROSS_COUNT; cross++) {
    fputs(cross == 0 ? "    {\"points\": [" : ",\n    {\"points\": [", stream);
    for (int p = 0; p < uo_cross_points((uo_cross)cross); p++) {
      if (p > 0) fputs(", ", stream);
      uo_json_write_string(uo_point_name(uo_cross_point((uo_cross)cross, p)), stream);
    }
    fputs("], ", stream);
    uo_json_write_member("meaning", uo_cross_meaning((uo_cross)cross), stream);
    fputs(", ", stream);
    write_cross_bins(counts, (uo_cross)cross, stream);
    fputc('}', stream);
  }
  fputs("\n  ],\n", stream);
}

/* ---- Clauses ----------------------------------------------------------------------------------------------------- */

static void write_clause(const uo_behaviour_counts *counts, uo_clause clause, FILE *stream) {
  const char *id = uo_clause_id(clause);
  uint64_t hits = 0;
  bool first = true;
  fputs("    {", stream);
  uo_json_write_member("id", id, stream);
  fputs(", \"bins\": [", stream);
  for (int bin = 0; bin < UO_BIN_COUNT; bin++) {
    if (!uo_bin_exercises((uo_bin)bin, id)) continue;
    hits += counts->bins[bin];
    separate(&first, ", ", stream);
    uo_json_write_string(uo_bin_name((uo_bin)bin), stream);
  }
  fprintf(stream, "], \"hits\": %" PRIu64 ", ", hits);
  uo_json_write_member("unobservable", uo_clause_unobservable(id), stream);
  fputc('}', stream);
}

static void write_all_clauses(const uo_behaviour_counts *counts, FILE *stream) {
  fputs("  \"clauses\": [\n", stream);
  for (int clause = 0; clause < UO_CLAUSE_COUNT; clause++) {
    if (clause > 0) fputs(",\n", stream);
    write_clause(counts, (uo_clause)clause, stream);
  }
  fputs("\n  ]\n", stream);
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

static void write_head(const uo_run *run, FILE *stream) {
  uo_behaviour_totals totals = uo_behaviours_total(run->behaviours);
  char policy[256];
  fputs("{\n  \"behaviours\": 1,\n  \"subject\": {", stream);
  uo_json_write_member("name", run->subject->name, stream);
  fputs(", ", stream);
  uo_json_write_member("version", run->subject->version, stream);
  fputs("},\n  ", stream);
  uo_json_write_member("policy", uo_run_policy(run, policy, sizeof policy), stream);
  fprintf(stream, ",\n  \"cases\": %" PRIu64 ",\n", run->behaviours->cases);
  fprintf(stream, "  \"totals\": {\"bins\": %d, \"bins_hit\": %d, \"cross_bins\": %d, \"cross_bins_hit\": %d, ",
          totals.bins, totals.bins_hit, totals.cross_bins, totals.cross_bins_hit);
  fprintf(stream, "\"impossible\": %d, \"holes\": %d},\n", totals.impossible, totals.holes);
}

static uo_error_code take_case(uo_reporter *reporter, const uo_run *run, const uo_outcome *outcome, uo_error *error) {
  (void)reporter;
  return uo_behaviours_count(run->behaviours, outcome->behaviours, outcome->planned->question.id, error);
}

static uo_error_code take_end(uo_reporter *reporter, const uo_run *run, uo_error *error) {
  behaviours_report *report = (behaviours_report *)reporter;
  uo_output_file file;
  uo_error reason = {0};
  UO_TRY(uo_output_of(option, uo_output_open(&report->place, &file, &reason), &reason, error));
  write_head(run, file.stream);
  write_points(run->behaviours, file.stream);
  write_crosses(run->behaviours, file.stream);
  write_all_clauses(run->behaviours, file.stream);
  fputs("}\n", file.stream);
  return uo_output_of(option, uo_output_commit(&file, &reason), &reason, error);
}

static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  switch (event->kind) {
    case UO_EVENT_CASE:
      return take_case(reporter, event->run, event->outcome, error);
    case UO_EVENT_END:
      return event->run->broken_off ? UO_ERROR_NONE : take_end(reporter, event->run, error);
    case UO_EVENT_START:
    default:
      return UO_ERROR_NONE;
  }
}

static void behaviours_close(uo_reporter *reporter) {
  uo_output_place_close(&((behaviours_report *)reporter)->place);
  free(reporter);
}

uo_error_code uo_report_behaviours_open(const char *path, uo_reporter **reporter, uo_error *error) {
  behaviours_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, behaviours_close};
  uo_error reason = {0};
  uo_error_code code = uo_output_place_open(path, &report->place, &reason);
  if (code == UO_ERROR_NONE) {
    *reporter = &report->base;
  } else {
    free(report);
  }
  return uo_output_of(option, code, &reason, error);
}
