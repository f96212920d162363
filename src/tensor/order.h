/*
 * Equality and order of elements and subtensors under every policy, each rule next to the ruling that it obeys.
 * This is the checker's view of the operator, by value; the reference has keys of its own.
 */
#ifndef UO_TENSOR_ORDER_H
#define UO_TENSOR_ORDER_H

#include "tensor/shape.h"

/*
 * Order of two elements of one type under `policy`: negative, 0, positive. 0 means the same place in the order; two
 * NaNs at the same place are still two values when nan=distinct (uo_items_solitary).
 */
typedef int uo_compare_function(uo_policy policy, const void *a, const void *b);

/* The comparison for an element type of T. */
uo_compare_function *uo_compare_for(int32_t dtype);

/* Whether the element is, or has a part that is, NaN. Always false for types without NaN. */
bool uo_element_has_nan(int32_t dtype, const void *element);

/* Lexicographic order of two items over their elements in row-major order, the axis removed (SIL-06); same type and
 * item size. */
int uo_items_compare(uo_policy policy, const uo_items *a, int64_t i, const uo_items *b, int64_t k);

/* Whether item i equals no other item, not even one at the same place in the order (SIL-01, SIL-05). */
bool uo_items_solitary(uo_policy policy, const uo_items *items, int64_t i);

/* Whether two items are the same bit for bit: equal bytes of every element, equal bytes of every string. */
bool uo_items_identical(const uo_items *a, int64_t i, const uo_items *b, int64_t k);

#endif
