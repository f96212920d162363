#include "gate/smallest.h"

#include "gate/describe.h"
#include "gate/shrinking.h"

/* Few calls, no second hang, and a death, after which a process is started, counts several times. */
static const uo_shrink_limits limits = {.calls = 200, .hang_cost = 200, .death_cost = 4};

bool uo_smallest_is_wanted(const uo_run *run, const uo_outcome *outcome) {
  const uo_judgement *judgement = outcome->judgement;
  if (run->options->no_shrink || judgement->inconsistent) return false;
  if (!uo_can_shrink(run->options->subject, judgement->verdict)) return false;
  switch (judgement->verdict) {
    case UO_VERDICT_HANG:
    case UO_VERDICT_OUT_OF_MEMORY:
    case UO_VERDICT_LEAKS:
      return false; /* each asking takes its time */
    default:
      return true;
  }
}

static uo_error_code find(const uo_run *run, const uo_case *question, const uo_judgement *failure, double seconds,
                          uo_arena *arena, uo_shrunk *shrunk, bool *confirmed) {
  const uo_judge judge = uo_judge_for(run->options->spec, run->options->policy);
  uo_shrink_limits own = limits;
  uo_arena answers = {0};
  uo_judgement judgement;
  uint64_t calls;
  own.seconds = seconds;
  *confirmed = false;
  uo_error_code code = uo_shrink_failure(run->asked, &judge, question, failure, &own, arena, shrunk, NULL);
  if (code == UO_ERROR_NONE && shrunk->simpler) {
    code = uo_ask_alone(run->asked, &judge, &shrunk->question, &answers, NULL, &judgement, &calls, NULL);
    *confirmed = code == UO_ERROR_NONE && uo_same_failure(&judgement, failure);
  }
  uo_arena_release(&answers);
  return code;
}

void uo_smallest_write(const uo_run *run, const uo_case *question, const uo_judgement *failure, double seconds,
                       const char *indent, FILE *stream) {
  uo_arena arena = {0};
  uo_shrunk shrunk;
  bool confirmed = false;
  if (run->asked == NULL || seconds <= 0) return;
  if (find(run, question, failure, seconds, &arena, &shrunk, &confirmed) == UO_ERROR_NONE && confirmed) {
    fprintf(stream, "%s  smallest ", indent);
    uo_describe_case_shortly(&shrunk.question, stream);
    fputc('\n', stream);
  }
  uo_arena_release(&arena);
}
