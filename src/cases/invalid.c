/* Attributes that the operator does not allow, each with a fault in mind that would let it through. */
#include "cases/build.h"

typedef enum invalid_kind {
  AXIS,           /* axis = number */
  AXIS_FROM_RANK, /* axis = r + number */
  AXIS_FROM_LOW,  /* axis = -r + number */
  AXIS_WRAPPED,   /* axis = number + (r - 1), 0 where r = 0: valid in the low bits */
  SORTED          /* sorted = number */
} invalid_kind;

typedef struct invalid {
  invalid_kind kind;
  int64_t number;
} invalid;

#define POWER(n) (INT64_C(1) << (n))

static const invalid invalids[] = {
    /* ERR-01, and with rank 0 ERR-02: just outside on either side */
    {AXIS_FROM_RANK, 0},
    {AXIS_FROM_LOW, -1},
    {AXIS_FROM_RANK, 1},
    {AXIS_FROM_LOW, -2},
    /* 8 and 16 bits: valid when cut */
    {AXIS, POWER(8)},
    {AXIS, -POWER(16)},
    /* SIL-16: beyond 32 bits, valid when cut to 32, overflowing when r is added */
    {AXIS, POWER(31) - 1},
    {AXIS, POWER(31)},
    {AXIS, -POWER(31)},
    {AXIS, -POWER(31) - 1},
    {AXIS, POWER(32)},
    {AXIS, -POWER(32)},
    {AXIS_WRAPPED, POWER(32)},
    {AXIS_WRAPPED, -POWER(32)},
    {AXIS, INT64_MAX},
    {AXIS, INT64_MIN},
    /* ERR-03, SIL-15: true to C, 0 or 1 when cut */
    {SORTED, 2},
    {SORTED, -1},
    {SORTED, 3},
    {SORTED, POWER(8)},
    {SORTED, POWER(32)},
    {SORTED, POWER(32) + 1},
    {SORTED, INT64_MAX},
    {SORTED, INT64_MIN},
};

int uo_invalid_count(void) { return (int)(sizeof(invalids) / sizeof(invalids[0])); }

static int64_t invalid_axis(const invalid *way, int32_t rank) {
  switch (way->kind) {
    case AXIS_FROM_RANK:
      return rank + way->number;
    case AXIS_FROM_LOW:
      return way->number - rank;
    case AXIS_WRAPPED:
      return way->number + (rank == 0 ? 0 : rank - 1);
    default:
      return way->number;
  }
}

void uo_invalidate(int way, int32_t rank, uo_attributes *attributes) {
  if (invalids[way].kind == SORTED) {
    attributes->sorted = invalids[way].number;
    return;
  }
  attributes->has_axis = 1;
  attributes->axis = invalid_axis(&invalids[way], rank);
}
