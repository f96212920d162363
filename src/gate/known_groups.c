#include "gate/known_groups.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/append.h"
#include "gate/option.h"
#include "tensor/guard.h"

static const char head[] = "groups of ";
static const char some[] = "cases=some";

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Takes the last word of a text, ending the text before it; "" when there is none. */
static const char *take_last_word(char *text) {
  size_t end = strlen(text);
  while (end > 0 && is_blank(text[end - 1])) end--;
  text[end] = '\0';
  size_t start = end;
  while (start > 0 && !is_blank(text[start - 1])) start--;
  const char *word = text + start;
  for (end = start; end > 0 && is_blank(text[end - 1]);) end--;
  if (end < start) text[end] = '\0';
  return start == 0 ? "" : word;
}

bool uo_known_groups_own(const char *line, size_t size) {
  size_t start = size;
  while (start > 0 && !is_blank(line[start - 1])) start--;
  const char *word = line + start;
  size_t length = size - start;
  if (length >= 4 && memcmp(word, "ids=", 4) == 0) return true;
  if (length >= 6 && memcmp(word, "cases=", 6) == 0) return true;
  char name[32] = "";
  uo_verdict verdict;
  if (length < sizeof name) memcpy(name, word, length);
  bool is_head = size >= strlen(head) && memcmp(line, head, strlen(head)) == 0;
  return is_head && !uo_verdict_find(name, &verdict);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static bool read_hexadecimal(const char *text, uint64_t *number) {
  *number = 0;
  for (int i = 0; i < 16; i++) {
    const char *digits = "0123456789abcdef";
    const char *digit = text[i] == '\0' ? NULL : strchr(digits, text[i]);
    if (digit == NULL) return false;
    *number = *number << 4 | (uint64_t)(digit - digits);
  }
  return text[16] == '\0';
}

/* The verdict that a title begins with. */
static bool read_title(const char *title, uo_verdict *verdict) {
  char name[32] = "";
  size_t length = strcspn(title, ":,");
  if (length < sizeof name) memcpy(name, title, length);
  return uo_verdict_find(name, verdict) && *verdict != UO_VERDICT_PASS;
}

/* The counts at the end of a line, which is cut off before them. */
static bool read_counts(char *rest, uo_known_group *group) {
  const char *word = take_last_word(rest);
  group->some = strcmp(word, some) == 0;
  if (group->some) return true;
  group->has_ids = strncmp(word, "ids=", 4) == 0;
  if (group->has_ids && !read_hexadecimal(word + 4, &group->ids)) return false;
  if (group->has_ids) word = take_last_word(rest);
  if (strncmp(word, "cases=", 6) != 0) return false;
  return uo_read_number("cases", word + 6, 0, UINT64_MAX, &group->cases, NULL) == UO_ERROR_NONE;
}

/* Failures need their ids: as many others are other failures. Of what is unsupported the number will do, and none. */
static bool counts_are_enough(const uo_known_group *group, uo_verdict verdict) {
  return group->some || verdict == UO_VERDICT_UNSUPPORTED || (group->has_ids && group->cases > 0);
}

static uo_error_code read_group(uo_known_failures *list, const char *text, uo_known_failure *entry, uo_error *error) {
  uo_known_group *group = uo_arena_allocate(&list->arena, 1, sizeof *group);
  char *rest = uo_arena_copy(&list->arena, text, strlen(text));
  UO_REQUIRE_MEMORY(group, error);
  UO_REQUIRE_MEMORY(rest, error);
  *group = (uo_known_group){0};
  static const char form[] =
      "the form is GROUP TYPE cases=N ids=SUM, GROUP TYPE cases=some or unsupported TYPE cases=N; let "
      "--write-known-groups write it";
  UO_REQUIRE(read_counts(rest, group), error, UO_ERROR_INPUT, "%s:%d: %s", list->path, entry->line, form);
  const char *type = take_last_word(rest);
  group->dtype = uo_type_from_name(type);
  UO_REQUIRE(group->dtype != 0 || strcmp(type, "any") == 0, error, UO_ERROR_INPUT,
             "%s:%d: \"%.40s\" is no type, nor any; %s", list->path, entry->line, type, form);
  UO_REQUIRE(read_title(rest, &entry->verdict), error, UO_ERROR_INPUT,
             "%s:%d: \"%.60s\" does not begin with the verdict of a failure; %s", list->path, entry->line, rest, form);
  UO_REQUIRE(counts_are_enough(group, entry->verdict), error, UO_ERROR_INPUT, "%s:%d: %s", list->path, entry->line,
             form);
  group->title = rest;
  entry->group = group;
  return UO_ERROR_NONE;
}

uo_error_code uo_known_groups_read(uo_known_failures *list, const char *text, const char *reason, int line,
                                   uo_error *error) {
  uo_known_failure entry = {.id = text, .reason = reason, .line = line};
  if (strncmp(text, head, strlen(head)) == 0) {
    UO_REQUIRE(list->groups_of == NULL, error, UO_ERROR_INPUT, "%s:%d: a second line \"groups of\"; one list, one plan",
               list->path, line);
    list->groups_of = text + strlen(head);
    return UO_ERROR_NONE;
  }
  UO_TRY(read_group(list, text, &entry, error));
  list->entries[list->count++] = entry;
  return UO_ERROR_NONE;
}

uo_error_code uo_known_groups_complete(const uo_known_failures *list, uo_error *error) {
  for (size_t i = 0; i < list->count; i++) {
    const uo_known_failure *entry = &list->entries[i];
    if (entry->group == NULL) continue;
    UO_REQUIRE(list->groups_of != NULL, error, UO_ERROR_INPUT,
               "%s:%d: no line \"groups of PLAN\" says of which run these are the groups; let --write-known-groups "
               "write the list",
               list->path, entry->line);
    const uo_known_failure *first = uo_known_groups_find(list, entry->group->title, entry->group->dtype);
    UO_REQUIRE(first == entry, error, UO_ERROR_INPUT, "%s:%d: this group stands in line %d already", list->path,
               entry->line, first->line);
  }
  return UO_ERROR_NONE;
}

/* ---- During a run ------------------------------------------------------------------------------------------------ */

uint64_t uo_known_group_hash(const char *id) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
  for (; *id != '\0'; id++) hash = (hash ^ (uint8_t)*id) * UINT64_C(0x100000001b3);
  return (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15); /* spread, because sums are made of these */
}

const uo_known_failure *uo_known_groups_find(const uo_known_failures *list, const char *title, int32_t dtype) {
  for (size_t i = 0; i < list->count; i++) {
    const uo_known_group *group = list->entries[i].group;
    if (group != NULL && group->dtype == dtype && strcmp(group->title, title) == 0) return &list->entries[i];
  }
  return NULL;
}

static bool takes(const uo_known_failure *entry, const uo_outcome *outcome, const char *title) {
  const uo_known_group *group = entry->group;
  if (group == NULL || entry->verdict != outcome->judgement->verdict) return false;
  if (group->dtype != 0 && group->dtype != outcome->planned->question.x.dtype) return false;
  bool all = strcmp(group->title, uo_verdict_name(entry->verdict)) == 0;
  return all || strcmp(group->title, title) == 0;
}

/* A line about what is unsupported in any type counts; it excuses nobody from --require-dtypes. */
static bool excuses(const uo_known_group *group, const uo_outcome *outcome) {
  return outcome->fails && (outcome->judgement->verdict != UO_VERDICT_UNSUPPORTED || group->dtype != 0);
}

bool uo_known_groups_note(uo_known_failures *list, const uo_outcome *outcome) {
  char title[UO_GROUP_TITLE];
  bool unsupported = outcome->judgement->verdict == UO_VERDICT_UNSUPPORTED;
  if (list->groups_of == NULL || !(outcome->fails || unsupported)) return false;
  uo_outcome_group(outcome, title, sizeof title);
  for (size_t i = 0; i < list->count; i++) {
    uo_known_failure *entry = &list->entries[i];
    if (!takes(entry, outcome, title)) continue;
    entry->group->seen_cases++;
    entry->group->seen_ids += uo_known_group_hash(outcome->planned->question.id);
    return uo_known_failure_note(entry, outcome->judgement->verdict, excuses(entry->group, outcome));
  }
  return false;
}

/* ---- Afterwards -------------------------------------------------------------------------------------------------- */

char *uo_plan_format(const uo_plan *plan, char *text, size_t size) {
  text[0] = '\0';
  uo_append(text, size, "--level %d", plan->level);
  if (plan->level > 0) uo_append(text, size, " --seed %" PRIu64 " --count %" PRIu64, plan->seed, plan->count);
  uo_append(text, size, " --shard %" PRIu64 "/%" PRIu64, plan->shard, plan->shards);
  const char *separator = " --dtype ";
  for (int32_t dtype = 0; plan->dtypes != UO_ALL_DTYPES && dtype < 32; dtype++) {
    if ((plan->dtypes >> dtype & 1u) == 0) continue;
    uo_append(text, size, "%s%s", separator, uo_type_name(dtype));
    separator = ",";
  }
  uo_append(text, size, " (%" PRIu64 " cases)", uo_plan_size(plan));
  return text;
}

bool uo_known_groups_of_another_run(const uo_known_failures *list, const uo_plan *plan) {
  char of[512];
  return list->groups_of != NULL && strcmp(uo_plan_format(plan, of, sizeof of), list->groups_of) != 0;
}

char *uo_known_group_problem(const uo_known_failures *list, const uo_known_failure *entry, const uo_plan *plan,
                             bool partial, char *text, size_t size) {
  const uo_known_group *group = entry->group;
  text[0] = '\0';
  bool other = plan->only != NULL || uo_known_groups_of_another_run(list, plan);
  if (other || (partial && list->unfinished)) return text;
  const char *advice = "look at them, then let --write-known-groups write the list anew";
  bool fails = entry->verdict != UO_VERDICT_UNSUPPORTED;
  const char *what = fails ? "fail so" : "are unsupported";
  if (group->seen_cases == 0 && (fails || group->some)) {
    snprintf(text, size, "%s:%d: no case %s any more: %s: take the line out", list->path, entry->line,
             fails ? "fails so" : "is unsupported", entry->id);
  } else if (!group->some && group->seen_cases != group->cases) {
    snprintf(text, size, "%s:%d: now %" PRIu64 " cases %s: %s: %s", list->path, entry->line, group->seen_cases, what,
             entry->id, advice);
  } else if (group->has_ids && group->seen_ids != group->ids) {
    snprintf(text, size, "%s:%d: as many cases %s, but others: %s: %s", list->path, entry->line, what, entry->id,
             advice);
  }
  return text;
}
