#include "files/bytes.h"

#include <string.h>

/* Bytes of the sequence that starts here, or 0 when it is not well-formed: table 3-7 of the Unicode standard. */
static size_t sequence_length(const unsigned char *at, size_t left) {
  const unsigned char first = at[0];
  if (first < 0x80) return 1;
  size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf4 || length > left) return 0;
  /* The second byte alone keeps out overlong forms, surrogates and what lies beyond U+10FFFF. */
  unsigned char lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  unsigned char highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (at[1] < lowest || at[1] > highest) return 0;
  for (size_t i = 2; i < length; i++) {
    if (at[i] < 0x80 || at[i] > 0xbf) return 0;
  }
  return length;
}

size_t uo_utf8_length(const char *bytes, size_t size) {
  size_t at = 0;
  while (at < size) {
    size_t length = sequence_length((const unsigned char *)bytes + at, size - at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void uo_base64_add(uo_text *text, const char *bytes, size_t size) {
  for (size_t at = 0; at < size; at += 3) {
    size_t left = size - at < 3 ? size - at : 3;
    uint32_t group = 0;
    for (size_t i = 0; i < 3; i++) group = group << 8 | (i < left ? (unsigned char)bytes[at + i] : 0u);
    char four[4] = {alphabet[group >> 18], alphabet[group >> 12 & 63], left > 1 ? alphabet[group >> 6 & 63] : '=',
                    left > 2 ? alphabet[group & 63] : '='};
    uo_text_add(text, four, sizeof four);
  }
}

/* The six bits that a letter stands for, or -1. */
static int sextet(char letter) {
  const char *found = letter == '\0' ? NULL : strchr(alphabet, letter);
  return found == NULL ? -1 : (int)(found - alphabet);
}

bool uo_base64_read(const char *base64, size_t size, char *bytes, size_t *count) {
  if (size % 4 != 0) return false;
  *count = 0;
  for (size_t at = 0; at < size; at += 4) {
    bool last = at + 4 == size;
    size_t padding = !last || base64[at + 3] != '=' ? 0 : base64[at + 2] != '=' ? 1 : 2;
    uint32_t group = 0;
    for (size_t i = 0; i < 4; i++) {
      int bits = i >= 4 - padding ? 0 : sextet(base64[at + i]);
      if (bits < 0) return false;
      group = group << 6 | (uint32_t)bits;
    }
    /* Bits that no byte takes must be 0: one text for each string of bytes. */
    if ((group & ((1u << (8 * padding)) - 1)) != 0) return false;
    for (size_t i = 0; i < 3 - padding; i++) bytes[(*count)++] = (char)(unsigned char)(group >> (16 - 8 * i) & 255);
  }
  return true;
}

const char *uo_excerpt(const char *bytes, size_t size, char excerpt[UO_EXCERPT]) {
  static const char dots[] = "...";
  bool whole = size < UO_EXCERPT;
  size_t shown = whole ? size : UO_EXCERPT - sizeof dots;
  for (size_t i = 0; i < shown; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    excerpt[i] = byte >= 0x20 && byte < 0x7f ? (char)byte : '?';
  }
  if (whole) {
    excerpt[shown] = '\0';
  } else {
    memcpy(excerpt + shown, dots, sizeof dots);
  }
  return excerpt;
}
