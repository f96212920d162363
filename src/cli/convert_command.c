/* unique-oracle convert: vectors from one layout to another. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "files/folder.h"
#include "files/json_text.h"
#include "files/onnx_folder.h"
#include "gate/corpus.h"
#include "gate/describe.h"
#include "gate/output_file.h"
#include "tensor/guard.h"

static const uo_option option_table[] = {{0}};

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text);
  return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static uo_error_code refuse_existing(const char *path, uo_error *error) {
  struct stat status;
  UO_REQUIRE(lstat(path, &status) != 0, error, UO_ERROR_ARGUMENT,
             "%s: is there already, and nothing is overwritten: remove it or name another", path);
  UO_REQUIRE(errno == ENOENT, error, UO_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
  return UO_ERROR_NONE;
}

/* ---- Interrupts: what is half written goes --------------------------------------------------------------------- */

/* The signal that came; a handler has nothing else to write to. */
static volatile sig_atomic_t came;

static void note(int number) { came = number; }

/* A file that grows beyond its limit is an error of the write then, as a full disk is. */
static void ignore(int number) { (void)number; }

static void catch_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action;
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = (struct sigaction){.sa_handler = note, .sa_flags = SA_RESTART};
    (void)sigaction(numbers[i], &action, NULL);
  }
  action = (struct sigaction){.sa_handler = ignore};
  (void)sigaction(SIGXFSZ, &action, NULL);
}

/* 128 and the signal's number is what shells say of a program that a signal ended. */
#define EXIT_SIGNAL 128

static uo_error_code go_on(uo_error *error) {
  UO_REQUIRE(came == 0, error, UO_ERROR_SYSTEM, "interrupted: nothing was written");
  return UO_ERROR_NONE;
}

/* ---- To one file ------------------------------------------------------------------------------------------------ */

/* One file has one header: vectors that follow different policies cannot share it. */
static uo_error_code common_header(const uo_corpus *corpus, const char *from, uo_vector_header *header,
                                   uo_error *error) {
  static const char several[] = "several origins";
  *header = corpus->vectors[0].header;
  for (size_t i = 1; i < corpus->count; i++) {
    const uo_corpus_vector *vector = &corpus->vectors[i];
    UO_REQUIRE(vector->policy == corpus->vectors[0].policy, error, UO_ERROR_ARGUMENT,
               "%s: its vectors follow policy %s, those before it %s, and one file has one policy: convert them one by "
               "one (FROM is %s)",
               vector->place, vector->header.policy, header->policy, from);
    if (strcmp(vector->header.origin, header->origin) == 0) continue;
    header->origin = several;
    header->extra = NULL;
    break;
  }
  return UO_ERROR_NONE;
}

/* A write that fails shows when the file is committed. */
static void write_line(const char *line, size_t size, FILE *stream) {
  (void)fwrite(line, 1, size, stream);
  (void)fputc('\n', stream);
}

/* What keeps a vector from being written, with the place that it was read from. */
static uo_error_code fail_at(const uo_corpus_vector *vector, const uo_error *reason, uo_error *error) {
  return uo_fail(error, reason->code, "%s: %s", vector->place, reason->message);
}

static uo_error_code write_lines(const uo_corpus *corpus, const uo_vector_header *header, uo_arena *arena, FILE *stream,
                                 uo_error *error) {
  const char *line;
  size_t size;
  uo_error reason = {0};
  uo_error_code code = uo_json_header(header, arena, &line, &size, &reason);
  if (code != UO_ERROR_NONE) return fail_at(&corpus->vectors[0], &reason, error);
  write_line(line, size, stream);
  for (size_t i = 0; i < corpus->count; i++) {
    uo_arena_reset(arena);
    UO_TRY(go_on(error));
    code = uo_json_vector(&corpus->vectors[i].vector, arena, &line, &size, &reason);
    if (code != UO_ERROR_NONE) return fail_at(&corpus->vectors[i], &reason, error);
    write_line(line, size, stream);
  }
  return UO_ERROR_NONE;
}

static uo_error_code write_to(const uo_corpus *corpus, const char *from, const uo_output_place *place,
                              uo_error *error) {
  uo_vector_header header;
  uo_output_file file;
  uo_arena arena = {0};
  UO_TRY(common_header(corpus, from, &header, error));
  UO_TRY(uo_output_open(place, &file, error));
  uo_error_code code = write_lines(corpus, &header, &arena, file.stream, error);
  uo_arena_release(&arena);
  if (code == UO_ERROR_NONE) return uo_output_commit(&file, error);
  uo_output_abandon(&file);
  return code;
}

static uo_error_code write_file(const uo_corpus *corpus, const char *from, const char *to, uo_error *error) {
  uo_output_place place;
  UO_TRY(uo_output_place_open(to, &place, error));
  uo_error_code code = write_to(corpus, from, &place, error);
  uo_output_place_close(&place);
  return code;
}

/* ---- To folders ------------------------------------------------------------------------------------------------- */

/* Of the file systems that are in use. */
enum { LONGEST_NAME = 255 };

static uo_error_code fill_folder(const uo_corpus *corpus, const char *folder, const char *to, uo_error *error) {
  for (size_t i = 0; i < corpus->count; i++) {
    const uo_corpus_vector *vector = &corpus->vectors[i];
    size_t length = strlen(vector->vector.question.id);
    UO_TRY(go_on(error));
    UO_REQUIRE(length <= LONGEST_NAME, error, UO_ERROR_INPUT,
               "%s: id: %zu bytes are too long for the name of a folder, which has at most %d; shorten it",
               vector->place, length, LONGEST_NAME);
    uo_error reason = {0};
    if (uo_onnx_write(folder, &vector->vector, &vector->header, &reason) != UO_ERROR_NONE)
      return fail_at(vector, &reason, error);
  }
  UO_REQUIRE(rename(folder, to) == 0, error, UO_ERROR_SYSTEM, "%s: cannot be written: %s", to, strerror(errno));
  return UO_ERROR_NONE;
}

/* The folders are made beside the target and take its name when they are complete. */
static uo_error_code write_folders(const uo_corpus *corpus, const char *to, uo_error *error) {
  size_t size = strlen(to) + 32;
  char *folder = malloc(size);
  UO_REQUIRE_MEMORY(folder, error);
  size_t length = strlen(to);
  while (length > 1 && to[length - 1] == '/') length--;
  snprintf(folder, size, "%.*s.%ld.tmp", (int)length, to, (long)getpid());
  uo_error_code code = UO_ERROR_NONE;
  if (mkdir(folder, 0777) != 0) {
    code = uo_fail(error, UO_ERROR_SYSTEM, "%s: cannot be made: %s", to, strerror(errno));
  } else {
    uo_error reason = {0};
    code = fill_folder(corpus, folder, to, &reason);
    if (code != UO_ERROR_NONE) code = uo_fail_under(&reason, folder, to, error);
    if (code != UO_ERROR_NONE) uo_folder_remove(folder);
  }
  free(folder);
  return code;
}

/* Whether the name promises a file of a format that is not written: .jsonl stands for one only as it is spelt here. */
static bool is_other_format(const char *to) {
  static const char *const ends[] = {".npz", ".npy", ".json", ".jsonl", ".onnx"};
  size_t length = strlen(to);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    size_t size = strlen(ends[i]);
    if (length >= size && strcasecmp(to + length - size, ends[i]) == 0) return !ends_with(to, ".jsonl");
  }
  return false;
}

static uo_error_code convert(const char *from, const char *to, uo_corpus *corpus, uo_error *error) {
  UO_REQUIRE(!is_other_format(to), error, UO_ERROR_ARGUMENT,
             "%s: there is no such format; give a name that ends in .jsonl, or that of a new folder", to);
  UO_TRY(refuse_existing(to, error));
  UO_TRY(uo_corpus_add(corpus, from, error));
  UO_TRY(uo_corpus_seal(corpus, error));
  return ends_with(to, ".jsonl") ? write_file(corpus, from, to, error) : write_folders(corpus, to, error);
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  const char *paths[2] = {NULL, NULL};
  uo_parsed parsed = uo_parse(self, argc, argv, NULL, paths);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  uo_corpus corpus = {0};
  uo_error error = {0};
  catch_signals();
  uo_error_code code = convert(paths[0], paths[1], &corpus, &error);
  size_t count = corpus.count;
  size_t unanswered = uo_corpus_unanswered(&corpus);
  uo_corpus_release(&corpus);
  if (code != UO_ERROR_NONE) {
    int refused = uo_complain(self, error.message);
    return came != 0 ? EXIT_SIGNAL + (int)came : refused;
  }
  printf("%zu vectors written to ", count);
  uo_write_text(paths[1], stdout);
  putchar('\n');
  if (unanswered > 0) printf("without output files, so without an expected answer: %zu\n", unanswered);
  return uo_finish_output(self, 0);
}

const uo_subcommand uo_convert_subcommand = {
    .name = "convert",
    .usage = "FROM TO",
    .summary = "convert vectors between JSON lines and ONNX backend-test folders",
    .details =
        "FROM is a .jsonl file, a folder of them, or a folder of ONNX backend tests. TO is one file of JSON lines\n"
        "when its name ends in .jsonl, else a new folder of ONNX backend tests. Nothing is overwritten.\n",
    .options = option_table,
    .positionals = 2,
    .run = run,
};
