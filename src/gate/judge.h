/* Judging: from one answer to its verdict. */
#ifndef UO_GATE_JUDGE_H
#define UO_GATE_JUDGE_H

#include <unique_oracle/checker.h>

#include "cases/answer.h"
#include "gate/corpus.h"
#include "gate/verdict.h"

/* Under which policy a run is judged; under `spec`, which sets of choices still explain all answers so far. */
typedef struct uo_judge {
  bool spec;
  uo_policy policy;    /* under spec: onnx, to which the choices are compared */
  uo_policy_set alive; /* under spec only */
} uo_judge;

uo_judge uo_judge_for(bool spec, uo_policy policy);

#define UO_JUDGEMENT_MESSAGE 600

typedef struct uo_judgement {
  uo_verdict verdict;
  uo_policy policy;  /* under which the findings were made */
  uint32_t choices;  /* enum uo_choice bits: freedom, in which the answer differs from the policy; inconsistent, from
                        earlier answers */
  bool inconsistent; /* under spec: right by itself, but contradicts earlier answers */
  uo_report report;  /* the violated clauses */
  char message[UO_JUDGEMENT_MESSAGE]; /* what the findings do not say; "" when nothing */
} uo_judgement;

/*
 * Judges `answer` to `question`. `vector` is where the question comes from, or NULL when it was generated; its expected
 * answer counts when it follows the policy of the run. Under spec the set of choices is narrowed.
 * Errors: UO_ERROR_MEMORY, or what uo_check says about an invalid case.
 */
UO_MUST_USE uo_error_code uo_judge_answer(uo_judge *judge, const uo_case *question, const uo_corpus_vector *vector,
                                          const uo_answer *answer, uo_judgement *judgement, uo_error *error);

/* Makes the judgement `unstable`: asked again, the subject answered otherwise. */
void uo_judge_unstable(uo_answer_kind first, const uo_answer *second, uo_judgement *judgement);

/* "outputs", "rejected", "crashed", ... */
const char *uo_answer_kind_name(uo_answer_kind kind);

/*
 * A number that is the same for two answers of the same kind with the same outputs, bit for bit, and differs for others
 * but for one chance in 2^64. Messages do not count: they may hold addresses and times.
 */
uint64_t uo_answer_fingerprint(const uo_answer *answer);

/* Writes the silent points of these choices, each once: "SIL-01, SIL-05"; and the answers taken under `policy`:
 * "nan=distinct"; and what was to choose: "SIL-01: is NaN equal to NaN; SIL-02: where NaN sorts". */
char *uo_choices_silent_points(uint32_t choices, char *text, size_t size);
char *uo_choices_format(uint32_t choices, uo_policy policy, char *text, size_t size);
char *uo_choices_questions(uint32_t choices, char *text, size_t size);

#endif
