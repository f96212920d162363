/* The smallest failing cases, for the reports of a run: a short search after it, one for each group of failures. */
#ifndef UO_GATE_SMALLEST_H
#define UO_GATE_SMALLEST_H

#include "gate/outcome.h"

/* The first failure of a group, and the smallest case that fails like it. */
typedef struct uo_smallest {
  char group[UO_GROUP_TITLE];
  uo_case first;
  uo_judgement *failure; /* of `first` */
  const char *text;      /* the smallest case on one line, safe to show; NULL when none was found */
  const char *json;      /* the same as a case in JSON, its id that of `first` with -smallest appended */
} uo_smallest;

/* A zeroed list is empty. It owns what its groups point to. */
typedef struct uo_smallest_list {
  uo_smallest *groups; /* in the order in which they came up */
  size_t count;
  uo_arena arena;
} uo_smallest_list;

/* Whether a report of the run will show smallest cases, and its subject can be asked for them. */
bool uo_smallest_is_wanted(const uo_gate_options *options);

/* Keeps a copy of the outcome's case if it is the first failure of its group, and one that makes sense to shrink. */
UO_MUST_USE uo_error_code uo_smallest_note(uo_smallest_list *list, const uo_outcome *outcome, uo_error *error);

/*
 * Asks run->asked about smaller cases, for at most 5 seconds in all, and keeps for each group the smallest one that
 * failed twice as its first failure did. None is kept when there is none, or when the subject cannot be asked any more:
 * the verdict of the run does not depend on it.
 */
UO_MUST_USE uo_error_code uo_smallest_search(uo_smallest_list *list, const uo_run *run, uo_error *error);

/* The line of the smallest case of this group; NULL without one. `list` may be NULL. */
const char *uo_smallest_of(const uo_smallest_list *list, const char *group);

/* "smallest": [{"group": .., "first": the id of its first failure, "case": the smallest one}, ..]; `list` may be NULL.
 */
void uo_smallest_write_json(const uo_smallest_list *list, FILE *stream);

void uo_smallest_release(uo_smallest_list *list);

#endif
