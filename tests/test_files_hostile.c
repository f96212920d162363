/* Hostile bytes: every truncation and many damages of good files are an error or a valid vector, never a crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/json_text.h"
#include "files/onnx_model.h"
#include "files/onnx_tensor.h"
#include "support/files_model.h"
#include "support/thin_arena.h"

/* ---- Readers under one roof: each takes bytes, and what it makes of them must be whole ---- */

typedef uo_error_code reader(const char *bytes, size_t size, uo_arena *arena, uo_error *error);

static void assert_valid(const uo_tensor *tensor) {
  int64_t count;
  assert_int_equal(uo_tensor_validate(tensor, &count, NULL), UO_ERROR_NONE);
  /* Every byte of every string can be read (the sanitizer looks on). */
  const uo_bytes *strings = tensor->dtype == UO_TYPE_STRING ? tensor->data : NULL;
  unsigned sum = 0;
  for (int64_t i = 0; strings != NULL && i < count; i++) {
    for (size_t k = 0; k < strings[i].size; k++) sum += (unsigned char)strings[i].data[k];
  }
  assert_true(sum < UINT32_MAX);
}

static uo_error_code read_vector(const char *bytes, size_t size, uo_arena *arena, uo_error *error) {
  uo_vector vector;
  uo_error_code code = uo_json_read_vector(bytes, size, "a:1", arena, &vector, error);
  if (code != UO_ERROR_NONE) return code;
  const char *line;
  assert_valid(&vector.question.x);
  assert_int_equal(uo_json_vector(&vector, arena, &line, NULL, NULL), UO_ERROR_NONE);
  return code;
}

static uo_error_code read_answer(const char *bytes, size_t size, uo_arena *arena, uo_error *error) {
  const char *id;
  uo_answer answer;
  return uo_json_read_answer(bytes, size, "a:1", arena, &id, &answer, error);
}

static uo_error_code read_tensor(const char *bytes, size_t size, uo_arena *arena, uo_error *error) {
  uo_tensor tensor;
  const char *name;
  uo_error_code code = uo_onnx_read_tensor((const uint8_t *)bytes, size, "t.pb", arena, &tensor, &name, error);
  if (code == UO_ERROR_NONE) assert_valid(&tensor);
  return code;
}

static uo_error_code read_model(const char *bytes, size_t size, uo_arena *arena, uo_error *error) {
  uo_onnx_model model;
  uo_error_code code = uo_onnx_read_model((const uint8_t *)bytes, size, "m.onnx", arena, &model, error);
  if (code == UO_ERROR_NONE) assert_true((model.wanted & UO_WANT_Y) != 0);
  return code;
}

/* Reads an exact copy on the heap, so that a byte read past the end is seen. */
static uo_error_code read_copy(reader *read, const char *bytes, size_t size) {
  uo_arena arena = {0};
  uo_error error = {0};
  char *copy = malloc(size > 0 ? size : 1);
  assert_non_null(copy);
  memcpy(copy, bytes, size);
  uo_error_code code = read(copy, size, &arena, &error);
  assert_true(code == UO_ERROR_NONE || code == UO_ERROR_INPUT);
  assert_true(code == UO_ERROR_NONE || error.message[0] != '\0');
  uo_arena_release(&arena);
  free(copy);
  return code;
}

/* A generator of our own: the same damages everywhere. */
static uint32_t next_random(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33);
}

enum { DAMAGES = 20000 };

/* How many of the truncations are taken for whole. */
static size_t truncate_everywhere(reader *read, const char *bytes, size_t size) {
  size_t taken = 0;
  for (size_t cut = 0; cut < size; cut++) taken += read_copy(read, bytes, cut) == UO_ERROR_NONE;
  return taken;
}

static void damage_often(reader *read, const char *bytes, size_t size) {
  uint64_t state = 1;
  char *damaged = malloc(size);
  assert_non_null(damaged);
  for (int i = 0; i < DAMAGES; i++) {
    memcpy(damaged, bytes, size);
    for (uint32_t k = next_random(&state) % 4 + 1; k > 0; k--) {
      uint32_t what = next_random(&state);
      damaged[next_random(&state) % size] = what % 3 == 0 ? (char)(what >> 8) : bytes[(what >> 8) % size];
    }
    (void)read_copy(read, damaged, size);
  }
  free(damaged);
}

/* ---- What is damaged ---- */

static const char vector_line[] =
    "{\"id\": \"a\\u0041\", \"X\": {\"dtype\": \"string\", \"shape\": [2, 2], \"data\": [\"\\ud83d\\ude00\", "
    "\"\\n\\u0000\", {\"base64\": \"/w==\"}, "
    "\"\xc3\xa9\"]}, \"axis\": -1, \"sorted\": 0, \"outputs\": [\"Y\", \"counts\"], \"expect\": {\"Y\": {\"dtype\": "
    "\"string\", \"shape\": [2, 1], "
    "\"data\": [\"\", \"b\"]}, \"counts\": {\"dtype\": \"int64\", \"shape\": [1], \"data\": [\"9007199254740993\"]}}, "
    "\"tags\": [\"t\"], "
    "\"clauses\": [\"VAL-01\"], \"comment\": \"c\", \"extra\": {\"k\": [1.5e-3, -0, null, true]}}";

static const char answer_line[] =
    "{\"id\": \"a\", \"Y\": {\"dtype\": \"complex64\", \"shape\": [1], \"data\": [[1.5, \"NaN(0x7fc00001)\"]]}, "
    "\"indices\": {\"dtype\": \"int64\", "
    "\"shape\": [1], \"data\": [0]}}";

static void lines_survive_truncation(void **state) {
  (void)state;
  assert_int_equal(truncate_everywhere(read_vector, vector_line, sizeof vector_line - 1), 0);
  assert_int_equal(read_copy(read_vector, vector_line, sizeof vector_line - 1), UO_ERROR_NONE);
  assert_int_equal(truncate_everywhere(read_answer, answer_line, sizeof answer_line - 1), 0);
  assert_int_equal(read_copy(read_answer, answer_line, sizeof answer_line - 1), UO_ERROR_NONE);
}

static void lines_survive_damage(void **state) {
  (void)state;
  damage_often(read_vector, vector_line, sizeof vector_line - 1);
  damage_often(read_answer, answer_line, sizeof answer_line - 1);
}

/* One tensor of every kind of data. */
static wire tensor_wire(int kind) {
  wire bytes = {.size = 0};
  wire_integer(&bytes, 1, 2);
  wire_integer(&bytes, 1, 1);
  if (kind == 0) {
    wire_integer(&bytes, 2, UO_TYPE_STRING);
    wire_string(&bytes, 6, "one");
    wire_string(&bytes, 6, "");
  } else if (kind == 1) {
    wire_integer(&bytes, 2, UO_TYPE_INT16);
    wire_bytes(&bytes, 5, "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);
  } else {
    wire_integer(&bytes, 2, UO_TYPE_BOOL);
    wire_bytes(&bytes, 9, "\0\1", 2);
  }
  wire_string(&bytes, 8, "X");
  return bytes;
}

/* A message may end after any field, so a cut can leave a whole one behind: the name alone may be lost. */
static void tensors_survive(void **state) {
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    wire bytes = tensor_wire(kind);
    assert_int_equal(read_copy(read_tensor, (const char *)bytes.bytes, bytes.size), UO_ERROR_NONE);
    assert_int_equal(truncate_everywhere(read_tensor, (const char *)bytes.bytes, bytes.size), 1);
    damage_often(read_tensor, (const char *)bytes.bytes, bytes.size);
  }
}

static void models_survive(void **state) {
  (void)state;
  wire bytes;
  files_model model = files_model_straight();
  model.attribute_count = 2;
  model.attributes[0] = files_int_attribute("axis", 0);
  model.attributes[1] = files_int_attribute("sorted", 0);
  files_model_bytes(&model, &bytes);
  assert_int_equal(read_copy(read_model, (const char *)bytes.bytes, bytes.size), UO_ERROR_NONE);
  assert_int_equal(truncate_everywhere(read_model, (const char *)bytes.bytes, bytes.size), 0);
  damage_often(read_model, (const char *)bytes.bytes, bytes.size);
}

/* Sizes that lie: lengths near 2^64, many small fields, many graphs, none of which may take long or much memory. */
static void lies_about_size_are_cheap(void **state) {
  (void)state;
  static const char length[] = "\x4a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01x";
  assert_int_equal(read_copy(read_tensor, length, sizeof length - 1), UO_ERROR_INPUT);
  enum { GRAPHS = 200000 };
  char *many = malloc(4 * (size_t)GRAPHS);
  assert_non_null(many);
  for (size_t i = 0; i < GRAPHS; i++) memcpy(many + 4 * i, "\x3a\x02\x0a\x00", 4); /* graph { node {} } */
  assert_int_equal(read_copy(read_model, many, 4 * (size_t)GRAPHS), UO_ERROR_INPUT);
  for (size_t i = 0; i < 2 * (size_t)GRAPHS; i++) memcpy(many + 2 * i, "\x08\x01", 2); /* dims: 1 */
  assert_int_equal(read_copy(read_tensor, many, 4 * (size_t)GRAPHS), UO_ERROR_INPUT);
  free(many);
}

/* Thousands of keys in one object are sorted, not compared pair by pair. */
static void many_keys_are_cheap(void **state) {
  (void)state;
  enum { KEYS = 200000 };
  char *line = malloc((size_t)KEYS * 16 + 16);
  assert_non_null(line);
  char *to = line;
  *to++ = '{';
  for (int i = 0; i < KEYS; i++) {
    memcpy(to, "\"00000000\": 1, ", 15);
    for (int digit = 8, rest = i; digit > 0; digit--, rest /= 10) to[digit] = (char)('0' + rest % 10);
    to += 15;
  }
  memcpy(to - 2, "}", 1);
  assert_int_equal(read_copy(read_vector, line, (size_t)(to - line) - 1), UO_ERROR_INPUT);
  free(line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_survive_truncation),  cmocka_unit_test(lines_survive_damage),
      cmocka_unit_test(tensors_survive),           cmocka_unit_test(models_survive),
      cmocka_unit_test(lies_about_size_are_cheap), cmocka_unit_test(many_keys_are_cheap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
