/* Small pseudo-random cases for the tests of the reference, each computed from its index alone. */
#ifndef UO_TEST_REFERENCE_RANDOM_H
#define UO_TEST_REFERENCE_RANDOM_H

#include <unique_oracle/unique.h>

#include <string.h>

#define RANDOM_ELEMENTS   512
#define RANDOM_STRING_MAX 24

typedef struct random_case {
  uint64_t index;
  uint64_t state; /* of the generator */
  uo_tensor x;
  uo_attributes attributes;
  uint32_t wanted;
  uo_policy policy;
  int64_t dims[5];
  union {
    uint64_t words[2 * RANDOM_ELEMENTS];
    uo_bytes strings[RANDOM_ELEMENTS];
  } data;
  char text[RANDOM_ELEMENTS][RANDOM_STRING_MAX];
} random_case;

static inline bool type_is_floating(int32_t dtype) {
  return dtype == UO_TYPE_FLOAT16 || dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_COMPLEX64 ||
         dtype == UO_TYPE_COMPLEX128;
}

/* SplitMix64. */
static inline uint64_t random_word(random_case *c) {
  uint64_t z = c->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

static inline uint64_t random_below(random_case *c, uint64_t bound) { return (random_word(c) >> 11) % bound; }

/* Bits worth looking at: both zeros, ones, subnormals, largest, infinities, NaNs of either sign, quiet and signalling.
 */
static inline uint64_t random_float_bits(random_case *c, size_t size, uint64_t variety) {
  static const uint16_t half[] = {0x0000, 0x8000, 0x7e00, 0x3c00, 0xbc00, 0xfe01, 0x7c00, 0xfc00,
                                  0x7c01, 0x0001, 0x8001, 0x7bff, 0x4000, 0x4200, 0x4400, 0x4500};
  static const uint32_t single[] = {0x00000000, 0x80000000, 0x7fc00000, 0x3f800000, 0xbf800000, 0xffc00001,
                                    0x7f800000, 0xff800000, 0x7f800001, 0x00000001, 0x80000001, 0x7f7fffff,
                                    0x40000000, 0x40400000, 0x40800000, 0x40a00000};
  static const uint64_t binary64[] = {0,
                                      UINT64_C(0x8000000000000000),
                                      UINT64_C(0x7ff8000000000000),
                                      UINT64_C(0x3ff0000000000000),
                                      UINT64_C(0xbff0000000000000),
                                      UINT64_C(0xfff8000000000001),
                                      UINT64_C(0x7ff0000000000000),
                                      UINT64_C(0xfff0000000000000),
                                      UINT64_C(0x7ff0000000000001),
                                      1,
                                      UINT64_C(0x8000000000000001),
                                      UINT64_C(0x7fefffffffffffff),
                                      UINT64_C(0x4000000000000000),
                                      UINT64_C(0x4008000000000000),
                                      UINT64_C(0x4010000000000000),
                                      UINT64_C(0x4014000000000000)};
  uint64_t pick = random_below(c, variety);
  if (pick >= 16) return random_word(c) >> (64 - 8 * size);
  return size == 2 ? half[pick] : size == 4 ? single[pick] : binary64[pick];
}

static inline uint64_t random_integer_bits(random_case *c, size_t size, uint64_t variety) {
  static const uint64_t some[] = {0,
                                  UINT64_MAX,
                                  1,
                                  UINT64_C(0x8080808080808080),
                                  UINT64_C(0x7f7f7f7f7f7f7f7f),
                                  UINT64_C(0x8000000080008000),
                                  UINT64_C(0x7fffffff7fff7fff),
                                  2};
  uint64_t pick = random_below(c, variety);
  uint64_t bits = pick < 8 ? some[pick] : random_word(c);
  return size == 8 ? bits : bits & ((UINT64_C(1) << 8 * size) - 1);
}

static inline uo_bytes random_string(random_case *c, char *text, uint64_t variety) {
  static const uo_bytes pieces[] = {{"a", 1},
                                    {"", 0},
                                    {"\0", 1},
                                    {"ab", 2},
                                    {"\xee\x80\x80", 3},
                                    {"\xf0\x90\x80\x80", 4},
                                    {"\xef\xbf\xbf", 3},
                                    {"abcdefgh", 8},
                                    {"\xc3\xa9", 2},
                                    {"\xed\x9f\xbf", 3},
                                    {"\xf4\x8f\xbf\xbf", 4},
                                    {"\xff", 1}};
  /* Order by UTF-16 is defined on valid UTF-8 only. */
  uint64_t known = c->policy & UO_STRING_UTF16 ? 11 : 12;
  size_t size = 0;
  for (uint64_t left = random_below(c, 4); left > 0; left--) {
    uo_bytes piece = pieces[random_below(c, variety < known ? variety : known)];
    if (size + piece.size > RANDOM_STRING_MAX) break;
    memcpy(text + size, piece.data, piece.size);
    size += piece.size;
  }
  return (uo_bytes){text, size};
}

static inline void store_bits(unsigned char *place, uint64_t bits, size_t size) {
  uint8_t one = (uint8_t)bits;
  uint16_t two = (uint16_t)bits;
  uint32_t four = (uint32_t)bits;
  memcpy(place, size == 1 ? (void *)&one : size == 2 ? (void *)&two : size == 4 ? (void *)&four : (void *)&bits, size);
}

static inline void fill_random_data(random_case *c, int64_t count) {
  uint64_t variety = 1 + random_below(c, random_below(c, 4) == 0 ? 1000 : 17);
  size_t size = uo_type_size(c->x.dtype);
  bool is_complex = c->x.dtype == UO_TYPE_COMPLEX64 || c->x.dtype == UO_TYPE_COMPLEX128;
  if (is_complex) size /= 2;
  unsigned char *place = (unsigned char *)&c->data;
  for (int64_t i = 0; i < (is_complex ? 2 * count : count); i++, place += size) {
    if (c->x.dtype == UO_TYPE_STRING)
      c->data.strings[i] = random_string(c, c->text[i], variety);
    else if (c->x.dtype == UO_TYPE_BOOL)
      *place = (unsigned char)random_below(c, variety < 2 ? variety : 2);
    else if (type_is_floating(c->x.dtype))
      store_bits(place, random_float_bits(c, size, variety), size);
    else
      store_bits(place, random_integer_bits(c, size, variety), size);
  }
}

/* Case `index`: types and policies in turn, so that every one comes up; the rest at random. At most RANDOM_ELEMENTS
 * elements. */
static inline void make_random_case(uint64_t index, random_case *c) {
  c->index = index;
  c->state = index * UINT64_C(0x632be59bd9b4e019);
  c->policy = (uo_policy)random_below(c, 1u << UO_CHOICE_COUNT);
  int32_t rank = (int32_t)random_below(c, 6);
  c->x = (uo_tensor){1 + (int32_t)(index % 15), rank, c->dims, &c->data};
  int64_t count = 1, most = rank > 2 ? 3 : rank == 2 ? 22 : random_below(c, 8) == 0 ? 300 : 60;
  bool can_be_empty = random_below(c, 8) == 0;
  for (int32_t d = 0; d < rank; d++) {
    c->dims[d] = can_be_empty ? (int64_t)random_below(c, 4) : 1 + (int64_t)random_below(c, (uint64_t)most);
    if (rank == 2 && d == 1 && random_below(c, 2) == 0) c->dims[d] = 1 + (int64_t)random_below(c, 3);
    count *= c->dims[d];
  }
  fill_random_data(c, count);
  c->wanted = UO_WANT_Y | (uint32_t)random_below(c, 16);
  c->attributes = (uo_attributes){0, 0, (int64_t)random_below(c, 2)};
  if (rank == 0 || random_below(c, 3) == 0) return;
  c->attributes.has_axis = 1;
  c->attributes.axis = (int64_t)random_below(c, 2 * (uint64_t)rank) - rank;
}

#endif
