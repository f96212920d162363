/* Backend-test folders: models good and bad, omitted outputs, data sets, names; and our own folders, there and back. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cases/generated.h"
#include "files/folder.h"
#include "files/json_text.h"
#include "files/onnx_folder.h"
#include "files/onnx_model.h"
#include "files/onnx_tensor.h"
#include "support/files_model.h"
#include "support/files_support.h"

static char folder[512];

static int make_folder(void **state) {
  (void)state;
  files_make_folder(UO_BINARY_DIR, folder, sizeof folder);
  return 0;
}

static int remove_folder(void **state) {
  (void)state;
  files_remove_tree(folder);
  return 0;
}

/* ---- Models ---- */

static uo_error_code read_model(const files_model *model, uo_arena *arena, uo_onnx_model *read, uo_error *error) {
  wire bytes;
  files_model_bytes(model, &bytes);
  return uo_onnx_read_model(bytes.bytes, bytes.size, "m.onnx", arena, read, error);
}

/* ATT-01, ATT-03, OUT-05: what stands for absent attributes; places, not names, say which output it is */
static void straight_models_are_read(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_onnx_model read;
  files_model model = files_model_straight();
  assert_int_equal(read_model(&model, &arena, &read, NULL), UO_ERROR_NONE);
  assert_int_equal(read.attributes.has_axis, 0);
  assert_int_equal(read.attributes.sorted, 1);
  assert_int_equal(read.wanted, UO_WANT_ALL);
  assert_string_equal(read.producer, "backend-test");
  model.domain = "ai.onnx";
  model.opset_domain = "ai.onnx";
  model.opset = 27;
  model.attribute_count = 2;
  model.attributes[0] = files_int_attribute("sorted", 0);
  model.attributes[1] = files_int_attribute("axis", (uint64_t)-3);
  assert_int_equal(read_model(&model, &arena, &read, NULL), UO_ERROR_NONE);
  assert_int_equal(read.attributes.sorted, 0);
  assert_int_equal(read.attributes.has_axis, 1);
  assert_int_equal(read.attributes.axis, -3);
  wire proto3 = {.size = 0}; /* a 0 that is left out */
  wire_string(&proto3, 1, "sorted");
  wire_integer(&proto3, 20, 2);
  model.attributes[0] = proto3;
  assert_int_equal(read_model(&model, &arena, &read, NULL), UO_ERROR_NONE);
  assert_int_equal(read.attributes.sorted, 0);
  uo_arena_release(&arena);
}

/* OUT-02, OUT-03, TST-02 */
static void outputs_may_be_left_out(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_onnx_model read;
  files_model model = files_model_straight();
  model.outputs[1] = "";
  model.outputs[2] = "inv";
  model.outputs[3] = NULL;
  model.graph_outputs[0] = "inv"; /* the graph's order is its own */
  model.graph_outputs[1] = "Y";
  model.graph_outputs[2] = NULL;
  assert_int_equal(read_model(&model, &arena, &read, NULL), UO_ERROR_NONE);
  assert_int_equal(read.wanted, UO_WANT_Y | UO_WANT_INVERSE_INDICES);
  assert_int_equal(read.output_count, 2);
  assert_int_equal(read.outputs[0], UO_INVERSE_INDICES);
  assert_int_equal(read.outputs[1], UO_Y);
  model.outputs[2] = "";
  model.outputs[3] = "";
  model.graph_outputs[0] = "Y";
  model.graph_outputs[1] = NULL;
  assert_int_equal(read_model(&model, &arena, &read, NULL), UO_ERROR_NONE);
  assert_int_equal(read.wanted, UO_WANT_Y);
  uo_arena_release(&arena);
}

static void refuse_model(const files_model *model, const char *says) {
  uo_arena arena = {0};
  uo_error error = {0};
  uo_onnx_model read;
  if (read_model(model, &arena, &read, &error) != UO_ERROR_INPUT) fail_msg("not refused: %s", says);
  if (strstr(error.message, says) == NULL) fail_msg("'%s' does not say '%s'", error.message, says);
  assert_int_equal(strncmp(error.message, "m.onnx: ", 8), 0);
  uo_arena_release(&arena);
}

/* ERR-04, ERR-05 */
static void attributes_are_checked(void **state) {
  (void)state;
  files_model model = files_model_straight();
  wire bent = {.size = 0};
  model.attribute_count = 1;
  wire_string(&bent, 1, "axis");
  wire_fixed32(&bent, 2, 0);
  wire_integer(&bent, 20, 1);
  model.attributes[0] = bent; /* FLOAT */
  refuse_model(&model, "attribute axis is not an INT, as it has to be (ERR-04)");
  bent.size = 0;
  wire_string(&bent, 1, "sorted");
  wire_integer(&bent, 8, 1);
  wire_integer(&bent, 20, 7);
  model.attributes[0] = bent; /* INTS */
  refuse_model(&model, "(ERR-04)");
  bent = files_int_attribute("sorted", 1);
  wire_integer(&bent, 8, 1);
  model.attributes[0] = bent; /* INT, and INTS beside it */
  refuse_model(&model, "(ERR-04)");
  bent.size = 0;
  wire_string(&bent, 1, "sorted");
  wire_integer(&bent, 3, 1);
  model.attributes[0] = bent; /* without type */
  refuse_model(&model, "(ERR-04)");
  bent = files_int_attribute("sorted", 1);
  wire_string(&bent, 21, "outer");
  model.attributes[0] = bent;
  refuse_model(&model, "refers to a function's attribute");
  model.attributes[0] = files_int_attribute("keepdims", 1);
  refuse_model(&model, "unknown attribute 'keepdims'; Unique has axis and sorted (ERR-05)");
  model.attribute_count = 2;
  model.attributes[0] = files_int_attribute("axis", 0);
  model.attributes[1] = files_int_attribute("axis", 0);
  refuse_model(&model, "attribute axis is given twice (ERR-05)");
  model.attributes[0] = files_int_attribute("sorted", 0);
  model.attributes[1] = files_int_attribute("sorted", 1);
  refuse_model(&model, "attribute sorted is given twice (ERR-05)");
}

/* ERR-07, OUT-04, OUT-05, OUT-06 */
static void inputs_and_outputs_are_checked(void **state) {
  (void)state;
  files_model model = files_model_straight();
  model.inputs = 2;
  refuse_model(&model, "the node has 2 inputs, where one, X, is right (ERR-07)");
  model.inputs = 0;
  refuse_model(&model, "(ERR-07)");
  model = files_model_straight();
  model.outputs[4] = "more";
  refuse_model(&model, "the node has 5 outputs, where 1 to 4 are right (ERR-07, OUT-05)");
  model.outputs[0] = NULL;
  refuse_model(&model, "the node has 0 outputs");
  model = files_model_straight();
  model.outputs[0] = "";
  refuse_model(&model, "output Y has no name (ERR-07, OUT-06)");
  model = files_model_straight();
  model.graph_outputs[3] = NULL;
  refuse_model(&model, "node output 'counts' is no graph output");
  model.graph_outputs[3] = "Z";
  refuse_model(&model, "graph output 'Z' is no output of the node");
  model.graph_outputs[3] = "Y";
  refuse_model(&model, "graph output 'Y' stands twice");
  model = files_model_straight();
  model.outputs[3] = "Y";
  model.graph_outputs[3] = NULL;
  refuse_model(&model, "node output 'Y' is no graph output, or another output has the same name");
}

/* ERR-08 */
static void operator_and_opset_are_checked(void **state) {
  (void)state;
  files_model model = files_model_straight();
  model.opset = 10;
  refuse_model(&model, "opset 10 of ONNX has no Unique; 11 and later have (ERR-08)");
  model.opset = 28;
  refuse_model(&model, "opset 28 of ONNX is newer than 27, the newest whose Unique is known here");
  model = files_model_straight();
  model.opset_repeats = 1;
  refuse_model(&model, "opset_import names ONNX's domain 2 times; leave one");
  model = files_model_straight();
  model.functions = 1;
  refuse_model(&model, "the model has functions, which may give Unique another meaning");
  model = files_model_straight();
  model.sparse_initializers = 1;
  refuse_model(&model, "the graph has a sparse_initializer, where one input, X, is right");
  model = files_model_straight();
  model.opset_domain = "com.example";
  refuse_model(&model, "(ERR-08)");
  model = files_model_straight();
  model.op_type = "UniqueV2";
  refuse_model(&model, "the node is a UniqueV2, not ONNX's Unique");
  model = files_model_straight();
  model.domain = "com.example";
  refuse_model(&model, "not ONNX's Unique");
  model = files_model_straight();
  model.nodes = 2;
  refuse_model(&model, "one graph with one node");
  model.nodes = 0;
  refuse_model(&model, "one graph with one node");
}

static void models_are_whole(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_error error;
  uo_onnx_model read;
  files_model model = files_model_straight();
  wire bytes;
  files_model_bytes(&model, &bytes);
  assert_int_equal(uo_onnx_read_model(bytes.bytes, 0, "m.onnx", &arena, &read, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "one graph with one node"));
  assert_int_equal(uo_onnx_read_model((const uint8_t *)"<html>", 6, "m.onnx", &arena, &read, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "not a serialized ModelProto"));
  wire twice = bytes; /* protobuf would merge the two graphs */
  memcpy(twice.bytes + twice.size, bytes.bytes, bytes.size);
  twice.size += bytes.size;
  assert_int_equal(uo_onnx_read_model(twice.bytes, twice.size, "m.onnx", &arena, &read, &error), UO_ERROR_INPUT);
  uo_arena_release(&arena);
}

/* ---- Folders ---- */

/* A TensorProto of rank 1 with raw data, little-endian as on disk. */
static wire tensor_of(const char *name, uint64_t dtype, uint64_t count, const void *raw, size_t size) {
  wire bytes = {.size = 0};
  wire_integer(&bytes, 1, count);
  wire_integer(&bytes, 2, dtype);
  if (name != NULL) wire_string(&bytes, 8, name);
  wire_bytes(&bytes, 9, raw, size);
  return bytes;
}

static wire int8_tensor(const char *name, const char *raw) {
  return tensor_of(name, UO_TYPE_INT8, strlen(raw), raw, strlen(raw));
}

static wire int64_tensor(const char *name, uint8_t a, uint8_t b) {
  const uint8_t raw[16] = {[0] = a, [8] = b};
  return tensor_of(name, UO_TYPE_INT64, 2, raw, sizeof raw);
}

/* A case folder of int8 "bab" with Y "ab" and counts 1, 2 under the given names; gives the data set's path. */
static void write_foreign(const char *name, const char *first_name, const char *second_name, char *data, size_t size) {
  char path[768];
  wire bytes;
  files_model model = files_model_straight();
  model.input_type = UO_TYPE_INT8;
  model.outputs[1] = model.outputs[2] = "";
  model.graph_outputs[1] = "counts";
  model.graph_outputs[2] = NULL;
  files_make_subfolder(folder, name, path, sizeof path);
  files_model_bytes(&model, &bytes);
  files_write_bytes(path, "model.onnx", bytes.bytes, bytes.size);
  files_make_subfolder(path, "test_data_set_0", data, size);
  bytes = int8_tensor(NULL, "bab");
  files_write_bytes(data, "input_0.pb", bytes.bytes, bytes.size);
  bytes = int8_tensor(first_name, "ab");
  files_write_bytes(data, "output_0.pb", bytes.bytes, bytes.size);
  bytes = int64_tensor(second_name, 1, 2);
  files_write_bytes(data, "output_1.pb", bytes.bytes, bytes.size);
}

/* The vectors at FOLDER/NAME, at most `most`; how many, or -1 with the error. */
static int read_all(const char *name, uo_arena *arena, uo_vector *vectors, int most, uo_error *error) {
  char path[1024];
  uo_vector_source *source;
  int count = 0;
  bool more = true;
  snprintf(path, sizeof path, "%s%s%s", folder, *name == '\0' ? "" : "/", name);
  *error = (uo_error){0};
  if (uo_vectors_open(path, &source, error) != UO_ERROR_NONE) return -1;
  while (more && count >= 0) {
    uo_vector vector;
    if (uo_vectors_next(source, arena, &vector, &more, error) != UO_ERROR_NONE) {
      count = -1;
    } else if (more) {
      assert_true(count < most);
      vectors[count++] = vector;
    }
  }
  uo_vectors_close(source);
  return count;
}

static void check_foreign(const uo_vector *vector) {
  static const int64_t counts[2] = {1, 2};
  static const int64_t two[1] = {2};
  static const int64_t three[1] = {3};
  assert_int_equal(vector->question.wanted, UO_WANT_Y | UO_WANT_COUNTS);
  assert_true(vector->has_expected);
  files_assert_same_tensor(&vector->question.x, &(uo_tensor){UO_TYPE_INT8, 1, three, "bab"});
  files_assert_same_tensor(&vector->expected[UO_Y], &(uo_tensor){UO_TYPE_INT8, 1, two, "ab"});
  files_assert_same_tensor(&vector->expected[UO_COUNTS], &(uo_tensor){UO_TYPE_INT64, 1, two, counts});
}

/* TST-01, TST-02 */
static void foreign_folders_are_read(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_error error;
  uo_vector vectors[4];
  char data[900];
  write_foreign("one", NULL, NULL, data, sizeof data);
  assert_int_equal(read_all("one", &arena, vectors, 4, &error), 1);
  check_foreign(&vectors[0]);
  assert_string_equal(vectors[0].question.id, "one");
  assert_int_equal(read_all("one/", &arena, vectors, 4, &error), 1);
  assert_string_equal(vectors[0].question.id, "one");
  write_foreign("another", "Y", "counts", data, sizeof data);
  files_write_text(folder, "readme.txt", "not looked at");
  assert_int_equal(read_all("", &arena, vectors, 4, &error), 2);
  assert_string_equal(vectors[0].question.id, "another");
  assert_string_equal(vectors[1].question.id, "one");
  check_foreign(&vectors[0]);
  uo_arena_release(&arena);
}

/* TST-06: a tensor's name, where it is one of the graph's outputs, tells more than the file's number */
static void names_override_positions(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_error error;
  uo_vector vectors[1];
  char data[900];
  wire bytes;
  write_foreign("a", "somebody's", "else's", data, sizeof data);
  assert_int_equal(read_all("a", &arena, vectors, 1, &error), 1); /* names that say nothing */
  check_foreign(&vectors[0]);
  bytes = int64_tensor("counts", 1, 2);
  files_write_bytes(data, "output_0.pb", bytes.bytes, bytes.size);
  bytes = int8_tensor("Y", "ab");
  files_write_bytes(data, "output_1.pb", bytes.bytes, bytes.size);
  assert_int_equal(read_all("a", &arena, vectors, 1, &error), 1); /* the other way round */
  check_foreign(&vectors[0]);
  bytes = int64_tensor("counts", 1, 2);
  files_write_bytes(data, "output_1.pb", bytes.bytes, bytes.size);
  assert_int_equal(read_all("a", &arena, vectors, 1, &error), -1);
  assert_non_null(strstr(error.message, "output_1.pb: counts stands in two files, by their names (TST-06)"));
  uo_arena_release(&arena);
}

static void every_data_set_is_a_vector(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_error error;
  uo_vector vectors[4];
  char data[900];
  char other[900];
  char path[768];
  wire bytes = int8_tensor("X", "q");
  write_foreign("a", NULL, NULL, data, sizeof data);
  snprintf(path, sizeof path, "%s/a", folder);
  files_make_subfolder(path, "test_data_set_10", other, sizeof other);
  files_write_bytes(other, "input_0.pb", bytes.bytes, bytes.size);
  files_make_subfolder(path, "test_data_set_2", other, sizeof other);
  files_write_bytes(other, "input_0.pb", bytes.bytes, bytes.size);
  assert_int_equal(read_all("a", &arena, vectors, 4, &error), 3);
  assert_string_equal(vectors[0].question.id, "a/test_data_set_0");
  assert_string_equal(vectors[1].question.id, "a/test_data_set_2"); /* by number */
  assert_string_equal(vectors[2].question.id, "a/test_data_set_10");
  assert_true(vectors[0].has_expected);
  assert_false(vectors[1].has_expected); /* no outputs: a case without an answer */
  uo_arena_release(&arena);
}

static void refuse_folder(const char *name, const char *says) {
  uo_arena arena = {0};
  uo_error error;
  uo_vector vectors[4];
  if (read_all(name, &arena, vectors, 4, &error) != -1) fail_msg("not refused: %s", says);
  if (strstr(error.message, says) == NULL) fail_msg("'%s' does not say '%s'", error.message, says);
  uo_arena_release(&arena);
}

/* Nothing is skipped in silence. */
static void broken_folders_are_refused(void **state) {
  (void)state;
  char data[900];
  char path[1000];
  wire bytes = int8_tensor("Y", "ab");
  write_foreign("a", NULL, NULL, data, sizeof data);
  files_make_subfolder(folder, ".hidden", path, sizeof path);
  files_make_subfolder(folder, "b", path, sizeof path);
  refuse_folder("", "/b: no model.onnx in it");
  assert_int_equal(remove(path), 0);
  files_write_text(folder, "c.jsonl", "{\"vectors\": 1, \"policy\": \"onnx\"}\n");
  refuse_folder("", "/a: a case folder beside .jsonl files");
  snprintf(path, sizeof path, "%s/c.jsonl", folder);
  assert_int_equal(remove(path), 0);
  files_write_bytes(data, "output_2.pb", bytes.bytes, bytes.size);
  refuse_folder("", "output_2.pb: the model has 2 outputs");
  snprintf(path, sizeof path, "%s/output_2.pb", data);
  assert_int_equal(remove(path), 0);
  files_write_bytes(data, "input_1.pb", bytes.bytes, bytes.size);
  refuse_folder("", "input_1.pb: the model has one input");
  snprintf(path, sizeof path, "%s/input_1.pb", data);
  assert_int_equal(remove(path), 0);
  files_write_bytes(data, "outputs.pb", bytes.bytes, bytes.size);
  refuse_folder("", "all tensors in one file");
  snprintf(path, sizeof path, "%s/outputs.pb", data);
  assert_int_equal(remove(path), 0);
  bytes = int8_tensor(NULL, "ab");
  files_write_bytes(data, "output_1.pb", bytes.bytes, bytes.size);
  refuse_folder("a", "expect.counts.dtype: int8, where int64 is right (TYP-04)");
  snprintf(path, sizeof path, "%s/output_1.pb", data);
  assert_int_equal(remove(path), 0);
  refuse_folder("a", "1 output files, where the model has 2 outputs");
  snprintf(path, sizeof path, "%s/output_0.pb", data);
  assert_int_equal(remove(path), 0);
  bytes = int64_tensor(NULL, 0, 0);
  files_write_bytes(data, "input_0.pb", bytes.bytes, bytes.size);
  refuse_folder("a", "input_0.pb: a tensor of int64, but the model's input has data type 3");
  snprintf(path, sizeof path, "%s/input_0.pb", data);
  assert_int_equal(remove(path), 0);
  refuse_folder("a", "input_0.pb: cannot be opened");
  assert_int_equal(remove(data), 0);
  refuse_folder("a", "no folder test_data_set_0 beside model.onnx");
}

/* Sparse, so that it costs nothing. */
static void huge_files_are_refused(void **state) {
  (void)state;
  char data[900];
  char path[1000];
  write_foreign("a", NULL, NULL, data, sizeof data);
  snprintf(path, sizeof path, "%s/a/model.onnx", folder);
  assert_int_equal(truncate(path, (off_t)1024 * 1024 * 1024 + 1), 0);
  refuse_folder("a", "model.onnx: larger than 1024 MiB");
}

/* ---- Our own folders ---- */

static const uo_vector_header header = {.policy = "numpy", .origin = "by hand", .extra = NULL};

static void write_and_compare(const char *line) {
  char path[900];
  uo_arena arena = {0};
  uo_error error = {0};
  uo_vector want;
  uo_vector have;
  uo_vector_source *source;
  bool more;
  files_make_folder(folder, path, sizeof path);
  if (uo_json_read_vector(line, strlen(line), "a:1", &arena, &want, &error) != UO_ERROR_NONE)
    fail_msg("%s", error.message);
  if (uo_onnx_write(path, &want, &header, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  if (uo_vectors_open(path, &source, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  if (uo_vectors_next(source, &arena, &have, &more, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  assert_true(more);
  files_assert_same_vector(&have, &want);
  assert_string_equal(uo_vectors_header(source)->policy, "numpy");
  assert_string_equal(uo_vectors_header(source)->origin, "by hand");
  uo_vectors_close(source);
  uo_arena_release(&arena);
}

/* ids that no file system takes, must-reject cases, every output subset, words in metadata */
static void vectors_come_back_equal(void **state) {
  (void)state;
  static const char *const lines[] = {
      "{\"id\": \"../a b/\\u00e9:1\", \"X\": {\"dtype\": \"string\", \"shape\": [2, 1], \"data\": [\"\\u0000\", "
      "{\"base64\": \"/w==\"}]}, "
      "\"axis\": -2, \"sorted\": 0, \"outputs\": [\"Y\", \"inverse_indices\"], \"expect\": {\"Y\": {\"dtype\": "
      "\"string\", \"shape\": [2, 1], "
      "\"data\": [\"\\u0000\", {\"base64\": \"/w==\"}]}, \"inverse_indices\": {\"dtype\": \"int64\", \"shape\": [2], "
      "\"data\": [0, 1]}}, \"tags\": "
      "[\"a\", \"\\\"b\"], \"clauses\": [\"VAL-01\"], \"comment\": \"x\\ny\", \"k\": [1.50, null]}",
      "{\"id\": \".\", \"X\": {\"dtype\": \"double\", \"shape\": [], \"data\": [\"NaN(0x7ff0000000000001)\"]}, "
      "\"axis\": 5, \"sorted\": 1, "
      "\"outputs\": [\"Y\", \"counts\"], \"expect\": {\"rejected\": \"axis\"}}",
      "{\"id\": \"s\", \"X\": {\"dtype\": \"bool\", \"shape\": [2], \"data\": [true, false]}, \"axis\": null, "
      "\"sorted\": -2, \"outputs\": [\"Y\"], "
      "\"expect\": {\"rejected\": \"\"}}",
      "{\"id\": \"case\", \"X\": {\"dtype\": \"complex64\", \"shape\": [0, 3], \"data\": []}, \"axis\": 1, \"sorted\": "
      "1, \"outputs\": [\"Y\", "
      "\"indices\", \"inverse_indices\", \"counts\"]}",
  };
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) write_and_compare(lines[i]);
}

static void random_cases_come_back(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 100; i++) {
    uo_arena arena = {0};
    uo_case made;
    const char *line;
    assert_int_equal(uo_random_case(3, i, &arena, &made, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_json_case(&made, &arena, &line, NULL, NULL), UO_ERROR_NONE);
    write_and_compare(line);
    uo_arena_release(&arena);
  }
}

/* A value info with this shape; a negative dimension is an unknown one. */
static wire shaped_info(const char *name, uint64_t element_type, const int *dims, int rank) {
  wire shape = {.size = 0};
  wire tensor = {.size = 0};
  wire type = {.size = 0};
  wire info = {.size = 0};
  for (int k = 0; k < rank; k++) {
    wire dim = {.size = 0};
    if (dims[k] >= 0) wire_integer(&dim, 1, (uint64_t)dims[k]);
    wire_message(&shape, 1, &dim);
  }
  wire_integer(&tensor, 1, element_type);
  wire_message(&tensor, 2, &shape);
  wire_message(&type, 1, &tensor);
  wire_string(&info, 1, name);
  wire_message(&info, 2, &type);
  return info;
}

static void add_metadata(wire *model, const char *key, const char *value) {
  wire entry = {.size = 0};
  wire_string(&entry, 1, key);
  wire_string(&entry, 2, value);
  wire_message(model, 14, &entry);
}

/* The model of the vector below, byte for byte. */
static void make_want(wire *model) {
  static const int x_dims[2] = {2, 3};
  static const int y_dims[2] = {2, -1};
  static const int open_dims[1] = {-1};
  wire node = {.size = 0};
  wire graph = {.size = 0};
  wire opset = {.size = 0};
  wire axis = files_int_attribute("axis", (uint64_t)-1);
  wire sorted = files_int_attribute("sorted", 0);
  wire_string(&node, 1, "X");
  wire_string(&node, 2, "Y");
  wire_string(&node, 2, "");
  wire_string(&node, 2, "inverse_indices");
  wire_string(&node, 4, "Unique");
  wire_message(&node, 5, &axis);
  wire_message(&node, 5, &sorted);
  wire_message(&graph, 1, &node);
  wire_string(&graph, 2, "w");
  wire info = shaped_info("X", UO_TYPE_FLOAT16, x_dims, 2);
  wire_message(&graph, 11, &info);
  info = shaped_info("Y", UO_TYPE_FLOAT16, y_dims, 2);
  wire_message(&graph, 12, &info);
  info = shaped_info("inverse_indices", UO_TYPE_INT64, open_dims, 1);
  wire_message(&graph, 12, &info);
  wire_string(&opset, 1, "");
  wire_integer(&opset, 2, 11);
  model->size = 0;
  wire_integer(model, 1, 6);
  wire_string(model, 2, "unique-oracle");
  wire_message(model, 7, &graph);
  wire_message(model, 8, &opset);
  add_metadata(model, "unique_oracle.id", "w");
  add_metadata(model, "unique_oracle.policy", "numpy");
  add_metadata(model, "unique_oracle.origin", "by hand");
  add_metadata(model, "unique_oracle.comment", "");
  add_metadata(model, "unique_oracle.tags", "[]");
  add_metadata(model, "unique_oracle.clauses", "[]");
}

/* OUT-03, TST-04, TST-07, TST-08: what a foreign reader finds */
static void written_files_are_what_onnx_writes(void **state) {
  (void)state;
  static const char line[] =
      "{\"id\": \"w\", \"X\": {\"dtype\": \"float16\", \"shape\": [2, 3], \"data\": [1, 2, 3, 4, 5, 6]}, \"axis\": -1, "
      "\"sorted\": 0, "
      "\"outputs\": [\"Y\", \"inverse_indices\"], \"expect\": {\"Y\": {\"dtype\": \"float16\", \"shape\": [2, 3], "
      "\"data\": [1, 2, 3, 4, 5, "
      "6]}, \"inverse_indices\": {\"dtype\": \"int64\", \"shape\": [3], \"data\": [0, 1, 2]}}}";
  static const char *const files[] = {"w/test_data_set_0/input_0.pb", "w/test_data_set_0/output_0.pb",
                                      "w/test_data_set_0/output_1.pb"};
  static const char *const names[] = {"X", "Y", "inverse_indices"};
  char path[900];
  uo_arena arena = {0};
  uo_error error = {0};
  uo_vector vector;
  uo_tensor tensor;
  const uint8_t *bytes;
  size_t size;
  const char *name;
  wire want;
  make_want(&want);
  assert_int_equal(uo_json_read_vector(line, strlen(line), "a:1", &arena, &vector, &error), UO_ERROR_NONE);
  assert_int_equal(uo_onnx_write(folder, &vector, &header, &error), UO_ERROR_NONE);
  snprintf(path, sizeof path, "%s/w/model.onnx", folder);
  assert_int_equal(uo_file_read(path, &arena, &bytes, &size, &error), UO_ERROR_NONE);
  assert_int_equal(size, want.size);
  assert_memory_equal(bytes, want.bytes, size);
  for (int k = 0; k < 3; k++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[k]);
    assert_int_equal(uo_file_read(path, &arena, &bytes, &size, &error), UO_ERROR_NONE);
    assert_int_equal(uo_onnx_read_tensor(bytes, size, path, &arena, &tensor, &name, &error), UO_ERROR_NONE);
    assert_string_equal(name, names[k]);
  }
  uo_arena_release(&arena);
}

#define PLAIN                                                                                                          \
  "{\"id\": \"plain\", \"X\": {\"dtype\": \"int8\", \"shape\": [1], \"data\": [1]}, \"axis\": null, \"sorted\": 1, "   \
  "\"outputs\": [\"Y\"]}"

/* How many things stand in the test's folder, hidden ones too. */
static int count_entries(void) {
  int count = 0;
  DIR *open = opendir(folder);
  assert_non_null(open);
  while (readdir(open) != NULL) count++;
  closedir(open);
  return count - 2; /* . and .. */
}

static void nothing_is_overwritten_or_left_half(void **state) {
  (void)state;
  char path[900];
  uo_arena arena = {0};
  uo_error error;
  uo_vector vector;
  assert_int_equal(uo_json_read_vector(PLAIN, strlen(PLAIN), "a:1", &arena, &vector, &error), UO_ERROR_NONE);
  assert_int_equal(uo_onnx_write(folder, &vector, &header, &error), UO_ERROR_NONE);
  assert_int_equal(uo_onnx_write(folder, &vector, &header, &error), UO_ERROR_SYSTEM);
  assert_non_null(strstr(error.message, "/plain: exists already"));
  vector.question.id = "other";
  files_make_subfolder(folder, "other", path, sizeof path); /* even an empty one */
  assert_int_equal(uo_onnx_write(folder, &vector, &header, &error), UO_ERROR_SYSTEM);
  char long_id[400] = {0};
  memset(long_id, 'x', sizeof long_id - 1);
  vector.question.id = long_id; /* the files are written, but the folder cannot get its name */
  assert_int_equal(uo_onnx_write(folder, &vector, &header, &error), UO_ERROR_SYSTEM);
  snprintf(path, sizeof path, "%s/missing", folder);
  vector.question.id = "plain";
  assert_int_equal(uo_onnx_write(path, &vector, &header, &error), UO_ERROR_SYSTEM);
  assert_int_equal(count_entries(), 2);
  int64_t dims[1] = {-1};
  vector.question.x.dims = dims;
  vector.question.id = "bad";
  assert_int_equal(uo_onnx_write(folder, &vector, &header, &error), UO_ERROR_SHAPE);
  assert_int_equal(count_entries(), 2);
  uo_arena_release(&arena);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(straight_models_are_read),
      cmocka_unit_test(outputs_may_be_left_out),
      cmocka_unit_test(attributes_are_checked),
      cmocka_unit_test(inputs_and_outputs_are_checked),
      cmocka_unit_test(operator_and_opset_are_checked),
      cmocka_unit_test(models_are_whole),
      IN_FOLDER(foreign_folders_are_read),
      IN_FOLDER(names_override_positions),
      IN_FOLDER(every_data_set_is_a_vector),
      IN_FOLDER(broken_folders_are_refused),
      IN_FOLDER(huge_files_are_refused),
      IN_FOLDER(vectors_come_back_equal),
      IN_FOLDER(random_cases_come_back),
      IN_FOLDER(nothing_is_overwritten_or_left_half),
      IN_FOLDER(written_files_are_what_onnx_writes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
