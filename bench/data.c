#include "data.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tensor/guard.h"

bench_structure bench_structure_from_name(const char *name) {
  static const char *const names[] = {
#define UO_STRUCTURE_NAME(code, text) text,
      UO_STRUCTURES(UO_STRUCTURE_NAME)
#undef UO_STRUCTURE_NAME
  };
  int found = 0;
  while (found < BENCH_STRUCTURE_COUNT && strcmp(names[found], name) != 0) found++;
  return (bench_structure)found;
}

size_t bench_element_size(const bench_spec *spec) {
  return spec->dtype == UO_TYPE_STRING ? (size_t)spec->width : uo_type_size(spec->dtype);
}

void *bench_allocate(size_t size) {
  const size_t huge = (size_t)1 << 21;
  void *block = NULL;
  if (size < 2 * huge) return malloc(size > 0 ? size : 1);
  if (posix_memalign(&block, huge, size) != 0) return NULL;
  (void)madvise(block, size, MADV_HUGEPAGE); /* a wish: without it everything only takes longer */
  return block;
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* A bijection of the numbers of `bits` bits that leaves no order behind. */
static uint64_t mix(uint64_t number, int bits) {
  const uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  number &= mask;
  number ^= number >> (bits + 1) / 2;
  number = number * UINT64_C(0xbf58476d1ce4e5b9) & mask;
  number ^= number >> (bits + 1) / 2;
  number = number * UINT64_C(0x94d049bb133111eb) & mask;
  return number ^ number >> (bits + 1) / 2;
}

/* Different finite floats other than 0 for the numbers of 31 bits; exponents from 2^-63 to 2^64. */
static float float_of(uint64_t number) {
  uint64_t code = mix(number, 31);
  uint32_t bits = (uint32_t)((code >> 30 & 1) << 31 | ((code >> 23 & 127) + 64) << 23 | (code & 0x7fffff));
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Different float16 other than 0, for the numbers of 15 bits. */
static uint16_t half_of(uint64_t number) {
  uint64_t code = mix(number, 15);
  return (uint16_t)((code >> 14 & 1) << 15 | ((code >> 10 & 15) + 8) << 10 | (code & 1023));
}

/* Different multiples of 2^-53 in [0, 1), for the numbers of 53 bits. */
static double double_of(uint64_t number) { return (double)mix(number, 53) / 9007199254740992.0; }

/* Different strings of `width` letters for the numbers of 48 bits; every eight letters alone tell them apart. */
static void put_letters(uint64_t number, int64_t width, unsigned char *out) {
  static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
  for (int64_t at = 0; at < width; at++) {
    if (at % 8 == 0) number = mix(number + (uint64_t)at, 48);
    out[at] = (unsigned char)letters[number >> at % 8 * 6 & 63];
  }
}

static void put_pair(int32_t dtype, double real, double imaginary, unsigned char *out) {
  double wide[2] = {real, imaginary};
  float narrow[2] = {(float)real, (float)imaginary};
  if (dtype == UO_TYPE_COMPLEX128) memcpy(out, wide, sizeof wide);
  if (dtype == UO_TYPE_COMPLEX64) memcpy(out, narrow, sizeof narrow);
}

/* The value of that number, in no order: 2^bits of them are different, with bits as for distinct_most. */
static void put_mixed(const bench_spec *spec, uint64_t number, unsigned char *out) {
  switch (spec->dtype) {
    case UO_TYPE_STRING:
      put_letters(number, spec->width, out);
      return;
    case UO_TYPE_FLOAT:
      memcpy(out, &(float){float_of(number)}, sizeof(float));
      return;
    case UO_TYPE_FLOAT16:
      memcpy(out, &(uint16_t){half_of(number)}, sizeof(uint16_t));
      return;
    case UO_TYPE_DOUBLE:
      memcpy(out, &(double){double_of(number)}, sizeof(double));
      return;
    case UO_TYPE_COMPLEX64:
    case UO_TYPE_COMPLEX128: /* four have each real part, so that the imaginary one decides */
      put_pair(spec->dtype, float_of(number / 4), float_of(number), out);
      return;
    case UO_TYPE_BOOL:
      *out = (unsigned char)(number & 1);
      return;
    default: {
      size_t size = uo_type_size(spec->dtype);
      uint64_t value = mix(number, (int)size * 8);
      if (size == 1) memcpy(out, &(uint8_t){(uint8_t)value}, size);
      if (size == 2) memcpy(out, &(uint16_t){(uint16_t)value}, size);
      if (size == 4) memcpy(out, &(uint32_t){(uint32_t)value}, size);
      if (size == 8) memcpy(out, &value, size);
    }
  }
}

/* The value of that number, ascending with it. */
static uo_error_code put_ascending(const bench_spec *spec, uint64_t number, unsigned char *out, uo_error *error) {
  switch (spec->dtype) {
    case UO_TYPE_INT64:
      memcpy(out, &number, sizeof number);
      return UO_ERROR_NONE;
    case UO_TYPE_INT32:
      memcpy(out, &(uint32_t){(uint32_t)number}, sizeof(uint32_t));
      return UO_ERROR_NONE;
    case UO_TYPE_FLOAT:
      memcpy(out, &(float){(float)number}, sizeof(float));
      return UO_ERROR_NONE;
    case UO_TYPE_DOUBLE:
      memcpy(out, &(double){(double)number}, sizeof(double));
      return UO_ERROR_NONE;
    case UO_TYPE_STRING:
      for (int64_t at = spec->width; at-- > 0; number /= 10) out[at] = (unsigned char)('0' + number % 10);
      return UO_ERROR_NONE;
    default:
      return uo_fail(error, UO_ERROR_ARGUMENT, "no ascending values of type %s are made", uo_type_name(spec->dtype));
  }
}

/* Odd, and its product with the multiplier of Fibonacci hashing, 2^64 / golden ratio, is 1. */
static uint64_t crafted_step(void) {
  const uint64_t multiplier = UINT64_C(0x9e3779b97f4a7c15);
  uint64_t inverse = multiplier; /* right in three bits; each step of Newton's doubles them */
  for (int step = 0; step < 5; step++) inverse *= 2 - multiplier * inverse;
  return inverse;
}

/* What becomes `word` when its upper half is folded into the lower one; and int64 is a word with its sign flipped. */
static uint64_t unfold(uint64_t word) { return (word ^ word >> 32) ^ UINT64_C(1) << 63; }

/* ---- Items ----------------------------------------------------------------------------------------------------- */

static int64_t distinct_most(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_BOOL:
      return 2;
    case UO_TYPE_INT8:
    case UO_TYPE_UINT8:
      return 256;
    case UO_TYPE_FLOAT16:
      return 32768;
    case UO_TYPE_INT16:
    case UO_TYPE_UINT16:
      return 65536;
    default:
      return INT32_MAX;
  }
}

/* splitmix64. */
static uint64_t draw(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* A number below `bound`, which is at most 2^31. */
static uint64_t draw_below(uint64_t *state, uint64_t bound) { return (draw(state) >> 32) * bound >> 32; }

static void shuffle(uint32_t *kind, int64_t count, uint64_t *state) {
  for (int64_t i = count - 1; i > 0; i--) {
    uint64_t other = draw_below(state, (uint64_t)i + 1);
    uint32_t kept = kind[i];
    kind[i] = kind[other];
    kind[other] = kept;
  }
}

/* Half of the draws are of each power of two, each number in it alike: about 1 / k. */
static uint32_t draw_zipf(uint64_t *state, uint64_t count) {
  uint64_t powers = 0, rank;
  while (count >> powers > 0) powers++;
  do {
    uint64_t power = draw_below(state, powers);
    rank = (UINT64_C(1) << power) + draw_below(state, UINT64_C(1) << power) - 1;
  } while (rank >= count);
  return (uint32_t)rank;
}

/* Which of the distinct items stands at each place. */
static void choose_kinds(const bench_spec *spec, int64_t distinct, uint32_t *kind) {
  uint64_t state = spec->seed;
  int64_t count = spec->items;
  for (int64_t i = 0; i < count; i++) {
    switch (spec->structure) {
      case BENCH_SHUFFLED:
        kind[i] = (uint32_t)(i < distinct ? (uint64_t)i : draw_below(&state, (uint64_t)distinct));
        break;
      case BENCH_DESCENDING:
        kind[i] = (uint32_t)(count - 1 - i);
        break;
      case BENCH_EQUAL:
        kind[i] = 7;
        break;
      case BENCH_ZIPF:
        kind[i] = draw_zipf(&state, (uint64_t)count);
        break;
      case BENCH_PIPE:
        kind[i] = (uint32_t)(i < count / 2 ? i : count - 1 - i);
        break;
      default:
        kind[i] = (uint32_t)i;
    }
  }
  bool is_shuffled =
      spec->structure == BENCH_SHUFFLED || spec->structure == BENCH_STEP20 || spec->structure == BENCH_STEP43;
  if (is_shuffled) shuffle(kind, count, &state);
}

/* One element: of a whole item, or of a subtensor, where small numbers make ties among leading elements. */
static uo_error_code put_element(const bench_spec *spec, uint64_t kind, int64_t element, unsigned char *out,
                                 uo_error *error) {
  uint64_t number = spec->base + kind * (uint64_t)(spec->outer * spec->inner) + (uint64_t)element;
  if (spec->outer * spec->inner > 1) return put_ascending(spec, mix(number, 48) % 1000, out, error);
  switch (spec->structure) {
    case BENCH_ASCENDING:
    case BENCH_DESCENDING:
    case BENCH_PIPE:
      return put_ascending(spec, kind, out, error);
    case BENCH_STEP20:
      return put_ascending(spec, kind << 20, out, error);
    case BENCH_STEP43:
      return put_ascending(spec, kind << 43, out, error);
    case BENCH_CRAFTED:
      return put_ascending(spec, kind * crafted_step(), out, error);
    case BENCH_FOLDED:
      return put_ascending(spec, unfold(kind * crafted_step()), out, error);
    default:
      put_mixed(spec, number, out);
      return UO_ERROR_NONE;
  }
}

uo_error_code bench_make(const bench_spec *spec, unsigned char **raw, uo_error *error) {
  UO_REQUIRE(spec->items > 0 && spec->items < INT32_MAX && spec->outer > 0 && spec->inner > 0, error, UO_ERROR_ARGUMENT,
             "items, outer and inner are from 1 to 2^31 - 2");
  UO_REQUIRE(bench_element_size(spec) > 0, error, UO_ERROR_ARGUMENT, "strings need a width");
  int64_t distinct = distinct_most(spec->dtype);
  if (spec->distinct < distinct) distinct = spec->distinct;
  UO_REQUIRE(distinct > 0 && distinct <= spec->items, error, UO_ERROR_ARGUMENT, "distinct is from 1 to the items");
  size_t size = bench_element_size(spec);
  uint32_t *kind = malloc((size_t)spec->items * sizeof *kind);
  unsigned char *made = bench_allocate((size_t)(spec->outer * spec->items * spec->inner) * size);
  uo_error_code code = kind != NULL && made != NULL ? UO_ERROR_NONE : uo_fail(error, UO_ERROR_MEMORY, "out of memory");
  if (code == UO_ERROR_NONE) choose_kinds(spec, distinct, kind);
  for (int64_t outer = 0; code == UO_ERROR_NONE && outer < spec->outer; outer++)
    for (int64_t i = 0; i < spec->items; i++)
      for (int64_t inner = 0; code == UO_ERROR_NONE && inner < spec->inner; inner++) {
        size_t place = (size_t)((outer * spec->items + i) * spec->inner + inner);
        code = put_element(spec, kind[i], outer * spec->inner + inner, made + place * size, error);
      }
  free(kind);
  if (code != UO_ERROR_NONE) free(made);
  *raw = code == UO_ERROR_NONE ? made : NULL;
  return code;
}
