/* Bins of the point `value` for strings. */
#include "cases/behaviours_look.h"
#include "tensor/guard.h"

/* ---- One string -------------------------------------------------------------------------------------------------- */

static bool is_within(unsigned byte, unsigned low, unsigned high) { return byte >= low && byte <= high; }

/*
 * How many bytes the character at `at` has; 0 when it is none: overlong, a surrogate, beyond U+10FFFF, cut short
 * (Unicode's table of well-formed UTF-8).
 */
static size_t character_size(const unsigned char *at, size_t left) {
  unsigned lead = at[0];
  if (lead < 0x80) return 1;
  size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (!is_within(lead, 0xC2, 0xF4) || size > left) return 0;
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (!is_within(at[1], low, high)) return 0;
  for (size_t i = 2; i < size; i++) {
    if (!is_within(at[i], 0x80, 0xBF)) return 0;
  }
  return size;
}

/* SIL-11; a combining mark is U+0300 to U+036F. */
static void look_at_characters(const unsigned char *bytes, size_t size, uo_behaviour_set *set) {
  bool several = false;
  bool combining = false;
  for (size_t i = 0; i < size;) {
    size_t step = character_size(bytes + i, size - i);
    if (step == 0) {
      uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NOT_UTF8);
      return;
    }
    several = several || step > 1;
    combining = combining || bytes[i] == 0xCC || (bytes[i] == 0xCD && bytes[i + 1] <= 0xAF);
    i += step;
  }
  if (several) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_MULTI_BYTE);
  if (combining) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_COMBINING);
}

static void look_at_text(const uo_bytes *text, uo_behaviour_set *set) {
  const unsigned char *bytes = (const unsigned char *)text->data;
  size_t size = text->size;
  if (size == 0) {
    uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_EMPTY);
    return;
  }
  if (bytes[size - 1] == 0) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NUL_LAST);
  for (size_t i = 0; i + 1 < size; i++) {
    if (bytes[i] == 0) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_NUL_INSIDE);
  }
  look_at_characters(bytes, size, set);
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
  if (common >= 8) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_COMMON_8);
  if (common >= 15) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_COMMON_15);
  if (common >= 16) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_COMMON_16);
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

static unsigned char fold(char letter) {
  return (unsigned char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

/* Strings that differ have equal keys when only the case of ASCII letters differs, or by a chance of 2^-64. */
static uint64_t folded_key(const uo_bytes *text) {
  uint64_t key = text->size;
  for (size_t i = 0; i < text->size; i++) key = uo_mix_key(key + fold(text->data[i]));
  return key;
}

uo_error_code uo_look_at_texts(const uo_elements *elements, uo_arena *arena, uo_behaviour_set *set, uo_error *error) {
  const uo_bytes *text = elements->x->data;
  uint64_t *keys = uo_arena_allocate(arena, elements->distinct, sizeof *keys);
  UO_REQUIRE_MEMORY(keys, error);
  for (uint32_t k = 0; k < elements->distinct; k++) {
    look_at_text(&text[elements->first[k]], set);
    if (k > 0) look_at_neighbours(&text[elements->first[k - 1]], &text[elements->first[k]], set);
    keys[k] = folded_key(&text[elements->first[k]]);
  }
  bool found;
  UO_TRY(uo_find_equal_keys(keys, elements->distinct, arena, &found, error));
  if (found) uo_behaviour_set_add(set, UO_BIN_VALUE_TEXT_LETTER_CASE);
  return UO_ERROR_NONE;
}
