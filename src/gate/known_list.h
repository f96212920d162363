/* What a list of known failures holds: single cases (known_failures.h) and groups of cases (known_groups.h). */
#ifndef UO_GATE_KNOWN_LIST_H
#define UO_GATE_KNOWN_LIST_H

#include "gate/verdict.h"
#include "tensor/memory.h"

/* What a group of failures has in common, and which ones they are. */
typedef struct uo_known_group {
  const char *title; /* as uo_outcome_group has it, or a verdict alone for all groups of that verdict */
  int32_t dtype;     /* 0: any */
  bool some;         /* however many, and whichever, but at least one */
  bool has_ids;      /* just these; else any, if they are as many */
  uint64_t cases;
  uint64_t ids; /* sum of the hashes of their ids */
  uint64_t seen_cases;
  uint64_t seen_ids;
} uo_known_group;

typedef struct uo_known_failure {
  const char *id;        /* of a group: its whole line, without the reason */
  uo_known_group *group; /* NULL: one case */
  uo_verdict verdict;
  const char *reason; /* behind the '#'; "" when there is none */
  int line;
  bool ran;
  bool fails;      /* when it ran: whether it failed the gate */
  uo_verdict have; /* when it ran */
} uo_known_failure;

/* A zeroed list is empty. */
typedef struct uo_known_failures {
  uo_arena arena;
  const char *path;
  uo_known_failure *entries; /* in the order of the file */
  size_t count;
  uo_known_failure **by_id; /* those that are no groups, sorted */
  size_t id_count;
  bool unfinished;       /* the run left cases out that its plan has */
  const char *groups_of; /* the plan that the groups were counted over, as uo_plan_format has it; NULL without groups */
} uo_known_failures;

/* Notes what a listed case did; whether that is the listed failure. */
bool uo_known_failure_note(uo_known_failure *entry, uo_verdict have, bool fails);

#endif
