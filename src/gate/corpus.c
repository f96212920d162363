#include "gate/corpus.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files/folder.h"
#include "files/json_text.h"
#include "subjects/kinds.h"
#include "tensor/guard.h"

/* A vector that contradicts the operator would make every subject look wrong: it is the vector that has to be mended.
 */
static uo_error_code check_expectation(const uo_vector *vector, const char *place, uo_error *error) {
  uo_error reason;
  if (uo_case_allowed(&vector->question, &reason) == UO_ERROR_NONE) return UO_ERROR_NONE;
  UO_REQUIRE(!vector->has_expected || vector->rejected != NULL, error, UO_ERROR_INPUT,
             "%s: expect: outputs are expected, but the case must be rejected (%s): expect {\"rejected\": ..}", place,
             reason.message);
  return UO_ERROR_NONE;
}

/* What was allocated is at most half of what a size can tell. */
static uo_error_code make_room(uo_corpus *corpus, uo_error *error) {
  if (corpus->count < corpus->room) return UO_ERROR_NONE;
  size_t room = corpus->room == 0 ? 256 : corpus->room * 2;
  uo_corpus_vector *grown = realloc(corpus->vectors, room * sizeof *grown);
  UO_REQUIRE_MEMORY(grown, error);
  corpus->vectors = grown;
  corpus->room = room;
  return UO_ERROR_NONE;
}

/* Copies a text of a header, or takes the one of the vector before, which is mostly the same. */
static uo_error_code keep_text(uo_corpus *corpus, const char *text, const char *before, const char **kept,
                               uo_error *error) {
  *kept = text == NULL ? NULL : before;
  if (text == NULL || (before != NULL && strcmp(text, before) == 0)) return UO_ERROR_NONE;
  *kept = uo_arena_copy(&corpus->arena, text, strlen(text));
  UO_REQUIRE_MEMORY(*kept, error);
  return UO_ERROR_NONE;
}

static uo_error_code keep_header(uo_corpus *corpus, const uo_vector_header *header, uo_vector_header *kept,
                                 uo_error *error) {
  uo_vector_header before = {0};
  if (corpus->count > 0) before = corpus->vectors[corpus->count - 1].header;
  UO_TRY(keep_text(corpus, header->policy, before.policy, &kept->policy, error));
  UO_TRY(keep_text(corpus, header->origin, before.origin, &kept->origin, error));
  return keep_text(corpus, header->extra, before.extra, &kept->extra, error);
}

/* Appends what was read, with where it stands and what its header says. */
static uo_error_code keep(uo_corpus *corpus, const uo_vector_header *header, const char *place, const char *path,
                          uo_corpus_vector *read, uo_error *error) {
  read->source = path;
  read->place = uo_arena_copy(&corpus->arena, place, strlen(place));
  UO_REQUIRE_MEMORY(read->place, error);
  UO_TRY(keep_header(corpus, header, &read->header, error));
  uo_error policy_error = {0};
  UO_REQUIRE(uo_policy_parse(read->header.policy, &read->policy, &policy_error) == UO_ERROR_NONE, error, UO_ERROR_INPUT,
             "%s: the policy in the header: %s", place, policy_error.message);
  UO_TRY(check_expectation(&read->vector, place, error));
  UO_TRY(make_room(corpus, error));
  corpus->vectors[corpus->count++] = *read;
  return UO_ERROR_NONE;
}

static uo_error_code read_all(uo_corpus *corpus, uo_vector_source *source, const char *path, uo_error *error) {
  for (;;) {
    uo_corpus_vector read;
    bool more = false;
    UO_TRY(uo_vectors_next(source, &corpus->arena, &read.vector, &more, error));
    if (!more) return UO_ERROR_NONE;
    UO_TRY(keep(corpus, uo_vectors_header(source), uo_vectors_place(source), path, &read, error));
  }
}

uo_error_code uo_corpus_add(uo_corpus *corpus, const char *path, uo_error *error) {
  UO_REQUIRE(strcmp(path, "-") != 0, error, UO_ERROR_ARGUMENT,
             "-: vectors are not read from standard input; write them to a file and name it");
  const char *kept = uo_arena_copy(&corpus->arena, path, strlen(path));
  UO_REQUIRE_MEMORY(kept, error);
  uo_vector_source *source = NULL;
  UO_TRY(uo_vectors_open(path, &source, error));
  uo_error_code code = read_all(corpus, source, kept, error);
  uo_vectors_close(source);
  return code;
}

/* ---- Files without a header ------------------------------------------------------------------------------------- */

static const uo_vector_header no_header = {.policy = "onnx", .origin = ""};

static size_t without_line_end(const char *line, size_t size) {
  while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r')) size--;
  return size;
}

/* Whether the first line is a case already, right or wrong. A header, or what is no object, is for the reader of
 * vectors. */
static bool starts_with_case(FILE *file) {
  char *line = NULL;
  size_t room = 0;
  ssize_t got = getline(&line, &room, file);
  size_t size = got < 0 ? 0 : without_line_end(line, (size_t)got);
  bool found = uo_peek_key(line, size, "id") && !uo_peek_key(line, size, "vectors");
  free(line);
  rewind(file);
  return found;
}

static uo_error_code keep_line(uo_corpus *corpus, const char *path, int number, const char *line, size_t size,
                               uo_error *error) {
  char place[300];
  uo_corpus_vector read;
  size = without_line_end(line, size);
  if (size == 0) return UO_ERROR_NONE;
  snprintf(place, sizeof place, "%.280s:%d", path, number);
  UO_TRY(uo_json_read_vector(line, size, place, &corpus->arena, &read.vector, error));
  return keep(corpus, &no_header, place, path, &read, error);
}

static uo_error_code read_lines(uo_corpus *corpus, FILE *file, const char *path, uo_error *error) {
  char *line = NULL;
  size_t room = 0;
  ssize_t size;
  uo_error_code code = UO_ERROR_NONE;
  for (int number = 1; code == UO_ERROR_NONE && (size = getline(&line, &room, file)) >= 0; number++) {
    code = keep_line(corpus, path, number, line, (size_t)size, error);
  }
  if (code == UO_ERROR_NONE && !feof(file)) code = uo_fail_system(path, "cannot be read", error);
  free(line);
  return code;
}

uo_error_code uo_corpus_add_cases(uo_corpus *corpus, const char *path, uo_error *error) {
  struct stat status;
  bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
  FILE *file = regular ? fopen(path, "r") : NULL;
  if (file == NULL) return uo_corpus_add(corpus, path, error);
  uo_error_code code = UO_ERROR_NONE;
  if (starts_with_case(file)) {
    const char *kept = uo_arena_copy(&corpus->arena, path, strlen(path));
    code = kept != NULL ? read_lines(corpus, file, kept, error) : uo_fail(error, UO_ERROR_MEMORY, "out of memory");
  } else {
    code = uo_corpus_add(corpus, path, error);
  }
  fclose(file);
  return code;
}

static int compare_ids(const void *a, const void *b) {
  const uo_corpus_vector *const *left = a;
  const uo_corpus_vector *const *right = b;
  return strcmp((*left)->vector.question.id, (*right)->vector.question.id);
}

uo_error_code uo_corpus_seal(uo_corpus *corpus, uo_error *error) {
  corpus->by_id = uo_arena_allocate(&corpus->arena, corpus->count, sizeof *corpus->by_id);
  UO_REQUIRE_MEMORY(corpus->by_id, error);
  for (size_t i = 0; i < corpus->count; i++) corpus->by_id[i] = &corpus->vectors[i];
  if (corpus->count > 1) qsort(corpus->by_id, corpus->count, sizeof *corpus->by_id, compare_ids);
  for (size_t i = 1; i < corpus->count; i++) {
    const uo_corpus_vector *one = corpus->by_id[i - 1];
    const uo_corpus_vector *other = corpus->by_id[i];
    UO_REQUIRE(strcmp(one->vector.question.id, other->vector.question.id) != 0, error, UO_ERROR_INPUT,
               "%s: the id \"%s\" stands at %s too: every vector of a run needs an id of its own", other->place,
               other->vector.question.id, one->place);
  }
  return UO_ERROR_NONE;
}

const uo_corpus_vector *uo_corpus_find(const uo_corpus *corpus, const char *id) {
  size_t low = 0;
  size_t high = corpus->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(id, corpus->by_id[middle]->vector.question.id);
    if (order == 0) return corpus->by_id[middle];
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

size_t uo_corpus_unanswered(const uo_corpus *corpus) {
  size_t count = 0;
  for (size_t i = 0; i < corpus->count; i++) {
    const uo_vector *vector = &corpus->vectors[i].vector;
    count += vector->unanswered && uo_case_allowed(&vector->question, NULL) == UO_ERROR_NONE;
  }
  return count;
}

void uo_corpus_release(uo_corpus *corpus) {
  free(corpus->vectors);
  uo_arena_release(&corpus->arena);
  *corpus = (uo_corpus){0};
}
