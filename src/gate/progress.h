/* A line on a terminal that tells how far long work is; it overwrites itself. */
#ifndef UO_GATE_PROGRESS_H
#define UO_GATE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A narrower terminal gets no line. */
#define UO_LEAST_COLUMNS 16

typedef struct uo_progress {
  FILE *stream; /* NULL: nothing is shown */
  int columns;  /* of the terminal where it does not tell: $COLUMNS, or 80 */
  double begun;
  double shown_at; /* 0: not yet */
} uo_progress;

uo_progress uo_progress_begin(FILE *stream);

/* `done` of `total` cases, `failed` of which fail. Cut to the width that the terminal has then; none below
 * UO_LEAST_COLUMNS. Written ten times a second at most, and not in the first half
 * second. */
void uo_progress_show(uo_progress *progress, uint64_t done, uint64_t total, uint64_t failed);

/* Takes the line away. */
void uo_progress_end(uo_progress *progress);

/* "45 s", "12 min 05 s", "3 h 20 min": time that is left, from seconds. */
char *uo_progress_duration(double seconds, char *text, size_t size);

#endif
