/* X without its repetitions, where Y alone is asked for: they change nothing in it. */
#ifndef UO_CHECKER_THIN_H
#define UO_CHECKER_THIN_H

#include "checker/view.h"
#include "tensor/memory.h"

/* From how many items on thinning is worth its table: as many as there are values of that size. */
#define UO_THIN_FROM(word) (INT64_C(1) << 8 * (word))

/*
 * The items of `x`, words of 1 or 2 bytes, that differ in bits from all before them, in their order. *thin lives in the
 * arena. Linear. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_thin(const uo_view *x, uo_arena *arena, uo_tensor *thin, uo_error *error);

#endif
