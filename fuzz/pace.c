#include "fuzz/pace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/subject_sink.h"
#include "gate/gate_options.h"
#include "subjects/process.h"
#include "tensor/shape.h"

/* How many times as many elements the next asking has, and how many times as long it is expected to take. */
enum { STEP = 4, TIMES = STEP * STEP };

uo_pace uo_pace_begin(void) {
  uo_pace pace = {.largest = INT64_MAX, .limit = UO_DEFAULT_SECONDS};
  const char *largest = getenv("UNIQUE_ORACLE_LARGEST");
  const char *limit = getenv("UNIQUE_ORACLE_TIMEOUT");
  const char *end = getenv("UNIQUE_ORACLE_END");
  if (largest != NULL && largest[0] != '\0') pace.largest = strtoll(largest, NULL, 10);
  if (limit != NULL && limit[0] != '\0') pace.limit = strtod(limit, NULL);
  if (end != NULL && end[0] != '\0') pace.end = (time_t)strtoll(end, NULL, 10);
  return pace;
}

/* How long a call about the first `count` elements takes, in one dimension and without axis. */
static double measure(const uo_plugin *plugin, const uo_case *question, int64_t count, const uo_allocator *allocator) {
  uo_case beginning = *question;
  uo_fuzz_sink sink;
  uo_answer answer;
  beginning.x.rank = 1;
  beginning.x.dims = &count;
  beginning.attributes.has_axis = false;
  double before = uo_seconds_now();
  uo_fuzz_ask(plugin, &beginning, allocator, &sink, &answer);
  double after = uo_seconds_now();
  uo_fuzz_sink_release(&sink);
  return after - before;
}

bool uo_pace_allows(uo_pace *pace, const uo_plugin *plugin, const uo_case *question, const uo_allocator *allocator) {
  int64_t count = uo_items_of(&question->x, -1).count;
  if (count > pace->largest || (pace->end != 0 && time(NULL) >= pace->end)) return false;
  if (count <= UO_ELEMENTS_IN_TIME) return true;
  for (int parts = STEP * STEP; parts > 1; parts /= STEP) {
    double expected = TIMES * measure(plugin, question, count / parts, allocator);
    if (expected <= pace->limit) continue;
    pace->largest = count - 1;
    fprintf(stderr,
            "unique-oracle-pace: %" PRId64 " elements may take some %.0f s: cases as long as that are passed over\n",
            count, parts > STEP ? TIMES * expected : expected);
    return false;
  }
  return true;
}
