/* The loop of a run: cases in batches, each asked, judged, asked again where that tells more, and reported. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/append.h"
#include "gate/gate.h"
#include "gate/known_groups.h"
#include "gate/progress.h"
#include "gate/smallest.h"
#include "subjects/process.h"
#include "tensor/format.h"
#include "tensor/guard.h"

/* Of the cases that pass, every so manieth is asked again; of those that fail all are. */
#define SAMPLE     16
#define GIVEN_TEXT 400

typedef struct case_batch {
  uo_arena cases;
  uo_arena answers;
  size_t count;
  uo_planned planned[UO_BATCH_MAX];
  uo_case questions[UO_BATCH_MAX];
  uo_answer given[UO_BATCH_MAX];
  uo_judgement judgements[UO_BATCH_MAX];
  const char *texts[UO_BATCH_MAX][UO_OUTPUT_COUNT];
  uint64_t prints[UO_BATCH_MAX]; /* fingerprints of the first answers */
  double seconds;                /* a case */
  uo_arena looking;              /* scratch of the sampling of behaviours */
  uo_behaviour_set behaviours[UO_BATCH_MAX];

  /* The cases that are asked again, as positions in the batch. */
  uo_arena again_answers;
  size_t again_count;
  size_t again[UO_BATCH_MAX];
  uo_case again_questions[UO_BATCH_MAX];
  uo_answer again_given[UO_BATCH_MAX];
} case_batch;

typedef struct case_loop {
  uo_run *run;
  uo_subject *subject;
  uo_reporter *const *reporters;
  size_t reporter_count;
  uo_progress progress;
  double started;
  uint64_t next; /* index of the next case in the shard */
  uint64_t size;
  uint64_t asked;
  uint64_t hangs;    /* in a row */
  size_t batch_most; /* cases of the next batch */
  char last[128];    /* id of the case that was asked last */
} case_loop;

/*
 * When a subject is given up. A case that hangs costs its whole time limit, a death a new process: a subject that does
 * little else would keep the gate busy for days and show nothing new.
 */
#define HANGS_IN_A_ROW 20
#define DEATHS_MOST    5000

static bool is_death(uo_verdict verdict) {
  return verdict == UO_VERDICT_CRASH || verdict == UO_VERDICT_CLOBBERS || verdict == UO_VERDICT_OUT_OF_MEMORY ||
         verdict == UO_VERDICT_HANG;
}

/* Batches grow as long as nothing hangs, so that a subject that hangs at once is seen at once. */
static void follow(case_loop *loop, uo_verdict verdict) {
  uo_run *run = loop->run;
  const uint64_t *verdicts = run->tally.verdicts;
  loop->hangs = verdict == UO_VERDICT_HANG ? loop->hangs + 1 : 0;
  if (verdict == UO_VERDICT_HANG) loop->batch_most = 1;
  if (loop->hangs == HANGS_IN_A_ROW) run->stopped = "20 cases in a row hung, and the rest was not asked";
  if (!is_death(verdict)) return;
  uint64_t deaths = verdicts[UO_VERDICT_CRASH] + verdicts[UO_VERDICT_CLOBBERS] + verdicts[UO_VERDICT_OUT_OF_MEMORY] +
                    verdicts[UO_VERDICT_HANG];
  if (deaths >= DEATHS_MOST && deaths > run->tally.cases / 2)
    run->stopped = "the subject died on more than half of the cases, and the rest was not asked";
}

/*
 * Takes the next cases of the plan. Vectors and generated cases do not share a batch: a vector may have been generated,
 * and the ids of a batch are distinct.
 */
static uo_error_code collect(case_loop *loop, case_batch *batch, uo_error *error) {
  uo_arena_reset(&batch->cases);
  batch->count = 0;
  while (batch->count < loop->batch_most && loop->next < loop->size) {
    uo_planned *planned = &batch->planned[batch->count];
    UO_TRY(uo_plan_case(loop->run->plan, loop->next, &batch->cases, planned, error));
    bool mixed = batch->count > 0 && (planned->vector == NULL) != (batch->planned[0].vector == NULL);
    if (mixed) return UO_ERROR_NONE; /* it is made once more for the next batch */
    loop->next++;
    if (!planned->taken) continue;
    batch->questions[batch->count++] = planned->question;
  }
  return UO_ERROR_NONE;
}

static bool fails(const uo_run *run, const uo_case *question, uo_verdict verdict) {
  bool required = (run->options->required & (1u << question->x.dtype)) != 0;
  return uo_verdict_fails(verdict, run->options->spec, required);
}

/* A tensor on one line, with the number of elements when not all of them are shown. */
static void format_given(const uo_tensor *tensor, char *text, size_t size) {
  int64_t count;
  if (uo_tensor_validate(tensor, &count, NULL) != UO_ERROR_NONE) {
    snprintf(text, size, "no tensor: type %d, rank %d", (int)tensor->dtype, (int)tensor->rank);
    return;
  }
  uo_format_tensor(tensor, text, GIVEN_TEXT);
  size_t length = strlen(text);
  if (length < 3 || strcmp(text + length - 3, "...") != 0) return;
  snprintf(text + length, size - length, " (%" PRId64 " elements)", count);
}

/* What a failing answer holds, for the report: the answer itself does not live that long. */
static uo_error_code keep_texts(case_batch *batch, size_t i, uo_error *error) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *tensor = batch->given[i].outputs.tensor[output];
    char text[GIVEN_TEXT + 40];
    if (tensor == NULL) continue;
    format_given(tensor, text, sizeof text);
    batch->texts[i][output] = uo_arena_copy(&batch->cases, text, strlen(text));
    UO_REQUIRE_MEMORY(batch->texts[i][output], error);
  }
  return UO_ERROR_NONE;
}

/*
 * Asking again tells something about answers that a subject gave of its own accord; after a death, a time-out or a
 * broken message it would only cost time.
 */
static bool worth_asking_again(uo_verdict verdict, bool failed, uint64_t number) {
  switch (verdict) {
    case UO_VERDICT_PASS:
    case UO_VERDICT_FREEDOM:
      return failed || number % SAMPLE == 0;
    case UO_VERDICT_WRONG:
    case UO_VERDICT_REJECTS_VALID:
    case UO_VERDICT_ACCEPTS_INVALID:
      return true;
    default:
      return false;
  }
}

static uo_error_code judge_batch(case_loop *loop, case_batch *batch, uo_error *error) {
  batch->again_count = 0;
  memset(batch->texts, 0, sizeof batch->texts);
  for (size_t i = 0; i < batch->count; i++) {
    uo_judgement *judgement = &batch->judgements[i];
    const uo_case *question = &batch->questions[i];
    UO_TRY(uo_judge_answer(&loop->run->judge, question, batch->planned[i].vector, &batch->given[i], judgement, error));
    if (loop->run->behaviours != NULL) { /* now: the answer need not outlive the next asking */
      UO_TRY(uo_behaviours_sample(question, &batch->given[i], &batch->looking, &batch->behaviours[i], error));
    }
    bool failed = fails(loop->run, question, judgement->verdict);
    if (failed) UO_TRY(keep_texts(batch, i, error));
    if (!worth_asking_again(judgement->verdict, failed, loop->asked++)) continue;
    batch->prints[i] = uo_answer_fingerprint(&batch->given[i]);
    batch->again[batch->again_count] = i;
    batch->again_questions[batch->again_count++] = *question;
  }
  return UO_ERROR_NONE;
}

/* An answer that depends on more than its case mostly depends on the one that was asked before it. */
static void name_those_before(const case_loop *loop, const case_batch *batch, size_t k, uo_judgement *judgement) {
  size_t i = batch->again[k];
  const char *first = i == 0 ? loop->last : batch->questions[i - 1].id;
  const char *second = k == 0 ? batch->questions[batch->count - 1].id : batch->again_questions[k - 1].id;
  uo_append(judgement->message, sizeof judgement->message, "; asked before it: first %.100s, then %.100s",
            first[0] == '\0' ? "no case" : first, second);
}

static void compare_again(const case_loop *loop, case_batch *batch, size_t k, const uo_answer *second) {
  size_t i = batch->again[k];
  uo_judgement *judgement = &batch->judgements[i];
  /* Whether a heap grows may only show at the second asking. */
  uo_answer same = *second;
  bool leaked = second->kind == UO_ANSWER_LEAKED && batch->given[i].kind == UO_ANSWER_OUTPUTS;
  if (leaked) same.kind = UO_ANSWER_OUTPUTS;
  if (uo_answer_fingerprint(&same) != batch->prints[i]) {
    uo_judge_unstable(batch->given[i].kind, second, judgement);
    name_those_before(loop, batch, k, judgement);
  } else if (leaked && judgement->verdict == UO_VERDICT_PASS) {
    judgement->verdict = UO_VERDICT_LEAKS;
    snprintf(judgement->message, sizeof judgement->message, "%s", second->message);
  }
}

static uo_error_code ask_again(case_loop *loop, case_batch *batch, uo_error *error) {
  if (batch->again_count == 0) return UO_ERROR_NONE;
  uo_arena_reset(&batch->again_answers);
  UO_TRY(uo_subject_ask(loop->subject, batch->again_questions, batch->again_count, &batch->again_answers,
                        batch->again_given, error));
  for (size_t k = 0; k < batch->again_count; k++) compare_again(loop, batch, k, &batch->again_given[k]);
  return UO_ERROR_NONE;
}

static uo_error_code tell(case_loop *loop, uo_event_kind kind, const uo_outcome *outcome, uo_error *error) {
  const uo_event event = {.kind = kind, .run = loop->run, .outcome = outcome};
  return uo_tell(loop->reporters, loop->reporter_count, &event, error);
}

static uo_error_code report_case(case_loop *loop, case_batch *batch, size_t i, uo_error *error) {
  uo_run *run = loop->run;
  uo_outcome outcome = {.planned = &batch->planned[i], .judgement = &batch->judgements[i], .seconds = batch->seconds};
  if (run->behaviours != NULL) outcome.behaviours = &batch->behaviours[i];
  memcpy(outcome.given, batch->texts[i], sizeof outcome.given);
  outcome.fails = fails(run, &batch->questions[i], outcome.judgement->verdict);
  uo_known_failure *entry = uo_known_failures_find(run->known, batch->questions[i].id);
  outcome.known = entry == NULL ? uo_known_groups_note(run->known, &outcome)
                                : uo_known_failure_note(entry, outcome.judgement->verdict, outcome.fails);
  uo_tally_add(&run->tally, &outcome);
  if (run->smallest != NULL) UO_TRY(uo_smallest_note(run->smallest, &outcome, error));
  UO_TRY(tell(loop, UO_EVENT_CASE, &outcome, error));
  if (run->options->fail_fast && outcome.fails && !outcome.known) run->stopped = "at the first failure (--fail-fast)";
  if (run->stopped == NULL) follow(loop, outcome.judgement->verdict);
  return UO_ERROR_NONE;
}

/* Whether a signal came since the last batch; what was asked meanwhile is not judged. */
static bool is_interrupted(case_loop *loop) {
  uo_run *run = loop->run;
  if (!uo_is_interrupted(&run->options->limits)) return false;
  run->signal = (int)*run->options->limits.interrupt;
  run->stopped = "interrupted";
  return true;
}

static uo_error_code ask_batch(case_loop *loop, case_batch *batch, uo_error *error) {
  uo_arena_reset(&batch->answers);
  UO_TRY(uo_subject_ask(loop->subject, batch->questions, batch->count, &batch->answers, batch->given, error));
  UO_TRY(judge_batch(loop, batch, error));
  UO_TRY(ask_again(loop, batch, error));
  const uo_case *last =
      batch->again_count > 0 ? &batch->again_questions[batch->again_count - 1] : &batch->questions[batch->count - 1];
  snprintf(loop->last, sizeof loop->last, "%s", last->id);
  return UO_ERROR_NONE;
}

static uo_error_code run_batch(case_loop *loop, case_batch *batch, uo_error *error) {
  UO_TRY(collect(loop, batch, error));
  if (batch->count == 0) return UO_ERROR_NONE;
  loop->batch_most = loop->batch_most < UO_BATCH_MAX / 2 ? loop->batch_most * 2 : UO_BATCH_MAX;
  double before = uo_seconds_now();
  uo_error_code code = ask_batch(loop, batch, error);
  if (is_interrupted(loop)) return UO_ERROR_NONE;
  UO_TRY(code);
  loop->run->seconds = uo_seconds_now() - loop->started;
  batch->seconds = (uo_seconds_now() - before) / (double)batch->count;
  if (!loop->run->started) UO_TRY(tell(loop, UO_EVENT_START, NULL, error));
  loop->run->started = true;
  for (size_t i = 0; i < batch->count && loop->run->stopped == NULL; i++) UO_TRY(report_case(loop, batch, i, error));
  uo_progress_show(&loop->progress, loop->next, loop->size, loop->run->tally.failed);
  return UO_ERROR_NONE;
}

uo_error_code uo_run_cases(uo_run *run, uo_subject *subject, uo_reporter *const *reporters, size_t reporter_count,
                           FILE *progress, uo_error *error) {
  case_loop loop = {.run = run,
                    .subject = subject,
                    .reporters = reporters,
                    .reporter_count = reporter_count,
                    .progress = uo_progress_begin(progress),
                    .started = uo_seconds_now(),
                    .batch_most = 1,
                    .size = uo_plan_size(run->plan)};
  case_batch *batch = calloc(1, sizeof *batch);
  UO_REQUIRE_MEMORY(batch, error);
  uo_error_code code = UO_ERROR_NONE;
  while (code == UO_ERROR_NONE && loop.next < loop.size && run->stopped == NULL) code = run_batch(&loop, batch, error);
  uo_progress_end(&loop.progress);
  run->seconds = uo_seconds_now() - loop.started;
  run->known->unfinished = run->stopped != NULL || loop.next < loop.size;
  uo_arena_release(&batch->cases);
  uo_arena_release(&batch->answers);
  uo_arena_release(&batch->looking);
  uo_arena_release(&batch->again_answers);
  free(batch);
  return code;
}
