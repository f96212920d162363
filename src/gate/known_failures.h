/*
 * The list of known failures: lines "ID VERDICT  # reason", and for many failures of a kind lines "GROUP TYPE cases=N
 * ids=SUM" (gate/known_groups.h). A listed failure does not fail the gate; a listed case that passes, has another
 * verdict or never runs does, so that the list cannot go stale.
 */
#ifndef UO_GATE_KNOWN_FAILURES_H
#define UO_GATE_KNOWN_FAILURES_H

#include "gate/known_list.h"
#include "gate/plan.h"

/* Reads a list; UO_ERROR_INPUT ("PATH:LINE: ...") for a malformed line, an unknown verdict, an id that stands twice. */
UO_MUST_USE uo_error_code uo_known_failures_read(const char *path, uo_known_failures *list, uo_error *error);

/* The same from text in memory; `path` is for messages and must outlive the list. */
UO_MUST_USE uo_error_code uo_known_failures_parse(const char *text, size_t size, const char *path,
                                                  uo_known_failures *list, uo_error *error);

/* The entry for this case, or NULL. */
uo_known_failure *uo_known_failures_find(const uo_known_failures *list, const char *id);

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
