/*
 * How many cases a subject was really asked: an engine counts inputs, those as well that are passed over (pace.h,
 * ahead.h). The number stands in a file that every process of the same worker goes on with, and that no end of a
 * process loses.
 */
#ifndef UO_FUZZ_ASKED_H
#define UO_FUZZ_ASKED_H

/* Goes on with the number in the file that UNIQUE_ORACLE_ASKED names; without one, or where it cannot be written,
 * nothing is counted. The file is eight bytes, an unsigned number as this machine has it. */
void uo_asked_begin(void);

/* One more. */
void uo_asked_add(void);

#endif
