#include "gate/smallest.h"

#include <stdlib.h>
#include <string.h>

#include "files/json_text.h"
#include "gate/append.h"
#include "gate/describe.h"
#include "gate/json.h"
#include "gate/shrinking.h"
#include "subjects/process.h"
#include "tensor/guard.h"

/* For all groups together. */
#define SMALLEST_SECONDS 5.0

/* Few calls, no second hang, and a death, after which a process is started, counts several times. */
static const uo_shrink_limits limits = {.calls = 200, .hang_cost = 200, .death_cost = 4};

bool uo_smallest_is_wanted(const uo_gate_options *options) {
  bool shown = !options->quiet && options->max_shown > 0;
  for (int kind = 0; kind < UO_REPORT_COUNT; kind++) {
    bool tells = kind != UO_REPORT_CLAIM && kind != UO_REPORT_BEHAVIOURS;
    shown = shown || (tells && options->reports[kind] != NULL);
  }
  return shown && !options->no_shrink && options->subject != UO_SUBJECT_ANSWERS;
}

/* ---- What to start from ------------------------------------------------------------------------------------------ */

static bool makes_sense(const uo_judgement *judgement) {
  switch (judgement->verdict) {
    case UO_VERDICT_HANG:
    case UO_VERDICT_OUT_OF_MEMORY:
    case UO_VERDICT_LEAKS: /* each asking takes its time */
    case UO_VERDICT_UNSTABLE:
    case UO_VERDICT_UNSUPPORTED:
      return false;
    default:
      return !judgement->inconsistent;
  }
}

static const uo_smallest *find(const uo_smallest_list *list, const char *group) {
  for (size_t i = 0; i < list->count; i++) {
    if (strcmp(list->groups[i].group, group) == 0) return &list->groups[i];
  }
  return NULL;
}

static uo_error_code copy_failure(uo_smallest_list *list, const uo_outcome *outcome, uo_smallest *copy,
                                  uo_error *error) {
  const uo_case *question = &outcome->planned->question;
  copy->first = *question;
  copy->first.id = uo_arena_copy(&list->arena, question->id, strlen(question->id));
  UO_REQUIRE_MEMORY(copy->first.id, error);
  UO_TRY(uo_arena_copy_tensor(&list->arena, &question->x, &copy->first.x, error));
  copy->failure = uo_arena_allocate(&list->arena, 1, sizeof *copy->failure);
  UO_REQUIRE_MEMORY(copy->failure, error);
  *copy->failure = *outcome->judgement;
  return UO_ERROR_NONE;
}

uo_error_code uo_smallest_note(uo_smallest_list *list, const uo_outcome *outcome, uo_error *error) {
  uo_smallest first = {0};
  if (!outcome->fails || outcome->known || !makes_sense(outcome->judgement)) return UO_ERROR_NONE;
  uo_outcome_group(outcome, first.group, sizeof first.group);
  if (find(list, first.group) != NULL) return UO_ERROR_NONE;
  uo_smallest *grown = realloc(list->groups, (list->count + 1) * sizeof *grown); /* there are never many */
  UO_REQUIRE_MEMORY(grown, error);
  list->groups = grown;
  UO_TRY(copy_failure(list, outcome, &first, error));
  list->groups[list->count++] = first;
  return UO_ERROR_NONE;
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

static uo_error_code shrink(const uo_run *run, const uo_smallest *group, double seconds, uo_arena *arena,
                            uo_shrunk *shrunk, bool *confirmed) {
  const uo_judge judge = uo_judge_for(run->options->spec, run->options->policy);
  uo_shrink_limits own = limits;
  uo_arena answers = {0};
  uo_judgement judgement;
  uint64_t calls;
  own.seconds = seconds;
  *confirmed = false;
  uo_error_code code = uo_shrink_failure(run->asked, &judge, &group->first, group->failure, &own, arena, shrunk, NULL);
  if (code == UO_ERROR_NONE && shrunk->simpler) {
    code = uo_ask_alone(run->asked, &judge, &shrunk->question, &answers, NULL, &judgement, &calls, NULL);
    *confirmed = code == UO_ERROR_NONE && uo_same_failure(&judgement, group->failure);
  }
  uo_arena_release(&answers);
  return code;
}

static uo_error_code keep_text(uo_arena *arena, const uo_case *question, const char **kept, uo_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  UO_REQUIRE_MEMORY(memory, error);
  uo_describe_case_shortly(question, memory);
  bool whole = fclose(memory) == 0 && text != NULL;
  *kept = whole ? uo_arena_copy(arena, text, size) : NULL;
  free(text);
  UO_REQUIRE_MEMORY(*kept, error);
  return UO_ERROR_NONE;
}

static uo_error_code keep(uo_arena *arena, const uo_case *found, uo_smallest *group, uo_error *error) {
  static const char suffix[] = "-smallest";
  size_t size = strlen(group->first.id) + sizeof suffix;
  uo_case named = *found;
  char *id = uo_arena_allocate(arena, size, 1);
  UO_REQUIRE_MEMORY(id, error);
  id[0] = '\0';
  uo_append(id, size, "%s%s", group->first.id, suffix);
  named.id = id;
  const char *json;
  UO_TRY(uo_json_case(&named, arena, &json, NULL, error));
  UO_TRY(keep_text(arena, found, &group->text, error));
  group->json = json;
  return UO_ERROR_NONE;
}

uo_error_code uo_smallest_search(uo_smallest_list *list, const uo_run *run, uo_error *error) {
  double end = uo_seconds_now() + SMALLEST_SECONDS;
  for (size_t i = 0; run->asked != NULL && i < list->count; i++) {
    uo_arena arena = {0};
    uo_shrunk shrunk;
    bool confirmed = false;
    double left = end - uo_seconds_now();
    if (left <= 0 || uo_is_interrupted(&run->options->limits)) return UO_ERROR_NONE;
    uo_error_code asked = shrink(run, &list->groups[i], left, &arena, &shrunk, &confirmed);
    uo_error_code code = UO_ERROR_NONE;
    if (asked == UO_ERROR_NONE && confirmed) code = keep(&list->arena, &shrunk.question, &list->groups[i], error);
    uo_arena_release(&arena);
    UO_TRY(code);
  }
  return UO_ERROR_NONE;
}

/* ---- What was found ---------------------------------------------------------------------------------------------- */

const char *uo_smallest_of(const uo_smallest_list *list, const char *group) {
  const uo_smallest *found = list == NULL ? NULL : find(list, group);
  return found == NULL ? NULL : found->text;
}

void uo_smallest_write_json(const uo_smallest_list *list, FILE *stream) {
  const char *separator = "";
  fputs("\"smallest\": [", stream);
  for (size_t i = 0; list != NULL && i < list->count; i++) {
    const uo_smallest *group = &list->groups[i];
    if (group->text == NULL) continue;
    fprintf(stream, "%s{", separator);
    uo_json_write_member("group", group->group, stream);
    fputs(", ", stream);
    uo_json_write_member("first", group->first.id, stream);
    fputs(", \"case\": ", stream);
    uo_json_write_safely(group->json, stream);
    fputc('}', stream);
    separator = ", ";
  }
  fputc(']', stream);
}

void uo_smallest_release(uo_smallest_list *list) {
  uo_arena_release(&list->arena);
  free(list->groups);
}
