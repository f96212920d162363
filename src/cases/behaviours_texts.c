/* Bins of the point `value` for strings. */
#include <string.h>

#include "cases/behaviours_look.h"
#include "cases/utf8.h"
#include "tensor/guard.h"

/* ---- One string -------------------------------------------------------------------------------------------------- */

static bool is_within(unsigned byte, unsigned low, unsigned high) { return byte >= low && byte <= high; }

/* SIL-11; a combining mark is U+0300 to U+036F. */
static void look_at_characters(const uo_bytes *text, uo_behaviour_set *set) {
  const unsigned char *bytes = (const unsigned char *)text->data;
  bool several = false;
  bool combining = false;
  bool escaped = false;
  for (size_t i = 0; i < text->size;) {
    size_t step = uo_utf8_size(text->data + i, text->size - i);
    if (step == 0) {
      uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NOT_UTF8);
      return;
    }
    several = several || step > 1;
    escaped = escaped || (bytes[i] < 0x20 && bytes[i] != 0) || bytes[i] == '"' || bytes[i] == '\\';
    combining = combining || bytes[i] == 0xCC || (bytes[i] == 0xCD && bytes[i + 1] <= 0xAF);
    i += step;
  }
  if (several) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_MULTI_BYTE);
  if (escaped) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_ESCAPED);
  if (combining) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_COMBINING);
}

static void look_at_text(const uo_bytes *text, uo_behaviour_set *set) {
  size_t size = text->size;
  if (size == 0) {
    uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_EMPTY);
    return;
  }
  if (text->data[size - 1] == 0) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NUL_LAST);
  for (size_t i = 0; i + 1 < size; i++) {
    if (text->data[i] == 0) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NUL_INSIDE);
  }
  look_at_characters(text, set);
}

/* ---- Two strings ------------------------------------------------------------------------------------------------- */

/*
 * Neighbours in ascending order have the longest common beginnings, and whatever a string begins stands right behind
 * it: the pairs of neighbours show all that pairs can show here.
 */
static void look_at_neighbours(const uo_bytes *low, const uo_bytes *high, uo_behaviour_set *set) {
  size_t common = 0;
  bool nul = false;
  for (; common < low->size && common < high->size && low->data[common] == high->data[common]; common++)
    nul = nul || low->data[common] == 0;
  static const size_t limits[] = {8, 15, 16, 23, 32};
  for (int i = 0; i < 5 && common >= limits[i]; i++) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_COMMON_8 + i);
  if (nul) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NUL_DECIDES);
  if (common == low->size) {
    uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_PREFIX);
    if (high->data[common] == 0) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NUL_DECIDES);
    return;
  }
  unsigned below = (unsigned char)low->data[common];
  unsigned above = (unsigned char)high->data[common];
  /* U+E000 to U+FFFF begin with EE or EF, what is beyond with F0 to F4. */
  if (is_within(below, 0xEE, 0xEF) && is_within(above, 0xF0, 0xF4))
    uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_UTF16_ORDER);
}

/* ---- Strings that somebody might take for one ---------------------------------------------------------------------
 */

/* A key for a string; those of strings that look alike in one respect are equal, others but for a chance of 2^-64. */
typedef uint64_t text_key(const uo_bytes *text, uint32_t number);

uint64_t uo_text_key(const char *data, size_t size) {
  uint64_t key = size;
  uint64_t word;
  for (; size >= sizeof word; size -= sizeof word, data += sizeof word) {
    memcpy(&word, data, sizeof word);
    key = uo_mix_key(key + word);
  }
  for (word = 0; size > 0; size--, data++) word = word << 8 | (unsigned char)*data;
  return uo_mix_key(key + word);
}

static uint64_t folded_key(const uo_bytes *text, uint32_t number) {
  (void)number;
  uint64_t key = text->size;
  for (size_t i = 0; i < text->size; i++) {
    unsigned char byte = (unsigned char)text->data[i];
    if (byte >= 'A' && byte <= 'Z') byte = (unsigned char)(byte - 'A' + 'a');
    key = uo_mix_key(key + byte);
  }
  return key;
}

static bool is_blank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

static uo_bytes without_blanks(const uo_bytes *text) {
  uo_bytes rest = *text;
  while (rest.size > 0 && is_blank(rest.data[rest.size - 1])) rest.size--;
  for (; rest.size > 0 && is_blank(rest.data[0]); rest.size--) rest.data++;
  return rest;
}

static uint64_t stripped_key(const uo_bytes *text, uint32_t number) {
  (void)number;
  uo_bytes rest = without_blanks(text);
  return uo_text_key(rest.data, rest.size);
}

static size_t digits_at(const char *data, size_t size) {
  size_t count = 0;
  while (count < size && data[count] >= '0' && data[count] <= '9') count++;
  return count;
}

/* Digits without zeros before them or a fraction of zeros behind them; what is no such number has a key of its own. */
static uint64_t numeral_key(const uo_bytes *text, uint32_t number) {
  uo_bytes rest = without_blanks(text);
  for (; rest.size > 1 && rest.data[0] == '0'; rest.size--) rest.data++;
  size_t digits = digits_at(rest.data, rest.size);
  size_t behind = digits;
  if (behind < rest.size && rest.data[behind] == '.') behind++;
  while (behind < rest.size && rest.data[behind] == '0') behind++;
  return digits > 0 && behind == rest.size ? uo_text_key(rest.data, digits) : uo_mix_key(number);
}

static uint64_t hash_key(const uo_bytes *text, uint32_t number) {
  (void)number;
  uint32_t hash = 0;
  for (size_t i = 0; i < text->size; i++) hash = 31 * hash + (unsigned char)text->data[i];
  return hash;
}

static uo_error_code look_for_equal(const uo_elements *elements, text_key *key, uo_bin bin, uo_arena *arena,
                                    uo_behaviour_set *set, uo_error *error) {
  const uo_bytes *text = elements->x->data;
  uint64_t *keys = uo_arena_allocate(arena, elements->distinct, sizeof *keys);
  UO_REQUIRE_MEMORY(keys, error);
  for (uint32_t k = 0; k < elements->distinct; k++) keys[k] = key(&text[elements->first[k]], k);
  bool found;
  UO_TRY(uo_find_equal_keys(keys, elements->distinct, arena, &found, error));
  if (found) uo_behaviour_set_add(set, bin);
  return UO_ERROR_NONE;
}

uo_error_code uo_look_at_texts(const uo_elements *elements, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  const uo_bytes *text = elements->x->data;
  for (uint32_t k = 0; k < elements->distinct; k++) {
    look_at_text(&text[elements->first[k]], set);
    if (k > 0) look_at_neighbours(&text[elements->first[k - 1]], &text[elements->first[k]], set);
  }
  UO_TRY(look_for_equal(elements, folded_key, UO_BIN_VALUE_TEXT_LETTER_CASE, arena, set, error));
  UO_TRY(look_for_equal(elements, stripped_key, UO_BIN_VALUE_TEXT_BLANKS, arena, set, error));
  UO_TRY(look_for_equal(elements, numeral_key, UO_BIN_VALUE_TEXT_NUMERALS, arena, set, error));
  return look_for_equal(elements, hash_key, UO_BIN_VALUE_TEXT_SAME_HASH, arena, set, error);
}
