/*
 * Puts the plug-in that it is linked with behind the line protocol (../protocol.md), for float: the same code as a
 * command.
 *
 *   unique-oracle gate --command ./mine          ./mine < cases.jsonl > answers.jsonl
 */
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unique_oracle/plugin.h>

static const char *const names[UO_OUTPUT_COUNT] = {"Y", "indices", "inverse_indices", "counts"};

typedef struct answer { /* a sink, and what was put there */
  uo_sink sink;         /* first: the plug-in sees only this */
  uo_tensor outputs[UO_OUTPUT_COUNT];
} answer;

static int64_t count_of(int32_t rank, const int64_t *dims) {
  int64_t count = 1;
  for (int32_t d = 0; d < rank; d++) count *= dims[d];
  return count;
}

static void *allocate(uo_sink *sink, int output, int32_t dtype, int32_t rank, const int64_t *dims) {
  uo_tensor *tensor = &((answer *)(void *)sink)->outputs[output];
  int64_t *kept = calloc((size_t)rank + 1, sizeof *kept);
  void *data = calloc((size_t)count_of(rank, dims) + 1, dtype == UO_TYPE_INT64 ? 8 : 4);
  for (int32_t d = 0; kept != NULL && d < rank; d++) kept[d] = dims[d];
  *tensor = (uo_tensor){dtype, rank, kept, data};
  return data;
}

/* ---- From JSON: {"dtype": "float", "shape": [..], "data": [..]} ------------------------------------------------ */

static float read_float(json_object *value) {
  const char *text = json_object_get_string(value); /* of a number: as it stands in the line, so nothing is lost */
  uint32_t bits = 0x7fc00000;
  float number = strtof(text, NULL); /* understands Infinity */
  if (strncmp(text, "NaN", 3) != 0) return number;
  if (text[3] == '(') bits = (uint32_t)strtoul(text + 4, NULL, 16);
  memcpy(&number, &bits, sizeof number);
  return number;
}

static uo_tensor read_tensor(json_object *object) {
  json_object *shape = json_object_object_get(object, "shape"), *list = json_object_object_get(object, "data");
  size_t rank = json_object_array_length(shape), count = json_object_array_length(list);
  int64_t *dims = calloc(rank + 1, sizeof *dims);
  float *data = calloc(count + 1, sizeof *data);
  for (size_t d = 0; d < rank; d++) dims[d] = json_object_get_int64(json_object_array_get_idx(shape, d));
  for (size_t i = 0; i < count; i++) data[i] = read_float(json_object_array_get_idx(list, i));
  return (uo_tensor){UO_TYPE_FLOAT, (int32_t)rank, dims, data};
}

static uint32_t read_wanted(json_object *outputs) {
  uint32_t wanted = 0;
  for (size_t i = 0; i < json_object_array_length(outputs); i++) {
    const char *name = json_object_get_string(json_object_array_get_idx(outputs, i));
    for (int output = 0; output < UO_OUTPUT_COUNT; output++) wanted |= (uint32_t)!strcmp(name, names[output]) << output;
  }
  return wanted;
}

/* ---- To JSON --------------------------------------------------------------------------------------------------- */

static void print_float(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  if (isnan(number)) {
    printf("\"NaN(0x%08x)\"", (unsigned)bits);
  } else if (isinf(number)) {
    printf("\"%sInfinity\"", number < 0 ? "-" : "");
  } else {
    printf(bits == 0x80000000 ? "-0.0" : "%.9g", (double)number); /* nine digits tell every float from the next */
  }
}

static void print_tensor(const char *name, const uo_tensor *tensor) {
  int64_t count = count_of(tensor->rank, tensor->dims);
  printf(", \"%s\": {\"dtype\": \"%s\", \"shape\": [", name, tensor->dtype == UO_TYPE_INT64 ? "int64" : "float");
  for (int32_t d = 0; d < tensor->rank; d++) printf("%s%lld", d ? ", " : "", (long long)tensor->dims[d]);
  printf("], \"data\": [");
  for (int64_t i = 0; i < count; i++) {
    if (i > 0) printf(", ");
    if (tensor->dtype == UO_TYPE_INT64) {
      printf("%lld", (long long)((const int64_t *)tensor->data)[i]);
    } else {
      print_float(((const float *)tensor->data)[i]);
    }
  }
  printf("]}");
}

static void print_answer(int status, const answer *given) {
  static const char *const without[] = {NULL, "rejected", "unsupported", "failed"};
  for (int output = 0; status == UO_OK && output < UO_OUTPUT_COUNT; output++) {
    if (given->outputs[output].data != NULL) print_tensor(names[output], &given->outputs[output]);
  }
  if (status != UO_OK) printf(", \"%s\": \"status %d\"", without[status], status);
}

/* ---- The protocol ---------------------------------------------------------------------------------------------- */

static void answer_case(json_object *question) {
  json_object *x = json_object_object_get(question, "X"), *axis = json_object_object_get(question, "axis");
  answer given = {.sink = {.wanted = read_wanted(json_object_object_get(question, "outputs")), .allocate = allocate}};
  uo_attributes attributes = {axis != NULL, json_object_get_int64(axis),
                              json_object_get_int64(json_object_object_get(question, "sorted"))};
  int status = UO_UNSUPPORTED;
  uo_tensor tensor = {0, 0, NULL, NULL};
  if (strcmp(json_object_get_string(json_object_object_get(x, "dtype")), "float") == 0) {
    tensor = read_tensor(x);
    status = uo_plugin_entry()->unique(&tensor, &attributes, &given.sink);
  }
  printf("{\"id\": %s", json_object_to_json_string(json_object_object_get(question, "id")));
  print_answer(status, &given);
  printf("}\n");
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    free((void *)(uintptr_t)given.outputs[output].dims);
    free((void *)(uintptr_t)given.outputs[output].data);
  }
  free((void *)(uintptr_t)tensor.dims);
  free((void *)(uintptr_t)tensor.data);
}

int main(void) {
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    json_object *message = json_tokener_parse(line);
    const char *command = json_object_get_string(json_object_object_get(message, "cmd"));
    if (command != NULL && strcmp(command, "start") == 0) {
      printf(
          "{\"started\": true, \"protocol\": 1, \"name\": \"example\", \"version\": \"1\", \"dtypes\": [\"float\"]}\n");
    } else if (json_object_object_get(message, "X") != NULL) {
      answer_case(message);
    }
    json_object_put(message);
    fflush(stdout);
  }
  free(line);
  return 0;
}
