/* Where outputs go: what a path leads to, what may not be written there, and how it is written. */
#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gate/output_clash.h"
#include "gate/output_file.h"

/* A folder of its own, in which the test then is. */
static int enter(void **state) {
  char *folder = strdup("test_gate_places_XXXXXX");
  *state = folder;
  return mkdtemp(folder) == NULL || chdir(folder) != 0 ? -1 : 0;
}

static int leave(void **state) {
  int failed = chdir("..") != 0;
  char command[64];
  snprintf(command, sizeof command, "rm -rf -- %s", (const char *)*state);
  failed |= system(command) != 0;
  free(*state);
  return failed ? -1 : 0;
}

static void make(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static void text_is(const char *path, const char *want) {
  char text[64] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_true(fread(text, 1, sizeof text - 1, file) < sizeof text);
  fclose(file);
  assert_string_equal(text, want);
}

static void put(const char *path, const char *text) {
  uo_output_place place;
  uo_output_file file;
  assert_int_equal(uo_output_place_open(path, &place, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_output_open(&place, &file, NULL), UO_ERROR_NONE);
  fputs(text, file.stream);
  assert_int_equal(uo_output_commit(&file, NULL), UO_ERROR_NONE);
  uo_output_place_close(&place);
}

static void refused(const char *path, const char *why) {
  uo_error error = {0};
  uo_output_place place;
  assert_int_not_equal(uo_output_check(path, NULL, &error), UO_ERROR_NONE);
  if (strstr(error.message, why) == NULL) fail_msg("%s", error.message);
  assert_int_not_equal(uo_output_place_open(path, &place, NULL), UO_ERROR_NONE);
  uo_output_place_close(&place);
}

static void links(void **state) {
  (void)state;
  char whole[4096];
  assert_int_equal(mkdir("inner", 0755), 0);
  assert_int_equal(symlink("inner", "folder"), 0);
  assert_int_equal(symlink("folder/target", "relative"), 0);
  put("relative", "one"); /* through two links, to what was not there */
  text_is("inner/target", "one");
  assert_non_null(getcwd(whole, sizeof whole - 16));
  strcat(whole, "/relative");
  assert_int_equal(symlink(whole, "absolute"), 0);
  assert_int_equal(chmod("inner/target", 0640), 0);
  put("absolute", "two");
  text_is("inner/target", "two");
  struct stat status;
  assert_int_equal(lstat("absolute", &status), 0);
  assert_true(S_ISLNK(status.st_mode));
  assert_int_equal(stat("absolute", &status), 0);
  assert_int_equal(status.st_mode & 0777, 0640);
  assert_int_equal(symlink("loop", "loop"), 0);
  refused("loop", "loop: ");
  refused("inner/target/below", "inner/target/below: ");
}

static void names(void **state) {
  (void)state;
  char path[5000];
  refused("", "the file name is empty");
  refused(".", "is a folder; name a file");
  refused("/", "is a folder; name a file");
  refused("no/such/file", "its folder no/such cannot be written: ");
  refused("new/", "its folder new cannot be written: ");
  memset(path, 'n', sizeof path);
  path[300] = '\0';
  refused(path, "File name too long");
  memset(path, 'n', sizeof path);
  path[sizeof path - 1] = '\0';
  refused(path, "the path is too long");
  char target[4001];
  for (size_t i = 0; i < sizeof target; i++) target[i] = i % 2 == 0 ? '.' : '/';
  target[4000] = '\0';
  assert_int_equal(symlink(target, "long"), 0); /* the folder and it are too long together, or it is a folder */
  uo_error error = {0};
  assert_int_not_equal(uo_output_check("long", NULL, &error), UO_ERROR_NONE);
}

static void reasons(void **state) {
  (void)state;
  static const struct {
    int reason;
    const char *advice;
  } rows[] = {{ENOSPC, "make room"}, {EDQUOT, "make room"}, {EFBIG, "ulimit"}, {EIO, "is the disk full"},
              {EPIPE, "went away"},  {EINTR, "did not"},    {EACCES, "denied"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_error error = {0};
    assert_int_equal(uo_output_fail("-", rows[i].reason, &error), UO_ERROR_SYSTEM);
    assert_int_equal(strncmp(error.message, "standard output: cannot be written: ", 36), 0);
    if (strstr(error.message, rows[i].advice) == NULL) fail_msg("%s", error.message);
  }
}

/* A descriptor of this process is written where it stands; one of another process at its end. */
static void descriptors(void **state) {
  (void)state;
  if (access("/proc/self/fd", F_OK) != 0) skip();
  char path[64];
  int own = open("own", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  assert_true(own >= 0);
  assert_int_equal(write(own, "ab", 2), 2);
  snprintf(path, sizeof path, "/proc/self/fd/%d", own);
  put(path, "cd");
  snprintf(path, sizeof path, "/proc/%ld/task/%ld/fd/%d", (long)getpid(), (long)getpid(), own);
  put(path, "ef");
  text_is("own", "abcdef");
  int end[2];
  assert_int_equal(pipe(end), 0);
  pid_t child = fork();
  if (child == 0) { /* holds the file until the pipe is closed */
    char byte;
    close(end[1]);
    _exit(read(end[0], &byte, 1) == 0 ? 0 : 1);
  }
  close(end[0]);
  snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)child, own);
  put(path, "gh");
  text_is("own", "abcdefgh");
  close(end[1]);
  close(own);
  snprintf(path, sizeof path, "/dev/fd/%d", own);
  refused(path, "is open; redirect it");
  refused("/proc/self/fd/none", "/proc/self/fd/none: ");
  refused("/proc/self/fd/99999999", "/proc/self/fd/99999999: ");
}

static bool same(const char *one, const char *other) {
  uo_output_identity a;
  uo_output_identity b;
  assert_int_equal(uo_output_check(one, &a, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_output_check(other, &b, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_output_is_same(&a, &b), uo_output_is_same(&b, &a));
  return uo_output_is_same(&a, &b);
}

static void identities(void **state) {
  (void)state;
  make("there", "");
  assert_int_equal(link("there", "hard"), 0);
  make("other", "");
  assert_int_equal(mkdir("inner", 0755), 0);
  assert_true(same("there", "hard"));
  assert_false(same("there", "other"));
  assert_true(same("new", "./inner/../new"));
  assert_false(same("new", "newer"));
  assert_false(same("new", "inner/new"));
  assert_false(same("new", "there"));
  assert_false(same("/dev/null", "/dev/null"));
  assert_true(same("-", "-"));
  assert_false(same("-", "there"));
}

/* Vectors in folders of folders are found, what lies deeper or cannot be looked at is none of them. */
static void inputs(void **state) {
  (void)state;
  assert_int_equal(system("mkdir -p a/b/c/d/e && touch a/b/c/near a/b/c/d/far"), 0);
  uo_named_file output = {"--junit", "a/b/c/near"};
  const uo_named_file input[] = {{"--vectors", "nowhere"}, {"--answers", NULL}, {"--vectors", "a"}};
  uo_error error = {0};
  assert_int_equal(uo_outputs_check(&output, 1, input, 3, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message,
                      "--junit a/b/c/near: would overwrite what is read here (--vectors a); name another "
                      "file");
  output.path = "a/b/c/d/far";
  assert_int_equal(uo_outputs_check(&output, 1, input, 3, &error), UO_ERROR_NONE);
  output.path = "a/b";
  assert_int_equal(uo_outputs_check(&output, 1, input, 3, &error), UO_ERROR_SYSTEM);
  assert_int_equal(strncmp(error.message, "--junit a/b: is a folder", 24), 0);
}

/* What was there stays when the new one cannot be put in its place, and nothing of that is left. */
static void abandoned(void **state) {
  (void)state;
  uo_output_place place;
  uo_output_file file;
  uo_error error = {0};
  assert_int_equal(mkdir("inner", 0755), 0);
  assert_int_equal(uo_output_place_open("inner/file", &place, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_output_open(&place, &file, NULL), UO_ERROR_NONE);
  assert_int_equal(mkdir("inner/file", 0755), 0);
  assert_int_equal(uo_output_commit(&file, &error), UO_ERROR_SYSTEM);
  assert_int_equal(strncmp(error.message, "inner/file: cannot be written: ", 31), 0);
  assert_int_equal(rmdir("inner/file"), 0);
  assert_int_equal(rmdir("inner"), 0); /* empty */
  assert_int_equal(uo_output_open(&place, &file, &error), UO_ERROR_SYSTEM);
  uo_output_place_close(&place);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(links, enter, leave),
      cmocka_unit_test_setup_teardown(names, enter, leave),
      cmocka_unit_test_setup_teardown(reasons, enter, leave),
      cmocka_unit_test_setup_teardown(descriptors, enter, leave),
      cmocka_unit_test_setup_teardown(identities, enter, leave),
      cmocka_unit_test_setup_teardown(inputs, enter, leave),
      cmocka_unit_test_setup_teardown(abandoned, enter, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
