/*
 * Makes the seeds of the fuzz targets: make_seeds VECTORS FOLDER. Deterministic; writes FOLDER/TARGET/NAME, a few dozen
 * small files for each target, from the frozen vectors and from generated cases.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cases/generated.h"
#include "files/json_text.h"
#include "files/onnx_model.h"
#include "files/onnx_tensor.h"
#include "fuzz/case_code.h"
#include "gate/corpus.h"

enum { LARGEST = 1500, STEP = 149, RANDOM_CASES = 40 };

static const char *folder;

static void give_up(const char *what, const char *why) {
  fprintf(stderr, "make_seeds: %s: %s\n", what, why);
  exit(2);
}

static void demand(uo_error_code code, const uo_error *error) {
  if (code != UO_ERROR_NONE) give_up("cannot make a seed", error->message);
}

static void make_folder(const char *path) {
  if (mkdir(path, 0777) != 0 && errno != EEXIST) give_up(path, strerror(errno));
}

/* Seeds are small; what is not is left out. */
static void write_seed(const char *target, const char *name, const void *bytes, size_t size) {
  char path[1024];
  if (size == 0 || size > LARGEST) return;
  snprintf(path, sizeof path, "%s/%s", folder, target);
  make_folder(path);
  snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
  for (char *at = path + strlen(path) - strlen(name); *at != '\0'; at++)
    if (*at == ':' || *at == '/') *at = '-';
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) give_up(path, strerror(errno));
}

/* The same case for the two targets whose inputs are cases; the number decides what the target does with it. */
static void write_case(const uo_case *question, int number) {
  uint8_t bytes[LARGEST];
  size_t size = uo_code_encode(question, (uint8_t)(number * 37), bytes, sizeof bytes);
  write_seed("fuzz_unique", question->id, bytes, size);
  write_seed("fuzz_subject", question->id, bytes, size);
}

/* ---- From vectors ------------------------------------------------------------------------------------------------ */

static void write_text(const uo_vector *vector, uo_arena *arena) {
  static const uo_vector_header header = {"onnx", "seed", NULL};
  const char *first;
  const char *line;
  char text[2 * LARGEST];
  uo_error error;
  demand(uo_json_header(&header, arena, &first, NULL, &error), &error);
  demand(uo_json_vector(vector, arena, &line, NULL, &error), &error);
  int size = snprintf(text, sizeof text, "%s\n%s\n", first, line);
  write_seed("fuzz_vectors", vector->question.id, text, size < 0 ? 0 : (size_t)size);
  if (vector->rejected != NULL) return;
  uo_answer answer = {.kind = UO_ANSWER_OUTPUTS, .outputs = uo_vector_outputs(vector), .message = ""};
  size_t length;
  demand(uo_json_answer(vector->question.id, &answer, arena, &line, &length, &error), &error);
  write_seed("fuzz_answers", vector->question.id, line, length);
}

static void write_onnx(const uo_vector *vector, uo_arena *arena) {
  static const uo_vector_header header = {"onnx", "seed", NULL};
  char name[256];
  const uint8_t *bytes;
  size_t size;
  uo_error error;
  uo_vector plain = *vector;
  static const char *const none[] = {NULL};
  plain.tags = none;
  plain.clauses = none;
  demand(uo_onnx_write_model(&plain, &header, plain.question.id, arena, &bytes, &size, &error), &error);
  snprintf(name, sizeof name, "%s.onnx", plain.question.id);
  write_seed("fuzz_onnx", name, bytes, size);
  demand(uo_onnx_write_tensor(&plain.question.x, "X", arena, &bytes, &size, &error), &error);
  snprintf(name, sizeof name, "%s.pb", plain.question.id);
  write_seed("fuzz_onnx", name, bytes, size);
}

static void write_golden(size_t number) {
  char name[32];
  uint8_t bytes[5] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number / STEP),
                      (uint8_t)(number / STEP * 3 + 1), (uint8_t)(number / STEP * 5 + 2)};
  snprintf(name, sizeof name, "vector-%zu", number);
  write_seed("fuzz_golden", name, bytes, sizeof bytes);
}

static void from_vectors(const char *path) {
  uo_corpus corpus = {0};
  uo_error error;
  demand(uo_corpus_add(&corpus, path, &error), &error);
  for (size_t i = 0; i < corpus.count; i += STEP) {
    uo_arena arena = {0};
    const uo_vector *vector = &corpus.vectors[i].vector;
    write_case(&vector->question, (int)(i / STEP));
    write_text(vector, &arena);
    write_onnx(vector, &arena);
    write_golden(i);
    uo_arena_release(&arena);
  }
  uo_corpus_release(&corpus);
}

/* ---- Others ------------------------------------------------------------------------------------------------------ */

static void from_random_cases(void) {
  for (uint64_t index = 0; index < RANDOM_CASES; index++) {
    uo_arena arena = {0};
    uo_case question;
    uo_error error;
    demand(uo_random_case(4, index, &arena, &question, &error), &error);
    write_case(&question, (int)index);
    uo_arena_release(&arena);
  }
}

static void write_line(const char *target, const char *name, const char *line) {
  write_seed(target, name, line, strlen(line));
}

/* Protocol lines that are no outputs. */
static void write_lines(void) {
  write_line("fuzz_answers", "rejected", "{\"id\": \"a\", \"rejected\": \"axis 2 is outside [-1, 0]\"}");
  write_line("fuzz_answers", "unsupported", "{\"id\": \"b\", \"unsupported\": \"string\"}");
  write_line("fuzz_answers", "failed", "{\"id\": \"c\", \"failed\": \"out of memory\"}");
  write_line("fuzz_answers", "started",
             "{\"started\": true, \"protocol\": 1, \"name\": \"mine\", \"version\": \"1\", \"dtypes\": [\"float\"]}");
  write_line("fuzz_vectors", "start", "{\"cmd\": \"start\", \"protocol\": 1}");
  write_line("fuzz_vectors", "run",
             "{\"cmd\": \"run\", \"id\": \"a\", \"X\": {\"dtype\": \"string\", \"shape\": [2], \"data\": [\"\\u0000\", "
             "{\"base64\": \"/w==\"}]}, \"axis\": null, \"sorted\": 0, \"outputs\": [\"Y\", \"counts\"]}");
  write_line("fuzz_vectors", "stop", "{\"cmd\": \"stop\"}");
}

int main(int argc, char **argv) {
  if (argc != 3) give_up("usage", "make_seeds VECTORS FOLDER");
  folder = argv[2];
  make_folder(folder);
  from_vectors(argv[1]);
  from_random_cases();
  write_lines();
  return 0;
}
