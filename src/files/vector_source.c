#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/linkhash.h>

#include "files/folder.h"
#include "files/json_line.h"
#include "files/json_text.h"
#include "files/onnx_case.h"
#include "files/vector.h"
#include "tensor/guard.h"

/* Either files of JSON lines or cases in ONNX folders; which one `cases` tells. */
struct uo_vector_source {
  uo_arena arena;      /* lives as long as the source: paths, names, cases */
  uo_arena file_arena; /* the header of the current file, the place */
  lh_table *ids;       /* id to the place where it stood */
  uo_vector_header header;
  char *place;

  const char **paths; /* of JSON lines */
  size_t path_count;
  size_t path_at; /* the next one to open */
  FILE *file;
  char *line;
  size_t capacity;
  size_t size;
  size_t number; /* of the line, from 1 */
  bool pending;  /* the line was read but is not yet a vector */

  uo_onnx_case *cases;
  size_t case_count;
  size_t case_at;
};

/* ---- Lines ---- */

static void close_file(uo_vector_source *source) {
  if (source->file != NULL) fclose(source->file);
  source->file = NULL;
}

static bool is_blank(const char *line, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r' && line[i] != '\n') return false;
  }
  return true;
}

/* The next line that is not blank, without its line feed; *more is false at the end of the file. */
static uo_error_code read_line(uo_vector_source *source, bool *more, uo_error *error) {
  const char *path = source->paths[source->path_at - 1];
  do {
    errno = 0;
    ssize_t size = getline(&source->line, &source->capacity, source->file);
    if (size < 0) {
      *more = false;
      return feof(source->file) && !ferror(source->file) ? UO_ERROR_NONE
                                                         : uo_fail_system(path, "cannot be read", error);
    }
    source->size = (size_t)size;
    source->number++;
  } while (is_blank(source->line, source->size));
  snprintf(source->place, strlen(path) + 24, "%s:%zu", path, source->number);
  *more = true;
  return UO_ERROR_NONE;
}

/* Opens the next file and reads its header and its first vector's line: a file without either is an error. */
static uo_error_code open_next_file(uo_vector_source *source, uo_error *error) {
  const char *path = source->paths[source->path_at++];
  bool more;
  close_file(source);
  uo_arena_reset(&source->file_arena);
  source->number = 0;
  source->place = uo_arena_allocate(&source->file_arena, strlen(path) + 24, 1);
  UO_REQUIRE_MEMORY(source->place, error);
  UO_TRY(uo_file_open(path, &source->file, error));
  UO_TRY(read_line(source, &more, error));
  UO_REQUIRE(more, error, UO_ERROR_INPUT,
             "%s: no vectors: the file is empty; its first line is a header, then comes one vector a line", path);
  UO_TRY(uo_json_read_header(source->line, source->size, source->place, &source->file_arena, &source->header, error));
  UO_TRY(read_line(source, &source->pending, error));
  UO_REQUIRE(source->pending, error, UO_ERROR_INPUT, "%s: no vectors: only a header; one vector a line comes after it",
             path);
  return UO_ERROR_NONE;
}

static uo_error_code next_line_vector(uo_vector_source *source, uo_arena *arena, uo_vector *vector, bool *more,
                                      uo_error *error) {
  if (!source->pending) UO_TRY(read_line(source, &source->pending, error));
  *more = source->pending || source->path_at < source->path_count;
  if (!*more) return UO_ERROR_NONE;
  if (!source->pending) UO_TRY(open_next_file(source, error));
  source->pending = false;
  return uo_json_read_vector(source->line, source->size, source->place, arena, vector, error);
}

/* ---- Cases ---- */

static uo_error_code next_case_vector(uo_vector_source *source, uo_arena *arena, uo_vector *vector, bool *more,
                                      uo_error *error) {
  *more = source->case_at < source->case_count;
  if (!*more) return UO_ERROR_NONE;
  const uo_onnx_case *one = &source->cases[source->case_at++];
  uo_vector_header header;
  uo_arena_reset(&source->file_arena);
  source->place = uo_path_join(&source->file_arena, one->folder, one->data_set);
  UO_REQUIRE_MEMORY(source->place, error);
  UO_TRY(uo_onnx_read_case(one, arena, vector, &header, error));
  /* The header outlives the vector's arena. */
  source->header.policy = uo_arena_copy(&source->file_arena, header.policy, strlen(header.policy));
  source->header.origin = uo_arena_copy(&source->file_arena, header.origin, strlen(header.origin));
  UO_REQUIRE_MEMORY(source->header.policy, error);
  UO_REQUIRE_MEMORY(source->header.origin, error);
  return UO_ERROR_NONE;
}

/* ---- Opening ---- */

static bool is_jsonl(const char *name) {
  size_t size = strlen(name);
  return size > 6 && strcmp(name + size - 6, ".jsonl") == 0;
}

static uo_error_code add_path(uo_vector_source *source, const char *path, uo_error *error) {
  UO_REQUIRE_MEMORY(path, error);
  source->paths[source->path_count++] = path;
  return UO_ERROR_NONE;
}

/* The .jsonl files of a folder; none is no error here. */
static uo_error_code list_jsonl(uo_vector_source *source, const char *path, uo_error *error) {
  const char **names;
  size_t count;
  UO_TRY(uo_folder_list(path, &source->arena, &names, &count, error));
  source->paths = uo_arena_allocate(&source->arena, count, sizeof *source->paths);
  UO_REQUIRE_MEMORY(source->paths, error);
  for (size_t i = 0; i < count; i++) {
    if (is_jsonl(names[i])) UO_TRY(add_path(source, uo_path_join(&source->arena, path, names[i]), error));
  }
  return UO_ERROR_NONE;
}

/* A folder of both kinds would be read only in part. */
static uo_error_code refuse_cases_beside(uo_vector_source *source, const char *path, uo_error *error) {
  const char **names;
  size_t count;
  UO_TRY(uo_folder_list(path, &source->arena, &names, &count, error));
  for (size_t i = 0; i < count; i++) {
    bool is_case;
    const char *inner = uo_path_join(&source->arena, path, names[i]);
    UO_REQUIRE_MEMORY(inner, error);
    UO_TRY(uo_onnx_is_case(inner, &source->arena, &is_case, error));
    UO_REQUIRE(!is_case, error, UO_ERROR_INPUT, "%s: a case folder beside .jsonl files; keep the two apart", inner);
  }
  return UO_ERROR_NONE;
}

static uo_error_code open_folder(uo_vector_source *source, const char *path, uo_error *error) {
  bool is_case;
  UO_TRY(uo_onnx_is_case(path, &source->arena, &is_case, error));
  if (!is_case) UO_TRY(list_jsonl(source, path, error));
  if (source->path_count > 0) {
    UO_TRY(refuse_cases_beside(source, path, error));
    return open_next_file(source, error);
  }
  UO_TRY(uo_onnx_list(path, &source->arena, &source->cases, &source->case_count, error));
  UO_REQUIRE(source->case_count > 0, error, UO_ERROR_INPUT,
             "%s: no vectors: neither .jsonl files nor folders with model.onnx are in it", path);
  return UO_ERROR_NONE;
}

static uo_error_code open_path(uo_vector_source *source, const char *path, uo_error *error) {
  bool folder;
  UO_TRY(uo_path_is_folder(path, &folder, error));
  if (folder) return open_folder(source, path, error);
  source->paths = uo_arena_allocate(&source->arena, 1, sizeof *source->paths);
  UO_REQUIRE_MEMORY(source->paths, error);
  UO_TRY(add_path(source, uo_arena_copy(&source->arena, path, strlen(path)), error));
  return open_next_file(source, error);
}

uo_error_code uo_vectors_open(const char *path, uo_vector_source **source, uo_error *error) {
  uo_vector_source *made = calloc(1, sizeof *made);
  UO_REQUIRE_MEMORY(made, error);
  made->ids = lh_kchar_table_new(1024, NULL);
  uo_error_code code =
      made->ids == NULL ? uo_fail(error, UO_ERROR_MEMORY, "out of memory") : open_path(made, path, error);
  if (code != UO_ERROR_NONE) {
    uo_vectors_close(made);
    return code;
  }
  *source = made;
  return UO_ERROR_NONE;
}

/* ---- Reading ---- */

/* Notes an id; a second vector of the same id could not be told from the first. */
static uo_error_code note_id(uo_vector_source *source, const char *id, uo_error *error) {
  void *earlier;
  UO_TRY(uo_id_check(id, source->place, error));
  UO_REQUIRE(!lh_table_lookup_ex(source->ids, id, &earlier), error, UO_ERROR_INPUT,
             "%s: id: '%s' stands already at %s; ids are distinct", source->place, id, (const char *)earlier);
  const char *key = uo_arena_copy(&source->arena, id, strlen(id));
  const char *place = uo_arena_copy(&source->arena, source->place, strlen(source->place));
  UO_REQUIRE_MEMORY(key, error);
  UO_REQUIRE_MEMORY(place, error);
  UO_REQUIRE(lh_table_insert(source->ids, key, place) == 0, error, UO_ERROR_MEMORY, "out of memory");
  return UO_ERROR_NONE;
}

uo_error_code uo_vectors_next(uo_vector_source *source, uo_arena *arena, uo_vector *vector, bool *more,
                              uo_error *error) {
  if (source->cases != NULL) {
    UO_TRY(next_case_vector(source, arena, vector, more, error));
  } else {
    UO_TRY(next_line_vector(source, arena, vector, more, error));
  }
  return *more ? note_id(source, vector->question.id, error) : UO_ERROR_NONE;
}

const uo_vector_header *uo_vectors_header(const uo_vector_source *source) { return &source->header; }

const char *uo_vectors_place(const uo_vector_source *source) { return source->place; }

void uo_vectors_close(uo_vector_source *source) {
  if (source == NULL) return;
  close_file(source);
  free(source->line);
  if (source->ids != NULL) lh_table_free(source->ids);
  uo_arena_release(&source->file_arena);
  uo_arena_release(&source->arena);
  free(source);
}
