/* What all kinds of subject share: types that are not offered, outputs that were not asked for. */
#include "subjects/subject.h"

#include "tensor/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double uo_case_seconds(const uo_limits *limits, const uo_case *question) {
  double times = 1.0 / UO_ELEMENTS_IN_TIME;
  for (int32_t d = 0; d < question->x.rank; d++) times *= (double)question->x.dims[d];
  return limits->seconds * (times > 1 ? times : 1);
}

static bool is_offered(const uo_subject *subject, const uo_case *question) {
  return (subject->info.dtypes & 1u << question->x.dtype) != 0;
}

static uo_error_code say(uo_arena *arena, uo_answer *answer, uo_answer_kind kind, const char *format, const char *name,
                         uo_error *error) {
  char text[128];
  (void)snprintf(text, sizeof text, format, name);
  char *message = uo_arena_copy(arena, text, strlen(text));
  UO_REQUIRE_MEMORY(message, error);
  answer->kind = kind;
  answer->message = message;
  return UO_ERROR_NONE;
}

/* OUT-04: an output that was not asked for must not be given. */
static uo_error_code judge_unwanted(const uo_case *question, uo_arena *arena, uo_answer *answer, uo_error *error) {
  if (answer->kind != UO_ANSWER_OUTPUTS) return UO_ERROR_NONE;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++)
    if (answer->outputs.tensor[output] != NULL && (question->wanted & 1u << output) == 0)
      return say(arena, answer, UO_ANSWER_CLOBBERED, "gave %s, which was not asked for", uo_output_name(output), error);
  return UO_ERROR_NONE;
}

uo_error_code uo_subject_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                             uo_answer *answers, uo_error *error) {
  UO_REQUIRE(count >= 1 && count <= UO_BATCH_MAX, error, UO_ERROR_ARGUMENT, "a batch of %zu cases; 1 to %d are allowed",
             count, UO_BATCH_MAX);
  uo_case asked[UO_BATCH_MAX];
  uo_answer given[UO_BATCH_MAX];
  size_t place[UO_BATCH_MAX];
  size_t asked_count = 0;
  memset(answers, 0, count * sizeof *answers);
  for (size_t i = 0; i < count; i++) {
    if (!is_offered(subject, &cases[i])) {
      UO_TRY(say(arena, &answers[i], UO_ANSWER_UNSUPPORTED, "does not list %s among its dtypes",
                 uo_type_name(cases[i].x.dtype), error));
      continue;
    }
    place[asked_count] = i;
    asked[asked_count++] = cases[i];
  }
  if (asked_count == 0) return UO_ERROR_NONE;

  memset(given, 0, sizeof given);
  UO_TRY(subject->ask(subject, asked, asked_count, arena, given, error));
  for (size_t k = 0; k < asked_count; k++) {
    if (given[k].message == NULL) given[k].message = "";
    UO_TRY(judge_unwanted(&asked[k], arena, &given[k], error));
    answers[place[k]] = given[k];
  }
  return UO_ERROR_NONE;
}

bool uo_is_interrupted(const uo_limits *limits) { return limits->interrupt != NULL && *limits->interrupt != 0; }

void uo_subject_close(uo_subject *subject) {
  if (subject != NULL) subject->close(subject);
}
