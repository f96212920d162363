/* What was claimed, as far as it can be read: presence, types, shapes, data. */
#ifndef UO_CHECKER_CLAIM_H
#define UO_CHECKER_CLAIM_H

#include <unique_oracle/checker.h>

#include "checker/view.h"

/* One claimed output. */
typedef struct uo_claimed {
  const uo_tensor *tensor; /* NULL when it was not given or not wanted: then nothing more is said about it */
  bool shaped;             /* rank and dims can be read; `count` is then the number of elements */
  bool usable;             /* and so can the elements, as what they should be */
  int64_t count;
} uo_claimed;

typedef struct uo_claims {
  uo_claimed output[UO_OUTPUT_COUNT];
  bool y_formed;      /* Y has the right shape but for the number of items, which y_tensor has */
  uo_tensor y_tensor; /* Y as the checker looks at it, when usable: [count] without axis, whatever its shape was */
} uo_claims;

/* The clause about Y's shape for this X (SHAPE-01 to SHAPE-06). */
uo_clause uo_shape_clause(const uo_items *x);

/*
 * Reads the claims into `claims`, which is zeroed, and reports what can be said without looking at values: OUT-01,
 * OUT-04, TYP-01, TYP-04, and outputs that cannot be read at all. Numbers of elements are judged later, when the number
 * of distinct values is known.
 */
void uo_claims_read(uo_claims *claims, const uo_outputs *claimed, uint32_t wanted, const uo_items *x,
                    uo_report *report);

/* Element i of a usable index output. */
static inline int64_t uo_claimed_at(const uo_claimed *claimed, int64_t i) {
  int64_t value;
  memcpy(&value, (const unsigned char *)claimed->tensor->data + (size_t)i * sizeof value, sizeof value);
  return value;
}

#endif
