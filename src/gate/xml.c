#include "gate/xml.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The length of the UTF-8 sequence at `text` (NUL-terminated), or 0 when it is invalid: overlong, a surrogate, beyond
 * U+10FFFF or cut short.
 */
static size_t sequence(const unsigned char *text, uint32_t *character) {
  static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char first = text[0];
  size_t length = first < 0x80 ? 1 : first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (length == 0 || first >= 0xf8) return 0;
  uint32_t value = length == 1 ? first : first & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0; /* also at the terminating NUL */
    value = value << 6 | (text[i] & 0x3fu);
  }
  if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return 0;
  *character = value;
  return length;
}

/* The Char production of XML 1.0. */
static bool allowed(uint32_t character) {
  if (character < 0x20) return character == '\t' || character == '\n' || character == '\r';
  return character != 0xfffe && character != 0xffff;
}

static void write_character(const unsigned char *text, size_t length, bool attribute, FILE *stream) {
  switch (text[0]) {
    case '&':
      fputs("&amp;", stream);
      return;
    case '<':
      fputs("&lt;", stream);
      return;
    case '>': /* "]]>" must not stand in text */
      fputs("&gt;", stream);
      return;
    case '"':
      fputs(attribute ? "&quot;" : "\"", stream);
      return;
    case '\n':
    case '\t':
      if (attribute) {
        fprintf(stream, "&#%d;", text[0]);
        return;
      }
      break;
    case '\r': /* would be read back as a line feed */
      fputs("&#13;", stream);
      return;
    default:
      break;
  }
  fwrite(text, 1, length, stream);
}

static void escape(const char *text, bool attribute, FILE *stream) {
  const unsigned char *at = (const unsigned char *)text;
  while (*at != '\0') {
    uint32_t character = 0;
    size_t length = sequence(at, &character);
    if (length == 0 || !allowed(character)) {
      fputs("\xef\xbf\xbd", stream);
      at += length == 0 ? 1 : length;
      continue;
    }
    write_character(at, length, attribute, stream);
    at += length;
  }
}

void uo_xml_text(const char *text, FILE *stream) { escape(text, false, stream); }

void uo_xml_attribute(const char *text, FILE *stream) { escape(text, true, stream); }
