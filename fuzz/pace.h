/*
 * What a slow subject is not asked: cases so long that a call would take longer than its limit, which would be taken
 * for a hang and end the target each time; and, once the time of the campaign is over, any case at all. The gate asks
 * long cases in its sandbox with a limit that grows with them.
 */
#ifndef UO_FUZZ_PACE_H
#define UO_FUZZ_PACE_H

#include <time.h>
#include <unique_oracle/plugin.h>

#include "cases/case.h"

typedef struct uo_pace {
  int64_t largest; /* elements of X; cases that have more are passed over */
  double limit;    /* seconds that a call may be expected to take */
  time_t end;      /* from then on everything is passed over; 0: never */
} uo_pace;

/* From UNIQUE_ORACLE_LARGEST, UNIQUE_ORACLE_TIMEOUT (seconds, default 10) and UNIQUE_ORACLE_END (since 1970). */
uo_pace uo_pace_begin(void);

/*
 * Whether the subject is to be asked this case. Before a long one it is asked about a sixteenth and a quarter of the
 * elements, and it is expected to take 16 times as long for four times as many; when that is beyond the limit,
 * `largest` becomes smaller and a line on standard error says so.
 */
UO_MUST_USE bool uo_pace_allows(uo_pace *pace, const uo_plugin *plugin, const uo_case *question,
                                const uo_allocator *allocator);

#endif
