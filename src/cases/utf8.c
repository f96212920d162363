#include "cases/utf8.h"

#include <stdbool.h>

static bool is_within(unsigned char byte, unsigned char low, unsigned char high) { return byte >= low && byte <= high; }

/* Unicode's table of well-formed sequences: the second byte's range depends on the first one. */
size_t uo_utf8_size(const char *at, size_t left) {
  unsigned char lead = (unsigned char)at[0];
  if (lead < 0x80) return 1;
  size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (!is_within(lead, 0xC2, 0xF4) || size > left) return 0;
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (!is_within((unsigned char)at[1], low, high)) return 0;
  for (size_t i = 2; i < size; i++) {
    if (!is_within((unsigned char)at[i], 0x80, 0xBF)) return 0;
  }
  return size;
}
