/* The behaviour model: what its table says about points, bins and clauses. */
#include "cases/behaviours.h"

#include <string.h>

typedef struct point_row {
  const char *name;
  const char *meaning;
  int first;
  int end;
} point_row;

static const point_row points[UO_POINT_COUNT] = {
#define POINT_ROW(name, text, meaning) {text, meaning, UO_BINS_##name, UO_BINS_##name##_END},
#define NO_BIN(point, name, text, clauses, meaning)
#define NO_END(point)
    UO_BEHAVIOURS(POINT_ROW, NO_BIN, NO_END)
#undef POINT_ROW
#undef NO_BIN
#undef NO_END
};

typedef struct bin_row {
  uo_point point;
  const char *name;
  const char *clauses;
  const char *meaning;
} bin_row;

static const bin_row bins[UO_BIN_COUNT] = {
#define NO_POINT(name, text, meaning)
#define BIN_ROW(point, name, text, clauses, meaning) {UO_POINT_##point, text, clauses, meaning},
#define NO_END(point)
    UO_BEHAVIOURS(NO_POINT, BIN_ROW, NO_END)
#undef NO_POINT
#undef BIN_ROW
#undef NO_END
};

const char *uo_point_name(uo_point point) { return points[point].name; }
const char *uo_point_meaning(uo_point point) { return points[point].meaning; }

void uo_point_bins(uo_point point, int *first, int *end) {
  *first = points[point].first;
  *end = points[point].end;
}

const char *uo_bin_name(uo_bin bin) { return bins[bin].name; }
const char *uo_bin_meaning(uo_bin bin) { return bins[bin].meaning; }
const char *uo_bin_clauses(uo_bin bin) { return bins[bin].clauses; }
uo_point uo_bin_point(uo_bin bin) { return bins[bin].point; }

bool uo_bin_exercises(uo_bin bin, const char *clause) {
  size_t size = strlen(clause);
  const char *rest = bins[bin].clauses;
  while (*rest != '\0') {
    size_t word = strcspn(rest, " ");
    if (word == size && memcmp(rest, clause, size) == 0) return true;
    rest += word + (rest[word] == ' ');
  }
  return false;
}

bool uo_bin_find(const char *name, uo_bin *bin) {
  for (int b = 0; b < UO_BIN_COUNT; b++) {
    if (strcmp(bins[b].name, name) != 0) continue;
    *bin = (uo_bin)b;
    return true;
  }
  return false;
}

const char *uo_clause_unobservable(const char *clause) {
  static const char *const reasons[][2] = {
#define UNOBSERVABLE_ROW(id, why) {id, why},
      UO_UNOBSERVABLE(UNOBSERVABLE_ROW)
#undef UNOBSERVABLE_ROW
  };
  for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
    if (strcmp(reasons[i][0], clause) == 0) return reasons[i][1];
  }
  return NULL;
}
