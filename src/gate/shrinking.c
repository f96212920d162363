#include "gate/shrinking.h"

#include <stdlib.h>
#include <string.h>

#include "cases/shrink.h"
#include "subjects/process.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

bool uo_can_shrink(uo_subject_kind kind, uo_verdict verdict) {
  return kind != UO_SUBJECT_ANSWERS && verdict != UO_VERDICT_UNSTABLE && verdict != UO_VERDICT_UNSUPPORTED;
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

static bool names_clause(const uo_judgement *judgement, uo_clause clause) {
  for (int i = 0; i < judgement->report.count; i++) {
    if (judgement->report.findings[i].clause == clause) return true;
  }
  return false;
}

static bool names_all(const uo_judgement *judgement, const uo_judgement *other) {
  for (int i = 0; i < other->report.count; i++) {
    if (!names_clause(judgement, other->report.findings[i].clause)) return false;
  }
  return true;
}

bool uo_same_failure(const uo_judgement *a, const uo_judgement *b) {
  return a->verdict == b->verdict && a->choices == b->choices && names_all(a, b) && names_all(b, a);
}

bool uo_similar_failure(const uo_judgement *judgement, const uo_judgement *failure) {
  bool empty = judgement->report.count == 0 && judgement->choices == 0;
  bool was_empty = failure->report.count == 0 && failure->choices == 0;
  return judgement->verdict == failure->verdict && empty == was_empty &&
         (judgement->choices & ~failure->choices) == 0 && names_all(failure, judgement);
}

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

static uo_error_code ask_once(uo_subject *subject, const uo_judge *judge, const uo_case *question, uo_arena *arena,
                              uo_answer *answer, uo_judgement *judgement, uo_error *error) {
  uo_judge own = *judge;
  uo_arena_reset(arena);
  UO_TRY(uo_subject_ask(subject, question, 1, arena, answer, error));
  return uo_judge_answer(&own, question, NULL, answer, judgement, error);
}

uo_error_code uo_ask_alone(uo_subject *subject, const uo_judge *judge, const uo_case *question, uo_arena *arena,
                           uo_answer *answer, uo_judgement *judgement, uint64_t *calls, uo_error *error) {
  uo_answer given;
  if (answer == NULL) answer = &given;
  UO_TRY(ask_once(subject, judge, question, arena, answer, judgement, error));
  *calls = 1;
  if (answer->kind == UO_ANSWER_HUNG || answer->kind == UO_ANSWER_OUT_OF_MEMORY) return UO_ERROR_NONE;
  uint64_t print = uo_answer_fingerprint(answer);
  uo_answer_kind kind = answer->kind;
  uo_judgement first = *judgement;
  UO_TRY(ask_once(subject, judge, question, arena, answer, judgement, error));
  *calls = 2;
  /* Whether a heap grows may only show at the second asking. */
  if (answer->kind == UO_ANSWER_LEAKED || kind == UO_ANSWER_LEAKED) return UO_ERROR_NONE;
  if (uo_answer_fingerprint(answer) == print) return UO_ERROR_NONE;
  *judgement = first;
  uo_judge_unstable(kind, answer, judgement);
  return UO_ERROR_NONE;
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

typedef struct search {
  uo_subject *subject;
  const uo_judge *judge;
  const uo_judgement *failure;
  const uo_shrink_limits *limits;
  double end; /* of the time; 0: never */
  uo_shrink moves;
  uo_arena candidates;
  uo_arena answers;
  uo_arena kept[2]; /* the current case lives in one of them */
  int keeping;
  bool simpler;    /* something was taken */
  uint64_t *tried; /* fingerprints of the cases asked, hashed; 0 is free */
  uint64_t room;   /* a power of two */
  uint64_t calls;
  uo_judgement judgement; /* of the current case */
  uo_shrunk *shrunk;
  uo_arena *arena; /* of `shrunk` */
} search;

/* A case as a number: all of it but its id, put where an answer has its outputs. */
static uint64_t fingerprint(const uo_case *question) {
  static const int64_t dims[] = {4};
  const int64_t node[] = {question->attributes.has_axis, question->attributes.axis, question->attributes.sorted,
                          question->wanted};
  const uo_tensor attributes = {UO_TYPE_INT64, 1, dims, node};
  const uo_answer as_answer = {.outputs = {.tensor = {&question->x, &attributes}}};
  uint64_t print = uo_answer_fingerprint(&as_answer);
  return print + (print == 0);
}

/* Notes a case; false when it was asked before. The table is never more than half full. */
static bool is_new(search *state, const uo_case *question) {
  uint64_t print = fingerprint(question);
  uint64_t place = print & (state->room - 1);
  while (state->tried[place] != 0 && state->tried[place] != print) place = (place + 1) & (state->room - 1);
  bool found = state->tried[place] == print;
  state->tried[place] = print;
  return !found;
}

static uint64_t cost_of(const search *state, uo_answer_kind kind) {
  switch (kind) {
    case UO_ANSWER_HUNG:
      return state->limits->hang_cost;
    case UO_ANSWER_CRASHED:
    case UO_ANSWER_CLOBBERED:
    case UO_ANSWER_OUT_OF_MEMORY:
    case UO_ANSWER_BROKEN:
      return state->limits->death_cost;
    default:
      return 1;
  }
}

static bool is_over(const search *state) {
  return state->calls >= state->limits->calls || (state->end > 0 && uo_seconds_now() > state->end);
}

/* Whether a candidate fails as the first case did, or as a part of what the current case did. */
static bool is_alike(const search *state, const uo_judgement *judgement) {
  return state->limits->fewer_clauses ? uo_similar_failure(judgement, &state->judgement)
                                      : uo_same_failure(judgement, state->failure);
}

/* Asks the candidate. */
static uo_error_code try_candidate(search *state, const uo_case *candidate, uo_judgement *judgement, bool *same,
                                   uo_error *error) {
  uo_answer answer;
  bool again = state->failure->verdict == UO_VERDICT_LEAKS;
  for (int asked = 0; asked < 1 + again && !is_over(state); asked++) {
    UO_TRY(ask_once(state->subject, state->judge, candidate, &state->answers, &answer, judgement, error));
    state->calls += cost_of(state, answer.kind);
    *same = is_alike(state, judgement);
    if (*same) break;
  }
  return UO_ERROR_NONE;
}

static int64_t elements_of(const uo_case *question) { return uo_items_of(&question->x, -1).count; }

/* Keeps the current case as a step if what comes next is smaller by a quarter than the step before. */
static uo_error_code keep_step(search *state, const uo_case *next, uo_error *error) {
  uo_shrunk *shrunk = state->shrunk;
  const uo_case *current = &state->moves.current;
  int64_t before = shrunk->steps == 0 ? INT64_MAX : elements_of(&shrunk->step[shrunk->steps - 1]);
  bool far = elements_of(current) <= before - before / 4 && elements_of(next) < elements_of(current);
  if (!state->simpler || !far || shrunk->steps == UO_SHRINK_STEPS) return UO_ERROR_NONE;
  shrunk->step[shrunk->steps] = *current;
  UO_TRY(uo_arena_copy_tensor(state->arena, &current->x, &shrunk->step[shrunk->steps].x, error));
  shrunk->steps++;
  return UO_ERROR_NONE;
}

/* Makes the candidate the current case: a copy, since its arena is for the next one. */
static uo_error_code keep(search *state, const uo_case *candidate, const uo_judgement *judgement, uo_error *error) {
  int other = 1 - state->keeping;
  uo_case kept = *candidate;
  UO_TRY(keep_step(state, candidate, error));
  uo_arena_reset(&state->kept[other]);
  UO_TRY(uo_arena_copy_tensor(&state->kept[other], &candidate->x, &kept.x, error));
  uo_shrink_take(&state->moves, &kept);
  state->keeping = other;
  state->simpler = true;
  state->judgement = *judgement;
  return UO_ERROR_NONE;
}

static uo_error_code look(search *state, bool *complete, uo_error *error) {
  uo_judgement judgement;
  while (!is_over(state)) {
    uo_case candidate;
    bool more;
    bool same = false;
    UO_TRY(uo_shrink_next(&state->moves, &state->candidates, &candidate, &more, error));
    *complete = !more;
    if (!more) return UO_ERROR_NONE;
    if (!is_new(state, &candidate)) continue;
    UO_TRY(try_candidate(state, &candidate, &judgement, &same, error));
    if (same) UO_TRY(keep(state, &candidate, &judgement, error));
  }
  return UO_ERROR_NONE;
}

static void end_search(search *state) {
  uo_shrink_end(&state->moves);
  uo_arena_release(&state->candidates);
  uo_arena_release(&state->answers);
  uo_arena_release(&state->kept[0]);
  uo_arena_release(&state->kept[1]);
  free(state->tried);
  free(state);
}

static uo_error_code begin_search(search *state, const uo_case *question, uo_error *error) {
  state->judgement = *state->failure;
  state->end = state->limits->seconds > 0 ? uo_seconds_now() + state->limits->seconds : 0;
  /* A call that is not spent yet notes at most one case. */
  for (state->room = 64; state->room / 2 <= state->limits->calls; state->room *= 2) {
  }
  state->tried = calloc((size_t)state->room, sizeof *state->tried);
  UO_REQUIRE_MEMORY(state->tried, error);
  uo_shrink_begin(&state->moves, question);
  (void)is_new(state, question);
  return UO_ERROR_NONE;
}

uo_error_code uo_shrink_failure(uo_subject *subject, const uo_judge *judge, const uo_case *question,
                                const uo_judgement *failure, const uo_shrink_limits *limits, uo_arena *arena,
                                uo_shrunk *shrunk, uo_error *error) {
  UO_REQUIRE(limits->calls <= UO_MOST_CASES, error, UO_ERROR_ARGUMENT, "too many calls");
  search *state = calloc(1, sizeof *state);
  UO_REQUIRE_MEMORY(state, error);
  state->subject = subject;
  state->judge = judge;
  state->failure = failure;
  state->limits = limits;
  state->shrunk = shrunk;
  state->arena = arena;
  shrunk->steps = 0;
  uo_error_code code = begin_search(state, question, error);
  shrunk->complete = false;
  if (code == UO_ERROR_NONE) code = look(state, &shrunk->complete, error);
  shrunk->question = state->moves.current;
  shrunk->judgement = state->judgement;
  shrunk->calls = state->calls;
  shrunk->simpler = state->simpler;
  if (code == UO_ERROR_NONE) code = uo_arena_copy_tensor(arena, &state->moves.current.x, &shrunk->question.x, error);
  end_search(state);
  return code;
}
