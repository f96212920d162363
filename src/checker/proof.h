/* Showing that an answer is right, without saying what would be wrong: what a right answer costs. */
#ifndef UO_CHECKER_PROOF_H
#define UO_CHECKER_PROOF_H

#include "checker/truth.h"

/*
 * Whether it could be shown that nothing is wrong with the answer; the claims were read and nothing was found. False
 * says nothing: then the judgements (judge.h) look at it. They are not asked, and share no arrays with this, so that
 * each is tested against the other. Left to them are also X without items or elements, NaNs that are values of their
 * own (SIL-01, SIL-05) and the bits of an item other than the first (representative=any). UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_prove(const uo_checking *check, bool *proven, uo_error *error);

#endif
