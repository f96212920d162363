/* unique-oracle shrink: the simplest case that a subject fails in the same way. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command_line.h"
#include "cli/one_case.h"
#include "files/json_text.h"
#include "gate/describe.h"
#include "gate/open_subject.h"
#include "gate/plan.h"
#include "gate/shrinking.h"
#include "tensor/format.h"
#include "tensor/guard.h"

/* While a case that hangs is shrunk, a candidate gets so many seconds at the most. */
#define HANG_SECONDS 1.0

/* What asking a fresh subject about one case takes. */
#define CALLS_TO_CONFIRM 2

typedef struct shrink_options {
  uo_gate_options gate; /* first: the gate's options set it */
  uint64_t calls;
  bool fewer_clauses;
} shrink_options;

/* Everything that is held. */
typedef struct shrink_parts {
  const shrink_options *options;
  uo_corpus corpus;
  uo_arena arena;
  uo_arena answers;
  uo_subject *subject;
  uo_case question;
  uo_judge judge;
  uo_judgement failure;
  uint64_t calls;
} shrink_parts;

/* ---- Options: those of the gate that make sense for one case ----------------------------------------------------- */

static uo_error_code set_plugin(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("plugin", options, value, error);
}

static uo_error_code set_command(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("command", options, value, error);
}

static uo_error_code set_answers(void *options, const char *value, uo_error *error) {
  (void)options;
  (void)error;
  UO_REQUIRE(
      false, error, UO_ERROR_ARGUMENT,
      "--answers %s: answers made elsewhere cannot be asked about new cases: name the implementation itself with "
      "--plugin or --command",
      value);
}

static uo_error_code set_case(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("case", options, value, error);
}

static uo_error_code set_policy(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("policy", options, value, error);
}

static uo_error_code set_timeout(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("timeout", options, value, error);
}

static uo_error_code set_memory(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("memory", options, value, error);
}

static uo_error_code set_calls(void *context, const char *value, uo_error *error) {
  shrink_options *options = context;
  return uo_read_number("--max-calls", value, 4, 1000000, &options->calls, error);
}

static uo_error_code set_fewer_clauses(void *context, const char *value, uo_error *error) {
  shrink_options *options = context;
  (void)value;
  (void)error;
  options->fewer_clauses = true;
  return UO_ERROR_NONE;
}

static const uo_option option_table[] = {
    {"plugin", "FILE.so", "the subject: a shared library with the plug-in ABI", set_plugin},
    {"command", "'CMD ARGS'", "the subject: a long-lived process that speaks the line protocol", set_command},
    {"answers", "FILE.jsonl", "refused: answers made elsewhere cannot be asked about new cases", set_answers},
    {"case", "ID",
     "the case of this id in CASE-FILE (default: the first one), without one a bundled vector;\n"
     "or S:I, grid:I or small:I",
     set_case},
    {"policy", "P", "the policy to judge by (default onnx), as for gate", set_policy},
    {"timeout", "SECONDS",
     "for one case (default 10), more for large ones as in gate; at most 1 while a hang is shrunk", set_timeout},
    {"memory", "MIB", "for the subject (default 2048)", set_memory},
    {"max-calls", "N", "ask the subject at most so often (default 2000); a hang counts as 50", set_calls},
    {"fewer-clauses", NULL, "keep what violates only some of the clauses, too", set_fewer_clauses},
    {0},
};

/* ---- The case ---------------------------------------------------------------------------------------------------- */

static uo_error_code find_case(shrink_parts *parts, const char *path, uo_error *error) {
  uo_corpus_vector vector;
  UO_TRY(uo_choose_case(&parts->corpus, path, parts->options->gate.only, &vector, error));
  parts->question = vector.vector.question;
  return UO_ERROR_NONE;
}

/* An id of its own, so that both cases can stand in one file; shrinking again does not change it. */
static uo_error_code name_smallest(uo_arena *arena, const char *id, const char **name, uo_error *error) {
  static const char end[] = "-smallest";
  size_t length = strlen(id);
  size_t tail = sizeof end - 1;
  *name = id;
  if (length >= tail && strcmp(id + length - tail, end) == 0) return UO_ERROR_NONE;
  char *made = uo_arena_allocate(arena, length + sizeof end, 1);
  UO_REQUIRE_MEMORY(made, error);
  memcpy(made, id, length);
  memcpy(made + length, end, sizeof end);
  *name = made;
  return UO_ERROR_NONE;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* A fresh subject, which gives the candidates of a hanging case less time. */
static uo_error_code open_again(shrink_parts *parts, double seconds, uo_error *error) {
  uo_limits limits = parts->options->gate.limits;
  if (seconds > 0 && seconds < limits.seconds) limits.seconds = seconds;
  uo_subject_close(parts->subject);
  parts->subject = NULL;
  return uo_open_subject(&parts->options->gate, &limits, &parts->subject, error);
}

static uo_error_code search(shrink_parts *parts, uo_shrunk *shrunk, uo_error *error) {
  /* Some calls are kept for confirming, in small budgets fewer. */
  uint64_t last = parts->options->calls >= 100 ? 10 * CALLS_TO_CONFIRM : CALLS_TO_CONFIRM;
  bool hangs = parts->failure.verdict == UO_VERDICT_HANG;
  uint64_t left = parts->options->calls - parts->calls;
  uo_shrink_limits limits = {.calls = left > last ? left - last : 0,
                             .hang_cost = UO_SHRINK_HANG_COST,
                             .death_cost = UO_SHRINK_DEATH_COST,
                             .fewer_clauses = parts->options->fewer_clauses};
  UO_TRY(open_again(parts, hangs ? HANG_SECONDS : 0, error));
  UO_TRY(uo_shrink_failure(parts->subject, &parts->judge, &parts->question, &parts->failure, &limits, &parts->arena,
                           shrunk, error));
  parts->calls += shrunk->calls;
  return UO_ERROR_NONE;
}

/* Whether a fresh subject fails the case found just so: what it was asked before must not matter. */
static uo_error_code confirm(shrink_parts *parts, const uo_case *question, uo_answer *answer, uo_judgement *judgement,
                             bool *confirmed, uo_error *error) {
  uint64_t calls;
  UO_TRY(open_again(parts, 0, error));
  UO_TRY(uo_ask_alone(parts->subject, &parts->judge, question, &parts->answers, answer, judgement, &calls, error));
  parts->calls += calls;
  *confirmed = parts->options->fewer_clauses ? uo_similar_failure(judgement, &parts->failure)
                                             : uo_same_failure(judgement, &parts->failure);
  return UO_ERROR_NONE;
}

static void print_given(const uo_answer *answer) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *tensor = answer->outputs.tensor[output];
    if (tensor == NULL) continue;
    fprintf(stderr, "    gave     %s = ", uo_output_name(output));
    uo_describe_tensor(tensor, stderr);
    fputc('\n', stderr);
  }
}

static uo_error_code print_smallest(shrink_parts *parts, uo_shrunk *shrunk, uo_error *error) {
  const char *line;
  size_t size;
  UO_TRY(name_smallest(&parts->arena, shrunk->question.id, &shrunk->question.id, error));
  UO_TRY(uo_json_case(&shrunk->question, &parts->arena, &line, &size, error));
  return uo_write_line(line, size, error);
}

/* "wrong VAL-01 IDX-01", "freedom SIL-04", "crash": for scripts that compare failures. */
static void print_signature(const uo_judgement *judgement) {
  char points[128];
  bool named[UO_CLAUSE_COUNT] = {false};
  bool is_freedom = judgement->verdict == UO_VERDICT_FREEDOM;
  fprintf(stderr, "    fails    %s", uo_verdict_name(judgement->verdict));
  for (int i = 0; !is_freedom && i < judgement->report.count; i++) {
    uo_clause clause = judgement->report.findings[i].clause;
    if (!named[clause]) fprintf(stderr, " %s", uo_clause_id(clause));
    named[clause] = true;
  }
  if (is_freedom) fprintf(stderr, " %s", uo_choices_silent_points(judgement->choices, points, sizeof points));
  fputc('\n', stderr);
}

static void print_summary(const shrink_parts *parts, const uo_shrunk *shrunk, const uo_answer *answer,
                          const uo_judgement *judgement) {
  char type[200];
  uo_format_type(&parts->question.x, type, sizeof type);
  uo_write_text(parts->question.id, stderr);
  fprintf(stderr, ": %s, from %s:\n", uo_verdict_name(parts->failure.verdict), type);
  uo_describe_case(&shrunk->question, "  ", stderr);
  print_given(answer);
  uo_describe_judgement(judgement, "  ", stderr);
  print_signature(judgement);
  fprintf(stderr, "    calls    %" PRIu64 " of %" PRIu64 "%s\n", parts->calls, parts->options->calls,
          shrunk->complete ? "; nothing simpler was found that fails alike" : "; ended by this limit (--max-calls)");
}

/*
 * Asks fresh subjects about the smallest case, then about larger ones on the way to it: a limit of time or memory, or
 * what a subject remembers, may have made the last ones look worse than they are. Else the case itself is left.
 */
static uo_error_code confirm_smallest(shrink_parts *parts, uo_shrunk *shrunk, uo_answer *answer,
                                      uo_judgement *judgement, const char **note, uo_error *error) {
  bool confirmed = false;
  *note = NULL;
  UO_TRY(confirm(parts, &shrunk->question, answer, judgement, &confirmed, error));
  if (confirmed) return UO_ERROR_NONE;
  *note = "smaller ones failed alike, but not when a fresh subject was asked";
  while (shrunk->steps > 0 && parts->calls + CALLS_TO_CONFIRM <= parts->options->calls) {
    shrunk->question = shrunk->step[--shrunk->steps];
    UO_TRY(confirm(parts, &shrunk->question, answer, judgement, &confirmed, error));
    if (confirmed) return UO_ERROR_NONE;
  }
  *note = "a fresh subject answers the simpler ones otherwise: the case is given back as it was";
  shrunk->question = parts->question;
  *answer = (uo_answer){0};
  *judgement = parts->failure;
  return UO_ERROR_NONE;
}

static uo_error_code shrink_failing(shrink_parts *parts, uo_error *error) {
  uo_shrunk shrunk = {.question = parts->question, .complete = true};
  uo_answer answer = {0};
  uo_judgement judgement = parts->failure;
  const char *note = "answers that change from one asking to the next lead nowhere: the case is not shrunk";
  if (uo_can_shrink(parts->options->gate.subject, parts->failure.verdict)) {
    UO_TRY(search(parts, &shrunk, error));
    UO_TRY(confirm_smallest(parts, &shrunk, &answer, &judgement, &note, error));
  }
  print_summary(parts, &shrunk, &answer, &judgement);
  if (note != NULL) fprintf(stderr, "    note     %s\n", note);
  return print_smallest(parts, &shrunk, error);
}

static uo_error_code shrink(shrink_parts *parts, const char *path, int *status, uo_error *error) {
  const shrink_options *options = parts->options;
  uo_answer answer;
  UO_TRY(find_case(parts, path, error));
  parts->judge = uo_judge_for(options->gate.spec, options->gate.policy);
  UO_TRY(open_again(parts, 0, error));
  UO_TRY(uo_ask_alone(parts->subject, &parts->judge, &parts->question, &parts->answers, &answer, &parts->failure,
                      &parts->calls, error));
  if (!uo_verdict_fails(parts->failure.verdict, options->gate.spec, false)) {
    uo_write_text(parts->question.id, stderr);
    fprintf(stderr, ": %s: there is nothing to shrink\n", uo_verdict_name(parts->failure.verdict));
    *status = UO_EXIT_CONFORMS;
    return UO_ERROR_NONE;
  }
  *status = UO_EXIT_DOES_NOT_CONFORM;
  return shrink_failing(parts, error);
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  shrink_options options = {.gate = uo_gate_options_default(), .calls = UO_SHRINK_CALLS};
  const char *path = NULL;
  uo_parsed parsed = uo_parse(self, argc, argv, &options, &path);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  shrink_parts parts = {.options = &options};
  uo_error error = {0};
  int status = UO_EXIT_NOT_JUDGED;
  uo_error_code code = shrink(&parts, path, &status, &error);
  uo_subject_close(parts.subject);
  uo_arena_release(&parts.answers);
  uo_arena_release(&parts.arena);
  uo_corpus_release(&parts.corpus);
  if (code != UO_ERROR_NONE) return uo_complain(self, error.message);
  return uo_finish_output(self, status);
}

const uo_subcommand uo_shrink_subcommand = {
    .name = "shrink",
    .usage = "[SUBJECT] [CASE-FILE] [--case ID] [--policy P] [LIMITS]",
    .summary = "find the smallest case with the same verdict",
    .details =
        "CASE-FILE is a file or folder of vectors as for gate --vectors, or a file of cases as generate writes them. "
        "A\n"
        "bundled vector and a generated case need none (--case). The smallest case that fails with the same verdict\n"
        "and the same clauses is written on standard output as a line of JSON, what there is to say about it on\n"
        "standard error.\n"
        "Exit codes: 1 the case fails and was shrunk; 0 it does not fail, and nothing is written; 2 it could not be "
        "judged.\n",
    .options = option_table,
    .positionals = 1,
    .optional = 1,
    .run = run,
};
