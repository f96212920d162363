/* Vector files and folders of them: headers, ends of lines, ids, and what stands in for vectors when there are none. */
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

#include "files/vector.h"
#include "support/files_support.h"

#define HEADER "{\"vectors\": 1, \"policy\": \"numpy\", \"origin\": \"by hand\", \"seed\": 7}"
#define VECTOR(id)                                                                                                     \
  "{\"id\": \"" id                                                                                                     \
  "\", \"X\": {\"dtype\": \"int8\", \"shape\": [1], \"data\": [1]}, \"axis\": null, \"sorted\": 1, "                   \
  "\"outputs\": [\"Y\"]}"

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

/* Reads everything there is at FOLDER/NAME; how many vectors, or -1 with the error. */
static int read_all(const char *name, uo_error *error) {
  char path[1024];
  uo_vector_source *source;
  uo_arena arena = {0};
  int count = 0;
  bool more = true;
  snprintf(path, sizeof path, "%s%s%s", folder, *name == '\0' ? "" : "/", name);
  *error = (uo_error){0};
  if (uo_vectors_open(path, &source, error) != UO_ERROR_NONE) return -1;
  while (more && count >= 0) {
    uo_vector vector;
    uo_arena_reset(&arena);
    if (uo_vectors_next(source, &arena, &vector, &more, error) != UO_ERROR_NONE) {
      count = -1;
    } else if (more) {
      count++;
    }
  }
  uo_arena_release(&arena);
  uo_vectors_close(source);
  return count;
}

static int read_text(const char *text, uo_error *error) {
  files_write_text(folder, "a.jsonl", text);
  return read_all("a.jsonl", error);
}

static void whole_files_are_read(void **state) {
  (void)state;
  uo_error error;
  assert_int_equal(read_text(HEADER "\n" VECTOR("a") "\n" VECTOR("b") "\n", &error), 2);
  assert_int_equal(read_text(HEADER "\n" VECTOR("a"), &error), 1); /* the last line feed may be missing */
  assert_int_equal(read_text(HEADER "\r\n" VECTOR("a") "\r\n" VECTOR("b") "\r\n", &error), 2);
  assert_int_equal(read_text("\n" HEADER "\n\n" VECTOR("a") "\n \n\n", &error), 1);
  assert_int_equal(read_text("{\"vectors\": 1, \"policy\": \"onnx\"}\n" VECTOR("a"), &error), 1);
}

static void header_and_place_are_known(void **state) {
  (void)state;
  char path[1024];
  char want[1100];
  uo_vector_source *source;
  uo_arena arena = {0};
  uo_vector vector;
  bool more;
  files_write_text(folder, "a.jsonl", HEADER "\n" VECTOR("a") "\n" VECTOR("b"));
  snprintf(path, sizeof path, "%s/a.jsonl", folder);
  assert_int_equal(uo_vectors_open(path, &source, NULL), UO_ERROR_NONE);
  for (int line = 2; line < 4; line++) {
    assert_int_equal(uo_vectors_next(source, &arena, &vector, &more, NULL), UO_ERROR_NONE);
    assert_true(more);
    snprintf(want, sizeof want, "%s:%d", path, line);
    assert_string_equal(uo_vectors_place(source), want);
    assert_string_equal(uo_vectors_header(source)->policy, "numpy");
    assert_string_equal(uo_vectors_header(source)->origin, "by hand");
    assert_string_equal(uo_vectors_header(source)->extra, "{\"seed\": 7}");
  }
  for (int again = 0; again < 2; again++) {
    assert_int_equal(uo_vectors_next(source, &arena, &vector, &more, NULL), UO_ERROR_NONE);
    assert_false(more);
  }
  uo_arena_release(&arena);
  uo_vectors_close(source);
}

static void broken_files_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *says;
  } broken[] = {
      {"", "a.jsonl: no vectors: the file is empty"},
      {"\n\n", "a.jsonl: no vectors: the file is empty"},
      {HEADER, "a.jsonl: no vectors: only a header"},
      {HEADER "\n\n", "a.jsonl: no vectors: only a header"},
      {VECTOR("a") "\n", "a.jsonl:1: vectors: no header; the first line of a vector file is {\"vectors\": 1"},
      {"{\"vectors\": 2}\n" VECTOR("a"), "a.jsonl:1: vectors: version 2 of the format"},
      {"{\"vectors\": \"1\"}\n" VECTOR("a"), "a.jsonl:1: vectors: a string, where 1 is right"},
      {"{\"vectors\": 1, \"origin\": \"by hand\"}\n" VECTOR("a"),
       "a.jsonl:1: policy: missing; name the policy that the expected answers follow, as \"policy\": \"onnx\""},
      {"\xef\xbb\xbf" HEADER "\n" VECTOR("a"), "a.jsonl:1: column 1: a byte order mark; remove it"},
      {"{\"vectors\": 1, \"policy\": 3}\n" VECTOR("a"), "a.jsonl:1: policy: a number"},
      {"# vectors\n" VECTOR("a"), "a.jsonl:1: column 1: expected a JSON value"},
      {HEADER "\n" VECTOR("a") "\n" VECTOR("b") "\n{\"id\": \"c\", \"X\": {\"dty",
       "a.jsonl:4: column 23: the line ends too early, perhaps cut off"},
      {HEADER "\n" VECTOR("a") "\n\n" HEADER "\n", "a.jsonl:4: id: missing"},
  };
  for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
    uo_error error;
    if (read_text(broken[i].text, &error) != -1) fail_msg("not refused: %s", broken[i].text);
    assert_int_equal(error.code, UO_ERROR_INPUT);
    if (strstr(error.message, broken[i].says) == NULL)
      fail_msg("'%s' does not say '%s'", error.message, broken[i].says);
  }
}

/* A pipe without a writer would be waited for, a device read without end. */
static void only_regular_files_are_read(void **state) {
  (void)state;
  char path[1024];
  uo_error error;
  uo_vector_source *source = NULL;
  snprintf(path, sizeof path, "%s/pipe.jsonl", folder);
  assert_int_equal(mkfifo(path, 0600), 0);
  assert_int_equal(read_all("pipe.jsonl", &error), -1);
  assert_int_equal(error.code, UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "pipe.jsonl: neither a regular file nor a folder"));
  assert_int_equal(read_all("", &error), -1); /* found in a folder, too */
  assert_non_null(strstr(error.message, "pipe.jsonl: neither a regular file nor a folder"));
  assert_int_equal(uo_vectors_open("/dev/zero", &source, &error), UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "/dev/zero: neither a regular file nor a folder"));
}

static void ids_are_distinct(void **state) {
  (void)state;
  uo_error error;
  assert_int_equal(read_text(HEADER "\n" VECTOR("a") "\n" VECTOR("b") "\n" VECTOR("a"), &error), -1);
  assert_int_equal(error.code, UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "a.jsonl:4: id: 'a' stands already at "));
  assert_non_null(strstr(error.message, "a.jsonl:2;"));
  files_write_text(folder, "b.jsonl", HEADER "\n" VECTOR("c") "\n" VECTOR("a"));
  assert_int_equal(read_text(HEADER "\n" VECTOR("a") "\n", &error), 1);
  assert_int_equal(read_all("", &error), -1); /* within the folder, too */
  assert_non_null(strstr(error.message, "b.jsonl:3: id: 'a' stands already at "));
}

static void folders_are_read_in_order(void **state) {
  (void)state;
  char path[1024];
  uo_error error;
  uo_vector_source *source;
  uo_arena arena = {0};
  uo_vector vector;
  bool more;
  static const char *const want[] = {"first", "second", "third"};
  files_write_text(folder, "b.jsonl", HEADER "\n" VECTOR("second") "\n" VECTOR("third"));
  files_write_text(folder, "a.jsonl", "{\"vectors\": 1, \"policy\": \"onnx\"}\n" VECTOR("first"));
  files_write_text(folder, "manifest.json", "not looked at");
  files_write_text(folder, ".hidden.jsonl", "not looked at");
  assert_int_equal(uo_vectors_open(folder, &source, &error), UO_ERROR_NONE);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(uo_vectors_next(source, &arena, &vector, &more, &error), UO_ERROR_NONE);
    assert_true(more);
    assert_string_equal(vector.question.id, want[i]);
    assert_string_equal(uo_vectors_header(source)->policy, i == 0 ? "onnx" : "numpy");
  }
  assert_int_equal(uo_vectors_next(source, &arena, &vector, &more, &error), UO_ERROR_NONE);
  assert_false(more);
  uo_arena_release(&arena);
  uo_vectors_close(source);
  files_write_text(folder, "c.jsonl", HEADER "\n");
  assert_int_equal(read_all("", &error), -1);
  snprintf(path, sizeof path, "%s/c.jsonl: no vectors", folder);
  assert_non_null(strstr(error.message, path));
}

static void nothing_to_read_is_an_error(void **state) {
  (void)state;
  uo_error error;
  char inner[1024];
  assert_int_equal(read_all("", &error), -1);
  assert_int_equal(error.code, UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "no vectors: neither .jsonl files nor folders with model.onnx"));
  assert_int_equal(read_all("missing.jsonl", &error), -1);
  assert_int_equal(error.code, UO_ERROR_SYSTEM);
  assert_non_null(strstr(error.message, "missing.jsonl: cannot be read: "));
  files_make_subfolder(folder, "x.jsonl", inner, sizeof inner);
  assert_int_equal(read_all("", &error), -1); /* a folder that is named like a file */
  assert_int_equal(error.code, UO_ERROR_INPUT);
  assert_non_null(strstr(error.message, "x.jsonl: a folder, where a file is right"));
}

/* A line of some megabytes is a line like any other. */
static void long_lines_are_read(void **state) {
  (void)state;
  enum { COUNT = 400000 };
  uo_error error;
  char *text = malloc(COUNT * 8 + 1024);
  assert_non_null(text);
  char *to = text + sprintf(text, "%s\n{\"id\": \"long\", \"X\": {\"dtype\": \"int32\", \"shape\": [%d], \"data\": [",
                            HEADER, COUNT);
  for (int i = 0; i < COUNT; i++) to += sprintf(to, "%s%d", i == 0 ? "" : ", ", i % 99999);
  sprintf(to, "]}, \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\"]}\n%s\n", VECTOR("a"));
  assert_int_equal(read_text(text, &error), 2);
  free(text);
}

/* Many ids: the table grows, and finds the first one still. */
static void many_ids_are_told_apart(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  uo_error error;
  size_t line = strlen(VECTOR("00000")) + 2;
  char *text = malloc(COUNT * line + 2 * line + 1024);
  assert_non_null(text);
  char *to = text + sprintf(text, "%s\n", HEADER);
  for (int i = 0; i < COUNT; i++) {
    to += sprintf(to,
                  "{\"id\": \"%05d\", \"X\": {\"dtype\": \"int8\", \"shape\": [1], \"data\": [1]}, \"axis\": null, "
                  "\"sorted\": 1, "
                  "\"outputs\": [\"Y\"]}\n",
                  i);
  }
  assert_int_equal(read_text(text, &error), COUNT);
  sprintf(to, "%s\n", VECTOR("00000"));
  assert_int_equal(read_text(text, &error), -1);
  assert_non_null(strstr(error.message, "a.jsonl:5002: id: '00000' stands already at "));
  free(text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(whole_files_are_read),
      IN_FOLDER(header_and_place_are_known),
      IN_FOLDER(broken_files_are_refused),
      IN_FOLDER(only_regular_files_are_read),
      IN_FOLDER(ids_are_distinct),
      IN_FOLDER(folders_are_read_in_order),
      IN_FOLDER(nothing_to_read_is_an_error),
      IN_FOLDER(long_lines_are_read),
      IN_FOLDER(many_ids_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
