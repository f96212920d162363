#include "tensor/number.h"

#include <fenv.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- float16 --------------------------------------------------------------------------------------------------- */

double uo_half_to_double(uint16_t bits) {
  int exponent = bits >> 10 & 0x1F;
  int fraction = bits & 0x3FF;
  double magnitude;
  if (exponent == 0x1F) {
    magnitude = fraction == 0 ? (double)INFINITY : (double)NAN;
  } else if (exponent == 0) {
    magnitude = ldexp(fraction, -24); /* SIL-20 */
  } else {
    magnitude = ldexp(fraction + 0x400, exponent - 25);
  }
  return bits & 0x8000 ? -magnitude : magnitude;
}

/* `value` >> `shift` rounded to nearest, ties to even; `rest` is the sign of what is beyond value's last bit; 1 <=
 * shift <= 63. */
static uint64_t shift_rounding(uint64_t value, int shift, int rest) {
  uint64_t kept = value >> shift;
  uint64_t lost = value & ((UINT64_C(1) << shift) - 1);
  uint64_t half = UINT64_C(1) << (shift - 1);
  bool up = lost != half ? lost > half : rest != 0 ? rest > 0 : (kept & 1) != 0;
  return kept + (up ? 1 : 0);
}

/* The float16 nearest to a number a little nearer to 0 (rest < 0) or farther from it (rest > 0) than `value`. */
static uint16_t half_nearest(double value, int rest) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
  int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
  uint64_t fraction = bits & UINT64_C(0xFFFFFFFFFFFFF);
  if (isnan(value)) return sign | 0x7E00;
  if (exponent > 15) return sign | 0x7C00;
  if (exponent < -25) return sign;
  if (exponent < -14) { /* subnormal: units of 2^-24 */
    return sign | (uint16_t)shift_rounding(fraction | UINT64_C(1) << 52, 42 + (-14 - exponent), rest);
  }
  /* A carry out of the fraction goes into the exponent, and out of the largest exponent to infinity: both as they
   * should. */
  return sign | (uint16_t)(((uint32_t)(exponent + 15) << 10) + (uint32_t)shift_rounding(fraction, 42, rest));
}

uint16_t uo_half_from_double(double value) { return half_nearest(value, 0); }

/* Rounded once: what strtod rounds away decides where it would leave a tie. */
static uint16_t half_from_decimal(const char *decimal) {
  double nearest = strtod(decimal, NULL);
  int rounding = fegetround();
  fesetround(FE_TOWARDZERO);
  double inner = strtod(decimal, NULL);
  fesetround(nearest < 0 ? FE_DOWNWARD : FE_UPWARD);
  double outer = strtod(decimal, NULL);
  fesetround(rounding);
  return half_nearest(nearest, inner != nearest ? -1 : outer != nearest ? 1 : 0);
}

/* ---- The float types ------------------------------------------------------------------------------------------- */

typedef struct float_format {
  int bits;
  int exact_digits; /* every decimal of so many digits survives a normal number of the type */
  int digits;       /* so many digits tell all values apart */
  uint64_t normal;  /* the smallest one */
  uint64_t infinity;
  uint64_t quiet_nan;
} float_format;

static float_format format_of(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return (float_format){16, 3, 5, 0x0400, 0x7C00, 0x7E00};
    case UO_TYPE_FLOAT:
      return (float_format){32, 6, 9, 0x00800000, 0x7F800000, 0x7FC00000};
    default:
      return (float_format){
          64, 15, 17, UINT64_C(0x0010000000000000), UINT64_C(0x7FF0000000000000), UINT64_C(0x7FF8000000000000)};
  }
}

static uint64_t load_bits(int32_t dtype, const void *element) {
  uint16_t half;
  uint32_t single;
  uint64_t wide;
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      memcpy(&half, element, sizeof half);
      return half;
    case UO_TYPE_FLOAT:
      memcpy(&single, element, sizeof single);
      return single;
    default:
      memcpy(&wide, element, sizeof wide);
      return wide;
  }
}

static void store_bits(int32_t dtype, uint64_t bits, void *element) {
  uint16_t half = (uint16_t)bits;
  uint32_t single = (uint32_t)bits;
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      memcpy(element, &half, sizeof half);
      break;
    case UO_TYPE_FLOAT:
      memcpy(element, &single, sizeof single);
      break;
    default:
      memcpy(element, &bits, sizeof bits);
      break;
  }
}

/* The value of finite bits; exact. */
static double value_of(int32_t dtype, uint64_t bits) {
  double wide;
  float single;
  uint32_t single_bits = (uint32_t)bits;
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return uo_half_to_double((uint16_t)bits);
    case UO_TYPE_FLOAT:
      memcpy(&single, &single_bits, sizeof single);
      return (double)single;
    default:
      memcpy(&wide, &bits, sizeof wide);
      return wide;
  }
}

/* The bits of the value nearest to a decimal in the current locale's notation. */
static uint64_t nearest_bits(int32_t dtype, const char *decimal) {
  float single;
  double wide;
  uint32_t single_bits;
  uint64_t wide_bits;
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return half_from_decimal(decimal);
    case UO_TYPE_FLOAT: /* rounded once: by way of double it would be rounded twice */
      single = strtof(decimal, NULL);
      memcpy(&single_bits, &single, sizeof single_bits);
      return single_bits;
    default:
      wide = strtod(decimal, NULL);
      memcpy(&wide_bits, &wide, sizeof wide_bits);
      return wide_bits;
  }
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

/* Splits "-d.ddde+XX" into its digits and its exponent; the point may be any locale's. */
static int split_scientific(const char *scientific, char *digits) {
  const char *mark = strchr(scientific, 'e');
  int count = 0;
  for (const char *at = scientific; at < mark; at++)
    if ((unsigned)(*at - '0') < 10) digits[count++] = *at;
  while (count > 1 && digits[count - 1] == '0') count--;
  digits[count] = '\0';
  return atoi(mark + 1);
}

/* The fewest digits that read back to the same bits, and their decimal exponent. */
static int shortest_digits(int32_t dtype, uint64_t bits, char digits[20]) {
  float_format format = format_of(dtype);
  double value = value_of(dtype, bits);
  char scientific[UO_NUMBER_TEXT];
  /* Fewer digits than exact_digits show as trailing zeros; subnormals have no such number of digits. */
  for (int precision = bits < format.normal ? 1 : format.exact_digits;; precision++) {
    snprintf(scientific, sizeof scientific, "%.*e", precision - 1, value);
    if (precision == format.digits || nearest_bits(dtype, scientific) == bits)
      return split_scientific(scientific, digits);
  }
}

/* Lays out 0.d1d2d3... * 10^(exponent + 1) with a point or an exponent. */
static void lay_out(bool negative, const char *digits, int exponent, char text[UO_NUMBER_TEXT]) {
  const char *sign = negative ? "-" : "";
  int count = (int)strlen(digits);
  if (exponent >= 16 || exponent < -5) {
    snprintf(text, UO_NUMBER_TEXT, "%s%c.%se%+03d", sign, digits[0], count > 1 ? digits + 1 : "0", exponent);
  } else if (exponent < 0) {
    snprintf(text, UO_NUMBER_TEXT, "%s0.%.*s%s", sign, -exponent - 1, "00000", digits);
  } else if (count <= exponent + 1) {
    snprintf(text, UO_NUMBER_TEXT, "%s%s%.*s.0", sign, digits, exponent + 1 - count, "0000000000000000");
  } else {
    snprintf(text, UO_NUMBER_TEXT, "%s%.*s.%s", sign, exponent + 1, digits, digits + exponent + 1);
  }
}

void uo_number_format(int32_t dtype, const void *element, char text[UO_NUMBER_TEXT]) {
  float_format format = format_of(dtype);
  uint64_t bits = load_bits(dtype, element);
  bool negative = (bits >> (format.bits - 1)) != 0;
  uint64_t magnitude = bits & ((UINT64_C(1) << (format.bits - 1)) - 1);
  if (bits == format.quiet_nan) {
    snprintf(text, UO_NUMBER_TEXT, "NaN");
  } else if (magnitude > format.infinity) {
    snprintf(text, UO_NUMBER_TEXT, "NaN(0x%0*" PRIx64 ")", format.bits / 4 & 0x1F, bits);
  } else if (magnitude == format.infinity) {
    snprintf(text, UO_NUMBER_TEXT, negative ? "-Infinity" : "Infinity");
  } else {
    char digits[20];
    int exponent = shortest_digits(dtype, magnitude, digits);
    lay_out(negative, digits, exponent, text);
  }
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static const char *skip_digits(const char *at) {
  while (*at >= '0' && *at <= '9') at++;
  return at;
}

/* -? digits [. digits] [e [+-] digits], as in JSON but with leading zeros allowed. */
static bool is_decimal(const char *text) {
  const char *whole = *text == '-' ? text + 1 : text;
  const char *at = skip_digits(whole);
  if (at == whole) return false;
  if (*at == '.') {
    const char *fraction = at + 1;
    at = skip_digits(fraction);
    if (at == fraction) return false;
  }
  if (*at == 'e' || *at == 'E') {
    const char *exponent = at[1] == '+' || at[1] == '-' ? at + 2 : at + 1;
    at = skip_digits(exponent);
    if (at == exponent) return false;
  }
  return *at == '\0';
}

/* "NaN(0x7fc00001)": exactly the type's number of hexadecimal digits, and the bits of a NaN. */
static bool parse_nan_bits(float_format format, const char *text, uint64_t *bits) {
  const char *prefix = "NaN(0x";
  size_t prefix_length = strlen(prefix);
  size_t digits = (size_t)format.bits / 4;
  if (strncmp(text, prefix, prefix_length) != 0) return false;
  text += prefix_length;
  if (strspn(text, "0123456789abcdefABCDEF") != digits || strcmp(text + digits, ")") != 0) return false;
  *bits = strtoull(text, NULL, 16);
  return (*bits & ((UINT64_C(1) << (format.bits - 1)) - 1)) > format.infinity;
}

static bool parse_decimal(int32_t dtype, const char *text, uint64_t *bits) {
  if (!is_decimal(text)) return false;
  const char *point = localeconv()->decimal_point;
  char copy[512];
  if (strcmp(point, ".") != 0 && strchr(text, '.') != NULL) {
    int whole = (int)(strchr(text, '.') - text);
    if (snprintf(copy, sizeof copy, "%.*s%s%s", whole, text, point, text + whole + 1) >= (int)sizeof copy) return false;
    text = copy;
  }
  *bits = nearest_bits(dtype, text);
  float_format format = format_of(dtype);
  return (*bits & ((UINT64_C(1) << (format.bits - 1)) - 1)) < format.infinity;
}

bool uo_number_parse(int32_t dtype, const char *text, void *element) {
  float_format format = format_of(dtype);
  uint64_t bits;
  if (strcmp(text, "NaN") == 0) {
    bits = format.quiet_nan;
  } else if (strcmp(text, "Infinity") == 0) {
    bits = format.infinity;
  } else if (strcmp(text, "-Infinity") == 0) {
    bits = format.infinity | UINT64_C(1) << (format.bits - 1);
  } else if (!parse_nan_bits(format, text, &bits) && !parse_decimal(dtype, text, &bits)) {
    return false;
  }
  store_bits(dtype, bits, element);
  return true;
}
