/*
 * The library as bench/bench.py times it: one process that reads a command a line and answers each by a line, which
 * begins with `error` when something failed. An operation is "SORTED OUTPUTS": 0 or 1, and letters of YIVC; it is along
 * the items where X has more than those.
 *
 *   make FILE DTYPE WIDTH OUTER ITEMS INNER DISTINCT STRUCTURE SEED   makes X (data.h) and keeps it; FILE `-`: nowhere
 * else many FILE DTYPE INPUTS ITEMS DISTINCT SEED                        makes many small X time SORTED OUTPUTS CALLS
 * -> ns of so many calls, each with its release; of many X each in turn check SORTED OUTPUTS CALLS                -> ns
 * of so many calls of the checker, on the library's answer answer SORTED OUTPUTS PREFIX              -> the distinct
 * items; PREFIX.Y and so on: what was answered memory SORTED OUTPUTS                     -> ns, bytes at the peak of
 * one call beyond those before it, bytes that the outputs keep until their release, bytes that their elements need
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unique_oracle/checker.h>

#include "data.h"
#include "tensor/guard.h"

typedef struct bench {
  bench_spec spec;
  int64_t inputs; /* 1, or many X of spec.items elements each */
  unsigned char *raw;
  uo_bytes *strings;
  int64_t dims[3];
  uo_tensor x; /* the first of them */
  uo_attributes attributes;
  uint32_t wanted;
} bench;

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- Inputs ---------------------------------------------------------------------------------------------------- */

static void forget(bench *b) {
  free(b->raw);
  free(b->strings);
  *b = (bench){0};
}

static uo_error_code write_file(const char *path, const void *data, size_t size, uo_error *error) {
  if (strcmp(path, "-") == 0) return UO_ERROR_NONE;
  FILE *file = fopen(path, "wb");
  UO_REQUIRE(file != NULL, error, UO_ERROR_SYSTEM, "%s cannot be written", path);
  bool is_whole = fwrite(data, 1, size, file) == size;
  is_whole = fclose(file) == 0 && is_whole;
  UO_REQUIRE(is_whole, error, UO_ERROR_SYSTEM, "%s was not written whole", path);
  return UO_ERROR_NONE;
}

static uo_error_code pose(bench *b, uo_error *error) {
  const bench_spec *spec = &b->spec;
  int64_t elements = spec->outer * spec->items * spec->inner;
  const void *data = b->raw;
  if (spec->dtype == UO_TYPE_STRING) {
    b->strings = bench_allocate((size_t)elements * sizeof *b->strings);
    UO_REQUIRE_MEMORY(b->strings, error);
    for (int64_t i = 0; i < elements; i++)
      b->strings[i] = (uo_bytes){(const char *)b->raw + i * spec->width, (size_t)spec->width};
    data = b->strings;
  }
  int32_t rank = 0;
  if (spec->outer > 1) b->dims[rank++] = spec->outer;
  b->attributes = (uo_attributes){.has_axis = spec->outer * spec->inner > 1, .axis = rank};
  b->dims[rank++] = spec->items;
  if (spec->inner > 1) b->dims[rank++] = spec->inner;
  b->x = (uo_tensor){spec->dtype, rank, b->dims, data};
  return UO_ERROR_NONE;
}

static uo_error_code make(bench *b, const char *arguments, uo_error *error) {
  char path[512], type[16], structure[16];
  bench_spec spec = {0};
  int read =
      sscanf(arguments, "%511s %15s %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %15s %" SCNu64, path,
             type, &spec.width, &spec.outer, &spec.items, &spec.inner, &spec.distinct, structure, &spec.seed);
  UO_REQUIRE(read == 9, error, UO_ERROR_INPUT, "make needs nine words");
  spec.dtype = uo_type_from_name(type);
  spec.structure = bench_structure_from_name(structure);
  UO_REQUIRE(spec.dtype != 0 && spec.structure < BENCH_STRUCTURE_COUNT, error, UO_ERROR_INPUT,
             "there is no type %s or no structure %s", type, structure);
  forget(b);
  b->spec = spec;
  b->inputs = 1;
  UO_TRY(bench_make(&spec, &b->raw, error));
  UO_TRY(write_file(path, b->raw, (size_t)(spec.outer * spec.items * spec.inner) * bench_element_size(&spec), error));
  return pose(b, error);
}

static uo_error_code make_many(bench *b, const char *arguments, uo_error *error) {
  char path[512], type[16];
  int64_t inputs;
  bench_spec spec = {.outer = 1, .inner = 1, .structure = BENCH_SHUFFLED};
  int read = sscanf(arguments, "%511s %15s %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNu64, path, type, &inputs,
                    &spec.items, &spec.distinct, &spec.seed);
  spec.dtype = uo_type_from_name(type);
  size_t size = spec.dtype == UO_TYPE_STRING ? 0 : uo_type_size(spec.dtype) * (size_t)spec.items;
  UO_REQUIRE(read == 6 && size > 0 && inputs > 0, error, UO_ERROR_INPUT, "many needs six words, and no strings");
  forget(b);
  b->spec = spec;
  b->inputs = inputs;
  b->raw = bench_allocate((size_t)inputs * size);
  UO_REQUIRE_MEMORY(b->raw, error);
  for (int64_t i = 0; i < inputs; i++, spec.seed++, spec.base += (uint64_t)spec.items) {
    unsigned char *one;
    UO_TRY(bench_make(&spec, &one, error));
    memcpy(b->raw + (size_t)i * size, one, size);
    free(one);
  }
  UO_TRY(write_file(path, b->raw, (size_t)inputs * size, error));
  return pose(b, error);
}

/* ---- Operations ------------------------------------------------------------------------------------------------ */

/* Reads "SORTED OUTPUTS" and gives what stands behind. */
static uo_error_code read_operation(bench *b, const char **arguments, uo_error *error) {
  char outputs[8];
  int64_t sorted;
  int length = 0;
  UO_REQUIRE(b->raw != NULL, error, UO_ERROR_INPUT, "there is no X yet: make one");
  int read = sscanf(*arguments, "%" SCNd64 " %7[YIVC]%n", &sorted, outputs, &length);
  UO_REQUIRE(read == 2, error, UO_ERROR_INPUT, "an operation is SORTED and letters of YIVC, and not '%s'", *arguments);
  static const char letters[] = "YIVC";
  b->attributes.sorted = sorted;
  b->wanted = 0;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++)
    if (strchr(outputs, letters[output]) != NULL) b->wanted |= 1u << output;
  *arguments += length;
  return UO_ERROR_NONE;
}

static uo_error_code solve(const bench *b, const uo_tensor *x, const uo_allocator *allocator, uo_outputs *outputs,
                           uo_error *error) {
  return uo_unique(x, &b->attributes, b->wanted, UO_POLICY_ONNX, allocator, outputs, error);
}

static uo_error_code time_calls(bench *b, const char *arguments, uo_error *error) {
  UO_TRY(read_operation(b, &arguments, error));
  int64_t calls = strtoll(arguments, NULL, 10);
  size_t step = uo_type_size(b->spec.dtype) * (size_t)b->spec.items;
  uo_tensor x = b->x;
  int64_t begin = nanoseconds();
  for (int64_t call = 0, input = 0; call < calls; call++) {
    x.data = (const unsigned char *)b->x.data + (size_t)input * step;
    uo_outputs outputs;
    UO_TRY(solve(b, &x, NULL, &outputs, error));
    uo_outputs_release(&outputs);
    if (++input == b->inputs) input = 0;
  }
  printf("%" PRId64 "\n", nanoseconds() - begin);
  return UO_ERROR_NONE;
}

static uo_error_code time_into(const bench *b, int64_t calls, uo_workspace *workspace, const uo_buffers *buffers,
                               uo_error *error) {
  size_t step = uo_type_size(b->spec.dtype) * (size_t)b->spec.items;
  uo_tensor x = b->x;
  int64_t begin = nanoseconds(), distinct;
  for (int64_t call = 0, input = 0; call < calls; call++) {
    x.data = (const unsigned char *)b->x.data + (size_t)input * step;
    UO_TRY(uo_unique_into(&x, &b->attributes, UO_POLICY_ONNX, workspace, buffers, &distinct, error));
    if (++input == b->inputs) input = 0;
  }
  printf("%" PRId64 "\n", nanoseconds() - begin);
  return UO_ERROR_NONE;
}

static uo_error_code into(bench *b, const char *arguments, uo_error *error) {
  UO_TRY(read_operation(b, &arguments, error));
  size_t items = (size_t)b->spec.items, element = uo_type_size(b->spec.dtype);
  size_t y_size = (size_t)(b->spec.outer * b->spec.inner) * items * element;
  unsigned char *room = bench_allocate(y_size + 3 * items * sizeof(int64_t));
  uo_workspace *workspace = uo_workspace_create(NULL);
  uo_error_code code = room != NULL && workspace != NULL ? UO_ERROR_NONE : uo_fail(error, UO_ERROR_MEMORY, "no memory");
  if (code == UO_ERROR_NONE) {
    int64_t *indices = (int64_t *)(void *)room; /* Y, the least aligned, stands last */
    uo_buffers buffers = {.y = indices + 3 * items, .capacity = b->spec.items};
    if (b->wanted & UO_WANT_INDICES) buffers.indices = indices;
    if (b->wanted & UO_WANT_INVERSE_INDICES) buffers.inverse_indices = indices + items;
    if (b->wanted & UO_WANT_COUNTS) buffers.counts = indices + 2 * items;
    code = time_into(b, strtoll(arguments, NULL, 10), workspace, &buffers, error);
  }
  uo_workspace_release(workspace);
  free(room);
  return code;
}

static uo_error_code check_answer(const bench *b, const uo_outputs *outputs, int64_t calls, uo_error *error) {
  int64_t begin = nanoseconds();
  for (int64_t call = 0; call < calls; call++) {
    uo_report report;
    UO_TRY(uo_check(&b->x, &b->attributes, b->wanted, outputs, UO_POLICY_ONNX, NULL, &report, error));
    UO_REQUIRE(report.count == 0, error, UO_ERROR_INPUT, "the checker finds the library's answer wrong: %s",
               uo_clause_id(report.findings[0].clause));
  }
  printf("%" PRId64 "\n", nanoseconds() - begin);
  return UO_ERROR_NONE;
}

static uo_error_code check(bench *b, const char *arguments, uo_error *error) {
  UO_TRY(read_operation(b, &arguments, error));
  uo_outputs outputs;
  UO_TRY(solve(b, &b->x, NULL, &outputs, error));
  uo_error_code code = check_answer(b, &outputs, strtoll(arguments, NULL, 10), error);
  uo_outputs_release(&outputs);
  return code;
}

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

static int64_t elements_of(const uo_tensor *tensor) {
  int64_t count = 1;
  for (int32_t d = 0; d < tensor->rank; d++) count *= tensor->dims[d];
  return count;
}

static uo_error_code write_strings(const bench *b, const uo_tensor *tensor, const char *path, uo_error *error) {
  size_t count = (size_t)elements_of(tensor), width = (size_t)b->spec.width;
  const uo_bytes *elements = tensor->data;
  char *flat = malloc(count * width + 1);
  UO_REQUIRE_MEMORY(flat, error);
  for (size_t i = 0; i < count; i++) memcpy(flat + i * width, elements[i].data, width);
  uo_error_code code = write_file(path, flat, count * width, error);
  free(flat);
  return code;
}

static uo_error_code write_answer(const bench *b, const uo_outputs *outputs, const char *prefix, uo_error *error) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *tensor = outputs->tensor[output];
    if (tensor == NULL) continue;
    char path[600];
    snprintf(path, sizeof path, "%s.%s", prefix, uo_output_name(output));
    if (tensor->dtype == UO_TYPE_STRING) {
      UO_TRY(write_strings(b, tensor, path, error));
    } else {
      UO_TRY(write_file(path, tensor->data, (size_t)elements_of(tensor) * uo_type_size(tensor->dtype), error));
    }
  }
  printf("%" PRId64 "\n", outputs->tensor[UO_Y]->dims[b->attributes.has_axis ? b->attributes.axis : 0]);
  return UO_ERROR_NONE;
}

static uo_error_code answer(bench *b, const char *arguments, uo_error *error) {
  UO_TRY(read_operation(b, &arguments, error));
  char prefix[512];
  UO_REQUIRE(sscanf(arguments, "%511s", prefix) == 1, error, UO_ERROR_INPUT, "answer needs a prefix of file names");
  uo_outputs outputs;
  UO_TRY(solve(b, &b->x, NULL, &outputs, error));
  uo_error_code code = write_answer(b, &outputs, prefix, error);
  uo_outputs_release(&outputs);
  return code;
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* malloc and free, counting what is held. */
static void *counting_allocate(void *context, size_t size) {
  void *block = malloc(size);
  if (block != NULL) *(size_t *)context += malloc_usable_size(block);
  return block;
}

static void counting_release(void *context, void *block) {
  *(size_t *)context -= malloc_usable_size(block);
  free(block);
}

/* A line of /proc/self/status, in bytes; 0 when there is none. */
static int64_t resident(const char *line) {
  char text[256];
  int64_t kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(text, sizeof text, status) != NULL)
    if (strncmp(text, line, strlen(line)) == 0) kilobytes = strtoll(text + strlen(line), NULL, 10);
  if (status != NULL) fclose(status);
  return kilobytes * 1024;
}

/* The peak from now on is that of the call alone. */
static void forget_peak(void) {
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (file == NULL) return;
  fputs("5", file);
  fclose(file);
}

/* What the outputs keep until their release, and what their elements need. */
static uo_error_code measure_outputs(const bench *b, size_t *held, int64_t *needed, uo_error *error) {
  uo_allocator allocator = {counting_allocate, counting_release, held};
  uo_outputs outputs;
  *held = 0;
  *needed = 0;
  UO_TRY(solve(b, &b->x, &allocator, &outputs, error));
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    const uo_tensor *tensor = outputs.tensor[output];
    if (tensor != NULL) *needed += elements_of(tensor) * (int64_t)uo_type_size(tensor->dtype);
  }
  size_t all = *held;
  uo_outputs_release(&outputs);
  UO_REQUIRE(*held == 0, error, UO_ERROR_MEMORY, "%zu bytes were not released", *held);
  *held = all;
  return UO_ERROR_NONE;
}

static uo_error_code memory(bench *b, const char *arguments, uo_error *error) {
  UO_TRY(read_operation(b, &arguments, error));
  uo_outputs outputs;
  (void)malloc_trim(0); /* what making X has left behind would be used and not be seen */
  forget_peak();
  int64_t before = resident("VmRSS:"), begin = nanoseconds();
  UO_TRY(solve(b, &b->x, NULL, &outputs, error));
  int64_t time = nanoseconds() - begin, peak = resident("VmHWM:") - before, needed;
  uo_outputs_release(&outputs);
  size_t held;
  UO_TRY(measure_outputs(b, &held, &needed, error));
  printf("%" PRId64 " %" PRId64 " %zu %" PRId64 "\n", time, peak, held, needed);
  return UO_ERROR_NONE;
}

/* ---- Commands --------------------------------------------------------------------------------------------------- */

static uo_error_code obey(bench *b, const char *line, uo_error *error) {
  static const struct {
    const char *name;
    uo_error_code (*function)(bench *, const char *, uo_error *);
  } commands[] = {{"time ", time_calls}, {"make ", make},     {"many ", make_many}, {"into ", into},
                  {"check ", check},     {"answer ", answer}, {"memory ", memory}};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    size_t length = strlen(commands[i].name);
    if (strncmp(line, commands[i].name, length) != 0) continue;
    UO_TRY(commands[i].function(b, line + length, error));
    if (commands[i].function == make || commands[i].function == make_many) puts("ok");
    return UO_ERROR_NONE;
  }
  return uo_fail(error, UO_ERROR_INPUT, "there is no such command: %s", line);
}

int main(void) {
  bench b = {0};
  char line[2048];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    uo_error error;
    if (obey(&b, line, &error) != UO_ERROR_NONE) printf("error %s\n", error.message);
    fflush(stdout);
  }
  forget(&b);
  return 0;
}
