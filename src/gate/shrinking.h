/* Shrinking: the simplest case that a subject fails in the same way. docs/shrinking.md explains it. */
#ifndef UO_GATE_SHRINKING_H
#define UO_GATE_SHRINKING_H

#include "gate/gate_options.h"
#include "gate/judge.h"

/* How much may be spent. A call is one case asked once. */
typedef struct uo_shrink_limits {
  uint64_t calls;
  uint64_t hang_cost;  /* calls that a case counts on which the time limit is spent; at least 1 */
  uint64_t death_cost; /* calls that another death counts, which costs a new process; at least 1 */
  double seconds;      /* for the whole search; 0: no limit, and the result is the same on every machine */
  bool fewer_clauses;  /* keep what violates only some of the clauses, too: uo_similar_failure instead of the same */
} uo_shrink_limits;

#define UO_SHRINK_CALLS      2000
#define UO_SHRINK_HANG_COST  50
#define UO_SHRINK_DEATH_COST 1

#define UO_SHRINK_STEPS 64

typedef struct uo_shrunk {
  uo_case question;       /* the simplest case found, with the id of the first; in the arena of the call */
  uo_judgement judgement; /* of its answer */
  uint64_t calls;         /* spent */
  bool simpler;           /* than the first case */
  /* Cases on the way that failed alike, each smaller by a good part: where to go back to when a limit of time or memory
   * made the last ones look worse than they are. */
  uo_case step[UO_SHRINK_STEPS];
  int steps;
  bool complete; /* no move was left: not ended by a limit */
} uo_shrunk;

/*
 * Whether two judgements are of the same failure: the same verdict, exactly the same clauses and the same choices. What
 * stands in the outputs, and the messages, may differ.
 */
bool uo_same_failure(const uo_judgement *a, const uo_judgement *b);

/*
 * Whether a judgement has the verdict of another one, and violates some of its clauses and none else; likewise the
 * choices. One fault shows as many sets of clauses, of which the smallest says most about it.
 */
bool uo_similar_failure(const uo_judgement *judgement, const uo_judgement *failure);

/*
 * Asks a case and judges it alone: `judge` is not narrowed, no expected answer of a vector counts. When it is wrong it
 * is asked once more, and answers that differ are `unstable`; when `leaks` is looked for, too. *calls receives what
 * that cost, `arena` the answer, which may be NULL.
 */
UO_MUST_USE uo_error_code uo_ask_alone(uo_subject *subject, const uo_judge *judge, const uo_case *question,
                                       uo_arena *arena, uo_answer *answer, uo_judgement *judgement, uint64_t *calls,
                                       uo_error *error);

/*
 * Searches from `question`, whose answer was judged `failure`, for the simplest case with the same failure. Never
 * larger than `question`; `question` itself when nothing simpler fails alike. Errors are those of the harness.
 */
UO_MUST_USE uo_error_code uo_shrink_failure(uo_subject *subject, const uo_judge *judge, const uo_case *question,
                                            const uo_judgement *failure, const uo_shrink_limits *limits,
                                            uo_arena *arena, uo_shrunk *shrunk, uo_error *error);

/* Whether a subject of this kind can be asked new cases, and a failure of this verdict be shrunk at all. */
bool uo_can_shrink(uo_subject_kind kind, uo_verdict verdict);

#endif
