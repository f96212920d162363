#include "gate/characters.h"

#include "cases/utf8.h"

size_t uo_character(const char *text, size_t left, uint32_t *character) {
  const unsigned char *at = (const unsigned char *)text;
  size_t size = uo_utf8_size(text, left);
  *character = size == 1 ? at[0] : at[0] & (0x7fu >> size);
  for (size_t i = 1; i < size; i++) *character = *character << 6 | (at[i] & 0x3fu);
  return size;
}

typedef struct range {
  uint32_t first;
  uint32_t last;
} range;

bool uo_character_is_obeyed(uint32_t character) {
  static const range obeyed[] = {
      {0x00, 0x1f},     {0x7f, 0x9f},     /* controls */
      {0xad, 0xad},                       /* soft hyphen */
      {0x61c, 0x61c},   {0x200e, 0x200f}, /* direction */
      {0x200b, 0x200d}, {0x2060, 0x2064}, /* not seen */
      {0x2028, 0x202e},                   /* lines, direction */
      {0x2066, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
  };
  for (size_t i = 0; i < sizeof obeyed / sizeof obeyed[0]; i++) {
    if (character >= obeyed[i].first && character <= obeyed[i].last) return true;
  }
  return false;
}
