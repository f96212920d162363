/* The 15 types of T (TYP-02) and the four outputs (OUT-05), by number and by name. */
#include <string.h>

#include "unique_oracle/unique.h"

const char *uo_type_name(int32_t dtype) {
  switch (dtype) {
#define TYPE_NAME(name, number, text, size)                                                                            \
  case number:                                                                                                         \
    return text;
    UO_TYPES(TYPE_NAME)
#undef TYPE_NAME
    default:
      return NULL; /* TYP-03 */
  }
}

int32_t uo_type_from_name(const char *name) {
#define TYPE_MATCH(upper, number, text, size)                                                                          \
  if (strcmp(name, text) == 0) return number;
  UO_TYPES(TYPE_MATCH)
#undef TYPE_MATCH
  return 0;
}

size_t uo_type_size(int32_t dtype) {
  switch (dtype) {
#define TYPE_SIZE(name, number, text, size)                                                                            \
  case number:                                                                                                         \
    return size;
    UO_TYPES(TYPE_SIZE)
#undef TYPE_SIZE
    default:
      return 0;
  }
}

const char *uo_output_name(int output) {
  switch (output) {
    case UO_Y:
      return "Y";
    case UO_INDICES:
      return "indices";
    case UO_INVERSE_INDICES:
      return "inverse_indices";
    case UO_COUNTS:
      return "counts";
    default:
      return NULL;
  }
}
