/* verify-claim: a run beside the claim that was made of an earlier one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/claim.h"
#include "gate/describe.h"
#include "tensor/guard.h"

typedef struct check_report {
  uo_reporter base;
  uo_claim_check *check;
} check_report;

/* Answers are called after their file, which may have been named from another folder. */
static const char *name_of(const char *name, uo_subject_kind kind) {
  const char *slash = strrchr(name, '/');
  return kind == UO_SUBJECT_ANSWERS && slash != NULL ? slash + 1 : name;
}

/* Only the same subject on the same vectors says anything about the claim. */
static uo_error_code check_start(const uo_claim *claim, const uo_run *run, uo_error *error) {
  char manifest[UO_SHA256_TEXT];
  const uo_subject_info *subject = run->subject;
  const char *claimed = name_of(claim->subject_name, claim->subject_kind);
  UO_REQUIRE(strcmp(claimed, name_of(subject->name, claim->subject_kind)) == 0 &&
                 strcmp(claim->subject_version, subject->version) == 0,
             error, UO_ERROR_INPUT, "%s: is about %s%s%s, and this subject is %s%s%s: name the one that it is about",
             claim->path, claim->subject_name, uo_claim_gap(claim->subject_version), claim->subject_version,
             subject->name, uo_claim_gap(subject->version), subject->version);
  UO_TRY(uo_corpus_manifest(run->plan->corpus, manifest, error));
  UO_REQUIRE(strcmp(claim->manifest, manifest) == 0, error, UO_ERROR_INPUT,
             "%s: was made with other vectors: %" PRIu64
             " of manifest %.12s.., and these are %zu of %.12s..; name those "
             "with --vectors",
             claim->path, claim->vectors, claim->manifest, run->plan->corpus->count, manifest);
  return UO_ERROR_NONE;
}

static void write_head(const uo_claim_check *check, const uo_run *run) {
  const uo_claim *claim = check->claim;
  char policy[256];
  uo_write_text(claim->path, check->stream);
  fputs(": ", check->stream);
  uo_write_text(claim->subject_name, check->stream);
  fputs(uo_claim_gap(claim->subject_version), check->stream);
  uo_write_text(claim->subject_version, check->stream);
  fprintf(check->stream, " under policy %s, made by version ", uo_run_policy(run, policy, sizeof policy));
  uo_write_text(claim->program, check->stream);
  fputc('\n', check->stream);
}

static void compare(uo_claim_check *check, const uo_run *run) {
  const uo_claim *claim = check->claim;
  write_head(check, run);
  fprintf(check->stream, "%-16s %12s %12s\n", "", "claimed", "now");
  check->compared = true;
  check->holds = claim->conforms == uo_run_conforms(run);
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    uint64_t claimed = claim->verdicts[verdict];
    uint64_t now = run->tally.verdicts[verdict];
    if (claimed == 0 && now == 0) continue;
    fprintf(check->stream, "%-16s %12" PRIu64 " %12" PRIu64 "%s\n", uo_verdict_name((uo_verdict)verdict), claimed, now,
            claimed == now ? "" : "  differs");
    if (claimed != now) check->holds = false;
  }
  uint64_t vectors = run->plan->corpus->count; /* no part of the manifest, so that it may have been changed alone */
  if (claim->vectors != vectors) {
    fprintf(check->stream, "%-16s %12" PRIu64 " %12" PRIu64 "  differs\n", "vectors", claim->vectors, vectors);
    check->holds = false;
  }
  fprintf(check->stream, "%-16s %12s %12s%s\n", "conforms", claim->conforms ? "yes" : "no",
          uo_run_conforms(run) ? "yes" : "no", claim->conforms == uo_run_conforms(run) ? "" : "  differs");
  if (strcmp(claim->program, run->options->version) != 0) {
    fprintf(check->stream, "this program is version %s: another version may ask other cases\n", run->options->version);
  }
}

static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  uo_claim_check *check = ((check_report *)reporter)->check;
  char incomplete[512];
  if (event->kind == UO_EVENT_START) return check_start(check->claim, event->run, error);
  if (event->kind == UO_EVENT_END && uo_run_incomplete(event->run, incomplete, sizeof incomplete)[0] == '\0')
    compare(check, event->run);
  return UO_ERROR_NONE;
}

static void close_check(uo_reporter *reporter) { free(reporter); }

uo_error_code uo_claim_check_open(uo_claim_check *check, uo_reporter **reporter, uo_error *error) {
  check_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, close_check};
  report->check = check;
  *reporter = &report->base;
  return UO_ERROR_NONE;
}
