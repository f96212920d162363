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

static void write_header(const uo_run *run, const char *what, bool passes, FILE *stream) {
  fprintf(stream, "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">%s</th>", what);
  for (int verdict = passes ? 0 : 1; verdict < UO_VERDICT_COUNT; verdict++) {
    if (run->tally.verdicts[verdict] > 0)
      fprintf(stream, "<th scope=\"col\" class=\"n\">%s</th>", uo_verdict_name((uo_verdict)verdict));
  }
}

static void write_numbers(const uo_run *run, const uint64_t row[UO_VERDICT_COUNT], bool passes, FILE *stream) {
  for (int verdict = passes ? 0 : 1; verdict < UO_VERDICT_COUNT; verdict++) {
    if (run->tally.verdicts[verdict] == 0) continue; /* a column that no row has */
    if (row[verdict] == 0) {
      fputs("<td class=\"n none\">0</td>", stream);
    } else {
      fprintf(stream, "<td class=\"n\">%" PRIu64 "</td>", row[verdict]);
    }
  }
}

/* A row whose name chooses its failures in the list. */
static void open_row(const char *filter, int value, const char *name, FILE *stream) {
  fprintf(stream, "<tr><td data-filter=\"%s %d\">", filter, value);
  uo_xml_text(name, stream);
  fputs("</td>", stream);
}

static void write_clauses(const uo_html_counts *counts, const uo_run *run, FILE *stream) {
  bool any = false;
  for (int clause = 0; clause < UO_CLAUSE_COUNT; clause++) any = any || sum(counts->clause[clause]) > 0;
  fputs("<h2>By clause</h2>\n", stream);
  if (!any) {
    fputs("<p class=\"soft\">No clause is violated.</p>\n", stream);
    return;
  }
  write_header(run, "clause", false, stream);
  fputs("<th scope=\"col\">statement</th></tr></thead><tbody>\n", stream);
  for (int clause = 0; clause < UO_CLAUSE_COUNT; clause++) {
    if (sum(counts->clause[clause]) == 0) continue;
    open_row("clause", clause, uo_clause_id((uo_clause)clause), stream);
    write_numbers(run, counts->clause[clause], false, stream);
    fputs("<td class=\"what\">", stream);
    uo_xml_text(uo_clause_text((uo_clause)clause), stream);
    fputs("</td></tr>\n", stream);
  }
  fputs("</tbody></table></div>\n", stream);
}

static void write_types(const uo_html_counts *counts, const uo_run *run, FILE *stream) {
  fputs("<section><h2>By type</h2>\n", stream);
  write_header(run, "type", true, stream);
  fputs("</tr></thead><tbody>\n", stream);
  for (int dtype = 0; dtype < 32; dtype++) {
    if (sum(counts->type[dtype]) == 0) continue;
    open_row("type", dtype, uo_type_name(dtype), stream);
    write_numbers(run, counts->type[dtype], true, stream);
    fputs("</tr>\n", stream);
  }
  fputs("</tbody></table></div></section>\n", stream);
}

static void write_axes(const uo_html_counts *counts, const uo_run *run, FILE *stream) {
  fputs("<section><h2>By kind of axis</h2>\n", stream);
  write_header(run, "axis", true, stream);
  fputs("</tr></thead><tbody>\n", stream);
  for (int kind = 0; kind < UO_AXIS_KIND_COUNT; kind++) {
    if (sum(counts->axis[kind]) == 0) continue;
    open_row("axis", kind, uo_axis_kind_name((uo_axis_kind)kind), stream);
    write_numbers(run, counts->axis[kind], true, stream);
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
  write_clauses(counts, run, stream);
  fputs("<div class=\"columns\">\n", stream);
  write_types(counts, run, stream);
  write_axes(counts, run, stream);
  fputs("</div>\n", stream);
}
