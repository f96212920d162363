/* Sets of policies: one bit for each combination of choices. */
#include <stdio.h>
#include <string.h>
#include <unique_oracle/checker.h>

#define POLICY_COUNT (1u << UO_CHOICE_COUNT)

typedef struct choice_row {
  uo_policy bit;
  const char *name;
  const char *answer[2]; /* without and with the bit */
} choice_row;

static const choice_row choices[UO_CHOICE_COUNT] = {
#define UO_CHOICE_ROW(name, bit, choice, first, second, silent, question) {UO_##name, choice, {first, second}},
    UO_CHOICES(UO_CHOICE_ROW)
#undef UO_CHOICE_ROW
};

static void add(uo_policy_set *set, uo_policy policy) { set->word[policy / 64] |= (uint64_t)1 << (policy % 64); }

uo_policy_set uo_policy_set_spec(void) {
  uo_policy_set set = {{0}};
  for (uo_policy policy = 0; policy < POLICY_COUNT; policy++) {
    bool element = (policy & UO_NAN_DISTINCT) != 0;
    bool subtensor = (policy & UO_NAN_SUBTENSOR_DISTINCT) != 0;
    if (element == subtensor) add(&set, policy); /* SIL-05, SIL-22 */
  }
  return set;
}

uo_policy_set uo_policy_set_all(void) {
  uo_policy_set set;
  memset(&set, 0xff, sizeof set);
  return set;
}

bool uo_policy_set_has(const uo_policy_set *set, uo_policy policy) {
  return policy < POLICY_COUNT && (set->word[policy / 64] >> (policy % 64) & 1) != 0;
}

bool uo_policy_set_is_empty(const uo_policy_set *set) {
  for (int i = 0; i < UO_POLICY_SET_WORDS; i++) {
    if (set->word[i] != 0) return false;
  }
  return true;
}

static int bit_count(uo_policy bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

bool uo_policy_set_nearest(const uo_policy_set *set, uo_policy policy, uo_policy *nearest) {
  int least = UO_CHOICE_COUNT + 1;
  for (uo_policy member = 0; member < POLICY_COUNT; member++) {
    if (!uo_policy_set_has(set, member)) continue;
    int distance = bit_count((member ^ policy) & (POLICY_COUNT - 1));
    if (distance >= least) continue;
    least = distance;
    *nearest = member;
  }
  return least <= UO_CHOICE_COUNT;
}

/* Which answers to one choice are left: bit 0 for the first, bit 1 for the second. */
static unsigned answers_left(const uo_policy_set *set, uo_policy bit) {
  unsigned left = 0;
  for (uo_policy member = 0; member < POLICY_COUNT; member++) {
    if (uo_policy_set_has(set, member)) left |= (member & bit) != 0 ? 2u : 1u;
  }
  return left;
}

/*
 * A wholly open choice is one that could be flipped in every member without leaving the set. A choice with both answers
 * left that hangs together with another one (nan and nan-subtensor in `spec`) is not: it is written as "first|second"
 * unless the hanging together is `spec`'s own.
 */
static bool is_open(const uo_policy_set *set, uo_policy bit) {
  uo_policy flip = bit;
  if ((bit & (UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT)) != 0) flip = UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT;
  bool alone = true;
  bool together = true;
  for (uo_policy member = 0; member < POLICY_COUNT; member++) {
    if (!uo_policy_set_has(set, member)) continue;
    alone = alone && uo_policy_set_has(set, member ^ bit);
    together = together && uo_policy_set_has(set, member ^ flip);
  }
  return alone || together;
}

char *uo_policy_set_format(const uo_policy_set *set, char *text, size_t size) {
  if (uo_policy_set_is_empty(set)) {
    snprintf(text, size, "none");
    return text;
  }
  size_t used = 0;
  for (int i = 0; i < UO_CHOICE_COUNT && used < size; i++) {
    const choice_row *choice = &choices[i];
    if (is_open(set, choice->bit)) continue;
    unsigned left = answers_left(set, choice->bit);
    const char *separator = used == 0 ? "" : ", ";
    const char *first = (left & 1u) != 0 ? choice->answer[0] : "";
    const char *second = (left & 2u) != 0 ? choice->answer[1] : "";
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s%s%s", separator, choice->name, first,
                             left == 3u ? "|" : "", second);
  }
  if (used == 0) snprintf(text, size, "any");
  return text;
}
