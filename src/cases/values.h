/*
 * The values that generated cases are made of: for each element type families of values that are known to cause trouble
 * together.
 */
#ifndef UO_CASES_VALUES_H
#define UO_CASES_VALUES_H

#include "cases/draw.h"
#include "tensor/memory.h"

/* One element of any type, independent of how the machine stores it. */
typedef struct uo_value {
  uint64_t bits[2]; /* two's complement or IEEE 754 bits in the low part; complex: real part, imaginary part */
  uo_bytes text;    /* string */
} uo_value;

/* The families of a type of T are numbered from 0; sizes are at least 1. */
int uo_family_count(int32_t dtype);
const char *uo_family_name(int32_t dtype, int family);
int uo_family_size(int32_t dtype, int family);
uo_value uo_family_value(int32_t dtype, int family, int position);

/* Whether the family holds strings that are not UTF-8 (SIL-11); kept rare, since a loader may refuse them. */
bool uo_family_is_raw(int32_t dtype, int family);

/*
 * Value `number` of an endless sequence for tensors with more distinct values than a family has. Distinct as long as
 * the type has values left. False when the arena has no memory.
 */
UO_MUST_USE bool uo_value_spread(int32_t dtype, uint64_t number, uo_arena *arena, uo_value *value);

/*
 * Any bits at all, for strings any short string over eight bytes, NUL among them. False when the arena has no memory.
 */
UO_MUST_USE bool uo_value_draw(int32_t dtype, uo_draws *draws, uo_arena *arena, uo_value *value);

/*
 * A total order: ascending as policy onnx has it, values that are equal there by their bits. It only says how to lay
 * values out; the oracles have orders of their own, so a fault here cannot hide one there.
 */
int uo_value_compare(int32_t dtype, const uo_value *a, const uo_value *b);

/* Writes the value as element `position` of a tensor's data. */
void uo_value_store(int32_t dtype, const uo_value *value, void *data, int64_t position);

/* Reads element `position` of a tensor; a string's bytes stay where they are. */
uo_value uo_value_load(const uo_tensor *tensor, int64_t position);

/* ---- Building blocks that the exhaustive small cases name directly ----------------------------------------------- */

/*
 * Numbers that every float type has, by name: half, single and double precision bits. AFTER and BEFORE are the
 * neighbours; ALMOST_ONE_* differ from 1 but not after a cast to the next smaller type; BEYOND becomes infinity and
 * MINUTE zero there.
 */
#define UO_FLOATS(X)                                                                                                   \
  X(ZERO, 0x0000, 0x00000000, 0x0000000000000000)                                                                      \
  X(MINUS_ZERO, 0x8000, 0x80000000, 0x8000000000000000)                                                                \
  X(ONE, 0x3C00, 0x3F800000, 0x3FF0000000000000)                                                                       \
  X(TWO, 0x4000, 0x40000000, 0x4000000000000000)                                                                       \
  X(THREE, 0x4200, 0x40400000, 0x4008000000000000)                                                                     \
  X(FOUR, 0x4400, 0x40800000, 0x4010000000000000)                                                                      \
  X(FIVE, 0x4500, 0x40A00000, 0x4014000000000000)                                                                      \
  X(MINUS_ONE, 0xBC00, 0xBF800000, 0xBFF0000000000000)                                                                 \
  X(MINUS_TWO, 0xC000, 0xC0000000, 0xC000000000000000)                                                                 \
  X(MINUS_THREE, 0xC200, 0xC0400000, 0xC008000000000000)                                                               \
  X(MINUS_FOUR, 0xC400, 0xC0800000, 0xC010000000000000)                                                                \
  X(MINUS_FIVE, 0xC500, 0xC0A00000, 0xC014000000000000)                                                                \
  X(QUARTER, 0x3400, 0x3E800000, 0x3FD0000000000000)                                                                   \
  X(ONE_HALF, 0x3800, 0x3F000000, 0x3FE0000000000000)                                                                  \
  X(MINUS_HALF, 0xB800, 0xBF000000, 0xBFE0000000000000)                                                                \
  X(ONE_AND_HALF, 0x3E00, 0x3FC00000, 0x3FF8000000000000)                                                              \
  X(BEFORE_ONE, 0x3BFF, 0x3F7FFFFF, 0x3FEFFFFFFFFFFFFF)                                                                \
  X(AFTER_ONE, 0x3C01, 0x3F800001, 0x3FF0000000000001)                                                                 \
  X(ALMOST_ONE_ABOVE, 0x3C02, 0x3F800800, 0x3FF0000000400000)                                                          \
  X(ALMOST_ONE_BELOW, 0x3BFE, 0x3F7FF800, 0x3FEFFFFFFFC00000)                                                          \
  X(ALL_INTEGERS_END, 0x6800, 0x4B800000, 0x4340000000000000)                                                          \
  X(AFTER_INTEGERS_END, 0x6801, 0x4B800001, 0x4340000000000001)                                                        \
  X(BEYOND, 0x7BFE, 0x47800000, 0x47F0000000000000)                                                                    \
  X(MINUTE, 0x0003, 0x30800000, 0x3370000000000000)                                                                    \
  X(BEFORE_MAX, 0x7BFE, 0x7F7FFFFE, 0x7FEFFFFFFFFFFFFE)                                                                \
  X(MAX, 0x7BFF, 0x7F7FFFFF, 0x7FEFFFFFFFFFFFFF)                                                                       \
  X(LOWEST, 0xFBFF, 0xFF7FFFFF, 0xFFEFFFFFFFFFFFFF)                                                                    \
  X(INFINITY, 0x7C00, 0x7F800000, 0x7FF0000000000000)                                                                  \
  X(MINUS_INFINITY, 0xFC00, 0xFF800000, 0xFFF0000000000000)                                                            \
  X(SUBNORMAL_MIN, 0x0001, 0x00000001, 0x0000000000000001)                                                             \
  X(SUBNORMAL_NEXT, 0x0002, 0x00000002, 0x0000000000000002)                                                            \
  X(MINUS_SUBNORMAL, 0x8001, 0x80000001, 0x8000000000000001)                                                           \
  X(SUBNORMAL_MAX, 0x03FF, 0x007FFFFF, 0x000FFFFFFFFFFFFF)                                                             \
  X(NORMAL_MIN, 0x0400, 0x00800000, 0x0010000000000000)                                                                \
  X(NAN, 0x7E00, 0x7FC00000, 0x7FF8000000000000)                                                                       \
  X(MINUS_NAN, 0xFE00, 0xFFC00000, 0xFFF8000000000000)                                                                 \
  X(PAYLOAD_NAN, 0x7E01, 0x7FC00001, 0x7FF8000000000001)                                                               \
  X(MINUS_PAYLOAD_NAN, 0xFE2A, 0xFFC0002A, 0xFFF800000000002A)                                                         \
  X(SIGNALLING_NAN, 0x7C01, 0x7F800001, 0x7FF0000000000001)                                                            \
  X(MINUS_SIGNALLING_NAN, 0xFD55, 0xFFA55555, 0xFFF5555555555555)                                                      \
  X(ONES_NAN, 0x7FFF, 0x7FFFFFFF, 0x7FFFFFFFFFFFFFFF)                                                                  \
  X(MINUS_ONES_NAN, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF)

enum uo_float_number {
#define UO_FLOAT_ENUMERATOR(name, half, single, twice) UO_FLOAT_##name,
  UO_FLOATS(UO_FLOAT_ENUMERATOR)
#undef UO_FLOAT_ENUMERATOR
};

/* A number (enum uo_float_number) as value of a float type; a pair of numbers as value of a complex type. */
uo_value uo_value_of_float(int32_t dtype, int number);
uo_value uo_value_of_complex(int32_t dtype, int real, int imaginary);

/* Bits, cut to the width of an integer type or bool. */
uo_value uo_value_of_integer(int32_t dtype, uint64_t bits);

/* The bytes must outlive the value. */
uo_value uo_value_of_text(const char *data, size_t size);

#endif
