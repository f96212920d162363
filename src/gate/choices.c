/* Choices as text: which silent points they answer, and how. */
#include <string.h>

#include "gate/append.h"
#include "gate/judge.h"

typedef struct choice_row {
  uint32_t bit;
  const char *name;
  const char *first;
  const char *second;
  const char *silent;
  const char *question;
} choice_row;

static const choice_row rows[UO_CHOICE_COUNT] = {
#define UO_CHOICE_ROW(name, bit, choice, first, second, silent, question)                                              \
  {1u << (bit), choice, first, second, silent, question},
    UO_CHOICES(UO_CHOICE_ROW)
#undef UO_CHOICE_ROW
};

char *uo_choices_silent_points(uint32_t choices, char *text, size_t size) {
  text[0] = '\0';
  for (int i = 0; i < UO_CHOICE_COUNT; i++) {
    if ((choices & rows[i].bit) == 0 || strstr(text, rows[i].silent) != NULL) continue; /* two choices share SIL-07 */
    uo_append(text, size, "%s%s", text[0] == '\0' ? "" : ", ", rows[i].silent);
  }
  return text;
}

char *uo_choices_format(uint32_t choices, uo_policy policy, char *text, size_t size) {
  text[0] = '\0';
  for (int i = 0; i < UO_CHOICE_COUNT; i++) {
    if ((choices & rows[i].bit) == 0) continue;
    uo_append(text, size, "%s%s=%s", text[0] == '\0' ? "" : ", ", rows[i].name,
              (policy & rows[i].bit) != 0 ? rows[i].second : rows[i].first);
  }
  return text;
}

char *uo_choices_questions(uint32_t choices, char *text, size_t size) {
  text[0] = '\0';
  for (int i = 0; i < UO_CHOICE_COUNT; i++) {
    if ((choices & rows[i].bit) == 0) continue;
    uo_append(text, size, "%s%s: %s", text[0] == '\0' ? "" : "; ", rows[i].silent, rows[i].question);
  }
  return text;
}
