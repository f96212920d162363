#include "gate/xml.h"

#include <string.h>

#include "gate/characters.h"

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
  const unsigned char *end = at + strlen(text);
  while (at < end) {
    uint32_t character;
    size_t length = uo_character((const char *)at, (size_t)(end - at), &character);
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
