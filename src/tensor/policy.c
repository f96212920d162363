/* Policies as text: NAME[,CHOICE=VALUE...]. */
#include <stdio.h>
#include <string.h>

#include "tensor/guard.h"

typedef struct choice_row {
  const char *name;
  const char *first;
  const char *second;
  uo_policy bit;
} choice_row;

static const choice_row choices[UO_CHOICE_COUNT] = {
#define CHOICE_ROW(name, bit, choice, first, second, silent, question) {choice, first, second, 1u << bit},
    UO_CHOICES(CHOICE_ROW)
#undef CHOICE_ROW
};

typedef struct policy_row {
  const char *name;
  uo_policy choices;
} policy_row;

static const policy_row policies[] = {
#define POLICY_ROW(name, text, set, follows) {text, set},
    UO_POLICIES(POLICY_ROW)
#undef POLICY_ROW
};
enum { POLICY_COUNT = sizeof policies / sizeof policies[0] };

static bool text_is(const char *text, size_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

static uo_error_code unknown_name(const char *part, size_t length, uo_error *error) {
  char names[128] = "";
  for (size_t i = 0; i < POLICY_COUNT; i++) {
    size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ", policies[i].name);
  }
  return uo_fail(error, UO_ERROR_ARGUMENT, "unknown policy '%.*s': use one of %s, and CHOICE=VALUE after it",
                 (int)length, part, names);
}

static uo_error_code unknown_choice(const char *part, size_t length, uo_error *error) {
  char names[256] = "";
  for (size_t i = 0; i < UO_CHOICE_COUNT; i++) {
    size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%s%s=%s|%s", i == 0 ? "" : ", ", choices[i].name, choices[i].first,
             choices[i].second);
  }
  return uo_fail(error, UO_ERROR_ARGUMENT, "unknown choice '%.*s': use %s", (int)length, part, names);
}

static uo_error_code apply_choice(const char *part, size_t length, uo_policy *policy, uo_error *error) {
  const char *equals = memchr(part, '=', length);
  size_t name_length = (size_t)(equals - part);
  for (size_t i = 0; i < UO_CHOICE_COUNT; i++) {
    if (!text_is(part, name_length, choices[i].name)) continue;
    bool first = text_is(equals + 1, length - name_length - 1, choices[i].first);
    bool second = text_is(equals + 1, length - name_length - 1, choices[i].second);
    UO_REQUIRE(first || second, error, UO_ERROR_ARGUMENT, "'%.*s': %s is %s or %s", (int)length, part, choices[i].name,
               choices[i].first, choices[i].second);
    *policy = second ? *policy | choices[i].bit : *policy & ~choices[i].bit;
    return UO_ERROR_NONE;
  }
  return unknown_choice(part, length, error);
}

static uo_error_code apply_name(const char *part, size_t length, uo_policy *policy, uo_error *error) {
  for (size_t i = 0; i < POLICY_COUNT; i++) {
    if (!text_is(part, length, policies[i].name)) continue;
    *policy = policies[i].choices;
    return UO_ERROR_NONE;
  }
  return unknown_name(part, length, error);
}

uo_error_code uo_policy_parse(const char *text, uo_policy *policy, uo_error *error) {
  UO_REQUIRE(text != NULL && policy != NULL, error, UO_ERROR_ARGUMENT, "no policy given");
  uo_policy parsed = UO_POLICY_ONNX;
  const char *part = text;
  for (;;) {
    size_t length = strcspn(part, ",");
    if (memchr(part, '=', length) != NULL) {
      UO_TRY(apply_choice(part, length, &parsed, error));
    } else {
      UO_REQUIRE(part == text, error, UO_ERROR_ARGUMENT,
                 "'%.*s' in policy '%s': a policy's name stands first, then CHOICE=VALUE", (int)length, part, text);
      UO_TRY(apply_name(part, length, &parsed, error));
    }
    if (part[length] == '\0') break;
    part += length + 1;
  }
  *policy = parsed;
  return UO_ERROR_NONE;
}

/* The named policy that needs the fewest choices spelled out beside it. */
static const policy_row *nearest_name(uo_policy policy) {
  const policy_row *nearest = &policies[0];
  int fewest = UO_CHOICE_COUNT + 1;
  for (size_t i = 0; i < POLICY_COUNT; i++) {
    int differences = 0;
    for (uo_policy rest = policies[i].choices ^ policy; rest != 0; rest &= rest - 1) differences++;
    if (differences >= fewest) continue;
    fewest = differences;
    nearest = &policies[i];
  }
  return nearest;
}

char *uo_policy_format(uo_policy policy, char *text, size_t size) {
  if (size == 0) return text;
  const policy_row *base = nearest_name(policy);
  snprintf(text, size, "%s", base->name);
  for (size_t i = 0; i < UO_CHOICE_COUNT; i++) {
    if (((policy ^ base->choices) & choices[i].bit) == 0) continue;
    size_t used = strlen(text);
    snprintf(text + used, size - used, ",%s=%s", choices[i].name,
             policy & choices[i].bit ? choices[i].second : choices[i].first);
  }
  return text;
}
