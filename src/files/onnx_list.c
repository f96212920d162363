#define _XOPEN_SOURCE 700 /* realpath */

#include <stdlib.h>
#include <string.h>

#include "files/folder.h"
#include "files/onnx_case.h"
#include "tensor/guard.h"

#define DATA_SET "test_data_set_"

/* A case folder that was found. */
typedef struct listing {
  uo_arena *arena;
  uo_onnx_case *cases;
  size_t count;
  size_t capacity;
} listing;

static uo_error_code add_case(listing *list, uo_onnx_case one, uo_error *error) {
  if (list->count == list->capacity) {
    size_t more = list->capacity == 0 ? 16 : 2 * list->capacity;
    uo_onnx_case *larger = uo_arena_allocate(list->arena, more, sizeof *larger);
    UO_REQUIRE_MEMORY(larger, error);
    if (list->count > 0) memcpy(larger, list->cases, list->count * sizeof *larger);
    list->cases = larger;
    list->capacity = more;
  }
  list->cases[list->count++] = one;
  return UO_ERROR_NONE;
}

/* The number of a data set, or -1: digits without a leading zero, so that a number has one name. */
static long data_set_number(const char *name) {
  size_t prefix = strlen(DATA_SET);
  if (strncmp(name, DATA_SET, prefix) != 0) return -1;
  const char *digits = name + prefix;
  size_t size = strlen(digits);
  if (size == 0 || size > 9 || strspn(digits, "0123456789") != size || (digits[0] == '0' && size > 1)) return -1;
  return strtol(digits, NULL, 10);
}

static int compare_data_sets(const void *a, const void *b) {
  long x = data_set_number(*(const char *const *)a);
  long y = data_set_number(*(const char *const *)b);
  return (x > y) - (x < y);
}

/* The last part of a path that may end in slashes, or be "." */
static uo_error_code last_part(const char *path, uo_arena *arena, const char **name, uo_error *error) {
  char *resolved = realpath(path, NULL);
  if (resolved == NULL) return uo_fail_system(path, "cannot be resolved", error);
  const char *slash = strrchr(resolved, '/');
  *name = uo_arena_copy(arena, slash + 1, strlen(slash + 1));
  free(resolved);
  UO_REQUIRE_MEMORY(*name, error);
  return UO_ERROR_NONE;
}

static uo_error_code list_data_sets(listing *list, const char *folder, const char *name, uo_error *error) {
  const char **names;
  size_t count;
  size_t sets = 0;
  UO_TRY(uo_folder_list(folder, list->arena, &names, &count, error));
  for (size_t i = 0; i < count; i++) {
    if (data_set_number(names[i]) >= 0) names[sets++] = names[i];
  }
  UO_REQUIRE(sets > 0, error, UO_ERROR_INPUT,
             "%s: no folder test_data_set_0 beside model.onnx; it holds input_0.pb and output_0.pb (TST-01)", folder);
  qsort(names, sets, sizeof *names, compare_data_sets);
  for (size_t i = 0; i < sets; i++) {
    bool alone = sets == 1 && data_set_number(names[i]) == 0;
    UO_TRY(add_case(list, (uo_onnx_case){.folder = folder, .name = name, .data_set = names[i], .first_and_only = alone},
                    error));
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_is_case(const char *path, uo_arena *arena, bool *is_case, uo_error *error) {
  const char *model = uo_path_join(arena, path, "model.onnx");
  UO_REQUIRE_MEMORY(model, error);
  *is_case = uo_path_exists(model);
  return UO_ERROR_NONE;
}

static uo_error_code list_folder_of_cases(listing *list, const char *path, uo_error *error) {
  const char **names;
  size_t count;
  UO_TRY(uo_folder_list(path, list->arena, &names, &count, error));
  for (size_t i = 0; i < count; i++) {
    bool folder = false;
    bool is_case = false;
    const char *inner = uo_path_join(list->arena, path, names[i]);
    UO_REQUIRE_MEMORY(inner, error);
    UO_TRY(uo_path_is_folder(inner, &folder, error));
    if (!folder) continue;
    UO_TRY(uo_onnx_is_case(inner, list->arena, &is_case, error));
    UO_REQUIRE(is_case, error, UO_ERROR_INPUT,
               "%s: no model.onnx in it, though it stands among case folders; move it away or complete it", inner);
    UO_TRY(list_data_sets(list, inner, names[i], error));
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_list(const char *path, uo_arena *arena, uo_onnx_case **cases, size_t *count, uo_error *error) {
  listing list = {.arena = arena};
  bool is_case = false;
  UO_TRY(uo_onnx_is_case(path, arena, &is_case, error));
  if (is_case) {
    const char *name = "";
    UO_TRY(last_part(path, arena, &name, error));
    UO_TRY(list_data_sets(&list, path, name, error));
  } else {
    UO_TRY(list_folder_of_cases(&list, path, error));
  }
  *cases = list.cases;
  *count = list.count;
  return UO_ERROR_NONE;
}
