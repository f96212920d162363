#include "gate/verdict.h"

#include <string.h>

typedef struct verdict_row {
  const char *name;
  uo_fails fails;
  const char *meaning;
} verdict_row;

static const verdict_row rows[UO_VERDICT_COUNT] = {
#define UO_VERDICT_ROW(name, text, fails, meaning) {text, fails, meaning},
    UO_VERDICTS(UO_VERDICT_ROW)
#undef UO_VERDICT_ROW
};

const char *uo_verdict_name(uo_verdict verdict) { return rows[verdict].name; }

const char *uo_verdict_meaning(uo_verdict verdict) { return rows[verdict].meaning; }

bool uo_verdict_find(const char *name, uo_verdict *verdict) {
  for (int i = 0; i < UO_VERDICT_COUNT; i++) {
    if (strcmp(rows[i].name, name) == 0) {
      *verdict = (uo_verdict)i;
      return true;
    }
  }
  return false;
}

bool uo_verdict_fails(uo_verdict verdict, bool spec, bool required) {
  switch (rows[verdict].fails) {
    case UO_FAILS_UNLESS_SPEC:
      return !spec;
    case UO_FAILS_WHEN_REQUIRED:
      return required;
    case UO_FAILS_ALWAYS:
      return true;
    case UO_FAILS_NEVER:
    default:
      return false;
  }
}
