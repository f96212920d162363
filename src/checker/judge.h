/* The judgements: each reports what it finds against a group of clauses. */
#ifndef UO_CHECKER_JUDGE_H
#define UO_CHECKER_JUDGE_H

#include "checker/truth.h"

/* Y before X is looked at: ascending order (ORD-01), each value once (VAL-01). Makes `lookup`. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_judge_y_order(uo_checking *check, uo_error *error);

/*
 * Y against the truth: only values of X (VAL-02), order of first occurrence (ORD-02), the
 * bits of the representative (SIL-03, SIL-04, VAL-02). UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_judge_y_items(uo_checking *check, uo_error *error);

/* Y when X has no element along its axis: as many subtensors as there should be, one or none (VAL-01, VAL-02). */
void uo_judge_empty_y(uo_checking *check);

/* The shapes of all outputs, now that U is known: SHAPE-01 to SHAPE-06, IDX-03, INV-03, INV-04, CNT-02. */
void uo_judge_shapes(uo_checking *check);

/* indices, inverse_indices and counts against the truth: IDX-01, IDX-02, IDX-04, INV-01, INV-02, INV-06, CNT-01,
 * CNT-02. */
void uo_judge_indices(uo_checking *check);
void uo_judge_inverse(uo_checking *check);
void uo_judge_counts(uo_checking *check);

/* INV-05: whether claimed indices and inverse contradict each other. Only worth asking when something is wrong. */
void uo_judge_consistency(uo_checking *check);

/*
 * ORD-03: whether a wrong output is right for the other order: Y ascending and the rest in order of first occurrence,
 * or the other way round. Only said when Y itself is right. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_judge_mixed_order(uo_checking *check, uo_error *error);

#endif
