/* Text from files and subjects, character by character, for whoever writes it where it might be obeyed. */
#ifndef UO_GATE_CHARACTERS_H
#define UO_GATE_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at `text`, of which `left` bytes (at least 1) are there: its length in bytes, or 0 when it is no UTF-8.
 */
size_t uo_character(const char *text, size_t left, uint32_t *character);

/* Whether a terminal or a text view would do more than show it: controls, marks that change the direction of text,
 * that break lines, or that are not seen. */
bool uo_character_is_obeyed(uint32_t character);

#endif
