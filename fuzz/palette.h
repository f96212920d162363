/* 256 values of each type that one byte names, numbers that cause trouble and plain ones. Frozen: seeds rely on them.
 */
#ifndef UO_FUZZ_PALETTE_H
#define UO_FUZZ_PALETTE_H

#include <unique_oracle/unique.h>

/* Bytes of one part of an element: a complex number has two parts, the others one. Not for strings. */
size_t uo_part_size(int32_t dtype);

/* How many bytes name one element: 2 for complex types, else 1. */
size_t uo_palette_bytes(int32_t dtype);

/* The part that a byte names, as bits in the low end; of fixed-size types. */
uint64_t uo_palette_bits(int32_t dtype, uint8_t byte);

/* The string that a byte names: of at most three bytes out of 'a', 'b', NUL and FF. Returns its length. */
#define UO_PALETTE_TEXT 3
size_t uo_palette_text(uint8_t byte, char text[UO_PALETTE_TEXT]);

/* The first byte that names this; false when none does. */
UO_MUST_USE bool uo_palette_find(int32_t dtype, uint64_t bits, uint8_t *byte);
UO_MUST_USE bool uo_palette_find_text(uo_bytes text, uint8_t *byte);

#endif
