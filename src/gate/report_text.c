/* The readable report: failures grouped by verdict and clauses, the first ones shown, then the counts. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/describe.h"
#include "gate/document.h"
#include "gate/known_groups.h"
#include "gate/outcome.h"
#include "gate/smallest.h"
#include "tensor/guard.h"

typedef struct failure_group {
  char title[UO_GROUP_TITLE];
  uo_verdict verdict;
  uint32_t choices; /* of a freedom */
  uint64_t count;
  char **shown; /* the first failures as text */
  size_t shown_count;
  size_t printed; /* how many of them there is room for */
} failure_group;

typedef struct text_report {
  uo_reporter base;
  FILE *stream;
  failure_group *groups; /* in the order in which they came up */
  size_t count;
} text_report;

static uo_error_code find_group(text_report *report, const uo_outcome *outcome, failure_group **found,
                                uo_error *error) {
  char title[UO_GROUP_TITLE];
  uo_outcome_group(outcome, title, sizeof title);
  for (size_t i = 0; i < report->count; i++) {
    *found = &report->groups[i];
    if (strcmp((*found)->title, title) == 0) return UO_ERROR_NONE;
  }
  failure_group *grown = realloc(report->groups, (report->count + 1) * sizeof *grown); /* there are never many */
  UO_REQUIRE_MEMORY(grown, error);
  report->groups = grown;
  *found = &report->groups[report->count++];
  **found = (failure_group){.verdict = outcome->judgement->verdict, .choices = outcome->judgement->choices};
  memcpy((*found)->title, title, sizeof title);
  return UO_ERROR_NONE;
}

static void describe(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  uo_outcome_describe(run, outcome, "    ", stream);
}

static uo_error_code keep_text(failure_group *group, const uo_run *run, const uo_outcome *outcome, uo_error *error) {
  char **grown = realloc(group->shown, (group->shown_count + 1) * sizeof *grown);
  UO_REQUIRE_MEMORY(grown, error);
  group->shown = grown;
  UO_TRY(uo_described(describe, run, outcome, &grown[group->shown_count], error));
  group->shown_count++;
  return UO_ERROR_NONE;
}

static uo_error_code take_case(uo_reporter *reporter, const uo_run *run, const uo_outcome *outcome, uo_error *error) {
  text_report *report = (text_report *)reporter;
  if (!outcome->fails || outcome->known || run->options->quiet) return UO_ERROR_NONE;
  failure_group *group = NULL;
  UO_TRY(find_group(report, outcome, &group, error));
  group->count++;
  bool may_be_shown = (uint64_t)(group - report->groups) < run->options->max_shown; /* each group shows one first */
  bool wanted = may_be_shown && group->shown_count < run->options->max_shown;
  return wanted ? keep_text(group, run, outcome, error) : UO_ERROR_NONE;
}

/* Colours are for what a reader must not miss; the last line, for scripts, has none. */
#define RED    "\033[1;31m"
#define YELLOW "\033[1;33m"
#define PLAIN  "\033[0m"

static const char *colour(const uo_run *run, const char *code) { return run->options->colour ? code : ""; }

/* Every group gets as much of what may be shown as every other one; what it does not need goes to the others. */
static void share_out(text_report *report, uint64_t left) {
  bool more = true;
  for (size_t round = 1; more && left > 0; round++) {
    more = false;
    for (size_t i = 0; i < report->count && left > 0; i++) {
      if (report->groups[i].shown_count < round) continue;
      report->groups[i].printed = round;
      left--;
      more = true;
    }
  }
}

/* What is common to the group. What its verdict means is said once; what was to choose at silent points, each time. */
static void print_heading(const text_report *report, const uo_run *run, const failure_group *group) {
  bool said = false;
  char questions[512] = "";
  for (const failure_group *other = report->groups; other < group; other++)
    said = said || other->verdict == group->verdict;
  uo_choices_questions(group->choices, questions, sizeof questions);
  const char *meaning = said ? "" : uo_verdict_meaning(group->verdict);
  fprintf(report->stream, "%s%s%s: %" PRIu64 " %s", colour(run, RED), group->title, colour(run, PLAIN), group->count,
          group->count == 1 ? "case" : "cases");
  if (!said || questions[0] != '\0')
    fprintf(report->stream, " (%s%s%s)", meaning, said || questions[0] == '\0' ? "" : "; ", questions);
  fputc('\n', report->stream);
}

static void print_group(const text_report *report, const uo_run *run, const failure_group *group) {
  const char *smallest = uo_smallest_of(run->smallest, group->title);
  print_heading(report, run, group);
  for (size_t k = 0; k < group->printed; k++) {
    fputs(group->shown[k], report->stream);
    if (k == 0 && smallest != NULL) fprintf(report->stream, "      smallest %s\n", smallest);
    fputc('\n', report->stream);
  }
  if (group->printed == 0) {
    fputs("    none of them shown (--max-shown)\n\n", report->stream);
  } else if (group->printed < group->count) {
    fprintf(report->stream, "    and %" PRIu64 " more (--max-shown)\n\n", group->count - group->printed);
  }
}

/* Of the groups of which no case may be shown so many have their heading, the others are counted. */
#define MOST_HEADINGS 20

static void print_groups(const text_report *report, const uo_run *run) {
  uint64_t cases = 0;
  size_t empty = 0;
  for (size_t i = 0; i < report->count; i++) {
    const failure_group *group = &report->groups[i];
    empty += group->printed == 0;
    if (group->printed > 0 || empty <= MOST_HEADINGS) {
      print_group(report, run, group);
    } else {
      cases += group->count;
    }
  }
  if (cases == 0) return;
  fprintf(report->stream, "%zu more groups of failures: %" PRIu64 " cases, not shown (--max-shown)\n\n",
          empty - MOST_HEADINGS, cases);
}

static void print_problems(const text_report *report, const uo_run *run) {
  if (run->problems == 0) return;
  bool partial = uo_run_is_partial(run);
  uint64_t shown = 0;
  fprintf(report->stream, "%sknown failures that are not true any more%s: %" PRIu64 "\n", colour(run, RED),
          colour(run, PLAIN), run->problems);
  for (size_t i = 0; i < run->known->count; i++) {
    char problem[1024];
    uo_known_failure_problem(run->known, &run->known->entries[i], run->plan, partial, problem, sizeof problem);
    if (problem[0] == '\0' || shown++ >= run->options->max_shown) continue;
    fputs("    ", report->stream);
    uo_write_text(problem, report->stream);
    fputc('\n', report->stream);
  }
  if (shown > run->options->max_shown)
    fprintf(report->stream, "    %" PRIu64 " %snot shown (--max-shown)\n", shown - run->options->max_shown,
            run->options->max_shown == 0 ? "" : "more ");
  fputc('\n', report->stream);
}

static void print_counts(const text_report *report, const uo_run *run) {
  fputs("verdicts:", report->stream);
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    uint64_t count = run->tally.verdicts[verdict];
    if (count > 0) fprintf(report->stream, "  %s %" PRIu64, uo_verdict_name((uo_verdict)verdict), count);
  }
  fputc('\n', report->stream);
  if (run->tally.verdicts[UO_VERDICT_FREEDOM] > run->tally.freedom) {
    fputs(
        "freedom fails the gate under a named policy (as failed below, or a known failure); --policy spec accepts it\n",
        report->stream);
  }
  if (run->tally.known > 0) {
    fprintf(report->stream, "known failures: %" PRIu64 " (in none of the counts of the last line but cases)\n",
            run->tally.known);
  }
  if (run->options->spec) {
    char choices[512];
    fprintf(report->stream, "choices that explain %s: %s\n", uo_run_explained(run),
            uo_policy_set_format(&run->judge.alive, choices, sizeof choices));
  }
}

static void print_behaviours(const text_report *report, const uo_run *run) {
  if (run->behaviours == NULL) return;
  uo_behaviour_totals totals = uo_behaviours_total(run->behaviours);
  fprintf(report->stream, "behaviours: %d/%d bins, %d/%d cross bins, %d %s\n", totals.bins_hit, totals.bins,
          totals.cross_bins_hit, totals.cross_bins, totals.holes, totals.holes == 1 ? "hole" : "holes");
}

/* What a green line must not hide. */
static void print_notes(const text_report *report, const uo_run *run) {
  char why[1024];
  if (uo_run_incomplete(run, why, sizeof why)[0] != '\0') {
    fprintf(report->stream, "%spartial summary%s: ", colour(run, YELLOW), colour(run, PLAIN));
    uo_write_text(why, report->stream);
    fputc('\n', report->stream);
  } else if (run->stopped != NULL) {
    fprintf(report->stream, "note: stopped early: %s\n", run->stopped);
  }
  if (run->plan->only == NULL && uo_known_groups_of_another_run(run->known, run->plan)) {
    fputs("note: ", report->stream);
    uo_write_text(run->known->path, report->stream);
    fputs(" has groups of another run (", report->stream);
    uo_write_text(run->known->groups_of, report->stream);
    fputs("): their counts were not checked\n", report->stream);
  }
  size_t unanswered = uo_corpus_unanswered(run->plan->corpus);
  if (unanswered > 0) {
    fprintf(report->stream, "note: ONNX folders without output files: %zu: only the checker judges their cases\n",
            unanswered);
  }
  uint32_t missing = run->options->required & ~run->tally.dtypes;
  if (missing == 0 || run->plan->only != NULL) return;
  fputs("note: required, but no case of that type was judged:", report->stream);
  for (int32_t dtype = 0; dtype < 32; dtype++) {
    if ((missing >> dtype & 1u) != 0) fprintf(report->stream, " %s", uo_type_name(dtype));
  }
  fputc('\n', report->stream);
}

static void print_details(text_report *report, const uo_run *run) {
  double rate = (double)run->tally.cases / (run->seconds + 1e-9); /* however coarse the clock is */
  share_out(report, run->options->max_shown);
  print_groups(report, run);
  print_problems(report, run);
  fputs("subject: ", report->stream);
  uo_write_text(run->subject->name, report->stream);
  fputc(' ', report->stream);
  uo_write_text(run->subject->version, report->stream);
  fputc('\n', report->stream);
  print_counts(report, run);
  print_behaviours(report, run);
  fprintf(report->stream, "time: %.2f s, %.0f cases a second\n", run->seconds, rate);
  print_notes(report, run);
}

static uo_error_code take_end(uo_reporter *reporter, const uo_run *run, uo_error *error) {
  text_report *report = (text_report *)reporter;
  char summary[512];
  if (!run->options->quiet) print_details(report, run);
  fprintf(report->stream, "%s\n", uo_run_summary(run, summary, sizeof summary));
  UO_REQUIRE(fflush(report->stream) == 0 && ferror(report->stream) == 0, error, UO_ERROR_SYSTEM,
             "the report cannot be written: %s", strerror(errno));
  return UO_ERROR_NONE;
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

static void text_close(uo_reporter *reporter) {
  text_report *report = (text_report *)reporter;
  for (size_t i = 0; i < report->count; i++) {
    for (size_t k = 0; k < report->groups[i].shown_count; k++) free(report->groups[i].shown[k]);
    free(report->groups[i].shown);
  }
  free(report->groups);
  free(report);
}

uo_error_code uo_report_text_open(FILE *stream, uo_reporter **reporter, uo_error *error) {
  text_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, text_close};
  report->stream = stream;
  *reporter = &report->base;
  return UO_ERROR_NONE;
}
