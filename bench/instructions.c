/*
 * A fixed small set of calls whose instructions are counted (instructions.sh): one function counted_NAME for each, in
 * which alone the counter runs. Together they go through the strategies of the reference and the ways of the checker.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unique_oracle/checker.h>

#include "data.h"
#include "tensor/guard.h"

#define COUNT 10000
#define SMALL 8

typedef struct question {
  const char *name;
  bench_spec spec;
  int64_t sorted;
  uint32_t wanted;
} question;

/* Type, width of strings, outer, items, inner, distinct, structure, sorted, outputs: data.h. */
#define FLAT(type, width, distinct, order)                                                                             \
  {type, width, 1, COUNT, 1, distinct, BENCH_SHUFFLED, 1, 0}, order, UO_WANT_ALL
#define CALLS(X)                                                                                                       \
  X(int64_repeated, unique, FLAT(UO_TYPE_INT64, 0, COUNT / 10, 1))                                                     \
  X(int64_different, unique, FLAT(UO_TYPE_INT64, 0, COUNT, 1))                                                         \
  X(int64_first_occurrence, unique, FLAT(UO_TYPE_INT64, 0, COUNT, 0))                                                  \
  X(int64_values, unique, {UO_TYPE_INT64, 0, 1, COUNT, 1, COUNT, BENCH_SHUFFLED, 1, 0}, 1, UO_WANT_Y)                  \
  X(int64_crafted, unique, {UO_TYPE_INT64, 0, 1, COUNT, 1, COUNT, BENCH_FOLDED, 1, 0}, 1, UO_WANT_ALL)                 \
  X(int64_ascending, unique, {UO_TYPE_INT64, 0, 1, COUNT, 1, COUNT, BENCH_ASCENDING, 1, 0}, 1, UO_WANT_ALL)            \
  X(float_different, unique, FLAT(UO_TYPE_FLOAT, 0, COUNT, 1))                                                         \
  X(double_repeated, unique, FLAT(UO_TYPE_DOUBLE, 0, COUNT / 10, 0))                                                   \
  X(double_values, unique, {UO_TYPE_DOUBLE, 0, 1, COUNT, 1, COUNT, BENCH_SHUFFLED, 1, 0}, 1, UO_WANT_Y)                \
  X(uint8_all, unique, FLAT(UO_TYPE_UINT8, 0, 256, 1))                                                                 \
  X(int16_first_occurrence, unique, FLAT(UO_TYPE_INT16, 0, COUNT / 10, 0))                                             \
  X(complex128_repeated, unique, FLAT(UO_TYPE_COMPLEX128, 0, COUNT / 10, 1))                                           \
  X(string8_different, unique, FLAT(UO_TYPE_STRING, 8, COUNT, 1))                                                      \
  X(string40_first_occurrence, unique, FLAT(UO_TYPE_STRING, 40, COUNT / 10, 0))                                        \
  X(rows, unique, {UO_TYPE_INT64, 0, 1, COUNT, 4, COUNT / 10, BENCH_SHUFFLED, 1, 0}, 1, UO_WANT_ALL)                   \
  X(columns, unique, {UO_TYPE_INT64, 0, 4, COUNT, 1, COUNT, BENCH_SHUFFLED, 1, 0}, 0, UO_WANT_ALL)                     \
  X(small, small_calls, FLAT(UO_TYPE_INT64, 0, COUNT, 1))                                                              \
  X(check_int64, check, FLAT(UO_TYPE_INT64, 0, COUNT, 1))                                                              \
  X(check_float, check, FLAT(UO_TYPE_FLOAT, 0, COUNT / 10, 0))                                                         \
  X(check_uint8, check, FLAT(UO_TYPE_UINT8, 0, 256, 1))                                                                \
  X(check_string8, check, FLAT(UO_TYPE_STRING, 8, COUNT, 1))                                                           \
  X(check_rows, check, {UO_TYPE_INT64, 0, 1, COUNT, 4, COUNT / 10, BENCH_SHUFFLED, 1, 0}, 1, UO_WANT_ALL)

/* What a call works on. */
typedef struct scene {
  uo_tensor x;
  uo_attributes attributes;
  uint32_t wanted;
  uo_outputs answer; /* the right one, for the checker */
  uo_workspace *workspace;
} scene;

static uo_error_code unique(const scene *s, uo_error *error) {
  uo_outputs outputs;
  UO_TRY(uo_unique(&s->x, &s->attributes, s->wanted, UO_POLICY_ONNX, NULL, &outputs, error));
  uo_outputs_release(&outputs);
  return UO_ERROR_NONE;
}

/* X in pieces, each a call of its own into the caller's buffers. */
static uo_error_code small_calls(const scene *s, uo_error *error) {
  int64_t room[4][SMALL], dims = SMALL, distinct;
  uo_buffers buffers = {room[0], room[1], room[2], room[3], SMALL};
  for (int64_t i = 0; i + SMALL <= COUNT; i += SMALL) {
    uo_tensor x = {UO_TYPE_INT64, 1, &dims, (const int64_t *)s->x.data + i};
    UO_TRY(uo_unique_into(&x, &s->attributes, UO_POLICY_ONNX, s->workspace, &buffers, &distinct, error));
  }
  return UO_ERROR_NONE;
}

static uo_error_code check(const scene *s, uo_error *error) {
  uo_report report;
  UO_TRY(uo_check(&s->x, &s->attributes, s->wanted, &s->answer, UO_POLICY_ONNX, NULL, &report, error));
  UO_REQUIRE(report.count == 0, error, UO_ERROR_INPUT, "the checker finds the library's answer wrong");
  return UO_ERROR_NONE;
}

/* Functions of their own, so that the counter can be told to run in them alone. */
#define CALL_FUNCTION(name, function, ...)                                                                             \
  uo_error_code counted_##name(const scene *s, uo_error *error);                                                       \
  __attribute__((noinline)) uo_error_code counted_##name(const scene *s, uo_error *error) {                            \
    uo_error_code code = function(s, error);                                                                           \
    __asm__ volatile("" ::: "memory"); /* no tail call, after which the counter would stand still */                   \
    return code;                                                                                                       \
  }
CALLS(CALL_FUNCTION)

static uo_error_code strings_of(const bench_spec *spec, const unsigned char *raw, uo_bytes **strings, uo_error *error) {
  *strings = malloc(COUNT * sizeof **strings);
  UO_REQUIRE_MEMORY(*strings, error);
  for (int64_t i = 0; i < COUNT; i++)
    (*strings)[i] = (uo_bytes){(const char *)raw + i * spec->width, (size_t)spec->width};
  return UO_ERROR_NONE;
}

static uo_error_code pose(const question *q, uo_error_code (*call)(const scene *, uo_error *), uo_error *error) {
  const bench_spec *spec = &q->spec;
  unsigned char *raw;
  uo_bytes *strings = NULL;
  UO_TRY(bench_make(spec, &raw, error));
  if (spec->dtype == UO_TYPE_STRING) UO_TRY(strings_of(spec, raw, &strings, error));
  int64_t dims[3] = {spec->outer > 1 ? spec->outer : spec->items, spec->outer > 1 ? spec->items : spec->inner};
  int32_t rank = spec->outer * spec->inner > 1 ? 2 : 1;
  scene s = {.x = {spec->dtype, rank, dims, strings != NULL ? (const void *)strings : raw},
             .attributes = {.has_axis = rank > 1, .axis = spec->outer > 1, .sorted = q->sorted},
             .wanted = q->wanted,
             .workspace = uo_workspace_create(NULL)};
  UO_REQUIRE_MEMORY(s.workspace, error);
  UO_TRY(uo_unique(&s.x, &s.attributes, s.wanted, UO_POLICY_ONNX, NULL, &s.answer, error));
  UO_TRY(call(&s, error));
  uo_outputs_release(&s.answer);
  uo_workspace_release(s.workspace);
  free(strings);
  free(raw);
  return UO_ERROR_NONE;
}

int main(void) {
  static const struct {
    question question;
    uo_error_code (*call)(const scene *, uo_error *);
  } calls[] = {
#define CALL_ROW(name, function, ...) {{#name, __VA_ARGS__}, counted_##name},
      CALLS(CALL_ROW)};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    uo_error error;
    if (pose(&calls[i].question, calls[i].call, &error) == UO_ERROR_NONE) continue;
    fprintf(stderr, "%s: %s\n", calls[i].question.name, error.message);
    return 1;
  }
  return 0;
}
