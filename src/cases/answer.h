/* An answer: what a subject gave for a case. */
#ifndef UO_CASES_ANSWER_H
#define UO_CASES_ANSWER_H

#include <unique_oracle/unique.h>

typedef enum uo_answer_kind {
  UO_ANSWER_OUTPUTS,       /* outputs, right or wrong */
  UO_ANSWER_REJECTED,      /* the subject says that the operator does not allow this case */
  UO_ANSWER_UNSUPPORTED,   /* the subject says that it does not offer this */
  UO_ANSWER_FAILED,        /* the subject says that something else went wrong */
  UO_ANSWER_CRASHED,       /* died by a signal or exited */
  UO_ANSWER_HUNG,          /* over the time limit */
  UO_ANSWER_OUT_OF_MEMORY, /* over the memory limit */
  UO_ANSWER_CLOBBERED,     /* wrote or read where it must not, or gave an output not asked for */
  UO_ANSWER_LEAKED,        /* its heap keeps growing when the same case is asked again */
  UO_ANSWER_BROKEN         /* does not follow the protocol or the ABI */
} uo_answer_kind;

/*
 * Pointers live in the arena or the subject that the answer came from. `outputs` is filled for OUTPUTS, and as far as
 * known for CLOBBERED and LEAKED. `message` says why, in the subject's words or the harness's; "" when there is nothing
 * to say.
 */
typedef struct uo_answer {
  uo_answer_kind kind;
  uo_outputs outputs;
  const char *message;
} uo_answer;

#endif
