#include "fuzz/palette.h"

#include <string.h>

#include "cases/values.h"

size_t uo_part_size(int32_t dtype) {
  bool is_complex = dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128;
  return uo_type_size(dtype) / (is_complex ? 2 : 1);
}

size_t uo_palette_bytes(int32_t dtype) { return dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128 ? 2 : 1; }

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* Half, single and double precision bits of the numbers with a name. */
static const uint64_t floats[][3] = {
#define FLOAT_BITS(name, half, single, twice) {half, single, twice},
    UO_FLOATS(FLOAT_BITS)
#undef FLOAT_BITS
};
enum { FLOATS = sizeof floats / sizeof floats[0] };
_Static_assert(FLOATS == 42, "another number of values changes what seeds mean: make the seeds anew");

/* Named numbers, then numbers from 1 on in steps of 1/128, the next octave in steps of 1/64, and so on. */
static uint64_t float_bits(size_t width, uint8_t byte) {
  static const uint64_t one[3] = {0x3C00, 0x3F800000, 0x3FF0000000000000};
  static const int step[3] = {3, 16, 45};
  int precision = width == 2 ? 0 : width == 4 ? 1 : 2;
  if (byte < FLOATS) return floats[byte][precision];
  return one[precision] + ((uint64_t)(byte - FLOATS) << step[precision]);
}

/* Small numbers, powers of two, one less than these, and the numbers from -64 to -1, which are the greatest unsigned
 * ones. */
static uint64_t integer_bits(size_t width, uint8_t byte) {
  uint64_t bit = UINT64_C(1) << (byte % 64) % (8 * width);
  switch (byte / 64) {
    case 0:
      return byte;
    case 1:
      return bit;
    case 2:
      return bit - 1;
    default:
      return (~UINT64_C(0) - (255u - byte)) & (~UINT64_C(0) >> (64 - 8 * width));
  }
}

uint64_t uo_palette_bits(int32_t dtype, uint8_t byte) {
  size_t width = uo_part_size(dtype);
  switch (dtype) {
    case UO_TYPE_BOOL:
      return byte & 1;
    case UO_TYPE_INT8:
    case UO_TYPE_UINT8:
      return byte;
    case UO_TYPE_FLOAT16:
    case UO_TYPE_FLOAT:
    case UO_TYPE_DOUBLE:
    case UO_TYPE_COMPLEX64:
    case UO_TYPE_COMPLEX128:
      return float_bits(width, byte);
    default:
      return integer_bits(width, byte);
  }
}

bool uo_palette_find(int32_t dtype, uint64_t bits, uint8_t *byte) {
  for (int b = 0; b < 256; b++) {
    *byte = (uint8_t)b;
    if (uo_palette_bits(dtype, *byte) == bits) return true;
  }
  return false;
}

/* ---- Strings ----------------------------------------------------------------------------------------------------- */

size_t uo_palette_text(uint8_t byte, char text[UO_PALETTE_TEXT]) {
  static const char letters[4] = {'a', 'b', '\0', '\xff'};
  for (int i = 0; i < UO_PALETTE_TEXT; i++) text[i] = letters[byte >> (2 + 2 * i) & 3];
  return byte & 3;
}

bool uo_palette_find_text(uo_bytes text, uint8_t *byte) {
  for (int b = 0; b < 256; b++) {
    char named[UO_PALETTE_TEXT];
    *byte = (uint8_t)b;
    size_t size = uo_palette_text(*byte, named);
    if (size == text.size && (size == 0 || memcmp(named, text.data, size) == 0)) return true;
  }
  return false;
}
