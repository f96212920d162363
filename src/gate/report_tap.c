/* --tap: the Test Anything Protocol, version 14 (docs/reports.md). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/characters.h"
#include "gate/document.h"
#include "gate/json.h"
#include "gate/smallest.h"
#include "tensor/guard.h"

/* Failures with a diagnostic block; the others have their line. */
#define MOST_DESCRIBED 10000

typedef struct tap_report {
  uo_document base;
  uint64_t described;
} tap_report;

/* Words on a line of a test point: what TAP gives a meaning to is escaped, what is no character to show replaced. */
static void write_words(const char *text, FILE *stream) {
  size_t left = strlen(text);
  while (left > 0) {
    uint32_t character;
    size_t size = uo_character(text, left, &character);
    if (size == 0 || uo_character_is_obeyed(character)) {
      fputs("\xef\xbf\xbd", stream);
    } else {
      if (character == '\\' || character == '#') fputc('\\', stream);
      fwrite(text, 1, size, stream);
    }
    if (size == 0) size = 1;
    text += size;
    left -= size;
  }
}

/* YAML takes a JSON string as it is. */
static void write_entry(const char *name, const char *value, FILE *stream) {
  fprintf(stream, "  %s: ", name);
  uo_json_write_string(value, stream);
  fputc('\n', stream);
}

static void describe(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  uo_outcome_describe(run, outcome, "    ", stream);
}

static uo_error_code write_diagnostics(const uo_run *run, const uo_outcome *outcome, FILE *body, uo_error *error) {
  char group[UO_GROUP_TITLE];
  char *text;
  UO_TRY(uo_described(describe, run, outcome, &text, error));
  fputs("  ---\n", body);
  write_entry("message", uo_outcome_group(outcome, group, sizeof group), body);
  write_entry("severity", "fail", body);
  write_entry("verdict", uo_verdict_name(outcome->judgement->verdict), body);
  fprintf(body, "  details: |\n%s  ...\n", text); /* safe to show, so it is a literal of YAML */
  free(text);
  return UO_ERROR_NONE;
}

static uo_error_code add(uo_document *document, const uo_run *run, const uo_outcome *outcome, FILE *body,
                         uo_error *error) {
  tap_report *report = (tap_report *)document;
  const uo_judgement *judgement = outcome->judgement;
  char group[UO_GROUP_TITLE];
  fprintf(body, "%s %" PRIu64 " - ", outcome->fails ? "not ok" : "ok", run->tally.cases);
  write_words(outcome->planned->question.id, body);
  if (outcome->known) {
    fputs(" # TODO known failure: ", body);
    write_words(uo_outcome_group(outcome, group, sizeof group), body);
  } else if (!outcome->fails && judgement->verdict == UO_VERDICT_UNSUPPORTED) {
    fputs(judgement->message[0] == '\0' ? " # SKIP unsupported" : " # SKIP unsupported: ", body);
    write_words(judgement->message, body);
  }
  fputc('\n', body);
  if (!outcome->fails || outcome->known || report->described++ >= MOST_DESCRIBED) return UO_ERROR_NONE;
  return write_diagnostics(run, outcome, body, error);
}

static void head(const uo_document *document, const uo_run *run, FILE *stream) {
  char policy[256];
  (void)document;
  fputs("TAP version 14\n# subject: ", stream);
  write_words(run->subject->name, stream);
  fputc(' ', stream);
  write_words(run->subject->version, stream);
  fprintf(stream, "\n# policy: %s\n", uo_run_policy(run, policy, sizeof policy));
}

/* An entry of the list of known failures that is not true any more fails the gate, so it is a failing test. */
static void write_problems(const uo_run *run, FILE *stream) {
  bool partial = uo_run_is_partial(run);
  uint64_t number = run->tally.cases;
  for (size_t i = 0; run->problems > 0 && i < run->known->count; i++) {
    char problem[1024];
    uo_known_failure_problem(run->known, &run->known->entries[i], run->plan, partial, problem, sizeof problem);
    if (problem[0] == '\0') continue;
    fprintf(stream, "not ok %" PRIu64 " - known failures: ", ++number);
    write_words(run->known->entries[i].id, stream);
    fputs("\n  ---\n", stream);
    write_entry("message", problem, stream);
    write_entry("severity", "fail", stream);
    fputs("  ...\n", stream);
  }
}

/* Comments: the cases are written when the smallest ones are found. */
static void write_smallest(const uo_smallest_list *list, FILE *stream) {
  for (size_t i = 0; list != NULL && i < list->count; i++) {
    const uo_smallest *group = &list->groups[i];
    if (group->text == NULL) continue;
    fputs("# smallest case like ", stream);
    write_words(group->first.id, stream);
    fprintf(stream, " (%s): %s\n", group->group, group->text);
  }
}

static void tail(const uo_document *document, const uo_run *run, FILE *stream) {
  char text[1024];
  write_problems(run, stream);
  write_smallest(run->smallest, stream);
  fprintf(stream, "1..%" PRIu64 "\n", run->tally.cases + run->problems);
  if (uo_document_incomplete(document, run, text, sizeof text)[0] != '\0') {
    fputs("Bail out! ", stream);
    write_words(text, stream);
    fputc('\n', stream);
  } else {
    fprintf(stream, "# %s\n", uo_run_summary(run, text, sizeof text));
  }
}

uo_error_code uo_report_tap_open(const char *path, uo_reporter **reporter, uo_error *error) {
  static const uo_document_form form = {"--tap", sizeof(tap_report), add, head, tail, NULL};
  return uo_document_open(&form, path, reporter, error);
}
