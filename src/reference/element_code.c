#include "reference/element_code.h"

#include <math.h>
#include <string.h>

/* `size` bytes as an unsigned number, in this machine's byte order and from any address. */
static UO_INLINE uint64_t load(const unsigned char *bytes, size_t size) {
  uint8_t one;
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  switch (size) {
    case 1:
      return memcpy(&one, bytes, sizeof one), one;
    case 2:
      return memcpy(&two, bytes, sizeof two), two;
    case 4:
      return memcpy(&four, bytes, sizeof four), four;
    default:
      return memcpy(&eight, bytes, sizeof eight), eight;
  }
}

/* SIL-23: flipping the sign bit of a two's complement number puts the negative ones below the others. */
static UO_INLINE void encode_integers(const unsigned char *elements, size_t size, uint64_t flip, int64_t count,
                                      uint64_t *words) {
  for (int64_t i = 0; i < count; i++) words[i] = load(elements + (size_t)i * size, size) ^ flip;
}

/* ---- Floating-point numbers ------------------------------------------------------------------------------------ */

typedef struct float_format {
  size_t size;       /* bytes */
  uint64_t sign;     /* the sign bit */
  uint64_t all;      /* all bits */
  uint64_t infinity; /* of positive sign; what is above it, the sign aside, is NaN */
} float_format;

static const float_format half = {2, UINT64_C(0x8000), UINT64_C(0xffff), UINT64_C(0x7c00)};
static const float_format single = {4, UINT64_C(0x80000000), UINT64_C(0xffffffff), UINT64_C(0x7f800000)};
static const float_format binary64 = {8, UINT64_C(0x8000000000000000), UINT64_MAX, UINT64_C(0x7ff0000000000000)};

static UO_INLINE bool is_nan(uint64_t bits, float_format format) { return (bits & ~format.sign) > format.infinity; }

/* The bits with -0 made +0, where they are equal (SIL-04). */
static UO_INLINE uint64_t settle_zero(uint64_t bits, float_format format, uo_policy policy) {
  return bits == format.sign && !(policy & UO_ZERO_DISTINCT) ? 0 : bits;
}

/* All bits if the number's highest one is set, none otherwise. */
static UO_INLINE uint64_t spread_sign(uint64_t number) { return 0 - (number >> 63); }

/*
 * Numbers of positive sign order like their bits, negative ones the other way round and below. NaNs of either sign
 * leave free the lowest and the highest codes: one of them stands for all NaN (SIL-01), above +Inf or below -Inf
 * (SIL-02). Subnormals are numbers like others (SIL-20). No branch, as half of all signs would be foretold wrong, and
 * nothing but what vectors can do: the number stands at the top of a word, whose last bits stay 0.
 */
static UO_INLINE uint64_t float_code(uint64_t bits, float_format format, uo_policy policy) {
  const uint64_t sign = UINT64_C(1) << 63;
  const int below = 64 - 8 * (int)format.size;
  uint64_t number = bits << below;
  uint64_t magnitude = number & ~sign;
  uint64_t code = number ^ (spread_sign(number) | sign);
  if (!(policy & UO_ZERO_DISTINCT)) { /* SIL-04: that of +0 */
    uint64_t zero = spread_sign(magnitude - 1);
    code = (code & ~zero) | (sign & zero);
  }
  uint64_t nan = spread_sign((format.infinity << below) - magnitude);
  code = policy & UO_NAN_FIRST ? code & ~nan : code | nan;
  return code >> below;
}

/* The other way round, for numbers. */
static UO_INLINE uint64_t float_bits(uint64_t code, float_format format) {
  return code & format.sign ? code ^ format.sign : ~code & format.all;
}

static UO_INLINE void store(unsigned char *bytes, size_t size, uint64_t number) {
  uint8_t one = (uint8_t)number;
  uint16_t two = (uint16_t)number;
  uint32_t four = (uint32_t)number;
  switch (size) {
    case 1:
      memcpy(bytes, &one, sizeof one);
      break;
    case 2:
      memcpy(bytes, &two, sizeof two);
      break;
    case 4:
      memcpy(bytes, &four, sizeof four);
      break;
    default:
      memcpy(bytes, &number, sizeof number);
      break;
  }
}

static UO_INLINE void encode_floats(const unsigned char *elements, float_format format, uo_policy policy, int64_t count,
                                    uint64_t *words) {
  for (int64_t i = 0; i < count; i++)
    words[i] = float_code(load(elements + (size_t)i * format.size, format.size), format, policy);
}

/* ---- Complex numbers ------------------------------------------------------------------------------------------- */

typedef struct complex_code {
  uint64_t first, second; /* as wide as a part */
} complex_code;

/*
 * By real, then imaginary part (SIL-07). A value with a NaN has its kind in the place of the real part, in a code that
 * no number has: under any-part the kind of NaN itself, under by-part 1 for R+NaNj, 2 for NaN+Rj, 3 for NaN+NaNj, then
 * the part that is a number.
 */
static UO_INLINE complex_code encode_complex(uint64_t real, uint64_t imaginary, float_format format, uo_policy policy) {
  unsigned kind = (is_nan(real, format) ? 2u : 0u) + (is_nan(imaginary, format) ? 1u : 0u);
  uint64_t real_code = float_code(real, format, policy);
  uint64_t imaginary_code = float_code(imaginary, format, policy);
  if (kind == 0) return (complex_code){real_code, imaginary_code};
  if (!(policy & UO_NAN_COMPLEX_BY_PART)) kind = 3;
  uint64_t kind_code = policy & UO_NAN_FIRST ? kind : format.all - 3 + kind;
  uint64_t number_code = kind == 1 ? real_code : kind == 2 ? imaginary_code : 0;
  return (complex_code){kind_code, number_code};
}

static inline double value_of(uint64_t bits, float_format format) {
  float narrow;
  double wide;
  uint32_t narrow_bits = (uint32_t)bits;
  if (format.size == sizeof narrow) return memcpy(&narrow, &narrow_bits, sizeof narrow), (double)narrow;
  return memcpy(&wide, &bits, sizeof wide), wide;
}

static inline uint64_t code_of_double(double value, uo_policy policy) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return float_code(bits, binary64, policy);
}

/* complex-order=modulus: absolute value and angle go before the code, which still tells equal values from others. */
static UO_INLINE void encode_polar(uint64_t real, uint64_t imaginary, float_format format, uo_policy policy,
                                   uint64_t words[2]) {
  words[0] = policy & UO_NAN_FIRST ? 0 : UINT64_MAX;
  words[1] = 0;
  if (is_nan(real, format) || is_nan(imaginary, format)) return;
  double x = value_of(settle_zero(real, format, policy), format);
  double y = value_of(settle_zero(imaginary, format, policy), format);
  words[0] = code_of_double(hypot(x, y), policy);
  words[1] = code_of_double(atan2(y, x), policy);
}

/* The two parts share a word where they fit in one. */
static UO_INLINE void encode_complexes(const unsigned char *elements, float_format format, uo_policy policy,
                                       int64_t count, uint64_t *words) {
  for (int64_t i = 0; i < count; i++, elements += 2 * format.size) {
    uint64_t real = load(elements, format.size);
    uint64_t imaginary = load(elements + format.size, format.size);
    if (policy & UO_COMPLEX_BY_MODULUS) {
      encode_polar(real, imaginary, format, policy, words);
      words += 2;
    }
    complex_code code = encode_complex(real, imaginary, format, policy);
    if (format.size == 4) {
      *words++ = code.first << 32 | code.second;
    } else {
      *words++ = code.first;
      *words++ = code.second;
    }
  }
}

/* ---- All types ------------------------------------------------------------------------------------------------- */

static float_format format_of(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return half;
    case UO_TYPE_FLOAT:
    case UO_TYPE_COMPLEX64:
      return single;
    default:
      return binary64;
  }
}

uo_element_code uo_element_code_of(int32_t dtype, uo_policy policy) {
  bool is_complex = dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128;
  int words = dtype == UO_TYPE_COMPLEX128 ? 2 : 1;
  if (is_complex && policy & UO_COMPLEX_BY_MODULUS) words += 2;
  int width = is_complex ? 8 : (int)uo_type_size(dtype);
  uo_element_code code = {dtype, policy, words, width, !is_complex, uo_type_has_nan(dtype), 0, 0, UO_LEVEL_PORTABLE};
  if (!code.has_nan) return code;
  float_format format = format_of(dtype);
  code.zero = format.sign;
  code.nan = policy & UO_NAN_FIRST ? 0 : format.all;
  return code;
}

/* The type is looked at once for a run of elements, not for each. */
static UO_INLINE void encode_at_any(const uo_element_code *code, const unsigned char *elements, int64_t count,
                                    uint64_t *words) {
  uo_policy policy = code->policy;
  switch (code->dtype) {
    case UO_TYPE_BOOL: /* SIL-08 */
    case UO_TYPE_UINT8:
      encode_integers(elements, 1, 0, count, words);
      break;
    case UO_TYPE_UINT16:
      encode_integers(elements, 2, 0, count, words);
      break;
    case UO_TYPE_UINT32:
      encode_integers(elements, 4, 0, count, words);
      break;
    case UO_TYPE_UINT64:
      encode_integers(elements, 8, 0, count, words);
      break;
    case UO_TYPE_INT8:
      encode_integers(elements, 1, UINT64_C(1) << 7, count, words);
      break;
    case UO_TYPE_INT16:
      encode_integers(elements, 2, UINT64_C(1) << 15, count, words);
      break;
    case UO_TYPE_INT32:
      encode_integers(elements, 4, UINT64_C(1) << 31, count, words);
      break;
    case UO_TYPE_INT64:
      encode_integers(elements, 8, UINT64_C(1) << 63, count, words);
      break;
    case UO_TYPE_FLOAT16:
      encode_floats(elements, half, policy, count, words);
      break;
    case UO_TYPE_FLOAT:
      encode_floats(elements, single, policy, count, words);
      break;
    case UO_TYPE_DOUBLE:
      encode_floats(elements, binary64, policy, count, words);
      break;
    case UO_TYPE_COMPLEX64:
      encode_complexes(elements, single, policy, count, words);
      break;
    default:
      encode_complexes(elements, binary64, policy, count, words);
      break; /* complex128 */
  }
}

UO_AT_EACH_LEVEL(encode, (const uo_element_code *code, const unsigned char *elements, int64_t count, uint64_t *words),
                 (code, elements, count, words))

void uo_encode(const uo_element_code *code, const unsigned char *elements, int64_t count, uint64_t *words) {
  encode_at[code->level](code, elements, count, words);
}

static UO_INLINE void decode_integers(const uint64_t *words, size_t size, uint64_t flip, int64_t count,
                                      unsigned char *elements) {
  for (int64_t i = 0; i < count; i++) store(elements + (size_t)i * size, size, words[i] ^ flip);
}

static UO_INLINE void decode_floats(const uint64_t *words, float_format format, int64_t count,
                                    unsigned char *elements) {
  for (int64_t i = 0; i < count; i++)
    store(elements + (size_t)i * format.size, format.size, float_bits(words[i], format));
}

static UO_INLINE void decode_at_any(const uo_element_code *code, const uint64_t *words, int64_t count,
                                    unsigned char *elements) {
  switch (code->dtype) {
    case UO_TYPE_BOOL:
    case UO_TYPE_UINT8:
      decode_integers(words, 1, 0, count, elements);
      break;
    case UO_TYPE_UINT16:
      decode_integers(words, 2, 0, count, elements);
      break;
    case UO_TYPE_UINT32:
      decode_integers(words, 4, 0, count, elements);
      break;
    case UO_TYPE_UINT64:
      decode_integers(words, 8, 0, count, elements);
      break;
    case UO_TYPE_INT8:
      decode_integers(words, 1, UINT64_C(1) << 7, count, elements);
      break;
    case UO_TYPE_INT16:
      decode_integers(words, 2, UINT64_C(1) << 15, count, elements);
      break;
    case UO_TYPE_INT32:
      decode_integers(words, 4, UINT64_C(1) << 31, count, elements);
      break;
    case UO_TYPE_INT64:
      decode_integers(words, 8, UINT64_C(1) << 63, count, elements);
      break;
    case UO_TYPE_FLOAT16:
      decode_floats(words, half, count, elements);
      break;
    case UO_TYPE_FLOAT:
      decode_floats(words, single, count, elements);
      break;
    default:
      decode_floats(words, binary64, count, elements);
      break; /* double */
  }
}

UO_AT_EACH_LEVEL(decode, (const uo_element_code *code, const uint64_t *words, int64_t count, unsigned char *elements),
                 (code, words, count, elements))

void uo_decode(const uo_element_code *code, const uint64_t *words, int64_t count, unsigned char *elements) {
  decode_at[code->level](code, words, count, elements);
}

bool uo_type_has_nan(int32_t dtype) {
  return dtype == UO_TYPE_FLOAT16 || dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_COMPLEX64 ||
         dtype == UO_TYPE_COMPLEX128;
}

bool uo_element_is_nan(int32_t dtype, const unsigned char *element) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return is_nan(load(element, 2), half);
    case UO_TYPE_FLOAT:
      return is_nan(load(element, 4), single);
    case UO_TYPE_DOUBLE:
      return is_nan(load(element, 8), binary64);
    case UO_TYPE_COMPLEX64:
      return is_nan(load(element, 4), single) || is_nan(load(element + 4, 4), single);
    default:
      return is_nan(load(element, 8), binary64) || is_nan(load(element + 8, 8), binary64); /* complex128 */
  }
}
