#include "fuzz/steer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/behaviours.h"
#include "tensor/shape.h"

enum { LONG = 5120 };

/* libFuzzer finds this section by its name, clears it before each execution and looks at it afterwards. `used`, because
 * it is only written. */
__attribute__((section("__libfuzzer_extra_counters"), used)) static uint8_t counters[UO_COARSE_SIZE];

/* What the environment asks for. */
typedef struct steering {
  bool is_read;
  bool counts;
  FILE *bins; /* receives each bin with the number of the execution that hit it first; NULL when nobody asks */
} steering;

static const steering *read_setting(void) {
  static steering read;
  if (read.is_read) return &read;
  const char *steer = getenv("UNIQUE_ORACLE_STEER");
  const char *bins = getenv("UNIQUE_ORACLE_BINS");
  read.counts = steer == NULL || strcmp(steer, "0") != 0;
  bool wants_bins = bins != NULL && bins[0] != '\0';
  read.bins = wants_bins ? fopen(bins, "w") : NULL;
  if (wants_bins && read.bins == NULL) {
    perror(bins);
    exit(2);
  }
  read.is_read = true;
  return &read;
}

static void note_new_bins(const uo_behaviour_set *set, FILE *to) {
  static uo_behaviour_set seen;
  static unsigned long long executions;
  executions++;
  for (int word = 0; word < UO_BIN_WORDS; word++) {
    if ((set->word[word] & ~seen.word[word]) == 0) continue;
    for (int bin = word * 64; bin < UO_BIN_COUNT && bin < word * 64 + 64; bin++) {
      if (!uo_behaviour_set_has(set, bin) || uo_behaviour_set_has(&seen, bin)) continue;
      fprintf(to, "%llu %s\n", executions, uo_bin_name((uo_bin)bin));
    }
    seen.word[word] |= set->word[word];
  }
  fflush(to);
}

/* Long cases are made for what they find by themselves: kept in a corpus they would make every start slow. */
static bool is_long(const uo_case *question) { return uo_items_of(&question->x, -1).count > LONG; }

void uo_steer(const uo_case *question, const uo_answer *answer) {
  const steering *setting = read_setting();
  if (is_long(question) || (!setting->counts && setting->bins == NULL)) return;
  static uo_arena scratch; /* kept: uo_behaviours_sample resets it */
  uo_behaviour_set set = {0};
  if (uo_behaviours_sample(question, answer, &scratch, &set, NULL) != UO_ERROR_NONE) return;
  if (setting->counts) uo_behaviours_coarse(&set, counters);
  if (setting->bins != NULL) note_new_bins(&set, setting->bins);
}
