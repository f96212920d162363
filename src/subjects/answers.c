/* Answers made elsewhere: a file of answer lines, matched by id. */
#include "files/json_text.h"
#include "subjects/kinds.h"
#include "subjects/process.h"
#include "tensor/guard.h"

#include <errno.h>
#include <json-c/linkhash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct file_answer {
  uo_answer answer;
  size_t line;
} file_answer;

typedef struct answers_file {
  uo_subject subject; /* first */
  uo_arena arena;     /* the file's answers */
  struct lh_table *by_id;
} answers_file;

/* ---- Reading the file ------------------------------------------------------------------------------------------ */

typedef struct file_text {
  char *bytes;
  size_t size;
} file_text;

static uo_error_code read_stream(FILE *stream, const char *path, file_text *text, uo_error *error) {
  size_t capacity = 0;
  for (;;) {
    if (text->size == capacity) {
      capacity = capacity == 0 ? 1u << 16 : capacity * 2;
      char *grown = realloc(text->bytes, capacity);
      UO_REQUIRE_MEMORY(grown, error);
      text->bytes = grown;
    }
    size_t got = fread(text->bytes + text->size, 1, capacity - text->size, stream);
    text->size += got;
    if (got == 0) break;
  }
  UO_REQUIRE(!ferror(stream), error, UO_ERROR_INPUT, "%s: cannot be read: %s", path, strerror(errno));
  return UO_ERROR_NONE;
}

static uo_error_code read_whole_file(const char *path, file_text *text, uo_error *error) {
  FILE *stream = fopen(path, "rbe");
  UO_REQUIRE(stream != NULL, error, UO_ERROR_INPUT, "%s: cannot be opened: %s; give a file of answer lines", path,
             strerror(errno));
  uo_error_code code = read_stream(stream, path, text, error);
  (void)fclose(stream);
  return code;
}

static bool is_blank_line(const char *line, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') return false;
  return true;
}

/* ---- Indexing it ----------------------------------------------------------------------------------------------- */

/* What is wrong with the answer of one case is that case's own fault, as it is when a command gives it. */
static uo_error_code make_broken(answers_file *self, file_answer *entry, const char *text, uo_error *error) {
  char *message = uo_arena_copy(&self->arena, text, strlen(text));
  UO_REQUIRE_MEMORY(message, error);
  entry->answer = (uo_answer){.kind = UO_ANSWER_BROKEN, .message = message};
  return UO_ERROR_NONE;
}

/* Only a line that does not even say which case it answers makes the file unreadable. */
static uo_error_code read_answer(answers_file *self, const char *line, size_t size, const char *where, const char **id,
                                 file_answer *entry, uo_error *error) {
  uo_error reason;
  uo_error_code code = uo_json_read_answer(line, size, where, &self->arena, id, &entry->answer, &reason);
  if (code == UO_ERROR_NONE) return code;
  *id = code == UO_ERROR_INPUT ? uo_peek_id(line, size, &self->arena) : NULL;
  UO_REQUIRE(*id != NULL, error, code, "%s", reason.message);
  return make_broken(self, entry, reason.message, error);
}

static uo_error_code take_answer(answers_file *self, const char *line, size_t size, const char *where, size_t number,
                                 uo_error *error) {
  file_answer *entry = uo_arena_allocate(&self->arena, 1, sizeof *entry);
  UO_REQUIRE_MEMORY(entry, error);
  const char *id;
  UO_TRY(read_answer(self, line, size, where, &id, entry, error));
  entry->line = number;
  void *earlier;
  if (lh_table_lookup_ex(self->by_id, id, &earlier)) {
    file_answer *first = earlier;
    char text[400];
    (void)snprintf(text, sizeof text, "%s: answered before, on line %zu; keep one of them", where, first->line);
    return make_broken(self, first, text, error);
  }
  UO_REQUIRE(lh_table_insert(self->by_id, id, entry) == 0, error, UO_ERROR_MEMORY, "out of memory");
  return UO_ERROR_NONE;
}

static uo_error_code take_started(answers_file *self, const char *line, size_t size, const char *where,
                                  uo_error *error) {
  uo_started started;
  UO_TRY(uo_json_read_started(line, size, where, &self->arena, &started, error));
  if (started.name[0] != '\0') self->subject.info.name = started.name;
  self->subject.info.version = started.version;
  self->subject.info.dtypes = started.dtypes;
  return UO_ERROR_NONE;
}

static uo_error_code take_lines(answers_file *self, const char *path, const file_text *text, uo_error *error) {
  const char *at = text->bytes;
  const char *end = text->size == 0 ? at : at + text->size;
  bool first = true;
  for (size_t number = 1; at != end; number++) {
    const char *line_feed = memchr(at, '\n', (size_t)(end - at));
    const char *line_end = line_feed == NULL ? end : line_feed;
    size_t size = (size_t)(line_end - at);
    char where[300];
    (void)snprintf(where, sizeof where, "%.260s:%zu", path, number);
    if (!is_blank_line(at, size)) {
      if (first && uo_peek_key(at, size, "started"))
        UO_TRY(take_started(self, at, size, where, error));
      else
        UO_TRY(take_answer(self, at, size, where, number, error));
      first = false;
    }
    at = line_feed == NULL ? end : line_feed + 1;
  }
  UO_REQUIRE(lh_table_length(self->by_id) > 0, error, UO_ERROR_INPUT,
             "%s: holds no answer; give a file of answer lines", path);
  return UO_ERROR_NONE;
}

/* ---- The subject ----------------------------------------------------------------------------------------------- */

static uo_error_code answers_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                                 uo_answer *answers, uo_error *error) {
  answers_file *self = (answers_file *)subject;
  for (size_t i = 0; i < count; i++) {
    void *found;
    if (lh_table_lookup_ex(self->by_id, cases[i].id, &found)) {
      answers[i] = ((const file_answer *)found)->answer;
      continue;
    }
    char quoted[100];
    char text[160];
    (void)snprintf(text, sizeof text, "no answer with id %s",
                   uo_quote(cases[i].id, strlen(cases[i].id), quoted, sizeof quoted));
    answers[i].kind = UO_ANSWER_BROKEN;
    answers[i].message = uo_arena_copy(arena, text, strlen(text));
    UO_REQUIRE_MEMORY(answers[i].message, error);
  }
  return UO_ERROR_NONE;
}

static void answers_close(uo_subject *subject) {
  answers_file *self = (answers_file *)subject;
  if (self->by_id != NULL) lh_table_free(self->by_id);
  uo_arena_release(&self->arena);
  free(self);
}

static uo_error_code fill(answers_file *self, const char *path, uo_error *error) {
  self->subject.info.name = uo_arena_copy(&self->arena, path, strlen(path));
  UO_REQUIRE_MEMORY(self->subject.info.name, error);
  self->by_id = lh_kchar_table_new(1024, NULL);
  UO_REQUIRE_MEMORY(self->by_id, error);
  file_text text = {NULL, 0};
  uo_error_code code = read_whole_file(path, &text, error);
  if (code == UO_ERROR_NONE) code = take_lines(self, path, &text, error);
  free(text.bytes);
  return code;
}

uo_error_code uo_subject_open_answers(const char *path, uo_subject **subject, uo_error *error) {
  answers_file *self = calloc(1, sizeof *self);
  UO_REQUIRE_MEMORY(self, error);
  self->subject = (uo_subject){
      .info = {.name = "", .version = "", .dtypes = uo_all_dtypes()}, .ask = answers_ask, .close = answers_close};
  uo_error_code code = fill(self, path, error);
  if (code != UO_ERROR_NONE) {
    answers_close(&self->subject);
    return code;
  }
  *subject = &self->subject;
  return UO_ERROR_NONE;
}
