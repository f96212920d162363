#include "cases/number_text.h"

char *uo_number_text(char *text, uint64_t number) {
  char digits[UO_NUMBER_DIGITS];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count > 0) *text++ = digits[--count];
  return text;
}

bool uo_number_read(const char **text, uint64_t *number, bool *fits) {
  const char *digit = *text;
  *number = 0;
  *fits = true;
  if (digit[0] == '0' && digit[1] >= '0' && digit[1] <= '9') return false;
  for (; *digit >= '0' && *digit <= '9'; digit++) {
    uint64_t last = (uint64_t)(*digit - '0');
    *fits = *fits && *number <= (UINT64_MAX - last) / 10;
    *number = *number * 10 + last;
  }
  bool any = digit != *text;
  *text = digit;
  return any;
}

const char *uo_case_id(uo_arena *arena, const char *prefix, uint64_t number) {
  char text[2 * UO_NUMBER_DIGITS + 1];
  char *end = text;
  while (*prefix != '\0') *end++ = *prefix++;
  *end++ = ':';
  end = uo_number_text(end, number);
  return uo_arena_copy(arena, text, (size_t)(end - text));
}
