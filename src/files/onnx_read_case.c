#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "files/folder.h"
#include "files/json_line.h"
#include "files/onnx_case.h"
#include "files/onnx_model.h"
#include "files/onnx_tensor.h"
#include "tensor/guard.h"

static uo_error_code read_tensor_file(const char *folder, const char *file, uo_arena *arena, uo_tensor *tensor,
                                      const char **name, const char **path, uo_error *error) {
  const uint8_t *bytes;
  size_t size;
  *path = uo_path_join(arena, folder, file);
  UO_REQUIRE_MEMORY(*path, error);
  UO_TRY(uo_file_read(*path, arena, &bytes, &size, error));
  return uo_onnx_read_tensor(bytes, size, *path, arena, tensor, name, error);
}

/* ---- Which files there are ---- */

/* The number in "PREFIX_12.pb", or -1. */
static int file_number(const char *name, const char *prefix) {
  size_t size = strlen(prefix);
  int number = 0;
  const char *at = name + size;
  if (strncmp(name, prefix, size) != 0 || *at < '0' || *at > '9' || (*at == '0' && at[1] >= '0' && at[1] <= '9'))
    return -1;
  for (; *at >= '0' && *at <= '9' && number < 1000000; at++) number = number * 10 + (*at - '0');
  return strcmp(at, ".pb") == 0 ? number : -1;
}

/* Counts the output files and checks that the files are those that the model asks for (TST-02): input_0, and all
 * outputs or none. */
static uo_error_code count_output_files(const char *folder, int expected, uo_arena *arena, int *found,
                                        uo_error *error) {
  const char **names;
  size_t count;
  UO_TRY(uo_folder_list(folder, arena, &names, &count, error));
  *found = 0;
  for (size_t i = 0; i < count; i++) {
    int output = file_number(names[i], "output_");
    UO_REQUIRE(file_number(names[i], "input_") <= 0, error, UO_ERROR_INPUT,
               "%s/%s: the model has one input, whose file is input_0.pb", folder, names[i]);
    UO_REQUIRE(output < expected, error, UO_ERROR_INPUT,
               "%s/%s: the model has %d outputs, whose files are numbered from 0 (TST-02)", folder, names[i], expected);
    UO_REQUIRE(strcmp(names[i], "inputs.pb") != 0 && strcmp(names[i], "outputs.pb") != 0, error, UO_ERROR_INPUT,
               "%s/%s: all tensors in one file, which is not read; input_0.pb, output_0.pb, ... are right (TST-01)",
               folder, names[i]);
    *found += output >= 0;
  }
  UO_REQUIRE(*found == 0 || *found == expected, error, UO_ERROR_INPUT,
             "%s: %d output files, where the model has %d outputs", folder, *found, expected);
  return UO_ERROR_NONE;
}

/* ---- What they hold ---- */

static uo_error_code read_input(const char *folder, const uo_onnx_model *model, uo_arena *arena, uo_tensor *x,
                                uo_error *error) {
  const char *name;
  const char *path;
  UO_TRY(read_tensor_file(folder, "input_0.pb", arena, x, &name, &path, error));
  UO_REQUIRE(model->input_type == 0 || model->input_type == x->dtype, error, UO_ERROR_INPUT,
             "%s: a tensor of %s, but the model's input has data type %" PRId32, path, uo_type_name(x->dtype),
             model->input_type);
  return UO_ERROR_NONE;
}

/* Which output file number `position` holds: the one that the tensor is named after, else the one at that place
 * (TST-06). */
static enum uo_output output_of(const uo_onnx_model *model, int position, const char *name) {
  for (int k = 0; k < model->output_count; k++) {
    if (*name != '\0' && strcmp(model->names[k], name) == 0) return model->outputs[k];
  }
  return model->outputs[position];
}

static uo_error_code read_outputs(const char *folder, const uo_onnx_model *model, uo_arena *arena, uo_vector *vector,
                                  uo_error *error) {
  uint32_t seen = 0;
  for (int position = 0; position < model->output_count; position++) {
    char file[32];
    uo_tensor tensor = {0};
    const char *name = "";
    const char *path = "";
    snprintf(file, sizeof file, "output_%d.pb", position);
    UO_TRY(read_tensor_file(folder, file, arena, &tensor, &name, &path, error));
    const int output = (int)output_of(model, position, name);
    UO_REQUIRE((seen & 1u << output) == 0, error, UO_ERROR_INPUT, "%s: %s stands in two files, by their names (TST-06)",
               path, uo_output_name(output));
    seen |= 1u << output;
    vector->expected[output] = tensor;
  }
  return uo_vector_check_types(vector, folder, error);
}

static uo_error_code read_names(const char *json, const char *where, const char *field, uo_arena *arena,
                                const char *const **names, uo_error *error) {
  const uo_json *value = NULL;
  if (json != NULL) UO_TRY(uo_json_parse(json, strlen(json), where, arena, &value, error));
  return uo_json_read_names(value, (uo_place){where, field}, arena, names, error);
}

/* The folder's name, and the data set unless it is the only one and its number is 0. */
static uo_error_code make_id(const uo_onnx_case *one, const char *id, uo_arena *arena, const char **made,
                             uo_error *error) {
  const char *name = id != NULL && *id != '\0' ? id : one->name;
  /* A copy: the vector lives longer than the list of cases. */
  *made = one->first_and_only ? uo_arena_copy(arena, name, strlen(name)) : uo_path_join(arena, name, one->data_set);
  UO_REQUIRE_MEMORY(*made, error);
  return UO_ERROR_NONE;
}

static uo_error_code read_words(const uo_onnx_case *one, const uo_onnx_model *model, const char *where, uo_arena *arena,
                                uo_vector *vector, uo_error *error) {
  const uo_json *extra;
  UO_TRY(make_id(one, model->id, arena, &vector->question.id, error));
  UO_TRY(read_names(model->tags, where, "unique_oracle.tags", arena, &vector->tags, error));
  UO_TRY(read_names(model->clauses, where, "unique_oracle.clauses", arena, &vector->clauses, error));
  vector->comment = model->comment == NULL ? "" : model->comment;
  vector->extra = model->extra;
  if (model->extra != NULL)
    UO_TRY(uo_json_parse_object(model->extra, strlen(model->extra), where, arena, &extra, error));
  return UO_ERROR_NONE;
}

/* A model that was made of a vector says whether it had an expected answer; of another one nobody knows. */
static uo_error_code check_lost(const char *data, const uo_onnx_model *model, int outputs, uo_error *error) {
  bool ours = model->policy != NULL && model->id != NULL;
  UO_REQUIRE(!ours || outputs > 0 || model->rejected != NULL || model->expect != NULL, error, UO_ERROR_INPUT,
             "%s/output_0.pb: is not there, but the model was made of a vector with an expected answer: put the output "
             "files back, or convert the vector anew",
             data);
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_read_case(const uo_onnx_case *one, uo_arena *arena, uo_vector *vector, uo_vector_header *header,
                                uo_error *error) {
  const uint8_t *bytes;
  size_t size;
  uo_onnx_model model;
  uo_vector made = {0};
  int outputs;
  const char *path = uo_path_join(arena, one->folder, "model.onnx");
  const char *data = uo_path_join(arena, one->folder, one->data_set);
  UO_REQUIRE_MEMORY(path, error);
  UO_REQUIRE_MEMORY(data, error);
  UO_TRY(uo_file_read(path, arena, &bytes, &size, error));
  UO_TRY(uo_onnx_read_model(bytes, size, path, arena, &model, error));
  made.question.attributes = model.attributes;
  made.question.wanted = model.wanted;
  UO_TRY(read_words(one, &model, path, arena, &made, error));
  UO_TRY(count_output_files(data, model.output_count, arena, &outputs, error));
  UO_TRY(read_input(data, &model, arena, &made.question.x, error));
  made.rejected = model.rejected;
  made.has_expected = model.rejected != NULL || outputs > 0;
  UO_REQUIRE(model.rejected == NULL || outputs == 0, error, UO_ERROR_INPUT,
             "%s: output files, though the model says that it must be rejected", data);
  UO_TRY(check_lost(data, &model, outputs, error));
  made.unanswered = !made.has_expected && model.expect == NULL;
  if (outputs > 0) UO_TRY(read_outputs(data, &model, arena, &made, error));
  header->policy = model.policy == NULL ? "onnx" : model.policy;
  header->origin = model.origin == NULL ? model.producer : model.origin;
  header->extra = NULL;
  *vector = made;
  return UO_ERROR_NONE;
}
