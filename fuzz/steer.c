#include "fuzz/steer.h"

#include <stdlib.h>
#include <string.h>

#include "cases/behaviours.h"
#include "tensor/shape.h"

enum { LONG = 5120 };

/* libFuzzer finds this section by its name, clears it before each execution and looks at it afterwards. `used`, because
 * it is only written. */
__attribute__((section("__libfuzzer_extra_counters"), used)) static uint8_t counters[UO_COARSE_SIZE];

static bool is_on(void) {
  static int on = -1;
  if (on < 0) {
    const char *setting = getenv("UNIQUE_ORACLE_STEER");
    on = setting == NULL || strcmp(setting, "0") != 0;
  }
  return on == 1;
}

/* Long cases are made for what they find by themselves: kept in a corpus they would make every start slow. */
static bool is_long(const uo_case *question) { return uo_items_of(&question->x, -1).count > LONG; }

void uo_steer(const uo_case *question, const uo_answer *answer) {
  if (!is_on() || is_long(question)) return;
  static uo_arena scratch; /* kept: uo_behaviours_sample resets it */
  uo_behaviour_set set = {0};
  if (uo_behaviours_sample(question, answer, &scratch, &set, NULL) == UO_ERROR_NONE)
    uo_behaviours_coarse(&set, counters);
}
