/* Shapes, and what Unique compares: the elements of the flattened X, or the subtensors along an axis. */
#ifndef UO_TENSOR_SHAPE_H
#define UO_TENSOR_SHAPE_H

#include <unique_oracle/unique.h>

/* Product of the dimensions; an element size of 0, of a type that there is not, counts as 1. UO_ERROR_SHAPE when one is
 * negative, the rank is out of range, or the size in bytes overflows. */
UO_MUST_USE uo_error_code uo_shape_count(int32_t rank, const int64_t *dims, size_t element_size, int64_t *count,
                                         uo_error *error);

bool uo_shape_equal(const uo_tensor *a, const uo_tensor *b);

/* Axis in [0, r) for the attributes of a valid case; -1 without axis. Checks ATT-02, AXIS-04, AXIS-06 (UO_ERROR_SORTED,
 * UO_ERROR_AXIS). */
UO_MUST_USE uo_error_code uo_attributes_resolve(const uo_attributes *attributes, int32_t rank, int32_t *axis,
                                                uo_error *error);

/*
 * The things compared (AXIS-01, AXIS-02): `count` items of outer * inner elements each. Element (o, t) of item i stands
 * at flat position (o * count + i) * inner + t of the tensor. Without axis outer = inner = 1 and count = N (FLAT-01).
 */
typedef struct uo_items {
  const uo_tensor *tensor;
  int32_t axis; /* -1 without axis */
  int64_t count;
  int64_t outer;
  int64_t inner;
} uo_items;

/* The items of a valid tensor along `axis` (-1: flattened). outer and inner are 0 when the tensor has no element. */
uo_items uo_items_of(const uo_tensor *tensor, int32_t axis);

#endif
