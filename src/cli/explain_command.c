/* unique-oracle explain: one case, with the right answer, for a reader. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <unique_oracle/checker.h>

#include "cli/command_line.h"
#include "files/json_text.h"
#include "gate/corpus.h"
#include "subjects/subject.h"
#include "tensor/format.h"
#include "tensor/guard.h"

#define TENSOR_TEXT 4000

typedef struct explain_options {
  bool json;
  const char *only; /* the id of the case, or NULL for the first one */
  uo_policy policy;
} explain_options;

static uo_error_code set_form(void *context, const char *value, uo_error *error) {
  explain_options *options = context;
  options->json = strcmp(value, "json") == 0;
  UO_REQUIRE(options->json || strcmp(value, "text") == 0, error, UO_ERROR_ARGUMENT,
             "--as %s: there is no such form; forms are text and json", value);
  return UO_ERROR_NONE;
}

static uo_error_code set_case(void *context, const char *value, uo_error *error) {
  explain_options *options = context;
  (void)error;
  options->only = value;
  return UO_ERROR_NONE;
}

static uo_error_code set_policy(void *context, const char *value, uo_error *error) {
  explain_options *options = context;
  bool spec = false;
  UO_TRY(uo_read_policy("--policy", value, &spec, &options->policy, error));
  UO_REQUIRE(!spec, error, UO_ERROR_ARGUMENT, "--policy spec: the right answer follows one policy: name one");
  return UO_ERROR_NONE;
}

static const uo_option option_table[] = {
    {"as", "text|json", "text (default), or the case as a vector with the right answer", set_form},
    {"case", "ID", "the case of this id (default: the first one)", set_case},
    {"policy", "P", "the policy that the right answer follows (default onnx)", set_policy},
    {0},
};

static void print_outputs(const char *title, const uo_outputs *outputs) {
  printf("%s\n", title);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    char text[TENSOR_TEXT];
    if (outputs->tensor[output] == NULL) continue;
    printf("  %-15s  %s\n", uo_output_name(output), uo_format_tensor(outputs->tensor[output], text, sizeof text));
  }
}

static void print_case(const uo_corpus_vector *vector) {
  const uo_case *question = &vector->vector.question;
  char text[TENSOR_TEXT];
  printf("%s  (%s)\n", question->id, vector->place);
  if (vector->vector.comment[0] != '\0') printf("  %s\n", vector->vector.comment);
  printf("  X                %s\n", uo_format_tensor(&question->x, text, sizeof text));
  if (question->attributes.has_axis) {
    printf("  axis             %" PRId64 "\n", question->attributes.axis);
  } else {
    puts("  axis             none");
  }
  printf("  sorted           %" PRId64 "\n  outputs         ", question->attributes.sorted);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & (1u << output)) != 0) printf(" %s", uo_output_name(output));
  }
  putchar('\n');
  for (const char *const *id = vector->vector.clauses; *id != NULL; id++) {
    uo_clause clause;
    printf("  clause           %s  %s\n", *id, uo_clause_find(*id, &clause) ? uo_clause_text(clause) : "(unknown)");
  }
}

static void print_text(const uo_corpus_vector *vector, const uo_answer *answer, uo_policy policy) {
  char name[256];
  char title[300];
  print_case(vector);
  snprintf(title, sizeof title, "right answer under policy %s", uo_policy_format(policy, name, sizeof name));
  if (answer->kind == UO_ANSWER_OUTPUTS) {
    print_outputs(title, &answer->outputs);
  } else {
    printf("%s: an error: %s\n", title, answer->message);
  }
  if (vector->vector.rejected != NULL) {
    printf("expected by the vector: an error: %s\n", vector->vector.rejected);
  } else if (vector->vector.has_expected) {
    uo_outputs expected = uo_vector_outputs(&vector->vector);
    snprintf(title, sizeof title, "expected by the vector, under policy %s", vector->header.policy);
    print_outputs(title, &expected);
  }
}

static uo_error_code print_json(const uo_corpus_vector *vector, const uo_answer *answer, uo_arena *arena,
                                uo_error *error) {
  uo_vector right = vector->vector;
  const char *line;
  right.has_expected = true;
  right.rejected = answer->kind == UO_ANSWER_OUTPUTS ? NULL : answer->message;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *tensor = answer->kind == UO_ANSWER_OUTPUTS ? answer->outputs.tensor[output] : NULL;
    if (tensor != NULL) right.expected[output] = *tensor;
  }
  UO_TRY(uo_json_vector(&right, arena, &line, NULL, error));
  puts(line);
  return UO_ERROR_NONE;
}

static uo_error_code choose(const uo_corpus *corpus, const char *path, const char *only,
                            const uo_corpus_vector **chosen, uo_error *error) {
  *chosen = only == NULL ? &corpus->vectors[0] : uo_corpus_find(corpus, only);
  UO_REQUIRE(*chosen != NULL, error, UO_ERROR_ARGUMENT, "--case %s: none of the %zu vectors of %s has this id", only,
             corpus->count, path);
  return UO_ERROR_NONE;
}

static uo_error_code explain(const explain_options *options, const char *path, uo_corpus *corpus, uo_subject **subject,
                             uo_error *error) {
  const uo_corpus_vector *vector = NULL;
  uo_answer answer;
  UO_TRY(uo_corpus_add_cases(corpus, path, error));
  UO_TRY(uo_corpus_seal(corpus, error));
  UO_TRY(choose(corpus, path, options->only, &vector, error));
  UO_TRY(uo_subject_open_builtin(options->policy, subject, error));
  UO_TRY(uo_subject_ask(*subject, &vector->vector.question, 1, &corpus->arena, &answer, error));
  if (options->json) return print_json(vector, &answer, &corpus->arena, error);
  print_text(vector, &answer, options->policy);
  return UO_ERROR_NONE;
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  explain_options options = {.policy = UO_POLICY_ONNX};
  const char *path = NULL;
  uo_parsed parsed = uo_parse(self, argc, argv, &options, &path);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  uo_corpus corpus = {0};
  uo_subject *subject = NULL;
  uo_error error = {0};
  uo_error_code code = explain(&options, path, &corpus, &subject, &error);
  uo_subject_close(subject);
  uo_corpus_release(&corpus);
  if (code != UO_ERROR_NONE) return uo_complain(self, error.message);
  return uo_finish_output(self, 0);
}

const uo_subcommand uo_explain_subcommand = {
    .name = "explain",
    .usage = "CASE-FILE [--as text|json] [--case ID] [--policy P]",
    .summary = "print one case with the right answer",
    .details =
        "CASE-FILE is a file or folder of vectors as for gate --vectors, or a file of cases as generate writes them.\n",
    .options = option_table,
    .positionals = 1,
    .run = run,
};
