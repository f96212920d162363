/*
 * Generated cases, each computed from its index alone: the same on every machine and C library, and every one can be
 * made alone. Only integer arithmetic decides anything. docs/cases.md has every step.
 */
#ifndef UO_CASES_GENERATED_H
#define UO_CASES_GENERATED_H

#include "cases/case.h"
#include "tensor/memory.h"

/* Random case (seed, index), id "SEED:INDEX": any type, rank, shape, axis, order, outputs and pattern of values. */
UO_MUST_USE uo_error_code uo_random_case(uint64_t seed, uint64_t index, uo_arena *arena, uo_case *made,
                                         uo_error *error);

/*
 * The crossing grid of level 1, id "grid:INDEX": type x shape x axis x order x outputs x value pattern, cases to be
 * rejected, and a few large ones. An index out of range is UO_ERROR_ARGUMENT.
 */
uint64_t uo_grid_size(void);
UO_MUST_USE uo_error_code uo_grid_case(uint64_t index, uo_arena *arena, uo_case *made, uo_error *error);

/* Every small case of level 2, id "small:INDEX". An index out of range is UO_ERROR_ARGUMENT. */
uint64_t uo_small_size(void);
UO_MUST_USE uo_error_code uo_small_case(uint64_t index, uo_arena *arena, uo_case *made, uo_error *error);

/*
 * The case with this id ("7:123", "grid:42", "small:9"). *known is false when the id is not of a generated case (a
 * vector's id); an index out of range is UO_ERROR_ARGUMENT.
 */
UO_MUST_USE uo_error_code uo_generated_case(const char *id, uo_arena *arena, uo_case *made, bool *known,
                                            uo_error *error);

#endif
