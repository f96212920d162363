#include <string.h>

#include "cases/behaviours_look.h"
#include "tensor/guard.h"
#include "tensor/order.h"

/* ---- Bits -------------------------------------------------------------------------------------------------------- */

static bool is_complex(int32_t dtype) { return dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128; }

/* Reads every `step`-th number of `width` bytes, from number `from` on. */
static void read_bits(const unsigned char *data, size_t width, size_t from, size_t step, uint32_t count,
                      uint64_t *bits) {
  for (uint32_t i = 0; i < count; i++) {
    const unsigned char *number = data + (from + i * step) * width;
    uint8_t one = number[0];
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (width) {
      case 1:
        bits[i] = one;
        break;
      case 2:
        memcpy(&two, number, sizeof two);
        bits[i] = two;
        break;
      case 4:
        memcpy(&four, number, sizeof four);
        bits[i] = four;
        break;
      default:
        memcpy(&eight, number, sizeof eight);
        bits[i] = eight;
        break;
    }
  }
}

int uo_elements_compare_bits(const uo_elements *elements, uint32_t a, uint32_t b) {
  const uint64_t *bits = elements->bits;
  if (bits[a] != bits[b]) return bits[a] < bits[b] ? -1 : 1;
  const uint64_t *imaginary = elements->imaginary;
  if (imaginary == NULL || imaginary[a] == imaginary[b]) return 0;
  return imaginary[a] < imaginary[b] ? -1 : 1;
}

/* ---- Codes: unsigned numbers in the order of the values ---------------------------------------------------------- */

typedef struct codes {
  uint64_t *real;
  uint64_t *imaginary; /* NULL unless complex */
} codes;

/* NaN above all, -0 as +0 (SIL-01, SIL-02, SIL-04); the sign of `width` bits turned so that negatives come first. */
static uint64_t code_of_float(uint64_t bits, int width, uint64_t infinity) {
  uint64_t sign = UINT64_C(1) << (width - 1);
  uint64_t magnitude = bits & (sign - 1);
  if (magnitude > infinity) return UINT64_MAX;
  return magnitude == bits ? sign + magnitude : sign - magnitude;
}

/* The bits of +Infinity; 0 for types that are not of floats. */
static uint64_t infinity_of(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return 0x7C00;
    case UO_TYPE_FLOAT:
    case UO_TYPE_COMPLEX64:
      return 0x7F800000;
    case UO_TYPE_DOUBLE:
    case UO_TYPE_COMPLEX128:
      return UINT64_C(0x7FF0000000000000);
    default:
      return 0;
  }
}

static bool is_signed(int32_t dtype) {
  return dtype == UO_TYPE_INT8 || dtype == UO_TYPE_INT16 || dtype == UO_TYPE_INT32 || dtype == UO_TYPE_INT64;
}

static void encode(const uo_elements *elements, size_t width, codes *made) {
  int32_t dtype = elements->x->dtype;
  uint64_t infinity = infinity_of(dtype);
  uint64_t sign = is_signed(dtype) ? UINT64_C(1) << (8 * width - 1) : 0; /* SIL-23 */
  for (uint32_t i = 0; i < elements->count; i++) {
    uint64_t bits = elements->bits[i];
    made->real[i] = infinity == 0 ? bits ^ sign : code_of_float(bits, 8 * (int)width, infinity);
    if (made->imaginary == NULL) continue;
    made->imaginary[i] = code_of_float(elements->imaginary[i], 8 * (int)width, infinity);
    if (made->real[i] != UINT64_MAX && made->imaginary[i] != UINT64_MAX) continue;
    made->real[i] = made->imaginary[i] = UINT64_MAX; /* SIL-07: one value, whichever part is NaN */
  }
}

static int compare_codes(const void *context, uint32_t a, uint32_t b) {
  const codes *all = context;
  if (all->real[a] != all->real[b]) return all->real[a] < all->real[b] ? -1 : 1;
  if (all->imaginary == NULL || all->imaginary[a] == all->imaginary[b]) return 0;
  return all->imaginary[a] < all->imaginary[b] ? -1 : 1;
}

static uint64_t hash_codes(const void *context, uint32_t position) {
  const codes *all = context;
  uint64_t code = all->real[position];
  if (all->imaginary != NULL) code += all->imaginary[position] * UINT64_C(0xBF58476D1CE4E5B9);
  code *= UINT64_C(0x9E3779B97F4A7C15);
  return code ^ (code >> 32);
}

/* SIL-09 */
static int compare_texts(const void *context, uint32_t a, uint32_t b) {
  const uo_bytes *text = context;
  return uo_compare_for(UO_TYPE_STRING)(UO_POLICY_ONNX, &text[a], &text[b]);
}

static uint64_t hash_texts(const void *context, uint32_t position) {
  const uo_bytes *text = context;
  return uo_text_key(text[position].data, text[position].size);
}

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

static uo_error_code rank_numbers(uo_elements *elements, uo_arena *arena, uo_ranking *ranking, uo_error *error) {
  uint32_t count = elements->count;
  size_t parts = is_complex(elements->x->dtype) ? 2 : 1;
  size_t width = uo_type_size(elements->x->dtype) / parts;
  uint64_t *numbers = uo_arena_allocate(arena, (size_t)count * 4, sizeof *numbers);
  UO_REQUIRE_MEMORY(numbers, error);
  codes made = {numbers, NULL};
  uint64_t *bits = numbers + count;
  uint64_t *imaginary = numbers + 2 * (size_t)count;
  read_bits(elements->x->data, width, 0, parts, count, bits);
  elements->bits = bits;
  if (parts == 2) {
    read_bits(elements->x->data, width, 1, parts, count, imaginary);
    elements->imaginary = imaginary;
    made.imaginary = numbers + 3 * (size_t)count;
  }
  encode(elements, width, &made);
  elements->code = made.real;
  elements->imaginary_code = made.imaginary;
  return uo_rank_things(count, &(uo_things){compare_codes, hash_codes, &made}, arena, ranking, error);
}

uo_error_code uo_elements_look(const uo_tensor *x, uint32_t count, uo_arena *arena, uo_elements *elements,
                               uo_error *error) {
  uo_ranking ranking;
  uint64_t infinity = infinity_of(x->dtype);
  /* All ones but for the sign: twice the infinity bits and what is below the lowest of them. */
  uint64_t magnitude = infinity | ((infinity & (~infinity + 1)) - 1);
  *elements = (uo_elements){.x = x, .count = count, .infinity = infinity, .magnitude = infinity == 0 ? 0 : magnitude};
  if (x->dtype == UO_TYPE_STRING) {
    UO_TRY(uo_rank_things(count, &(uo_things){compare_texts, hash_texts, x->data}, arena, &ranking, error));
  } else {
    UO_TRY(rank_numbers(elements, arena, &ranking, error));
  }
  elements->rank = ranking.rank;
  elements->first = ranking.first;
  elements->distinct = ranking.distinct;
  return UO_ERROR_NONE;
}
