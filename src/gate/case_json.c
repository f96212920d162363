#include "gate/case_json.h"

#include <inttypes.h>
#include <string.h>

#include "gate/json.h"
#include "gate/outcome.h"

/* The first findings are enough: every clause stands in "clauses". */
#define MOST_FINDINGS 4

void uo_json_write_clauses(const uo_judgement *judgement, FILE *stream) {
  const uo_report *report = &judgement->report;
  fputs("\"clauses\": [", stream);
  for (int i = 0; i < report->count; i++) {
    if (!uo_is_named_before(report, i))
      fprintf(stream, "%s\"%s\"", i == 0 ? "" : ", ", uo_clause_id(report->findings[i].clause));
  }
  fputs("], \"silent_points\": [", stream);
  char points[128];
  uo_choices_silent_points(judgement->choices, points, sizeof points);
  for (const char *at = points; *at != '\0';) {
    size_t size = strcspn(at, ",");
    fprintf(stream, "%s\"%.*s\"", at == points ? "" : ", ", (int)size, at);
    at += size + strspn(at + size, ", ");
  }
  fputc(']', stream);
}

void uo_json_write_node(const uo_case *question, FILE *stream) {
  fputs("\"dtype\": \"", stream);
  fputs(uo_type_name(question->x.dtype), stream);
  fputs("\", \"shape\": [", stream);
  for (int32_t d = 0; d < question->x.rank; d++) fprintf(stream, "%s%" PRId64, d == 0 ? "" : ", ", question->x.dims[d]);
  if (question->attributes.has_axis) {
    fprintf(stream, "], \"axis\": %" PRId64, question->attributes.axis);
  } else {
    fputs("], \"axis\": null", stream);
  }
  fprintf(stream, ", \"sorted\": %" PRId64 ", \"outputs\": [", question->attributes.sorted);
  const char *separator = "\"";
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & (1u << output)) == 0) continue;
    fputs(separator, stream);
    fputs(uo_output_name(output), stream);
    separator = "\", \"";
  }
  fputs("\"]", stream);
}

static void write_finding(const uo_finding *finding, FILE *stream) {
  fprintf(stream, "{\"clause\": \"%s\", \"output\": \"%s\", \"position\": ", uo_clause_id(finding->clause),
          uo_output_name(finding->output));
  if (finding->position >= 0) {
    fprintf(stream, "%" PRId64, finding->position);
  } else {
    fputs("null", stream);
  }
  fprintf(stream, ", \"places\": %" PRId64 ", ", finding->places);
  uo_json_write_member("have", finding->have, stream);
  fputs(", ", stream);
  uo_json_write_member("want", finding->want, stream);
  fputc('}', stream);
}

void uo_json_write_findings(const uo_report *report, FILE *stream) {
  fputs("\"findings\": [", stream);
  for (int i = 0; i < report->count && i < MOST_FINDINGS; i++) {
    if (i > 0) fputs(", ", stream);
    write_finding(&report->findings[i], stream);
  }
  fputc(']', stream);
}
