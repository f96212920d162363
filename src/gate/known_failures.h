/*
 * The list of known failures: lines "ID VERDICT  # reason", and for many failures of a kind lines "GROUP TYPE cases=N
 * ids=SUM" (gate/known_groups.h). A listed failure does not fail the gate; a listed case that passes, has another
 * verdict or never runs does, so that the list cannot go stale.
 */
#ifndef UO_GATE_KNOWN_FAILURES_H
#define UO_GATE_KNOWN_FAILURES_H

#include "gate/plan.h"
#include "gate/verdict.h"

/* What a group of failures has in common, and which ones they are. */
typedef struct uo_known_group {
  const char *title; /* as uo_outcome_group has it, or a verdict alone for all groups of that verdict */
  int32_t dtype;     /* 0: any */
  bool some;         /* however many, and whichever, but at least one */
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

/* Reads a list; UO_ERROR_INPUT ("PATH:LINE: ...") for a malformed line, an unknown verdict, an id that stands twice. */
UO_MUST_USE uo_error_code uo_known_failures_read(const char *path, uo_known_failures *list, uo_error *error);

/* The same from text in memory; `path` is for messages and must outlive the list. */
UO_MUST_USE uo_error_code uo_known_failures_parse(const char *text, size_t size, const char *path,
                                                  uo_known_failures *list, uo_error *error);

/* The entry for this case, or NULL. */
uo_known_failure *uo_known_failures_find(const uo_known_failures *list, const char *id);

/* Notes what a listed case did; whether that is the listed failure. */
bool uo_known_failure_note(uo_known_failure *entry, uo_verdict have, bool fails);

/*
 * What is wrong with an entry once the run is over, and what to do about it; "" when nothing. An entry that did not run
 * is excused when the run was `partial` (one shard, some types, stopped early) and the whole plan contains it, and when
 * the run was of one case only.
 */
char *uo_known_failure_problem(const uo_known_failures *list, const uo_known_failure *entry, const uo_plan *plan,
                               bool partial, char *text, size_t size);

/* Whether this id can stand in a list and be read back. */
bool uo_known_failure_writable(const char *id);

void uo_known_failures_release(uo_known_failures *list);

#endif
