/*
 * --html: one page that needs nothing else (docs/reports.md). The failures are an array of JSON in the page; the script
 * (html/report.js) shows them, and names the members of a row.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/describe.h"
#include "gate/document.h"
#include "gate/html_assets.h"
#include "gate/html_tables.h"
#include "gate/json.h"
#include "gate/smallest.h"
#include "gate/xml.h"
#include "tensor/format.h"
#include "tensor/guard.h"

/*
 * A page stays below 5 MB, so that a browser opens it at once. The first failures of every group are shown in full;
 * then failures are shortened, then only counted.
 */
#define FULL_OF_A_GROUP 50
#define FULL_BYTES      2000000
#define SHORT_BYTES     4000000
#define MOST_BYTES      4700000 /* the first failures of groups that come late */
#define SHORT_TEXT      96
#define MOST_GROUPS     256

typedef struct group_count {
  char title[UO_GROUP_TITLE];
  uint64_t count;
} group_count;

typedef struct html_report {
  uo_document base;
  uo_html_counts counts;
  uint64_t failures; /* known ones too */
  uint64_t rows;
  uint64_t bytes; /* of the rows */
  group_count groups[MOST_GROUPS];
  size_t group_count;
  char *rerun; /* the command of the first failure: the others begin like it */
} html_report;

/* ---- A row ------------------------------------------------------------------------------------------------------- */

/* A string that may be shown: nothing in it is obeyed, and it is cut to `most` bytes. */
static uo_error_code write_shown(const char *text, size_t most, FILE *row, uo_error *error) {
  char *safe = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&safe, &size);
  UO_REQUIRE_MEMORY(memory, error);
  uo_write_text(text, memory);
  bool whole = fclose(memory) == 0 && safe != NULL;
  if (whole && size > most) {
    while (most > 0 && ((unsigned char)safe[most] & 0xC0) == 0x80) most--;
    memcpy(safe + most, "", 1);
  }
  if (whole) uo_json_write_string(safe, row);
  free(safe);
  UO_REQUIRE(whole, error, UO_ERROR_MEMORY, "out of memory");
  return UO_ERROR_NONE;
}

typedef struct number_list {
  FILE *row;
  const char *separator;
} number_list;

static void write_clause(void *context, uo_clause clause) {
  number_list *list = context;
  fprintf(list->row, "%s%d", list->separator, (int)clause);
  list->separator = ",";
}

static void describe_node(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  (void)run;
  uo_describe_node(&outcome->planned->question, stream);
}

static uo_error_code write_question(const uo_run *run, const uo_outcome *outcome, bool full, FILE *row,
                                    uo_error *error) {
  const uo_case *question = &outcome->planned->question;
  char x[500];
  char *node;
  number_list list = {row, ""};
  UO_TRY(write_shown(question->id, SIZE_MAX, row, error));
  fprintf(row, ",%d,[", (int)outcome->judgement->verdict);
  uo_each_clause(outcome->judgement, write_clause, &list);
  fprintf(row, "],%d,%d,", (int)question->x.dtype, (int)uo_axis_kind_of(question));
  UO_TRY(uo_described(describe_node, run, outcome, &node, error));
  uo_json_write_string(node, row);
  free(node);
  fputc(',', row);
  uo_format_tensor(&question->x, x, full ? sizeof x : SHORT_TEXT);
  return write_shown(x, SIZE_MAX, row, error);
}

static uo_error_code write_findings(const uo_judgement *judgement, bool full, FILE *row, uo_error *error) {
  fputs(",[", row);
  for (int i = 0; i < judgement->report.count && (full || i == 0); i++) {
    const uo_finding *finding = &judgement->report.findings[i];
    fprintf(row, "%s[%d,%d,%" PRId64 ",%" PRId64 ",", i == 0 ? "" : ",", (int)finding->clause, finding->output,
            finding->position, finding->places);
    UO_TRY(write_shown(finding->have, full ? SIZE_MAX : SHORT_TEXT, row, error));
    fputc(',', row);
    UO_TRY(write_shown(finding->want, full ? SIZE_MAX : SHORT_TEXT, row, error));
    fputc(']', row);
  }
  fputc(']', row);
  return UO_ERROR_NONE;
}

static uo_error_code write_given(const uo_outcome *outcome, bool full, FILE *row, uo_error *error) {
  const char *separator = "";
  fputs(",[", row);
  for (int output = 0; output < UO_OUTPUT_COUNT && full; output++) {
    if (outcome->given[output] == NULL) continue;
    fprintf(row, "%s[%d,", separator, output);
    UO_TRY(write_shown(outcome->given[output], SIZE_MAX, row, error));
    fputc(']', row);
    separator = ",";
  }
  fputs("],", row);
  return UO_ERROR_NONE;
}

/* The message, or what the answer chose at silent points; then where the case stands. */
static uo_error_code write_reasons(const uo_outcome *outcome, bool full, FILE *row, uo_error *error) {
  const uo_judgement *judgement = outcome->judgement;
  const uo_corpus_vector *vector = outcome->planned->vector;
  char chosen[256];
  char wanted[256];
  char choices[sizeof chosen + sizeof wanted + 32];
  const char *message = judgement->message;
  if (message[0] == '\0' && judgement->choices != 0) {
    uo_choices_format(judgement->choices, judgement->policy ^ judgement->choices, chosen, sizeof chosen);
    uo_choices_format(judgement->choices, judgement->policy, wanted, sizeof wanted);
    snprintf(choices, sizeof choices, "%s, where the policy has %s", chosen, wanted);
    message = choices;
  }
  UO_TRY(write_shown(message, full ? SIZE_MAX : SHORT_TEXT, row, error));
  fputc(',', row);
  UO_TRY(write_shown(vector == NULL ? "" : vector->place, SIZE_MAX, row, error));
  fputc(',', row);
  return UO_ERROR_NONE;
}

/* How many characters the command has in common with that of the first failure, and the rest. Only plain ones count,
 * since the script counts otherwise than C. */
static uo_error_code write_rerun(html_report *report, const uo_run *run, const uo_outcome *outcome, FILE *row,
                                 uo_error *error) {
  char *rerun;
  size_t same = 0;
  UO_TRY(uo_described(uo_outcome_rerun, run, outcome, &rerun, error));
  if (report->rerun != NULL) {
    while (rerun[same] > 0 && rerun[same] == report->rerun[same]) same++;
  }
  fprintf(row, "[%zu,", same);
  uo_json_write_string(rerun + same, row);
  fprintf(row, "],%d", outcome->known ? 1 : 0);
  if (report->rerun == NULL) {
    report->rerun = rerun;
  } else {
    free(rerun);
  }
  return UO_ERROR_NONE;
}

static uo_error_code write_row(html_report *report, const uo_run *run, const uo_outcome *outcome, size_t group,
                               bool full, FILE *row, uo_error *error) {
  fputc('[', row);
  UO_TRY(write_question(run, outcome, full, row, error));
  UO_TRY(write_findings(outcome->judgement, full, row, error));
  UO_TRY(write_given(outcome, full, row, error));
  UO_TRY(write_reasons(outcome, full, row, error));
  UO_TRY(write_rerun(report, run, outcome, row, error));
  fprintf(row, ",%zu]", group);
  return UO_ERROR_NONE;
}

/* ---- The body ---------------------------------------------------------------------------------------------------- */

/* The group of a failure, which counts it; groups beyond the most share the last one. */
static size_t count_group(html_report *report, const uo_outcome *outcome) {
  char title[UO_GROUP_TITLE];
  size_t i = 0;
  uo_outcome_group(outcome, title, sizeof title);
  while (i < report->group_count && strcmp(report->groups[i].title, title) != 0) i++;
  if (i == report->group_count && i < MOST_GROUPS) {
    memcpy(report->groups[i].title, title, sizeof title);
    report->group_count++;
  }
  if (i == MOST_GROUPS) i--;
  report->groups[i].count++;
  return i;
}

static uo_error_code add(uo_document *document, const uo_run *run, const uo_outcome *outcome, FILE *body,
                         uo_error *error) {
  html_report *report = (html_report *)document;
  uo_html_count(&report->counts, outcome);
  if (!outcome->fails) return UO_ERROR_NONE;
  report->failures++;
  size_t group = count_group(report, outcome);
  bool first = report->groups[group].count <= FULL_OF_A_GROUP;
  bool full = report->bytes < FULL_BYTES || first;
  if (report->bytes >= (first ? MOST_BYTES : SHORT_BYTES)) return UO_ERROR_NONE;
  char *text = NULL;
  size_t size = 0;
  FILE *row = open_memstream(&text, &size);
  UO_REQUIRE_MEMORY(row, error);
  uo_error_code code = write_row(report, run, outcome, group, full, row, error);
  bool whole = fclose(row) == 0 && text != NULL;
  if (code == UO_ERROR_NONE && whole) {
    fputs(report->rows == 0 ? "\n" : ",\n", body);
    fputs(text, body);
    report->bytes += size;
    report->rows++;
  }
  free(text);
  UO_REQUIRE(code != UO_ERROR_NONE || whole, error, UO_ERROR_MEMORY, "out of memory");
  return code;
}

/* ---- The page ---------------------------------------------------------------------------------------------------- */

static void head(const uo_document *document, const uo_run *run, FILE *stream) {
  (void)document;
  fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n", stream);
  fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>unique-oracle: ", stream);
  uo_xml_text(run->subject->name, stream);
  fputs("</title>\n<style>\n", stream);
  fputs(uo_html_style, stream);
  fputs("</style></head><body>\n<script type=\"application/json\" id=\"failures\">[", stream);
}

static void write_names(const char *name, int count, const char *(*name_of)(int), FILE *stream) {
  fprintf(stream, "\"%s\": [", name);
  for (int i = 0; i < count; i++) {
    if (i > 0) fputs(", ", stream);
    uo_json_write_string(name_of(i) == NULL ? "" : name_of(i), stream);
  }
  fputs("],\n", stream);
}

static const char *verdict_name(int verdict) { return uo_verdict_name((uo_verdict)verdict); }
static const char *type_name(int dtype) { return uo_type_name(dtype); }
static const char *axis_name(int kind) { return uo_axis_kind_name((uo_axis_kind)kind); }
static const char *output_name(int output) { return uo_output_name(output); }

/* [what the failures have in common, how many there are, the smallest case that fails so or null] */
static void write_groups(const html_report *report, const uo_run *run, FILE *stream) {
  fputs("\"groups\": [", stream);
  for (size_t i = 0; i < report->group_count; i++) {
    const group_count *group = &report->groups[i];
    const char *smallest = uo_smallest_of(run->smallest, group->title);
    fputs(i == 0 ? "[" : ",\n[", stream);
    uo_json_write_string(i == MOST_GROUPS - 1 ? "others" : group->title, stream);
    fprintf(stream, ", %" PRIu64 ", ", group->count);
    if (smallest != NULL) {
      uo_json_write_string(smallest, stream);
    } else {
      fputs("null", stream);
    }
    fputc(']', stream);
  }
  fputs("],\n", stream);
}

/* What the numbers in the rows mean. */
static void write_key(const html_report *report, const uo_run *run, FILE *stream) {
  fputs("<script type=\"application/json\" id=\"run\">{\n", stream);
  write_names("verdicts", UO_VERDICT_COUNT, verdict_name, stream);
  write_names("types", UO_TYPE_COMPLEX128 + 1, type_name, stream);
  write_names("axes", UO_AXIS_KIND_COUNT, axis_name, stream);
  write_names("outputs", UO_OUTPUT_COUNT, output_name, stream);
  write_groups(report, run, stream);
  fputs("\"clauses\": [", stream);
  for (int clause = 0; clause < UO_CLAUSE_COUNT; clause++) {
    fprintf(stream, "%s[\"%s\", ", clause == 0 ? "" : ",\n", uo_clause_id((uo_clause)clause));
    uo_json_write_string(uo_clause_text((uo_clause)clause), stream);
    fputc(']', stream);
  }
  fputs("],\n\"rerun\": ", stream);
  uo_json_write_string(report->rerun == NULL ? "" : report->rerun, stream);
  fputs("\n}</script>\n", stream);
}

static void write_banner(const html_report *report, const uo_run *run, FILE *stream) {
  char why[1024];
  const char *kind = "good";
  uo_document_incomplete(&report->base, run, why, sizeof why);
  if (why[0] != '\0') {
    kind = "odd";
  } else if (!uo_run_conforms(run)) {
    kind = "bad";
  }
  fprintf(stream, "<p class=\"banner %s\" role=\"status\">", kind);
  if (why[0] != '\0') {
    fputs("Not judged: ", stream);
    uo_xml_text(why, stream);
  } else if (uo_run_conforms(run)) {
    fputs("Conforms: no case fails.", stream);
  } else {
    fprintf(stream, "Does not conform: %" PRIu64 " of %" PRIu64 " cases fail.", run->tally.failed, run->tally.cases);
  }
  fputs("</p>\n", stream);
}

static void write_title(const html_report *report, const uo_run *run, FILE *stream) {
  char text[512];
  fputs("<header><h1>", stream);
  uo_xml_text(run->subject->name, stream);
  fputs(" <span class=\"soft\">", stream);
  uo_xml_text(run->subject->version, stream);
  fputs("</span></h1>\n<p class=\"soft\">ONNX Unique, judged by unique-oracle ", stream);
  uo_xml_text(run->options->version, stream);
  fprintf(stream, " under policy %s, level %d, in %.1f s</p>\n", uo_run_policy(run, text, sizeof text),
          run->plan->level, run->seconds);
  write_banner(report, run, stream);
  if (run->stopped != NULL && report->base.over) {
    fputs("<p>Stopped early: ", stream);
    uo_xml_text(run->stopped, stream);
    fputs(".</p>\n", stream);
  }
  if (run->options->spec) {
    fprintf(stream, "<p>Choices that explain %s: <code>", uo_run_explained(run));
    uo_xml_text(uo_policy_set_format(&run->judge.alive, text, sizeof text), stream);
    fputs("</code></p>\n", stream);
  }
  fputs("</header>\n", stream);
}

static void write_problems(const uo_run *run, FILE *stream) {
  if (run->problems == 0) return;
  bool partial = uo_run_is_partial(run);
  fputs("<h2>Known failures that are not true any more</h2>\n<ul>\n", stream);
  for (size_t i = 0; i < run->known->count; i++) {
    char problem[1024];
    uo_known_failure_problem(run->known, &run->known->entries[i], run->plan, partial, problem, sizeof problem);
    if (problem[0] == '\0') continue;
    fputs("<li>", stream);
    uo_xml_text(problem, stream);
    fputs("</li>\n", stream);
  }
  fputs("</ul>\n", stream);
}

static void write_list(const html_report *report, FILE *stream) {
  fputs("<h2 id=\"failing\">Failing cases</h2>\n", stream);
  if (report->failures == 0) fputs("<p class=\"soft\">There are none.</p>\n", stream);
  if (report->rows < report->failures) {
    fprintf(stream,
            "<p class=\"soft\">%" PRIu64 " of %" PRIu64 " are listed here; --junit and --events have them all.</p>\n",
            report->rows, report->failures);
  }
  fputs(
      "<noscript><p>The list needs JavaScript.</p></noscript>\n<div id=\"controls\" hidden>\n<div class=\"filters\">\n"
      "<input id=\"search\" type=\"search\" placeholder=\"Search ids, values, messages\" aria-label=\"Search\">\n",
      stream);
  static const char *const filters[] = {"verdict", "clause", "type", "axis"};
  for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
    fprintf(stream, "<select id=\"%s\" aria-label=\"%s\"><option value=\"\">any %s</option></select>\n", filters[i],
            filters[i], filters[i]);
  }
  fputs(
      "<label><input id=\"bits\" type=\"checkbox\"> bits</label>\n</div>\n"
      "<p id=\"shown\" class=\"soft\" aria-live=\"polite\"></p>\n<div id=\"list\"></div>\n</div>\n",
      stream);
}

static void tail(const uo_document *document, const uo_run *run, FILE *stream) {
  const html_report *report = (const html_report *)document;
  char summary[512];
  fputs("\n]</script>\n", stream);
  write_key(report, run, stream);
  write_title(report, run, stream);
  fputs("<main>\n", stream);
  uo_html_write_tables(&report->counts, run, stream);
  write_problems(run, stream);
  write_list(report, stream);
  fputs("</main>\n", stream);
  if (document->over) {
    fputs("<footer><p class=\"soft\"><code>", stream);
    uo_xml_text(uo_run_summary(run, summary, sizeof summary), stream);
    fputs("</code></p></footer>\n", stream);
  }
  fputs("<script>\n", stream);
  fputs(uo_html_script, stream);
  fputs("</script>\n</body></html>\n", stream);
}

static void forget(uo_document *document) { free(((html_report *)document)->rerun); }

uo_error_code uo_report_html_open(const char *path, uo_reporter **reporter, uo_error *error) {
  static const uo_document_form form = {"--html", sizeof(html_report), add, head, tail, forget};
  return uo_document_open(&form, path, reporter, error);
}
