/*
 * A child that is asked each case before this process is: what kills or stops the subject there is passed over here, so
 * that one narrow fault that ends a process hides nothing else. Begun when such a fault is known already
 * (docs/fuzzing.md).
 */
#ifndef UO_FUZZ_AHEAD_H
#define UO_FUZZ_AHEAD_H

#include <unique_oracle/plugin.h>

#include "cases/case.h"

/* What UNIQUE_ORACLE_AHEAD names: hangs alone ("hang"), or whatever ends a process ("crash"). */
typedef enum uo_ahead_mode { UO_AHEAD_NOTHING, UO_AHEAD_HANGS, UO_AHEAD_CRASHES } uo_ahead_mode;

typedef struct uo_ahead {
  uo_ahead_mode mode;
  int child;    /* process id; 0: none runs */
  int to_child; /* one byte: go on */
  int from_child;
  uint8_t *room;  /* of the input, shared with the child */
  double seconds; /* that a call may take there */
} uo_ahead;

uo_ahead uo_ahead_begin(void);

/* Whether the subject comes back from the case of these bytes, as far as the mode asks. What it does not come back from
 * is counted on stderr ("unique-oracle-ahead: hang", "unique-oracle-ahead: crash"). */
bool uo_ahead_allows(uo_ahead *ahead, const uo_plugin *plugin, const uint8_t *data, size_t size);

#endif
