/* Floating-point numbers by value, by bits and as text. float16 is computed with by value and kept as its bits. */
#ifndef UO_TENSOR_NUMBER_H
#define UO_TENSOR_NUMBER_H

#include <unique_oracle/unique.h>

/* The value of a float16; exact. NaN for a NaN, whose payload is not kept. */
double uo_half_to_double(uint16_t bits);

/* The float16 nearest to `value`, ties to even; infinity beyond 65519.99. */
uint16_t uo_half_from_double(double value);

#define UO_NUMBER_TEXT 40

/*
 * The element of a float type (UO_TYPE_FLOAT, _DOUBLE, _FLOAT16) as the vector format writes it: the shortest decimal
 * that reads back to the same bits, always with a point or an exponent ("1.0", "-0.0", "1e+30"); Infinity, -Infinity,
 * NaN (the default quiet NaN: positive, quiet bit only), NaN(0x7fc00001) for other NaNs. Locale-independent.
 */
void uo_number_format(int32_t dtype, const void *element, char text[UO_NUMBER_TEXT]);

/*
 * Reads a decimal number, or one of the words above, into an element of a float type, rounded once, to nearest. False
 * when the text is neither, or a finite decimal that is beyond the type's range, or NaN(0x..) bits that are no NaN of
 * the type. Locale-independent.
 */
UO_MUST_USE bool uo_number_parse(int32_t dtype, const char *text, void *element);

#endif
