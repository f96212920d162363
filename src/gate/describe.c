/* One failing case, for a reader. */
#include <inttypes.h>
#include <string.h>

#include "gate/characters.h"
#include "gate/describe.h"
#include "gate/outcome.h"
#include "tensor/format.h"
#include "tensor/shape.h"

/* Whether every character shows as what it is, on one line. */
static bool shows(const char *text) {
  size_t left = strlen(text);
  while (left > 0) {
    uint32_t character;
    size_t size = uo_character(text, left, &character);
    if (size == 0 || uo_character_is_obeyed(character)) return false;
    text += size;
    left -= size;
  }
  return true;
}

/* $'...': what would not show stands there as octal escapes, byte by byte. */
static void write_escaped_word(const char *word, FILE *stream) {
  size_t left = strlen(word);
  fputs("$'", stream);
  while (left > 0) {
    uint32_t character;
    size_t size = uo_character(word, left, &character);
    bool escaped = size == 0 || uo_character_is_obeyed(character);
    size += size == 0;
    if (*word == '\'' || *word == '\\') fputc('\\', stream);
    for (size_t i = 0; i < size; i++) fprintf(stream, escaped ? "\\%03o" : "%c", (unsigned)(unsigned char)word[i]);
    word += size;
    left -= size;
  }
  fputc('\'', stream);
}

void uo_shell_word(const char *word, FILE *stream) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
    fputs(word, stream);
    return;
  }
  if (!shows(word)) {
    write_escaped_word(word, stream);
    return;
  }
  fputc('\'', stream);
  for (; *word != '\0'; word++) {
    if (*word == '\'') {
      fputs("'\\''", stream);
    } else {
      fputc(*word, stream);
    }
  }
  fputc('\'', stream);
}

static void write_text(const char *text, size_t size, FILE *stream) {
  while (size > 0) {
    uint32_t character;
    size_t length = uo_character(text, size, &character);
    if (length == 0 || (length == 1 && uo_character_is_obeyed(character))) {
      fprintf(stream, "\\x%02x", (unsigned)(unsigned char)*text);
      length = 1;
    } else if (uo_character_is_obeyed(character)) {
      fprintf(stream, "\\u{%" PRIx32 "}", character);
    } else {
      fwrite(text, 1, length, stream);
    }
    text += length;
    size -= length;
  }
}

void uo_write_text(const char *text, FILE *stream) { write_text(text, strlen(text), stream); }

static void write_option(const char *name, const char *value, FILE *stream) {
  fprintf(stream, " %s ", name);
  uo_shell_word(value, stream);
}

/* A single case cannot contradict earlier ones: it is judged under the choices that those settled. */
static void write_policy(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  char policy[256];
  if (outcome->judgement->inconsistent) {
    uo_policy_format(outcome->judgement->policy, policy, sizeof policy);
  } else {
    uo_run_policy(run, policy, sizeof policy);
  }
  if (strcmp(policy, "onnx") != 0) write_option("--policy", policy, stream);
}

void uo_outcome_rerun(const uo_run *run, const uo_outcome *outcome, FILE *stream) {
  const uo_gate_options *options = run->options;
  const uo_corpus_vector *vector = outcome->planned->vector;
  uo_shell_word(options->program, stream);
  fputs(" gate", stream);
  const char *subject = uo_subject_option(options->subject);
  if (subject != NULL) write_option(subject, options->subject_argument, stream);
  if (vector != NULL && (options->bundled == NULL || strcmp(vector->source, options->bundled) != 0)) {
    write_option("--vectors", vector->source, stream);
  }
  write_policy(run, outcome, stream);
  if (options->limits.seconds != UO_DEFAULT_SECONDS) fprintf(stream, " --timeout %.15g", options->limits.seconds);
  if (options->limits.memory_mib != UO_DEFAULT_MEMORY_MIB) fprintf(stream, " --memory %zu", options->limits.memory_mib);
  if (outcome->judgement->verdict == UO_VERDICT_UNSUPPORTED) {
    write_option("--require-dtypes", uo_type_name(outcome->planned->question.x.dtype), stream);
  }
  write_option("--case", outcome->planned->question.id, stream);
}

void uo_describe_tensor(const uo_tensor *tensor, FILE *stream) {
  char text[500];
  uo_format_tensor(tensor, text, sizeof text);
  size_t length = strlen(text);
  bool cut = length >= 3 && strcmp(text + length - 3, "...") == 0;
  uo_write_text(text, stream);
  if (cut) fprintf(stream, " (%" PRId64 " elements)", uo_items_of(tensor, -1).count);
}

void uo_describe_node(const uo_case *question, FILE *stream) {
  if (question->attributes.has_axis) {
    fprintf(stream, "axis=%" PRId64, question->attributes.axis);
  } else {
    fputs("no axis", stream);
  }
  fprintf(stream, " sorted=%" PRId64 " outputs=", question->attributes.sorted);
  const char *separator = "";
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & (1u << output)) == 0) continue;
    fprintf(stream, "%s%s", separator, uo_output_name(output));
    separator = ",";
  }
}

void uo_describe_case(const uo_case *question, const char *indent, FILE *stream) {
  fprintf(stream, "%s  X        ", indent);
  uo_describe_tensor(&question->x, stream);
  fprintf(stream, "\n%s  node     ", indent);
  uo_describe_node(question, stream);
  fputc('\n', stream);
}

void uo_describe_case_shortly(const uo_case *question, FILE *stream) {
  uo_describe_tensor(&question->x, stream);
  fputc(' ', stream);
  uo_describe_node(question, stream);
}

/* Whether a text of a finding has "..." where something was cut: behind a value that is long, and before a word of
 * ours.
 */
static bool is_cut(const char *text) {
  enum { SHORTEST = 60 }; /* the checker cuts no value sooner */
  for (const char *at = strstr(text, "..."); at != NULL; at = strstr(at + 3, "...")) {
    if (at - text >= SHORTEST && (at[3] == '\0' || at[3] == ' ' || at[3] == ',')) return true;
  }
  return false;
}

static void write_finding(const uo_finding *finding, const char *indent, FILE *stream) {
  fprintf(stream, "%s  %-8s %s", indent, uo_clause_id(finding->clause), uo_output_name(finding->output));
  if (finding->position >= 0) fprintf(stream, "[%" PRId64 "]", finding->position);
  fputs(": have ", stream);
  uo_write_text(finding->have, stream);
  fputs(", want ", stream);
  uo_write_text(finding->want, stream);
  if (is_cut(finding->have) || is_cut(finding->want)) fputs(" (cut at ...)", stream);
  if (finding->places > 1) fprintf(stream, " (%" PRId64 " places)", finding->places);
  fprintf(stream, "\n%s           %s\n", indent, uo_clause_text(finding->clause));
}

static void write_freedom(const uo_judgement *judgement, const char *indent, FILE *stream) {
  char text[512];
  if (judgement->choices == 0 || judgement->inconsistent) return;
  uo_choices_format(judgement->choices, judgement->policy ^ judgement->choices, text, sizeof text);
  fprintf(stream, "%s  freedom  %s", indent, text);
  uo_choices_silent_points(judgement->choices, text, sizeof text);
  fprintf(stream, " (%s)", text);
  uo_choices_format(judgement->choices, judgement->policy, text, sizeof text);
  fprintf(stream, ", where the policy has %s\n", text);
}

/* Messages may hold a subject's own words: one line each, so that the report stays readable. */
static void write_message(const char *message, const char *indent, FILE *stream) {
  const char *line = message;
  while (*line != '\0') {
    size_t length = strcspn(line, "\n");
    if (length > 0) {
      fprintf(stream, "%s  %s ", indent, line == message ? "because " : "        ");
      write_text(line, length, stream);
      fputc('\n', stream);
    }
    line += length;
    if (*line != '\0') line++;
  }
}

void uo_describe_judgement(const uo_judgement *judgement, const char *indent, FILE *stream) {
  write_message(judgement->message, indent, stream);
  write_freedom(judgement, indent, stream);
  for (int i = 0; i < judgement->report.count; i++) write_finding(&judgement->report.findings[i], indent, stream);
}

void uo_outcome_describe(const uo_run *run, const uo_outcome *outcome, const char *indent, FILE *stream) {
  const uo_planned *planned = outcome->planned;
  const uo_judgement *judgement = outcome->judgement;
  fputs(indent, stream);
  uo_write_text(planned->question.id, stream);
  fprintf(stream, "  %s", uo_verdict_name(judgement->verdict));
  if (planned->vector != NULL) {
    fputs("  (", stream);
    uo_write_text(planned->vector->place, stream);
    fputc(')', stream);
  }
  fputc('\n', stream);
  uo_describe_case(&planned->question, indent, stream);
  if (planned->vector != NULL && planned->vector->vector.comment[0] != '\0') {
    const char *comment = planned->vector->vector.comment;
    fprintf(stream, "%s  comment  ", indent);
    uo_write_text(comment, stream);
    fputc('\n', stream);
  }
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if (outcome->given[output] == NULL) continue;
    fprintf(stream, "%s  gave     %s = ", indent, uo_output_name(output));
    uo_write_text(outcome->given[output], stream);
    fputc('\n', stream);
  }
  uo_describe_judgement(judgement, indent, stream);
  fprintf(stream, "%s  rerun    ", indent);
  uo_outcome_rerun(run, outcome, stream);
  fputc('\n', stream);
}
