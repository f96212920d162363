/*
 * Element codes: each element of a fixed-size type becomes one to four unsigned words that compare like the values, so
 * that equality, order and hashing need no type any more. Equal words are equal values, and only they.
 */
#ifndef UO_REFERENCE_ELEMENT_CODE_H
#define UO_REFERENCE_ELEMENT_CODE_H

#include <unique_oracle/unique.h>

#define UO_CODE_WORDS_MAX 4

typedef struct uo_element_code {
  int32_t dtype; /* of T, but not string */
  uo_policy policy;
  int words; /* of one element, the most significant first; 1 to UO_CODE_WORDS_MAX */
  int width; /* bytes of each word that carry something, at its low end: 1, 2, 4 or 8 */
} uo_element_code;

uo_element_code uo_element_code_of(int32_t dtype, uo_policy policy);

/* Writes code->words words for each of `count` adjacent elements. */
void uo_encode(const uo_element_code *code, const unsigned char *elements, int64_t count, uint64_t *words);

/* Whether elements of this type can be NaN. */
bool uo_type_has_nan(int32_t dtype);

/* Whether the element, of a type that has NaN, is NaN or has a part that is. */
bool uo_element_is_nan(int32_t dtype, const unsigned char *element);

#endif
