#include "gate/outcome.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "gate/append.h"
#include "tensor/guard.h"

void uo_tally_add(uo_tally *tally, const uo_outcome *outcome) {
  uo_verdict verdict = outcome->judgement->verdict;
  tally->cases++;
  tally->verdicts[verdict]++;
  tally->dtypes |= 1u << outcome->planned->question.x.dtype;
  if (outcome->known) {
    tally->known++;
  } else if (outcome->fails) {
    tally->failed++;
  } else if (verdict == UO_VERDICT_FREEDOM) {
    tally->freedom++;
  } else if (verdict == UO_VERDICT_UNSUPPORTED) {
    tally->unsupported++;
  } else {
    tally->pass++;
  }
}

bool uo_run_is_partial(const uo_run *run) {
  return run->stopped != NULL || run->plan->shards > 1 || run->plan->dtypes != UO_ALL_DTYPES || run->plan->only != NULL;
}

static bool is_judged(const uo_run *run) { return run->tally.cases > 0 && !run->broken_off && run->signal == 0; }

bool uo_run_conforms(const uo_run *run) { return is_judged(run) && run->tally.failed == 0 && run->problems == 0; }

char *uo_run_incomplete(const uo_run *run, char *text, size_t size) {
  text[0] = '\0';
  if (run->broken_off) {
    uo_append(text, size, "no judgement could be made: %s", run->failure);
  } else if (run->signal != 0) {
    uo_append(text, size, "interrupted by %s after %" PRIu64 " cases: the rest was not asked",
              run->signal == SIGINT    ? "SIGINT"
              : run->signal == SIGTERM ? "SIGTERM"
                                       : "a signal",
              run->tally.cases);
  }
  return text;
}

char *uo_run_policy(const uo_run *run, char *text, size_t size) {
  text[0] = '\0';
  if (!run->options->spec) return uo_policy_format(run->options->policy, text, size);
  uo_append(text, size, "spec");
  return text;
}

char *uo_run_summary(const uo_run *run, char *text, size_t size) {
  char policy[256];
  const uo_tally *tally = &run->tally;
  const char *word = "not-judged";
  if (is_judged(run)) word = uo_run_conforms(run) ? "conforms" : "does-not-conform";
  text[0] = '\0';
  uo_append(text, size,
            "unique-oracle: %s  cases=%" PRIu64 " pass=%" PRIu64 " freedom=%" PRIu64 " unsupported=%" PRIu64
            " failed=%" PRIu64 "  policy=%s",
            word, tally->cases, tally->pass, tally->freedom, tally->unsupported, tally->failed,
            uo_run_policy(run, policy, sizeof policy));
  return text;
}

const char *uo_run_explained(const uo_run *run) {
  return run->tally.verdicts[UO_VERDICT_WRONG] == 0 ? "the run" : "the answers that are not wrong";
}

bool uo_is_named_before(const uo_report *report, int finding) {
  for (int i = 0; i < finding; i++)
    if (report->findings[i].clause == report->findings[finding].clause) return true;
  return false;
}

char *uo_outcome_group(const uo_outcome *outcome, char *text, size_t size) {
  const uo_judgement *judgement = outcome->judgement;
  const uo_report *report = &judgement->report;
  text[0] = '\0';
  uo_append(text, size, "%s", uo_verdict_name(judgement->verdict));
  if (judgement->inconsistent) uo_append(text, size, ", inconsistent");
  if (judgement->choices != 0) {
    char points[128];
    uo_append(text, size, ": %s", uo_choices_silent_points(judgement->choices, points, sizeof points));
    return text;
  }
  for (int i = 0; i < report->count; i++) {
    if (!uo_is_named_before(report, i))
      uo_append(text, size, "%s%s", i == 0 ? ": " : ", ", uo_clause_id(report->findings[i].clause));
  }
  if (report->count > 0) uo_append(text, size, " in %s", uo_output_name(report->findings[0].output));
  return text;
}

uo_error_code uo_tell(uo_reporter *const *reporters, size_t count, const uo_event *event, uo_error *error) {
  for (size_t i = 0; i < count; i++) UO_TRY(reporters[i]->hear(reporters[i], event, error));
  return UO_ERROR_NONE;
}
