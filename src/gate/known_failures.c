#include "gate/known_failures.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gate/known_groups.h"
#include "tensor/guard.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* A piece of the text. */
typedef struct span {
  const char *start;
  size_t size;
} span;

static span trim(span piece) {
  while (piece.size > 0 && is_blank(piece.start[0])) piece = (span){piece.start + 1, piece.size - 1};
  while (piece.size > 0 && is_blank(piece.start[piece.size - 1])) piece.size--;
  return piece;
}

/* A comment begins with '#' at the start of the line or behind a blank. */
static void split_comment(span line, span *content, span *comment) {
  *content = line;
  *comment = (span){line.start + line.size, 0};
  for (size_t i = 0; i < line.size; i++) {
    if (line.start[i] != '#' || (i > 0 && !is_blank(line.start[i - 1]))) continue;
    *content = (span){line.start, i};
    *comment = trim((span){line.start + i + 1, line.size - i - 1});
    break;
  }
  *content = trim(*content);
}

static uo_error_code read_entry(uo_known_failures *list, span content, span comment, int line, uo_error *error) {
  size_t split = content.size;
  while (split > 0 && !is_blank(content.start[split - 1])) split--;
  span id = trim((span){content.start, split});
  span verdict = {content.start + split, content.size - split};
  UO_REQUIRE(id.size > 0, error, UO_ERROR_INPUT, "%s:%d: not of the form ID VERDICT [# reason]", list->path, line);
  char name[32];
  snprintf(name, sizeof name, "%.*s", verdict.size > 60 ? 60 : (int)verdict.size, verdict.start);
  uo_known_failure *entry = &list->entries[list->count];
  UO_REQUIRE(uo_verdict_find(name, &entry->verdict), error, UO_ERROR_INPUT,
             "%s:%d: \"%.*s\" is no verdict; the form is ID VERDICT [# reason]", list->path, line,
             verdict.size > 60 ? 60 : (int)verdict.size, verdict.start);
  UO_REQUIRE(entry->verdict != UO_VERDICT_PASS, error, UO_ERROR_INPUT, "%s:%d: pass is no failure: take the line out",
             list->path, line);
  entry->id = uo_arena_copy(&list->arena, id.start, id.size);
  UO_REQUIRE_MEMORY(entry->id, error);
  entry->reason = uo_arena_copy(&list->arena, comment.start, comment.size);
  UO_REQUIRE_MEMORY(entry->reason, error);
  entry->line = line;
  list->count++;
  return UO_ERROR_NONE;
}

static uo_error_code read_line(uo_known_failures *list, span content, span comment, int line, uo_error *error) {
  if (!uo_known_groups_own(content.start, content.size)) return read_entry(list, content, comment, line, error);
  char *text = uo_arena_copy(&list->arena, content.start, content.size);
  char *reason = uo_arena_copy(&list->arena, comment.start, comment.size);
  UO_REQUIRE_MEMORY(text, error);
  UO_REQUIRE_MEMORY(reason, error);
  return uo_known_groups_read(list, text, reason, line, error);
}

static int compare_entries(const void *a, const void *b) {
  const uo_known_failure *const *left = a;
  const uo_known_failure *const *right = b;
  int order = strcmp((*left)->id, (*right)->id);
  return order != 0 ? order : ((*left)->line > (*right)->line) - ((*left)->line < (*right)->line);
}

static uo_error_code sort_entries(uo_known_failures *list, uo_error *error) {
  list->by_id = uo_arena_allocate(&list->arena, list->count, sizeof *list->by_id);
  UO_REQUIRE_MEMORY(list->by_id, error);
  for (size_t i = 0; i < list->count; i++) {
    if (list->entries[i].group == NULL) list->by_id[list->id_count++] = &list->entries[i];
  }
  if (list->id_count > 1) qsort(list->by_id, list->id_count, sizeof *list->by_id, compare_entries);
  for (size_t i = 1; i < list->id_count; i++) {
    UO_REQUIRE(strcmp(list->by_id[i - 1]->id, list->by_id[i]->id) != 0, error, UO_ERROR_INPUT,
               "%s:%d: %s stands in line %d already", list->path, list->by_id[i]->line, list->by_id[i]->id,
               list->by_id[i - 1]->line);
  }
  return UO_ERROR_NONE;
}

static uo_error_code parse_lines(uo_known_failures *list, const char *text, size_t size, uo_error *error) {
  size_t lines = 1;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  list->entries = uo_arena_allocate(&list->arena, lines, sizeof *list->entries);
  UO_REQUIRE_MEMORY(list->entries, error);
  int number = 1;
  for (size_t start = 0; start < size; number++) {
    const char *end = memchr(text + start, '\n', size - start);
    span line = {text + start, end == NULL ? size - start : (size_t)(end - text) - start};
    span content;
    span comment;
    UO_REQUIRE(memchr(line.start, '\0', line.size) == NULL, error, UO_ERROR_INPUT, "%s:%d: holds a NUL byte",
               list->path, number);
    split_comment(line, &content, &comment);
    if (content.size > 0) UO_TRY(read_line(list, content, comment, number, error));
    start += line.size + 1;
  }
  UO_TRY(uo_known_groups_complete(list, error));
  return sort_entries(list, error);
}

uo_error_code uo_known_failures_parse(const char *text, size_t size, const char *path, uo_known_failures *list,
                                      uo_error *error) {
  *list = (uo_known_failures){.path = path};
  uo_error_code code = parse_lines(list, text, size, error);
  if (code != UO_ERROR_NONE) uo_known_failures_release(list);
  return code;
}

uo_error_code uo_known_failures_read(const char *path, uo_known_failures *list, uo_error *error) {
  FILE *file = fopen(path, "r");
  UO_REQUIRE(file != NULL, error, UO_ERROR_INPUT, "%s: cannot be read: %s", path, strerror(errno));
  char *text = NULL;
  size_t room = 0;
  /* The whole file: it ends at its first NUL byte or at its end. */
  ssize_t size = getdelim(&text, &room, '\0', file);
  bool unreadable = ferror(file) != 0 || (size < 0 && feof(file) == 0); /* the latter when memory fails */
  int reason = errno;
  fclose(file);
  uo_error_code code = UO_ERROR_NONE;
  if (unreadable) {
    code = uo_fail(error, UO_ERROR_INPUT, "%s: cannot be read: %s", path, strerror(reason));
  } else {
    code = uo_known_failures_parse(text == NULL ? "" : text, size < 0 ? 0 : (size_t)size, path, list, error);
  }
  free(text);
  return code;
}

uo_known_failure *uo_known_failures_find(const uo_known_failures *list, const char *id) {
  size_t low = 0;
  size_t high = list->by_id == NULL ? 0 : list->id_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strcmp(id, list->by_id[middle]->id);
    if (order == 0) return list->by_id[middle];
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

char *uo_known_failure_problem(const uo_known_failures *list, const uo_known_failure *entry, const uo_plan *plan,
                               bool partial, char *text, size_t size) {
  if (entry->group != NULL) return uo_known_group_problem(list, entry, plan, partial, text, size);
  const char *listed = uo_verdict_name(entry->verdict);
  text[0] = '\0';
  if (!entry->ran) {
    bool excused = plan->only != NULL || (partial && uo_plan_contains(plan, entry->id));
    if (excused) return text;
    snprintf(text, size, "%s:%d: %s is listed as %s but never ran: no case of this run has that id; take the line out",
             list->path, entry->line, entry->id, listed);
  } else if (!entry->fails) {
    snprintf(text, size, "%s:%d: %s is listed as %s but no longer fails (%s): take the line out", list->path,
             entry->line, entry->id, listed, uo_verdict_name(entry->have));
  } else if (entry->have != entry->verdict) {
    snprintf(text, size, "%s:%d: %s is listed as %s but is now %s: look at it, then change the line", list->path,
             entry->line, entry->id, listed, uo_verdict_name(entry->have));
  }
  return text;
}

bool uo_known_failure_writable(const char *id) {
  if (id[0] == '\0' || id[0] == '#' || is_blank(id[0]) || is_blank(id[strlen(id) - 1])) return false;
  for (const char *at = id; *at != '\0'; at++) {
    if (*at == '\n' || *at == '\r' || (is_blank(*at) && at[1] == '#')) return false;
  }
  return true;
}

void uo_known_failures_release(uo_known_failures *list) {
  uo_arena_release(&list->arena);
  *list = (uo_known_failures){0};
}
