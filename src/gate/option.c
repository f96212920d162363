#include "gate/option.h"

#include <stdlib.h>
#include <string.h>

#include "tensor/guard.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads the digits at *text and moves behind them; false when there is none or the number does not fit. */
static bool take_number(const char **text, uint64_t *number) {
  const char *at = *text;
  uint64_t value = 0;
  if (!is_digit(*at)) return false;
  for (; is_digit(*at); at++) {
    uint64_t digit = (uint64_t)(*at - '0');
    if (value > (UINT64_MAX - digit) / 10) return false;
    value = value * 10 + digit;
  }
  *text = at;
  *number = value;
  return true;
}

uo_error_code uo_read_number(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *number,
                             uo_error *error) {
  const char *at = text;
  uint64_t value = 0;
  bool good = take_number(&at, &value) && *at == '\0' && value >= least && value <= most;
  UO_REQUIRE(good, error, UO_ERROR_ARGUMENT, "%s %s: not a whole number from %llu to %llu", name, text,
             (unsigned long long)least, (unsigned long long)most);
  *number = value;
  return UO_ERROR_NONE;
}

uo_error_code uo_read_seconds(const char *name, const char *text, double *seconds, uo_error *error) {
  size_t digits = 0;
  size_t points = 0;
  bool good = true;
  for (const char *at = text; *at != '\0'; at++) {
    digits += is_digit(*at);
    points += *at == '.';
    good = good && (is_digit(*at) || *at == '.');
  }
  double value = good && digits > 0 && digits < 20 && points <= 1 ? strtod(text, NULL) : 0;
  UO_REQUIRE(value >= 0.001 && value <= 1e6, error, UO_ERROR_ARGUMENT,
             "%s %s: not a number of seconds from 0.001 to 1000000, as 10 or 0.5", name, text);
  *seconds = value;
  return UO_ERROR_NONE;
}

uo_error_code uo_read_shard(const char *name, const char *text, uint64_t *index, uint64_t *total, uo_error *error) {
  const char *at = text;
  bool good = take_number(&at, index) && *at++ == '/' && take_number(&at, total) && *at == '\0';
  UO_REQUIRE(good, error, UO_ERROR_ARGUMENT, "%s %s: not of the form I/N, as 0/4 for the first of four parts", name,
             text);
  UO_REQUIRE(*total > 0, error, UO_ERROR_ARGUMENT, "%s %s: N must be at least 1", name, text);
  UO_REQUIRE(*index < *total, error, UO_ERROR_ARGUMENT, "%s %s: I counts from 0, so it must be below N: 0 to %llu",
             name, text, (unsigned long long)(*total - 1));
  return UO_ERROR_NONE;
}

/* The types that an option may name, for its message. */
static const char all_names[] =
#define UO_TYPE_NAME(name, number, text, size) " " text
    UO_TYPES(UO_TYPE_NAME)
#undef UO_TYPE_NAME
    ;

uo_error_code uo_read_dtypes(const char *name, const char *text, bool all, uint32_t *dtypes, uo_error *error) {
  *dtypes = 0;
  if (all && strcmp(text, "all") == 0) {
    *dtypes = UO_ALL_DTYPES;
    return UO_ERROR_NONE;
  }
  for (const char *at = text;;) {
    size_t length = strcspn(at, ",");
    char one[32] = "";
    if (length < sizeof one) memcpy(one, at, length);
    int32_t dtype = uo_type_from_name(one);
    UO_REQUIRE(dtype != 0, error, UO_ERROR_ARGUMENT, "%s %s: \"%.*s\" is no type; types are%s%s", name, text,
               length > 60 ? 60 : (int)length, at, all_names, all ? ", or all" : "");
    *dtypes |= 1u << dtype;
    if (at[length] == '\0') return UO_ERROR_NONE;
    at += length + 1;
  }
}

uo_error_code uo_read_policy(const char *name, const char *text, bool *spec, uo_policy *policy, uo_error *error) {
  *spec = strcmp(text, "spec") == 0;
  *policy = UO_POLICY_ONNX;
  if (*spec) return UO_ERROR_NONE;
  uo_error reason = {0};
  UO_REQUIRE(uo_policy_parse(text, policy, &reason) == UO_ERROR_NONE, error, UO_ERROR_ARGUMENT,
             "%s %s: %s; or spec, for any one consistent set of choices", name, text, reason.message);
  return UO_ERROR_NONE;
}
