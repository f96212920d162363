/*
 * Every allocation of reading and writing made to fail in turn, those inside json-c, protobuf-c and the C library
 * included: an error each time, no crash, no block left behind.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "files/json_text.h"
#include "files/onnx_folder.h"
#include "support/files_support.h"
#include "support/thin_arena.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#define CAN_FAIL 1
#else
#define CAN_FAIL 0
#endif

/* ---- An allocator of the whole process that fails on demand ---- */

/* Counters of one thread: the tests have no other. */
static struct {
  bool on;
  bool from_then_on; /* every allocation after the chosen one fails, too */
  long chosen;       /* which one fails, from 1; 0: none */
  long seen;
  long failed;
  long live;
} meter;

#if CAN_FAIL
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static bool fails(void) {
  if (!meter.on) return false;
  meter.seen++;
  bool now = meter.chosen != 0 && (meter.seen == meter.chosen || (meter.from_then_on && meter.seen > meter.chosen));
  meter.failed += now;
  if (now) errno = ENOMEM;
  return now;
}

static void *counted(void *block) {
  if (meter.on && block != NULL) meter.live++;
  return block;
}

void *malloc(size_t size) { return fails() ? NULL : counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return fails() ? NULL : counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  if (fails()) return NULL;
  void *moved = __libc_realloc(block, size);
  return block == NULL ? counted(moved) : moved;
}

void free(void *block) {
  if (meter.on && block != NULL) meter.live--;
  __libc_free(block);
}
#endif

/* ---- What is done under it ---- */

static char folder[512];

/* Set when an operation succeeds with a wrong result; asserted when the meter is off again. */
static bool differs;

typedef uo_error_code operation(uo_arena *arena, uo_error *error);

static const char vector_line[] =
    "{\"id\": \"a\", \"X\": {\"dtype\": \"string\", \"shape\": [3], \"data\": [\"x\", {\"base64\": \"/w==\"}, "
    "\"\xc3\xa9\"]}, \"axis\": 0, \"sorted\": "
    "0, \"outputs\": [\"Y\", \"counts\"], \"expect\": {\"Y\": {\"dtype\": \"string\", \"shape\": [1], \"data\": "
    "[\"x\"]}, \"counts\": {\"dtype\": "
    "\"int64\", \"shape\": [1], \"data\": [3]}}, \"tags\": [\"t\"], \"clauses\": [\"VAL-01\"], \"comment\": \"c\", "
    "\"more\": {\"k\": [1, 2]}}";

static uo_error_code read_and_write_line(uo_arena *arena, uo_error *error) {
  uo_vector vector;
  const char *line;
  uo_error_code code = uo_json_read_vector(vector_line, strlen(vector_line), "a:1", arena, &vector, error);
  if (code == UO_ERROR_NONE) code = uo_json_vector(&vector, arena, &line, NULL, error);
  if (code == UO_ERROR_NONE && strcmp(line, vector_line) != 0) differs = true;
  return code;
}

static uo_error_code read_and_write_answer(uo_arena *arena, uo_error *error) {
  static const char answer_line[] =
      "{\"id\": \"a\", \"Y\": {\"dtype\": \"float\", \"shape\": [2], \"data\": [1.5, \"NaN\"]}}";
  const char *id;
  uo_answer answer;
  const char *line;
  uo_error_code code = uo_json_read_answer(answer_line, strlen(answer_line), "a:1", arena, &id, &answer, error);
  if (code == UO_ERROR_NONE) code = uo_json_answer(id, &answer, arena, &line, NULL, error);
  if (code == UO_ERROR_NONE && strcmp(line, answer_line) != 0) differs = true;
  return code;
}

/* Every vector of FOLDER/NAME, of which there are `want`. */
static uo_error_code read_all(const char *name, int want, uo_arena *arena, uo_error *error) {
  char path[1024];
  uo_vector_source *source;
  int count = 0;
  bool more = true;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  uo_error_code code = uo_vectors_open(path, &source, error);
  if (code != UO_ERROR_NONE) return code;
  while (code == UO_ERROR_NONE && more) {
    uo_vector vector;
    code = uo_vectors_next(source, arena, &vector, &more, error);
    count += code == UO_ERROR_NONE && more;
  }
  uo_vectors_close(source);
  if (code == UO_ERROR_NONE && count != want) differs = true;
  return code;
}

static uo_error_code read_lines(uo_arena *arena, uo_error *error) { return read_all("lines", 3, arena, error); }

static uo_error_code read_folders(uo_arena *arena, uo_error *error) { return read_all("cases", 2, arena, error); }

static uo_error_code read_one_folder(uo_arena *arena, uo_error *error) { return read_all("cases/a", 1, arena, error); }

static uo_error_code write_folder(uo_arena *arena, uo_error *error) {
  static const uo_vector_header header = {.policy = "onnx", .origin = "", .extra = NULL};
  char path[1024];
  uo_vector vector;
  uo_error_code code = uo_json_read_vector(vector_line, strlen(vector_line), "a:1", arena, &vector, error);
  snprintf(path, sizeof path, "%s/written", folder);
  if (code == UO_ERROR_NONE) code = uo_onnx_write(path, &vector, &header, error);
  return code;
}

/* ---- Failing them ---- */

static void run_failing(operation *run, bool from_then_on, bool empty_after) {
  char path[1024];
  snprintf(path, sizeof path, "%s/written", folder);
  for (long chosen = 1;; chosen++) {
    uo_arena arena = {0};
    uo_error error = {0};
    meter.seen = meter.failed = meter.live = 0;
    meter.chosen = chosen;
    meter.from_then_on = from_then_on;
    meter.on = true;
    uo_error_code code = run(&arena, &error);
    uo_arena_release(&arena);
    meter.on = false;
    assert_false(differs);
    if (meter.live != 0) fail_msg("allocation %ld: %ld blocks left", chosen, meter.live);
    if (empty_after) {
      if (code != UO_ERROR_NONE) assert_int_equal(rmdir(path), 0); /* nothing half-written stays */
      if (code == UO_ERROR_NONE) files_remove_tree(path);
      assert_int_equal(mkdir(path, 0777), 0);
    }
    if (meter.failed == 0) {
      if (code != UO_ERROR_NONE) fail_msg("%s", error.message);
      assert_true(chosen > 10); /* each block is one: it would not be a test of much otherwise */
      return;
    }
    /* stdio goes on without its buffer: the one failure that is none, as the operation itself checks */
    if (code != UO_ERROR_MEMORY && code != UO_ERROR_NONE)
      fail_msg("allocation %ld: %d %s", chosen, (int)code, error.message);
    meter.chosen = 0;
  }
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  if (!CAN_FAIL) {
    print_message("skipped: the allocator cannot be replaced under AddressSanitizer or without glibc\n");
    skip();
  }
  static operation *const operations[] = {read_and_write_line, read_and_write_answer, read_lines,
                                          read_folders,        read_one_folder,       write_folder};
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
    run_failing(operations[i], false, operations[i] == write_folder);
    run_failing(operations[i], true, operations[i] == write_folder);
  }
}

static int make_folder(void **state) {
  (void)state;
  static const uo_vector_header header = {.policy = "onnx", .origin = "", .extra = NULL};
  char path[1024];
  char text[4096];
  uo_arena arena = {0};
  uo_vector vector;
  files_make_folder(UO_BINARY_DIR, folder, sizeof folder);
  files_make_subfolder(folder, "written", path, sizeof path);
  files_make_subfolder(folder, "lines", path, sizeof path);
  snprintf(text, sizeof text, "{\"vectors\": 1, \"policy\": \"onnx\", \"more\": 2}\n%s\n", vector_line);
  files_write_text(path, "a.jsonl", text);
  char *id = strstr(text, "\"id\": \"a\"");
  id[7] = 'b';
  char *end = text + strlen(text);
  snprintf(end, sizeof text - (size_t)(end - text), "%s", strchr(text, '\n') + 1);
  strstr(end, "\"id\": \"b\"")[7] = 'c';
  files_write_text(path, "b.jsonl", text);
  files_make_subfolder(folder, "cases", path, sizeof path);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(uo_json_read_vector(vector_line, strlen(vector_line), "a:1", &arena, &vector, NULL),
                     UO_ERROR_NONE);
    vector.question.id = k == 0 ? "a" : "b";
    assert_int_equal(uo_onnx_write(path, &vector, &header, NULL), UO_ERROR_NONE);
  }
  uo_arena_release(&arena);
  return 0;
}

static int remove_folder(void **state) {
  (void)state;
  files_remove_tree(folder);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_allocation_may_fail, make_folder, remove_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
