#include "files/onnx_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/folder.h"
#include "files/onnx_model.h"
#include "files/onnx_tensor.h"
#include "tensor/guard.h"

#define DATA_SET "test_data_set_0"

/* ---- Names ---- */

static bool is_plain(char c, bool first) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         (c == '.' && !first);
}

/* Where a name that would make the folder of cases look like a case, or like one of JSON lines, is spelt otherwise. */
static size_t taken_at(const char *id, size_t size) {
  if (strcmp(id, "model.onnx") == 0) return 0;
  return size >= 6 && strcmp(id + size - 6, ".jsonl") == 0 ? size - 6 : size;
}

/* The id as a file name: what is not plain becomes %XX, so that two ids never have one name. */
static uo_error_code file_name(const char *id, uo_arena *arena, const char **name, uo_error *error) {
  size_t size = strlen(id);
  char *made = uo_arena_allocate(arena, size + 1, 3);
  UO_REQUIRE_MEMORY(made, error);
  char *to = made;
  size_t taken = taken_at(id, size);
  for (size_t i = 0; i < size; i++) {
    if (is_plain(id[i], i == 0) && i != taken) {
      *to++ = id[i];
    } else {
      to += snprintf(to, 4, "%%%02X", (unsigned)(unsigned char)id[i]);
    }
  }
  *name = made;
  return UO_ERROR_NONE;
}

/* ---- Files ---- */

/* The files of a case: at most the model, the input and four outputs. */
typedef struct case_files {
  char *folder; /* under its temporary name */
  char *data_set;
  char *paths[2 + UO_OUTPUT_COUNT];
  const uint8_t *bytes[2 + UO_OUTPUT_COUNT];
  size_t sizes[2 + UO_OUTPUT_COUNT];
  int count;
} case_files;

static uo_error_code add_file(case_files *files, uo_arena *arena, const char *folder, const char *name,
                              const uint8_t *bytes, size_t size, uo_error *error) {
  char *path = uo_path_join(arena, folder, name);
  UO_REQUIRE_MEMORY(path, error);
  files->paths[files->count] = path;
  files->bytes[files->count] = bytes;
  files->sizes[files->count++] = size;
  return UO_ERROR_NONE;
}

static uo_error_code add_tensor(case_files *files, uo_arena *arena, const char *file, const uo_tensor *tensor,
                                const char *name, uo_error *error) {
  const uint8_t *bytes;
  size_t size;
  UO_TRY(uo_onnx_write_tensor(tensor, name, arena, &bytes, &size, error));
  return add_file(files, arena, files->data_set, file, bytes, size, error);
}

/* Everything that will be written, made before anything is. */
static uo_error_code make_files(const uo_vector *vector, const uo_vector_header *header, const char *name,
                                uo_arena *arena, case_files *files, uo_error *error) {
  const uint8_t *bytes;
  size_t size;
  files->data_set = uo_path_join(arena, files->folder, DATA_SET);
  UO_REQUIRE_MEMORY(files->data_set, error);
  UO_TRY(uo_onnx_write_model(vector, header, name, arena, &bytes, &size, error));
  UO_TRY(add_file(files, arena, files->folder, "model.onnx", bytes, size, error));
  UO_TRY(add_tensor(files, arena, "input_0.pb", &vector->question.x, "X", error));
  if (!vector->has_expected || vector->rejected != NULL) return UO_ERROR_NONE;
  int position = 0; /* TST-02: numbered over the outputs that are there */
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((vector->question.wanted & 1u << output) == 0) continue;
    char file[32];
    snprintf(file, sizeof file, "output_%d.pb", position++);
    UO_TRY(add_tensor(files, arena, file, &vector->expected[output], uo_output_name(output), error));
  }
  return UO_ERROR_NONE;
}

/* ---- Writing ---- */

static void remove_files(const case_files *files) {
  for (int k = 0; k < files->count; k++) (void)unlink(files->paths[k]);
  (void)rmdir(files->data_set);
  (void)rmdir(files->folder);
}

/* Into the temporary folder, which exists and is empty, and from there to its name. */
static uo_error_code write_files(const case_files *files, const char *target, uo_error *error) {
  if (mkdir(files->data_set, 0777) != 0) return uo_fail_system(files->data_set, "cannot be created", error);
  for (int k = 0; k < files->count; k++)
    UO_TRY(uo_file_write(files->paths[k], files->bytes[k], files->sizes[k], error));
  UO_REQUIRE(!uo_path_exists(target), error, UO_ERROR_SYSTEM, "%s: exists already; remove it or choose another folder",
             target);
  if (rename(files->folder, target) != 0) return uo_fail_system(target, "cannot be created", error);
  return UO_ERROR_NONE;
}

static uo_error_code write_case(const char *parent, const uo_vector *vector, const uo_vector_header *header,
                                uo_arena *arena, uo_error *error) {
  const char *name = NULL;
  char temporary[64];
  case_files files = {0};
  UO_TRY(file_name(vector->question.id, arena, &name, error));
  const char *target = uo_path_join(arena, parent, name);
  snprintf(temporary, sizeof temporary, ".unique-oracle-%ld.partial", (long)getpid());
  files.folder = uo_path_join(arena, parent, temporary);
  UO_REQUIRE_MEMORY(target, error);
  UO_REQUIRE_MEMORY(files.folder, error);
  UO_REQUIRE(!uo_path_exists(target), error, UO_ERROR_SYSTEM, "%s: exists already; remove it or choose another folder",
             target);
  UO_TRY(make_files(vector, header, name, arena, &files, error));
  if (mkdir(files.folder, 0777) != 0) return uo_fail_system(files.folder, "cannot be created", error);
  uo_error_code code = write_files(&files, target, error);
  if (code != UO_ERROR_NONE) remove_files(&files);
  return code;
}

uo_error_code uo_onnx_write(const char *parent, const uo_vector *vector, const uo_vector_header *header,
                            uo_error *error) {
  uo_arena arena = {0};
  uo_error_code code = write_case(parent, vector, header, &arena, error);
  uo_arena_release(&arena);
  return code;
}
