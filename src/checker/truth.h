/* What is true of X: which items are equal, where each value occurs first, how often; expressed against positions in Y.
 */
#ifndef UO_CHECKER_TRUTH_H
#define UO_CHECKER_TRUTH_H

#include "checker/claim.h"
#include "checker/lookup.h"

/* Everything that one check works with. */
typedef struct uo_checking {
  uo_policy policy;
  bool sorted;
  bool hurry; /* only whether something is wrong matters */
  uo_arena *arena;
  uo_report *report;
  uo_view x;
  uo_claims claims;

  uo_view y;        /* Y as claimed, when it is usable and its items have elements */
  bool y_is_judged; /* whether `y` is there. If not, positions are those in the Y that would be right */
  uo_lookup lookup; /* into y */

  int64_t places;   /* how many positions there are in Y */
  int64_t distinct; /* U: how many there should be */
  int64_t seen;     /* how many positions have a first occurrence */
  int64_t *first;   /* for each position: where its value occurs first in X, plus 1; 0 when nowhere or when it stands
                       earlier in Y */
  int64_t *tally;   /* for each position: how often its value occurs in X; NULL when nobody asks */
  int64_t *where;   /* for each item of X: its position in Y, -1 when Y lacks it; NULL when nobody asks */
} uo_checking;

/*
 * Finds every item of X in the claimed Y: through the claimed inverse where that is right, else by value. Values that Y
 * lacks are reported (VAL-01). Needs `lookup`. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_truth_by_claim(uo_checking *check, uo_error *error);

/* The truth from X alone, for when there is no Y to look at. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_truth_by_sorting(uo_checking *check, uo_error *error);

/* The truth about an X with axis that has no element: no subtensors, or all are equal (SHAPE-05, SHAPE-06).
 * UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_truth_of_empty_items(uo_checking *check, uo_error *error);

/* Whether anything was found and nothing more is asked. */
static inline bool uo_checking_is_over(const uo_checking *check) { return check->hurry && check->report->count > 0; }

/* The value at position k of Y as the truth has it: the position that `first` and `tally` keep it under. */
static inline int64_t uo_truth_leader(const uo_checking *check, int64_t k) {
  return check->y_is_judged ? uo_lookup_leader(&check->lookup, k) : k;
}

#endif
