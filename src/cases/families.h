/* The tables behind values.h: which values stand together in a family. */
#ifndef UO_CASES_FAMILIES_H
#define UO_CASES_FAMILIES_H

#include <unique_oracle/plugin.h>

/* A family has members of one kind; the other pointers are NULL. */
typedef struct uo_family {
  const char *name;
  int size;
  const uint64_t *integers;        /* bits, to be cut to the type's width */
  const unsigned char *floats;     /* enum uo_float_number */
  const unsigned char (*pairs)[2]; /* real and imaginary part, enum uo_float_number */
  const uo_bytes *texts;
} uo_family;

/* The families of a type of T; *count receives how many. */
const uo_family *uo_families_of(int32_t dtype, int *count);

/* The name of the family of strings that are not UTF-8. */
#define UO_FAMILY_NOT_UTF8 "not UTF-8"

#endif
