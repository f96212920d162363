/* The reference itself as a subject. */
#include "subjects/kinds.h"
#include "tensor/guard.h"

#include <stdlib.h>
#include <string.h>

typedef struct builtin {
  uo_subject subject; /* first */
  uo_policy policy;
  char version[64];
  size_t count; /* outputs of the last ask, kept until the next */
  uo_outputs outputs[UO_BATCH_MAX];
} builtin;

static void forget_outputs(builtin *self) {
  for (size_t i = 0; i < self->count; i++) uo_outputs_release(&self->outputs[i]);
  self->count = 0;
}

/* ERR-01 to ERR-03 are a rightful rejection; whatever else uo_unique refuses is its own fault. */
static uo_answer_kind kind_of(uo_error_code code) {
  switch (code) {
    case UO_ERROR_NONE:
      return UO_ANSWER_OUTPUTS;
    case UO_ERROR_AXIS:
    case UO_ERROR_SORTED:
      return UO_ANSWER_REJECTED;
    case UO_ERROR_MEMORY:
      return UO_ANSWER_OUT_OF_MEMORY;
    default:
      return UO_ANSWER_FAILED;
  }
}

static uo_error_code builtin_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                                 uo_answer *answers, uo_error *error) {
  builtin *self = (builtin *)subject;
  forget_outputs(self);
  for (size_t i = 0; i < count; i++) {
    uo_error reason;
    uo_outputs *outputs = &self->outputs[i];
    memset(outputs, 0, sizeof *outputs);
    uo_error_code code =
        uo_unique(&cases[i].x, &cases[i].attributes, cases[i].wanted, self->policy, NULL, outputs, &reason);
    self->count = i + 1;
    answers[i].kind = kind_of(code);
    answers[i].message = "";
    if (code == UO_ERROR_NONE) {
      memcpy(answers[i].outputs.tensor, outputs->tensor, sizeof outputs->tensor);
      continue;
    }
    answers[i].message = uo_arena_copy(arena, reason.message, strlen(reason.message));
    UO_REQUIRE_MEMORY(answers[i].message, error);
  }
  return UO_ERROR_NONE;
}

static void builtin_close(uo_subject *subject) {
  builtin *self = (builtin *)subject;
  forget_outputs(self);
  free(self);
}

uo_error_code uo_subject_open_builtin(uo_policy policy, uo_subject **subject, uo_error *error) {
  builtin *self = calloc(1, sizeof *self);
  UO_REQUIRE_MEMORY(self, error);
  self->policy = policy;
  (void)uo_policy_format(policy, self->version, sizeof self->version);
  self->subject =
      (uo_subject){.info = {.name = "built-in reference", .version = self->version, .dtypes = uo_all_dtypes()},
                   .ask = builtin_ask,
                   .close = builtin_close};
  *subject = &self->subject;
  return UO_ERROR_NONE;
}
