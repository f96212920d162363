#include "gate/html_tables.h"

#include <inttypes.h>
#include <string.h>

#include "gate/xml.h"

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

uo_axis_kind uo_axis_kind_of(const uo_case *question) {
  int64_t rank = question->x.rank;
  int64_t axis = question->attributes.axis;
  if (!question->attributes.has_axis) return UO_AXIS_NONE;
  if (axis < -rank || axis >= rank) return UO_AXIS_OUT_OF_RANGE; /* AXIS-04 */
  bool back = axis < 0;
  if (back) axis += rank; /* AXIS-03 */
  uo_axis_kind kind = UO_AXIS_MIDDLE;
  if (rank == 1) {
    kind = UO_AXIS_ONLY;
  } else if (axis == 0) {
    kind = UO_AXIS_FIRST;
  } else if (axis == rank - 1) {
    kind = UO_AXIS_LAST;
  }
  return (uo_axis_kind)(kind + back);
}

const char *uo_axis_kind_name(uo_axis_kind kind) {
  static const char *const names[UO_AXIS_KIND_COUNT] = {
#define UO_AXIS_NAME(NAME, text) text,
      UO_AXIS_KINDS(UO_AXIS_NAME)
#undef UO_AXIS_NAME
  };
  return names[kind];
}

void uo_each_clause(const uo_judgement *judgement, void (*found)(void *context, uo_clause clause), void *context) {
  const uo_report *report = &judgement->report;
  char points[128];
  for (int i = 0; i < report->count; i++) {
    bool named = false; /* one clause may have findings in several outputs */
    for (int k = 0; k < i; k++) named = named || report->findings[k].clause == report->findings[i].clause;
    if (!named) found(context, report->findings[i].clause);
  }
  uo_choices_silent_points(judgement->choices, points, sizeof points);
  for (int clause = 0; clause < UO_CLAUSE_COUNT; clause++) {
    if (strstr(points, uo_clause_id((uo_clause)clause)) != NULL) found(context, (uo_clause)clause);
  }
}

typedef struct clause_counter {
  uo_html_counts *counts;
  uo_verdict verdict;
} clause_counter;

static void count_clause(void *context, uo_clause clause) {
  clause_counter *counter = context;
  counter->counts->clause[clause][counter->verdict]++;
}

void uo_html_count(uo_html_counts *counts, const uo_outcome *outcome) {
  const uo_case *question = &outcome->planned->question;
  clause_counter counter = {counts, outcome->judgement->verdict};
  counts->type[question->x.dtype][counter.verdict]++;
  counts->axis[uo_axis_kind_of(question)][counter.verdict]++;
  uo_each_clause(outcome->judgement, count_clause, &counter);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static uint64_t sum(const uint64_t row[UO_VERDICT_COUNT]) {
  uint64_t total = 0;
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) total += row[verdict];
  return total;
}

/* The verdicts that some row of a table has: its columns. */
typedef struct columns {
  bool shown[UO_VERDICT_COUNT];
  int count;
} columns;

static columns columns_of(const uint64_t (*rows)[UO_VERDICT_COUNT], int count) {
  columns those = {{false}, 0};
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    for (int row = 0; row < count; row++) those.shown[verdict] = those.shown[verdict] || rows[row][verdict] > 0;
    those.count += those.shown[verdict];
  }
  return those;
}

/* Where the window is too narrow for its columns, a table is shown as a list of rows that name their numbers: a `wide`
 * one sooner (html/report.css). */
#define NARROW_COLUMNS 6

static void write_header(const columns *those, const char *what, int more, FILE *stream) {
  fprintf(stream, "<div class=\"scroll\"><table class=\"%s\"><thead><tr><th scope=\"col\">%s</th>",
          those->count + more > NARROW_COLUMNS ? "wide" : "narrow", what);
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    if (those->shown[verdict]) {
      fprintf(stream, "<th scope=\"col\" class=\"n\">%s</th>", uo_verdict_name((uo_verdict)verdict));
    }
  }
}

static void write_numbers(const columns *those, const uint64_t row[UO_VERDICT_COUNT], FILE *stream) {
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    if (!those->shown[verdict]) continue;
    fprintf(stream, "<td class=\"n%s\" data-verdict=\"%s\">%" PRIu64 "</td>", row[verdict] == 0 ? " none" : "",
            uo_verdict_name((uo_verdict)verdict), row[verdict]);
  }
}

/* A row whose name chooses its failures in the list. */
static void open_row(const char *filter, int value, const char *name, FILE *stream) {
  fprintf(stream, "<tr><td data-filter=\"%s %d\">", filter, value);
  uo_xml_text(name, stream);
  fputs("</td>", stream);
}

static void write_clauses(const uo_html_counts *counts, FILE *stream) {
  columns those = columns_of(counts->clause, UO_CLAUSE_COUNT);
  fputs("<h2>By clause</h2>\n", stream);
  if (those.count == 0) {
    fputs("<p class=\"soft\">No clause is violated.</p>\n", stream);
    return;
  }
  write_header(&those, "clause", 3, stream); /* the statement is as wide as three */
  fputs("<th scope=\"col\">statement</th></tr></thead><tbody>\n", stream);
  for (int clause = 0; clause < UO_CLAUSE_COUNT; clause++) {
    if (sum(counts->clause[clause]) == 0) continue;
    open_row("clause", clause, uo_clause_id((uo_clause)clause), stream);
    write_numbers(&those, counts->clause[clause], stream);
    fputs("<td class=\"what\">", stream);
    uo_xml_text(uo_clause_text((uo_clause)clause), stream);
    fputs("</td></tr>\n", stream);
  }
  fputs("</tbody></table></div>\n", stream);
}

static void write_types(const uo_html_counts *counts, FILE *stream) {
  columns those = columns_of(counts->type, 32);
  fputs("<section><h2>By type</h2>\n", stream);
  write_header(&those, "type", 0, stream);
  fputs("</tr></thead><tbody>\n", stream);
  for (int dtype = 0; dtype < 32; dtype++) {
    if (sum(counts->type[dtype]) == 0) continue;
    open_row("type", dtype, uo_type_name(dtype), stream);
    write_numbers(&those, counts->type[dtype], stream);
    fputs("</tr>\n", stream);
  }
  fputs("</tbody></table></div></section>\n", stream);
}

static void write_axes(const uo_html_counts *counts, FILE *stream) {
  columns those = columns_of(counts->axis, UO_AXIS_KIND_COUNT);
  fputs("<section><h2>By kind of axis</h2>\n", stream);
  write_header(&those, "axis", 0, stream);
  fputs("</tr></thead><tbody>\n", stream);
  for (int kind = 0; kind < UO_AXIS_KIND_COUNT; kind++) {
    if (sum(counts->axis[kind]) == 0) continue;
    open_row("axis", kind, uo_axis_kind_name((uo_axis_kind)kind), stream);
    write_numbers(&those, counts->axis[kind], stream);
    fputs("</tr>\n", stream);
  }
  fputs("</tbody></table></div></section>\n", stream);
}

void uo_html_write_tables(const uo_html_counts *counts, const uo_run *run, FILE *stream) {
  fprintf(stream, "<ul class=\"counts\"><li><b>%" PRIu64 "</b>cases</li>", run->tally.cases);
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    if (run->tally.verdicts[verdict] == 0) continue;
    fprintf(stream, "<li title=\"%s\"><b>%" PRIu64 "</b>%s</li>", uo_verdict_meaning((uo_verdict)verdict),
            run->tally.verdicts[verdict], uo_verdict_name((uo_verdict)verdict));
  }
  if (run->tally.known > 0) {
    fprintf(stream, "<li><b>%" PRIu64 "</b>known failures</li>", run->tally.known);
  }
  fputs("</ul>\n", stream);
  write_clauses(counts, stream);
  fputs("<div class=\"columns\">\n", stream);
  write_types(counts, stream);
  write_axes(counts, stream);
  fputs("</div>\n", stream);
}
