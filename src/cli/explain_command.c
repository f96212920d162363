/* unique-oracle explain: one case, with the right answer, for a reader. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <unique_oracle/checker.h>

#include "cli/command_line.h"
#include "cli/explain_forms.h"
#include "cli/one_case.h"
#include "files/json_text.h"
#include "gate/corpus.h"
#include "gate/describe.h"
#include "gate/open_subject.h"
#include "gate/output_clash.h"
#include "gate/output_file.h"
#include "gate/shrinking.h"
#include "subjects/subject.h"
#include "tensor/guard.h"

/* The forms, by name. */
typedef enum explain_form { FORM_TEXT, FORM_JSON, FORM_C, FORM_NUMPY, FORM_ONNX, FORM_COUNT } explain_form;

static const char *const form_names[FORM_COUNT] = {"text", "json", "c", "numpy", "onnx"};

typedef struct explain_options {
  uo_gate_options gate; /* first: the gate's options set it; its subject is asked as well when one is named */
  explain_form form;
  const char *output; /* a file, a folder for ONNX; NULL: standard output */
  const char *only;   /* the id of the case, or NULL for the first one */
  uo_policy policy;
} explain_options;

static uo_error_code set_form(void *context, const char *value, uo_error *error) {
  explain_options *options = context;
  for (int form = 0; form < FORM_COUNT; form++) {
    options->form = (explain_form)form;
    if (strcmp(value, form_names[form]) == 0) return UO_ERROR_NONE;
  }
  return uo_fail(error, UO_ERROR_ARGUMENT, "--as %s: there is no such form; forms are text, json, c, numpy and onnx",
                 value);
}

static uo_error_code set_output(void *context, const char *value, uo_error *error) {
  explain_options *options = context;
  UO_REQUIRE(value[0] != '\0', error, UO_ERROR_ARGUMENT, "--output: the path is empty");
  options->output = value;
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

static uo_error_code set_plugin(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("plugin", options, value, error);
}

static uo_error_code set_command(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("command", options, value, error);
}

static uo_error_code set_timeout(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("timeout", options, value, error);
}

static uo_error_code set_memory(void *options, const char *value, uo_error *error) {
  return uo_gate_option_set("memory", options, value, error);
}

static const uo_option option_table[] = {
    {"as", "text|json|c|numpy|onnx",
     "text (default): a readable table; json: a vector with the right answer;\n"
     "c: a program that runs the case on a plug-in; numpy: a script that runs it through\n"
     "numpy.unique; onnx: an ONNX backend-test folder",
     set_form},
    {"output", "PATH", "where to write it (default: standard output); onnx needs a folder that is not there yet",
     set_output},
    {"case", "ID",
     "the case of this id in CASE-FILE (default: the first one), without one a bundled vector;\n"
     "or S:I, grid:I or small:I",
     set_case},
    {"policy", "P", "the policy that the right answer follows (default onnx)", set_policy},
    {"plugin", "FILE.so",
     "show what this one gives beside it, too (text and numpy): a shared library with the plug-in ABI", set_plugin},
    {"command", "'CMD ARGS'", "the same of a long-lived process that speaks the line protocol", set_command},
    {"timeout", "SECONDS", "for that answer (default 10), more for large cases as in gate", set_timeout},
    {"memory", "MIB", "for that subject (default 2048)", set_memory},
    {0},
};

static void print_outputs(const uo_outputs *outputs, FILE *stream) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (outputs->tensor[output] == NULL) continue;
    fprintf(stream, "  %-15s  ", uo_output_name(output));
    uo_describe_tensor(outputs->tensor[output], stream);
    fputc('\n', stream);
  }
}

static void print_case(const uo_corpus_vector *vector, FILE *stream) {
  const uo_case *question = &vector->vector.question;
  uo_write_text(question->id, stream);
  fputs("  (", stream);
  uo_write_text(vector->place, stream);
  fputs(")\n", stream);
  if (vector->vector.comment[0] != '\0') {
    fputs("  ", stream);
    uo_write_text(vector->vector.comment, stream);
    fputc('\n', stream);
  }
  fputs("  X                ", stream);
  uo_describe_tensor(&question->x, stream);
  fputc('\n', stream);
  if (question->attributes.has_axis) {
    fprintf(stream, "  axis             %" PRId64 "\n", question->attributes.axis);
  } else {
    fputs("  axis             none\n", stream);
  }
  fprintf(stream, "  sorted           %" PRId64 "\n  outputs         ", question->attributes.sorted);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & (1u << output)) != 0) fprintf(stream, " %s", uo_output_name(output));
  }
  fputc('\n', stream);
  for (const char *const *id = vector->vector.clauses; *id != NULL; id++) {
    uo_clause clause;
    fputs("  clause           ", stream);
    uo_write_text(*id, stream);
    fprintf(stream, "  %s\n", uo_clause_find(*id, &clause) ? uo_clause_text(clause) : "(unknown)");
  }
}

/* What the subject gave and what is wrong with it, beside the right answer. */
static void print_given(const uo_explained_answer *given, FILE *stream) {
  fputs("given by ", stream);
  uo_write_text(given->name, stream);
  fprintf(stream, ": %s\n", uo_verdict_name(given->judgement.verdict));
  print_outputs(&given->answer.outputs, stream);
  uo_describe_judgement(&given->judgement, "", stream);
}

static void print_reason(const char *label, const char *reason, FILE *stream) {
  fputs(label, stream);
  uo_write_text(reason, stream);
  fputc('\n', stream);
}

static void print_text(const uo_corpus_vector *vector, const uo_answer *answer, const uo_explained *explained,
                       FILE *stream) {
  print_case(vector, stream);
  if (explained->given != NULL) print_given(explained->given, stream);
  fprintf(stream, "right answer under policy %s", explained->policy);
  if (answer->kind == UO_ANSWER_OUTPUTS) {
    fputc('\n', stream);
    print_outputs(&answer->outputs, stream);
  } else {
    print_reason(": an error: ", answer->message, stream);
  }
  if (vector->vector.rejected != NULL) {
    print_reason("expected by the vector: an error: ", vector->vector.rejected, stream);
  } else if (vector->vector.has_expected) {
    uo_outputs expected = uo_vector_outputs(&vector->vector);
    print_reason("expected by the vector, under policy ", vector->header.policy, stream);
    print_outputs(&expected, stream);
  }
}

/* The case with the right answer in place of the expected one. */
static uo_vector with_right_answer(const uo_corpus_vector *vector, const uo_answer *answer) {
  uo_vector right = vector->vector;
  right.has_expected = true;
  right.rejected = answer->kind == UO_ANSWER_OUTPUTS ? NULL : answer->message;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *tensor = answer->kind == UO_ANSWER_OUTPUTS ? answer->outputs.tensor[output] : NULL;
    if (tensor != NULL) right.expected[output] = *tensor;
  }
  return right;
}

static uo_error_code print_json(const uo_vector *right, uo_arena *arena, FILE *stream, uo_error *error) {
  const char *line;
  UO_TRY(uo_json_vector(right, arena, &line, NULL, error));
  fprintf(stream, "%s\n", line);
  return UO_ERROR_NONE;
}

static uo_error_code print_form(const explain_options *options, const uo_corpus_vector *vector, const uo_answer *answer,
                                const uo_explained *explained, uo_arena *arena, FILE *stream, uo_error *error) {
  switch (options->form) {
    case FORM_JSON:
      return print_json(explained->right, arena, stream, error);
    case FORM_C:
      uo_explain_as_c(explained, stream);
      return UO_ERROR_NONE;
    case FORM_NUMPY:
      uo_explain_as_numpy(explained, stream);
      return UO_ERROR_NONE;
    default:
      print_text(vector, answer, explained, stream);
      return UO_ERROR_NONE;
  }
}

static uo_error_code write_output(const explain_options *options, const uo_corpus_vector *vector,
                                  const uo_answer *answer, const uo_explained *explained, uo_arena *arena,
                                  const uo_output_place *place, uo_error *error) {
  uo_output_file file;
  uo_error reason = {0};
  UO_TRY(uo_output_of("--output", uo_output_open(place, &file, &reason), &reason, error));
  uo_error_code code = print_form(options, vector, answer, explained, arena, file.stream, error);
  if (code == UO_ERROR_NONE) return uo_output_of("--output", uo_output_commit(&file, &reason), &reason, error);
  uo_output_abandon(&file);
  return code;
}

static uo_error_code write_form(const explain_options *options, const uo_corpus_vector *vector, const uo_answer *answer,
                                const uo_explained_answer *given, uo_arena *arena, uo_error *error) {
  char policy[256];
  uo_vector right = with_right_answer(vector, answer);
  uo_explained explained = {&right, uo_policy_format(options->policy, policy, sizeof policy), given};
  if (options->form == FORM_ONNX) return uo_explain_as_onnx(&explained, options->output, error);
  if (options->output == NULL) return print_form(options, vector, answer, &explained, arena, stdout, error);
  uo_output_place place;
  uo_error reason = {0};
  UO_TRY(uo_output_of("--output", uo_output_place_open(options->output, &place, &reason), &reason, error));
  uo_error_code code = write_output(options, vector, answer, &explained, arena, &place, error);
  uo_output_place_close(&place);
  return code;
}

/* Everything that is held. */
typedef struct explain_parts {
  uo_corpus corpus;
  uo_subject *reference;
  uo_subject *subject;
  uo_arena answers; /* of the subject */
  uo_explained_answer given;
} explain_parts;

/* Asks the subject that was named; *given stays NULL without one. */
static uo_error_code ask_subject(const explain_options *options, explain_parts *parts, const uo_case *question,
                                 const uo_explained_answer **given, uo_error *error) {
  const uo_gate_options *gate = &options->gate;
  const char *option = uo_subject_option(gate->subject);
  uint64_t calls;
  if (option == NULL) return UO_ERROR_NONE;
  size_t size = strlen(option) + strlen(gate->subject_argument) + 2;
  char *name = uo_arena_allocate(&parts->corpus.arena, size, 1);
  UO_REQUIRE_MEMORY(name, error);
  snprintf(name, size, "%s %s", option, gate->subject_argument);
  UO_TRY(uo_open_subject(gate, &gate->limits, &parts->subject, error));
  uo_judge judge = uo_judge_for(false, options->policy);
  UO_TRY(uo_ask_alone(parts->subject, &judge, question, &parts->answers, &parts->given.answer, &parts->given.judgement,
                      &calls, error));
  parts->given.name = name;
  *given = &parts->given;
  return UO_ERROR_NONE;
}

/* The file that is written is none of those that are read. */
static uo_error_code spare_inputs(const explain_options *options, const char *path, uo_arena *arena, uo_error *error) {
  const uo_named_file output = {"--output", options->output};
  uo_named_file inputs[UO_SUBJECT_FILES + 1];
  size_t count;
  if (options->output == NULL || options->form == FORM_ONNX) return UO_ERROR_NONE;
  UO_TRY(uo_subject_files(&options->gate, arena, inputs, &count, error));
  inputs[count++] = (uo_named_file){"CASE-FILE", path};
  return uo_outputs_check(&output, 1, inputs, count, error);
}

static uo_error_code explain(const explain_options *options, const char *path, explain_parts *parts, uo_error *error) {
  uo_corpus *corpus = &parts->corpus;
  const uo_explained_answer *given = NULL;
  uo_corpus_vector vector;
  uo_answer answer;
  UO_REQUIRE(options->form != FORM_ONNX || options->output != NULL, error, UO_ERROR_ARGUMENT,
             "--as onnx: needs --output with the path of a new folder");
  UO_TRY(spare_inputs(options, path, &corpus->arena, error));
  UO_TRY(uo_choose_case(corpus, path, options->only, &vector, error));
  UO_TRY(uo_subject_open_builtin(options->policy, &parts->reference, error));
  UO_TRY(uo_subject_ask(parts->reference, &vector.vector.question, 1, &corpus->arena, &answer, error));
  UO_REQUIRE(answer.kind != UO_ANSWER_OUT_OF_MEMORY, error, UO_ERROR_MEMORY, "%s", answer.message);
  UO_TRY(ask_subject(options, parts, &vector.vector.question, &given, error));
  return write_form(options, &vector, &answer, given, &corpus->arena, error);
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  explain_options options = {.gate = uo_gate_options_default(), .policy = UO_POLICY_ONNX};
  const char *path = NULL;
  uo_parsed parsed = uo_parse(self, argc, argv, &options, &path);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  explain_parts parts = {.reference = NULL};
  uo_error error = {0};
  uo_error_code code = explain(&options, path, &parts, &error);
  uo_subject_close(parts.reference);
  uo_subject_close(parts.subject);
  uo_arena_release(&parts.answers);
  uo_corpus_release(&parts.corpus);
  if (code != UO_ERROR_NONE) return uo_complain(self, error.message);
  return uo_finish_output(self, 0);
}

const uo_subcommand uo_explain_subcommand = {
    .name = "explain",
    .usage = "[CASE-FILE] [--as text|json|c|numpy|onnx] [--output PATH] [--case ID] [--policy P] [SUBJECT]",
    .summary = "print one case with the right answer, for a reader or as a reproducer",
    .details =
        "CASE-FILE is a file or folder of vectors as for gate --vectors, or a file of cases as generate writes them.\n"
        "A bundled vector and a generated case need none (--case). SUBJECT is --plugin or --command: what it gives is "
        "shown beside the right "
        "answer.\n",
    .options = option_table,
    .positionals = 1,
    .optional = 1,
    .run = run,
};
