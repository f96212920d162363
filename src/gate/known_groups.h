/*
 * Groups in the list of known failures: one line for all failures of a kind,
 *
 *   groups of --level 1 --seed 1 --count 20000 --shard 0/1 (166372 cases)
 *   wrong: VAL-01, SHAPE-01 in Y  float  cases=123 ids=0123456789abcdef  # reason
 *
 * that polices itself as the lines by id do: in a run of the plan that it names, just these cases must fail so. The sum
 * of the hashes of their ids stands for their list. What is unsupported is no failure, but may have such a line, too:
 *
 *   unsupported  any  cases=123
 *
 * with or without ids. So a list notices that a subject drops support, or gains some.
 */
#ifndef UO_GATE_KNOWN_GROUPS_H
#define UO_GATE_KNOWN_GROUPS_H

#include "gate/outcome.h"

/* Whether this line, without its comment, is about groups. Lines by id end with a verdict, these with what none is. */
bool uo_known_groups_own(const char *line, size_t size);

/* Reads such a line; both texts belong to the list's arena. UO_ERROR_INPUT ("PATH:LINE: ...") when it is malformed. */
UO_MUST_USE uo_error_code uo_known_groups_read(uo_known_failures *list, const char *text, const char *reason, int line,
                                               uo_error *error);

/* What only the whole list shows: groups without their plan, a group that stands twice. UO_ERROR_INPUT. */
UO_MUST_USE uo_error_code uo_known_groups_complete(const uo_known_failures *list, uo_error *error);

/*
 * Notes a failure that is not listed by its id, or that a case is unsupported. Whether it is a known failure: it
 * belongs to a group, the first one that takes it, other than what is unsupported in any type.
 */
bool uo_known_groups_note(uo_known_failures *list, const uo_outcome *outcome);

/* The group of exactly this title and type, or NULL. */
const uo_known_failure *uo_known_groups_find(const uo_known_failures *list, const char *title, int32_t dtype);

/* uo_known_failure_problem for a group. It is excused when the run was of another plan, or was stopped early. */
char *uo_known_group_problem(const uo_known_failures *list, const uo_known_failure *entry, const uo_plan *plan,
                             bool partial, char *text, size_t size);

/* What an id adds to a group's sum. */
uint64_t uo_known_group_hash(const char *id);

/* "--level 1 --seed 1 --count 20000 --shard 0/1 (166372 cases)", and what else the plan leaves out. */
char *uo_plan_format(const uo_plan *plan, char *text, size_t size);

/* Whether the list has groups, and they were counted over other cases than this plan has: they are not policed then. */
bool uo_known_groups_of_another_run(const uo_known_failures *list, const uo_plan *plan);

#endif
