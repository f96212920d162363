/* Whole numbers as text, for ids: no printf, whose speed would show in millions of small cases. */
#ifndef UO_CASES_NUMBER_TEXT_H
#define UO_CASES_NUMBER_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "tensor/memory.h"

/* The most digits that a 64-bit number has. */
#define UO_NUMBER_DIGITS 20

/* Writes the decimal digits, nothing after them; returns the end. */
char *uo_number_text(char *text, uint64_t number);

/*
 * Reads the digits at *text and moves it behind them. False when there are none, or a leading zero. *fits tells whether
 * the number is below 2^64.
 */
bool uo_number_read(const char **text, uint64_t *number, bool *fits);

/* "PREFIX:NUMBER" in the arena; NULL when there is no memory. The prefix has at most UO_NUMBER_DIGITS bytes. */
const char *uo_case_id(uo_arena *arena, const char *prefix, uint64_t number);

#endif
