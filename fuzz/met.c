#include "fuzz/met.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/folder.h"
#include "files/json_text.h"
#include "fuzz/case_code.h"
#include "tensor/guard.h"

uo_error_code uo_met_sample(const uo_case *question, uo_behaviour_set *set, uo_error *error) {
  uo_answer answer = {.kind = UO_ANSWER_OUTPUTS, .message = ""};
  uo_arena scratch = {0};
  if (uo_case_allowed(question, NULL) != UO_ERROR_NONE) {
    answer.kind = UO_ANSWER_REJECTED;
  } else {
    UO_TRY(
        uo_unique(&question->x, &question->attributes, question->wanted, UO_POLICY_ONNX, NULL, &answer.outputs, error));
  }
  *set = (uo_behaviour_set){0};
  uo_error_code code = uo_behaviours_sample(question, &answer, &scratch, set, error);
  uo_arena_release(&scratch);
  uo_outputs_release(&answer.outputs);
  return code;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* An id that depends on nothing but the case: a hash of it as text. */
static uo_error_code name_case(uo_case *question, uo_arena *arena, uo_arena *scratch, uo_error *error) {
  const char *text;
  size_t size;
  char id[32];
  uint64_t hash = 14695981039346656037u;
  question->id = "";
  UO_TRY(uo_json_case(question, scratch, &text, &size, error));
  for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
  snprintf(id, sizeof id, "met-%016" PRIx64, hash);
  question->id = uo_arena_copy(arena, id, strlen(id));
  UO_REQUIRE_MEMORY(question->id, error);
  return UO_ERROR_NONE;
}

static uo_error_code make_room(uo_met_list *list, uo_error *error) {
  if (list->count < list->room) return UO_ERROR_NONE;
  size_t room = list->room == 0 ? 256 : 2 * list->room;
  uo_met *cases = realloc(list->cases, room * sizeof *cases);
  UO_REQUIRE_MEMORY(cases, error);
  list->cases = cases;
  list->room = room;
  return UO_ERROR_NONE;
}

static uo_error_code add_case(uo_met_list *list, const uo_case *question, size_t size, uo_arena *scratch,
                              uo_error *error) {
  UO_TRY(make_room(list, error));
  uo_met *met = &list->cases[list->count];
  *met = (uo_met){.question = *question, .size = size};
  UO_TRY(uo_arena_copy_tensor(&list->arena, &question->x, &met->question.x, error));
  UO_TRY(name_case(&met->question, &list->arena, scratch, error));
  UO_TRY(uo_met_sample(&met->question, &met->set, error));
  list->count++;
  return UO_ERROR_NONE;
}

static uo_error_code add_input(uo_met_list *list, const char *path, uo_arena *scratch, uo_error *error) {
  const uint8_t *bytes;
  size_t size;
  uo_coded_case coded;
  uo_error_code code = uo_file_read(path, scratch, &bytes, &size, error);
  if (code != UO_ERROR_NONE) return uo_path_exists(path) ? code : UO_ERROR_NONE;
  UO_TRY(uo_code_decode(bytes, size, NULL, &coded, error));
  code = add_case(list, &coded.question, size, scratch, error);
  uo_coded_case_release(&coded);
  list->inputs++;
  return code;
}

static uo_error_code add_folder(uo_met_list *list, const char *path, uo_arena *names_arena, uo_error *error) {
  const char **names;
  size_t count;
  uo_error_code code = UO_ERROR_NONE;
  UO_TRY(uo_folder_list(path, names_arena, &names, &count, error));
  for (size_t i = 0; code == UO_ERROR_NONE && i < count; i++) {
    uo_arena scratch = {0};
    char *inner = uo_path_join(names_arena, path, names[i]);
    code = inner == NULL ? uo_fail(error, UO_ERROR_MEMORY, "out of memory") : add_input(list, inner, &scratch, error);
    uo_arena_release(&scratch);
  }
  return code;
}

uo_error_code uo_met_add(uo_met_list *list, const char *path, uo_error *error) {
  bool folder;
  uo_arena arena = {0};
  UO_TRY(uo_path_is_folder(path, &folder, error));
  uo_error_code code = folder ? add_folder(list, path, &arena, error) : add_input(list, path, &arena, error);
  uo_arena_release(&arena);
  return code;
}

/* ---- Order ------------------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  const uo_met *x = a;
  const uo_met *y = b;
  if (x->size != y->size) return x->size < y->size ? -1 : 1;
  return strcmp(x->question.id, y->question.id);
}

/* By id first, so that those of one case stand together, the smallest input before the others. */
static int compare_ids(const void *a, const void *b) {
  const uo_met *x = a;
  const uo_met *y = b;
  int order = strcmp(x->question.id, y->question.id);
  return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

void uo_met_sort(uo_met_list *list) {
  size_t kept = 0;
  if (list->count == 0) return;
  qsort(list->cases, list->count, sizeof *list->cases, compare_ids);
  for (size_t i = 1; i < list->count; i++) {
    if (strcmp(list->cases[i].question.id, list->cases[kept].question.id) != 0) list->cases[++kept] = list->cases[i];
  }
  list->count = kept + 1;
  qsort(list->cases, list->count, sizeof *list->cases, compare);
}

void uo_met_release(uo_met_list *list) {
  free(list->cases);
  uo_arena_release(&list->arena);
  *list = (uo_met_list){0};
}
