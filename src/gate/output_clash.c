#include "gate/output_clash.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "files/folder.h"
#include "gate/output_place.h"
#include "subjects/platform.h"
#include "subjects/words.h"
#include "tensor/guard.h"

/* Vectors stand in the folder that is named, or, of ONNX backend tests, two folders below it. */
#define DEEPEST 3

#define MOST_OUTPUTS (UO_REPORT_COUNT + 2)
#define MOST_INPUTS  (UO_MAX_VECTOR_PATHS + UO_SUBJECT_FILES + 3)
#define PROGRAM_PATH 4096

/* ---- Outputs among each other ------------------------------------------------------------------------------------ */

static uo_error_code compare_outputs(const uo_named_file *one, const uo_output_identity *identity,
                                     const uo_named_file *first, const uo_output_identity *of_first, uo_error *error) {
  bool standard = identity->standard_output;
  UO_REQUIRE(!uo_output_is_same(identity, of_first), error, UO_ERROR_ARGUMENT, "%s %s: %s has %s already; name %s file",
             one->option, one->path, first->option, standard ? "standard output" : "this file",
             standard ? "a" : "another");
  return UO_ERROR_NONE;
}

/* The file that standard output or standard error goes to would be replaced, and with it what stands there. */
static uo_error_code spare_stream(const uo_named_file *output, const uo_output_identity *identity, int stream,
                                  uo_error *error) {
  struct stat status;
  bool regular = fstat(stream, &status) == 0 && S_ISREG(status.st_mode);
  if (!regular || identity->standard_output || !identity->there) return UO_ERROR_NONE;
  bool same = status.st_dev == identity->status.st_dev && status.st_ino == identity->status.st_ino;
  UO_REQUIRE(!same, error, UO_ERROR_ARGUMENT, "%s %s: %s goes to this file already; name another%s", output->option,
             output->path, stream == STDOUT_FILENO ? "standard output" : "standard error",
             stream == STDOUT_FILENO ? ", or - for standard output" : "");
  return UO_ERROR_NONE;
}

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

/* The outputs, as the search through the inputs has them at hand. */
typedef struct search {
  const uo_named_file *outputs;
  const uo_output_identity *identities;
  size_t count;
  const uo_named_file *input;
  uo_arena arena;
} search;

static uo_error_code spare_file(const search *all, const struct stat *status, uo_error *error) {
  for (size_t i = 0; i < all->count; i++) {
    const uo_output_identity *identity = &all->identities[i];
    bool same = identity->there && S_ISREG(identity->status.st_mode) && !identity->standard_output &&
                identity->status.st_dev == status->st_dev && identity->status.st_ino == status->st_ino;
    UO_REQUIRE(!same, error, UO_ERROR_ARGUMENT, "%s %s: would overwrite what is read here (%s %s); name another file",
               all->outputs[i].option, all->outputs[i].path, all->input->option, all->input->path);
  }
  return UO_ERROR_NONE;
}

/* What cannot be looked at is told by whoever reads it. */
static uo_error_code spare_all(search *all, const char *path, int depth, uo_error *error) {
  struct stat status;
  const char **names;
  size_t count;
  if (stat(path, &status) != 0) return UO_ERROR_NONE;
  if (!S_ISDIR(status.st_mode)) return spare_file(all, &status, error);
  if (depth == 0 || uo_folder_list(path, &all->arena, &names, &count, NULL) != UO_ERROR_NONE) return UO_ERROR_NONE;
  for (size_t i = 0; i < count; i++) {
    char *inner = uo_path_join(&all->arena, path, names[i]);
    UO_REQUIRE_MEMORY(inner, error);
    UO_TRY(spare_all(all, inner, depth - 1, error));
  }
  return UO_ERROR_NONE;
}

static uo_error_code spare_inputs(search *all, const uo_named_file *inputs, size_t count, uo_error *error) {
  bool there = false;
  for (size_t i = 0; i < all->count; i++) there = there || all->identities[i].there;
  for (size_t i = 0; there && i < count; i++) {
    all->input = &inputs[i];
    if (inputs[i].path != NULL) UO_TRY(spare_all(all, inputs[i].path, DEEPEST, error));
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_outputs_check(const uo_named_file *outputs, size_t output_count, const uo_named_file *inputs,
                               size_t input_count, uo_error *error) {
  uo_output_identity identities[MOST_OUTPUTS];
  search all = {.outputs = outputs, .identities = identities, .count = output_count};
  for (size_t i = 0; i < output_count; i++) {
    uo_error reason = {0};
    uo_error_code checked = uo_output_check(outputs[i].path, &identities[i], &reason);
    UO_TRY(uo_output_of(outputs[i].option, checked, &reason, error));
    UO_TRY(spare_stream(&outputs[i], &identities[i], STDOUT_FILENO, error));
    bool names_it = strcmp(outputs[i].path, "/dev/stderr") == 0;
    if (!names_it) UO_TRY(spare_stream(&outputs[i], &identities[i], STDERR_FILENO, error));
    for (size_t k = 0; k < i; k++)
      UO_TRY(compare_outputs(&outputs[i], &identities[i], &outputs[k], &identities[k], error));
  }
  uo_error_code code = spare_inputs(&all, inputs, input_count, error);
  uo_arena_release(&all.arena);
  return code;
}

/* ---- The gate ---------------------------------------------------------------------------------------------------- */

uo_error_code uo_subject_files(const uo_gate_options *options, uo_arena *arena, uo_named_file list[UO_SUBJECT_FILES],
                               size_t *count, uo_error *error) {
  const char *option = uo_subject_option(options->subject);
  *count = 0;
  if (option == NULL) return UO_ERROR_NONE;
  if (options->subject != UO_SUBJECT_COMMAND) {
    list[(*count)++] = (uo_named_file){option, options->subject_argument};
    return UO_ERROR_NONE;
  }
  char **words;
  uo_error_code code = uo_words_split(options->subject_argument, arena, &words, error);
  if (code != UO_ERROR_NONE) return code == UO_ERROR_MEMORY ? code : UO_ERROR_NONE; /* told when it is started */
  for (; *words != NULL && *count < UO_SUBJECT_FILES; words++) list[(*count)++] = (uo_named_file){option, *words};
  return UO_ERROR_NONE;
}

static size_t list_outputs(const uo_gate_options *options, char names[UO_REPORT_COUNT][32],
                           uo_named_file list[MOST_OUTPUTS]) {
  size_t count = 0;
  for (int kind = 0; kind < UO_REPORT_COUNT; kind++) {
    if (options->reports[kind] == NULL) continue;
    snprintf(names[kind], sizeof names[kind], "--%s", uo_report_option((uo_report_kind)kind));
    list[count++] = (uo_named_file){names[kind], options->reports[kind]};
  }
  if (options->write_known_failures != NULL)
    list[count++] = (uo_named_file){"--write-known-failures", options->write_known_failures};
  if (options->write_known_groups != NULL)
    list[count++] = (uo_named_file){"--write-known-groups", options->write_known_groups};
  return count;
}

/* The list of known failures is read before the run and written behind it: a list may follow the one it was made from.
 */
static uo_error_code spare_known(const uo_gate_options *options, const uo_named_file *outputs, size_t count,
                                 uo_error *error) {
  const uo_named_file known = {"--known-failures", options->known_failures};
  size_t reports = 0;
  while (reports < count && strncmp(outputs[reports].option, "--write-", 8) != 0) reports++;
  return uo_outputs_check(outputs, reports, &known, 1, error);
}

static uo_error_code check_all(const uo_gate_options *options, uo_arena *arena, uo_error *error) {
  char names[UO_REPORT_COUNT][32];
  char program[PROGRAM_PATH];
  uo_named_file outputs[MOST_OUTPUTS];
  uo_named_file inputs[MOST_INPUTS];
  size_t count;
  size_t output_count = list_outputs(options, names, outputs);
  if (output_count == 0) return UO_ERROR_NONE;
  UO_TRY(uo_subject_files(options, arena, inputs, &count, error));
  for (size_t i = 0; i < options->vector_count; i++)
    inputs[count++] = (uo_named_file){"--vectors", options->vectors[i]};
  if (options->vector_count == 0) inputs[count++] = (uo_named_file){"the corpus", options->corpus};
  if (uo_platform_program_path(program, sizeof program)) inputs[count++] = (uo_named_file){"the program", program};
  UO_TRY(uo_outputs_check(outputs, output_count, inputs, count, error));
  return spare_known(options, outputs, output_count, error);
}

uo_error_code uo_gate_outputs_check(const uo_gate_options *options, uo_error *error) {
  uo_arena arena = {0};
  uo_error_code code = check_all(options, &arena, error);
  uo_arena_release(&arena);
  return code;
}
