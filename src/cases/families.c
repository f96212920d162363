#include "cases/families.h"

#include "cases/values.h"

#define COUNT_OF(table) ((int)(sizeof(table) / sizeof((table)[0])))
#define OF_INTEGERS(name, table)                                                                                       \
  { name, COUNT_OF(table), table, NULL, NULL, NULL }
#define OF_FLOATS(name, table)                                                                                         \
  { name, COUNT_OF(table), NULL, table, NULL, NULL }
#define OF_PAIRS(name, table)                                                                                          \
  { name, COUNT_OF(table), NULL, NULL, table, NULL }
#define OF_TEXTS(name, table)                                                                                          \
  { name, COUNT_OF(table), NULL, NULL, NULL, table }

/* ---- Integers (SIL-23) and bool (SIL-08) ------------------------------------------------------------------------- */

#define POWER(n) (UINT64_C(1) << (n))

static const uint64_t both[] = {0, 1};
static const uint64_t false_only[] = {0};
static const uint64_t true_only[] = {1};

static const uint64_t small[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

/* Around zero: for unsigned types the negative ones are the largest values, which a signed comparison puts first. */
static const uint64_t around_zero[] = {UINT64_MAX - 2, UINT64_MAX - 1, UINT64_MAX, 0, 1, 2, 3};

/* The ends of the signed and of the unsigned range of `width` bits. */
#define ENDS(width)                                                                                                    \
  { 0, 1, POWER((width)-1) - 1, POWER((width)-1), POWER((width)-1) + 1, UINT64_MAX - 1, UINT64_MAX }
static const uint64_t ends_8[] = ENDS(8);
static const uint64_t ends_16[] = ENDS(16);
static const uint64_t ends_32[] = ENDS(32);
static const uint64_t ends_64[] = ENDS(64);

/* Different here, equal or swapped after a cast to the float type that seems large enough. */
static const uint64_t lossy_8[] = {POWER(7) - 2, POWER(7) - 1, POWER(7), POWER(7) + 1, 0x0F, 0x10, 0x11};
static const uint64_t lossy_16[] = {
    POWER(11) - 1, POWER(11), POWER(11) + 1, UINT64_MAX - POWER(11), UINT64_MAX - POWER(11) + 1,
    POWER(15) - 1, POWER(15), POWER(15) + 1};
static const uint64_t lossy_32[] = {
    POWER(24) - 1, POWER(24), POWER(24) + 1, UINT64_MAX - POWER(24), UINT64_MAX - POWER(24) + 1,
    POWER(31) - 1, POWER(31), POWER(31) - 65};
static const uint64_t lossy_64[] = {
    POWER(53) - 1, POWER(53), POWER(53) + 1, POWER(53) + 2,  UINT64_MAX - POWER(53), UINT64_MAX - POWER(53) + 1,
    POWER(63) - 1, POWER(63), POWER(63) + 1, POWER(63) - 513};

/* Equal in their low bits: one value after a cast to a smaller type, one bucket in a table that masks its hash. */
static const uint64_t low_bits_8[] = {0x00, 0x10, 0x20, 0x40, 0x80, 0x01, 0x11, 0x81};
static const uint64_t low_bits_16[] = {0, POWER(8), POWER(9), POWER(12), POWER(15), 1, POWER(8) + 1, POWER(15) + 1};
static const uint64_t low_bits_32[] = {0,         POWER(8), POWER(16),     POWER(17),    POWER(24),
                                       POWER(31), 1,        POWER(16) + 1, POWER(31) + 1};
static const uint64_t low_bits_64[] = {
    0,         POWER(8), POWER(16),     POWER(31),     POWER(32),     POWER(33),
    POWER(48), 1,        POWER(32) + 1, POWER(63) + 1, POWER(61) - 1, UINT64_MAX - 1};

static const uo_family bools[] = {OF_INTEGERS("both", both), OF_INTEGERS("false", false_only),
                                  OF_INTEGERS("true", true_only)};

#define INTEGERS(width)                                                                                                \
  {                                                                                                                    \
    OF_INTEGERS("small", small), OF_INTEGERS("around zero", around_zero), OF_INTEGERS("ends", ends_##width),           \
        OF_INTEGERS("lossy cast", lossy_##width), OF_INTEGERS("low bits", low_bits_##width)                            \
  }
static const uo_family integers_8[] = INTEGERS(8);
static const uo_family integers_16[] = INTEGERS(16);
static const uo_family integers_32[] = INTEGERS(32);
static const uo_family integers_64[] = INTEGERS(64);

/* ---- Floats ------------------------------------------------------------------------------------------------------ */

#define F(name) UO_FLOAT_##name

static const unsigned char whole[] = {F(MINUS_TWO), F(MINUS_ONE), F(ZERO), F(ONE), F(TWO), F(THREE), F(FOUR), F(FIVE)};
static const unsigned char zeros[] = {F(MINUS_ZERO), F(ZERO)}; /* SIL-04 */
static const unsigned char zeros_among[] = {F(MINUS_ONE), F(MINUS_ZERO), F(ZERO), F(SUBNORMAL_MIN), F(ONE)};
/* SIL-01 to SIL-03 */
static const unsigned char nans[] = {
    F(NAN),      F(MINUS_NAN),     F(PAYLOAD_NAN), F(MINUS_PAYLOAD_NAN), F(SIGNALLING_NAN), F(MINUS_SIGNALLING_NAN),
    F(ONES_NAN), F(MINUS_ONES_NAN)};
static const unsigned char nans_among[] = {
    F(NAN), F(MINUS_NAN),       F(SIGNALLING_NAN), F(INFINITY), F(MINUS_INFINITY),
    F(MAX), F(MINUS_SUBNORMAL), F(MINUS_ONE),      F(ONE)};
static const unsigned char nan_and_numbers[] = {F(NAN), F(ZERO), F(ONE), F(TWO), F(THREE)};
static const unsigned char nans_and_zeros[] = {F(NAN), F(MINUS_ONES_NAN), F(MINUS_ZERO), F(ZERO)};
static const unsigned char infinities[] = {F(MINUS_INFINITY), F(LOWEST), F(ZERO), F(MAX), F(INFINITY), F(BEFORE_MAX)};
/* SIL-20 */
static const unsigned char subnormals[] = {F(MINUS_SUBNORMAL), F(MINUS_ZERO),    F(ZERO),      F(SUBNORMAL_MIN),
                                           F(SUBNORMAL_NEXT),  F(SUBNORMAL_MAX), F(NORMAL_MIN)};
static const unsigned char neighbours[] = {F(BEFORE_ONE),         F(ONE), F(AFTER_ONE), F(ALL_INTEGERS_END),
                                           F(AFTER_INTEGERS_END), F(MAX), F(BEFORE_MAX)};
static const unsigned char casts[] = {F(ALMOST_ONE_BELOW), F(ONE),  F(ALMOST_ONE_ABOVE), F(BEYOND), F(INFINITY),
                                      F(MINUTE),           F(ZERO), F(SUBNORMAL_MIN)};
static const unsigned char fractions[] = {F(MINUS_ONE), F(MINUS_HALF), F(ZERO),         F(QUARTER),
                                          F(ONE_HALF),  F(ONE),        F(ONE_AND_HALF), F(TWO)};

static const uo_family floats[] = {
    OF_FLOATS("whole", whole),
    OF_FLOATS("zeros", zeros),
    OF_FLOATS("zeros among others", zeros_among),
    OF_FLOATS("NaNs", nans),
    OF_FLOATS("NaNs among others", nans_among),
    OF_FLOATS("one NaN among numbers", nan_and_numbers),
    OF_FLOATS("NaNs and zeros", nans_and_zeros),
    OF_FLOATS("infinities", infinities),
    OF_FLOATS("subnormals", subnormals),
    OF_FLOATS("neighbours", neighbours),
    OF_FLOATS("lossy cast", casts),
    OF_FLOATS("fractions", fractions),
};

/* ---- Complex (SIL-07) -------------------------------------------------------------------------------------------- */

#define P(real, imaginary)                                                                                             \
  { F(real), F(imaginary) }

static const unsigned char pairs_whole[][2] = {P(ZERO, ZERO), P(ZERO, ONE), P(ONE, ZERO), P(ONE, ONE),
                                               P(ONE, TWO),   P(TWO, ONE),  P(TWO, TWO),  P(MINUS_ONE, ONE)};
static const unsigned char pairs_tie[][2] = {P(ONE, MINUS_INFINITY), P(ONE, MINUS_ONE), P(ONE, MINUS_ZERO),
                                             P(ONE, ZERO),           P(ONE, ONE),       P(ONE, TWO),
                                             P(ONE, INFINITY),       P(ONE, NAN)};
static const unsigned char pairs_zeros[][2] = {P(ZERO, ZERO), P(ZERO, MINUS_ZERO), P(MINUS_ZERO, ZERO),
                                               P(MINUS_ZERO, MINUS_ZERO)};
static const unsigned char pairs_zero_part[][2] = {P(MINUS_ZERO, ONE), P(ZERO, ONE),       P(ONE, MINUS_ZERO),
                                                   P(ONE, ZERO),       P(ZERO, MINUS_ONE), P(MINUS_ZERO, TWO),
                                                   P(ZERO, ZERO)};
static const unsigned char pairs_nan[][2] = {P(NAN, ZERO),
                                             P(ZERO, NAN),
                                             P(NAN, NAN),
                                             P(MINUS_NAN, ONE),
                                             P(ONE, SIGNALLING_NAN),
                                             P(MINUS_SIGNALLING_NAN, MINUS_NAN),
                                             P(PAYLOAD_NAN, ZERO),
                                             P(ONES_NAN, MINUS_ONES_NAN)};
static const unsigned char pairs_nan_among[][2] = {P(NAN, MINUS_INFINITY),
                                                   P(MINUS_INFINITY, NAN),
                                                   P(INFINITY, NAN),
                                                   P(NAN, INFINITY),
                                                   P(INFINITY, INFINITY),
                                                   P(MAX, MAX),
                                                   P(ZERO, ZERO),
                                                   P(ONE, ONE),
                                                   P(NAN, TWO)};
static const unsigned char pairs_infinity[][2] = {
    P(INFINITY, ZERO),           P(MINUS_INFINITY, ZERO), P(ZERO, INFINITY), P(ZERO, MINUS_INFINITY),
    P(INFINITY, MINUS_INFINITY), P(MAX, INFINITY),        P(LOWEST, MAX),    P(MAX, LOWEST)};
/* Equal in absolute value. */
static const unsigned char pairs_modulus[][2] = {
    P(THREE, FOUR),      P(FOUR, THREE),       P(FIVE, ZERO),        P(ZERO, FIVE),
    P(MINUS_FIVE, ZERO), P(MINUS_THREE, FOUR), P(THREE, MINUS_FOUR), P(MINUS_FOUR, MINUS_THREE)};
/* The same parts the other way round, and parts that cancel out in a hash that adds or XORs them. */
static const unsigned char pairs_swapped[][2] = {P(ONE, TWO),   P(TWO, ONE),   P(ONE, ONE),       P(TWO, TWO),
                                                 P(TWO, THREE), P(THREE, TWO), P(MINUS_ONE, ONE), P(ONE, MINUS_ONE)};
static const unsigned char pairs_near[][2] = {
    P(ONE, AFTER_ONE),        P(AFTER_ONE, ONE),          P(ONE, ONE),
    P(BEFORE_ONE, ONE),       P(ALMOST_ONE_ABOVE, ONE),   P(ONE, ALMOST_ONE_ABOVE),
    P(ALL_INTEGERS_END, ONE), P(AFTER_INTEGERS_END, ZERO)};
static const unsigned char pairs_subnormal[][2] = {
    P(SUBNORMAL_MIN, ZERO), P(ZERO, SUBNORMAL_MIN),       P(MINUS_SUBNORMAL, ZERO),        P(ZERO, MINUS_SUBNORMAL),
    P(ZERO, ZERO),          P(NORMAL_MIN, SUBNORMAL_MAX), P(SUBNORMAL_MAX, SUBNORMAL_NEXT)};

static const uo_family complexes[] = {
    OF_PAIRS("whole", pairs_whole),
    OF_PAIRS("equal real parts", pairs_tie),
    OF_PAIRS("zeros", pairs_zeros),
    OF_PAIRS("zero in a part", pairs_zero_part),
    OF_PAIRS("NaNs", pairs_nan),
    OF_PAIRS("NaNs among others", pairs_nan_among),
    OF_PAIRS("infinities", pairs_infinity),
    OF_PAIRS("equal modulus", pairs_modulus),
    OF_PAIRS("swapped parts", pairs_swapped),
    OF_PAIRS("neighbours", pairs_near),
    OF_PAIRS("subnormals", pairs_subnormal),
};

/* ---- Strings (SIL-09 to SIL-11) ---------------------------------------------------------------------------------- */

#define T(literal)                                                                                                     \
  { literal, sizeof(literal) - 1 }

static const uo_bytes words[] = {T("a"), T("b"), T("c"), T("ab"), T("ba"), T("abc")};
static const uo_bytes prefixes[] = {T(""), T("a"), T("aa"), T("aaa"), T("ab"), T("aab"), T("b")};
static const uo_bytes nuls[] = {T(""),      T("\0"),   T("\0\0"), T("a"),   T("a\0"),
                                T("a\0\0"), T("a\0b"), T("a\0c"), T("\0a"), T("ab")};
/*
 * U+007F, U+0080, U+07FF, U+0800, U+E000, U+FFFF, U+10000, U+10FFFF: where the length of the encoding changes, and
 * where UTF-16 sorts differently.
 */
static const uo_bytes code_points[] = {
    T("\177"),         T("\302\200"),     T("\337\277"),         T("\340\240\200"),
    T("\356\200\200"), T("\357\277\277"), T("\360\220\200\200"), T("\364\217\277\277")};
/* U+FFFF and U+10000 inside words. */
static const uo_bytes surrogates[] = {T("a\357\277\277"),  T("a\360\220\200\200"), T("a"), T("az"),
                                      T("a\357\277\277z"), T("a\360\220\200\200z")};
/* One letter to the reader, two spellings: precomposed and combining; sharp s; full-width A; ligature. */
static const uo_bytes lookalikes[] = {T("\303\251"),     T("e\314\201"), T("e"),  T("\303\237"),     T("ss"),
                                      T("\357\274\241"), T("A"),         T("fi"), T("\357\254\201"), T("\316\221")};
static const uo_bytes letter_cases[] = {T("a"), T("A"),  T("b"),  T("B"),        T("Z"),
                                        T("_"), T("aB"), T("Ab"), T("\303\251"), T("\303\211")};
/* Equal in their first 7, 8, 15, 16, 23, 31 or 40 bytes. */
static const uo_bytes long_7[] = {T("1234567"),   T("1234567a"),  T("1234567b"),
                                  T("1234567aa"), T("12345678a"), T("12345678b")};
static const uo_bytes long_16[] = {T("123456789012345"),  T("123456789012345a"),  T("123456789012345b"),
                                   T("1234567890123456"), T("1234567890123456a"), T("1234567890123456b")};
static const uo_bytes long_40[] = {T("12345678901234567890123"),
                                   T("12345678901234567890123a"),
                                   T("12345678901234567890123b"),
                                   T("1234567890123456789012345678901a"),
                                   T("1234567890123456789012345678901b"),
                                   T("1234567890123456789012345678901234567890a"),
                                   T("1234567890123456789012345678901234567890b"),
                                   T("1234567890123456789012345678901234567890")};
static const uo_bytes numerals[] = {T("1"),  T("01"), T("10"),  T("2"),   T("1.0"),
                                    T(" 1"), T("-1"), T("NaN"), T("nan"), T("null")};
/* Equal under the hash h = 31 h + byte. */
static const uo_bytes colliding[] = {T("Aa"), T("BB"), T("AaAa"), T("AaBB"), T("BBAa"), T("BBBB")};
static const uo_bytes blanks[] = {T(""), T(" "), T("  "), T("a"), T(" a"), T("a "), T("a\n"), T("\t"), T("a\r\n")};
/* What needs escaping in JSON, XML or a shell. */
static const uo_bytes markup[] = {T("\""),   T("\\"),   T("\\n"),          T("\n"), T("/"),   T("<"),
                                  T("&lt;"), T("\001"), T("\342\200\250"), T("'"),  T("$(a)")};
static const uo_bytes not_utf8[] = {T("\200"),     T("\377"),  T("\303"), T("\355\240\200"),
                                    T("\300\200"), T("a\377"), T("a"),    T("\177")};

static const uo_family strings[] = {
    OF_TEXTS("words", words),
    OF_TEXTS("prefixes", prefixes),
    OF_TEXTS("NUL", nuls),
    OF_TEXTS("code points", code_points),
    OF_TEXTS("beyond U+FFFF", surrogates),
    OF_TEXTS("lookalikes", lookalikes),
    OF_TEXTS("letter cases", letter_cases),
    OF_TEXTS("equal for 7 bytes", long_7),
    OF_TEXTS("equal for 15 bytes", long_16),
    OF_TEXTS("equal for 23 bytes", long_40),
    OF_TEXTS("numerals", numerals),
    OF_TEXTS("equal hashes", colliding),
    OF_TEXTS("blanks", blanks),
    OF_TEXTS("markup", markup),
    OF_TEXTS(UO_FAMILY_NOT_UTF8, not_utf8),
};

/* ---- By type ----------------------------------------------------------------------------------------------------- */

#define FAMILIES(table) (*count = COUNT_OF(table), (table))

const uo_family *uo_families_of(int32_t dtype, int *count) {
  switch (dtype) {
    case UO_TYPE_FLOAT:
    case UO_TYPE_FLOAT16:
    case UO_TYPE_DOUBLE:
      return FAMILIES(floats);
    case UO_TYPE_COMPLEX64:
    case UO_TYPE_COMPLEX128:
      return FAMILIES(complexes);
    case UO_TYPE_STRING:
      return FAMILIES(strings);
    case UO_TYPE_BOOL:
      return FAMILIES(bools);
    case UO_TYPE_UINT8:
    case UO_TYPE_INT8:
      return FAMILIES(integers_8);
    case UO_TYPE_UINT16:
    case UO_TYPE_INT16:
      return FAMILIES(integers_16);
    case UO_TYPE_INT32:
    case UO_TYPE_UINT32:
      return FAMILIES(integers_32);
    default: /* UO_TYPE_INT64, UO_TYPE_UINT64 */
      return FAMILIES(integers_64);
  }
}
