/*
 * Element codes: each element of a fixed-size type becomes one to four unsigned words that compare like the values, so
 * that equality, order and hashing need no type any more. Equal words are equal values, and only they.
 */
#ifndef UO_REFERENCE_ELEMENT_CODE_H
#define UO_REFERENCE_ELEMENT_CODE_H

#include <unique_oracle/unique.h>

#include "reference/level.h"

#define UO_CODE_WORDS_MAX 4

typedef struct uo_element_code {
  int32_t dtype; /* of T, but not string */
  uo_policy policy;
  int words;          /* of one element, the most significant first; 1 to UO_CODE_WORDS_MAX */
  int width;          /* bytes of each word that carry something, at its low end: 1, 2, 4 or 8 */
  bool decodes;       /* whether uo_decode makes elements of words */
  bool has_nan;       /* whether elements can be NaN */
  uint64_t zero, nan; /* if so, and if it decodes, the words of zeros and of NaNs */
  uo_level level;     /* how words are made; the same ones at each */
} uo_element_code;

/* At the portable level. */
uo_element_code uo_element_code_of(int32_t dtype, uo_policy policy);

/* Writes code->words words for each of `count` adjacent elements. */
void uo_encode(const uo_element_code *code, const unsigned char *elements, int64_t count, uint64_t *words);

/* The elements that `count` words are of, bit for bit, where no other element has the same word; one of them
 * elsewhere. Only for codes that decode. */
void uo_decode(const uo_element_code *code, const uint64_t *words, int64_t count, unsigned char *elements);

/* Whether different elements may have this word; of codes that decode. */
static inline bool uo_code_is_shared(const uo_element_code *code, uint64_t word) {
  return code->has_nan && (word == code->zero || word == code->nan);
}

/* Whether elements of this type can be NaN. */
bool uo_type_has_nan(int32_t dtype);

/* Whether the element, of a type that has NaN, is NaN or has a part that is. */
bool uo_element_is_nan(int32_t dtype, const unsigned char *element);

#endif
