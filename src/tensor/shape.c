#include "tensor/shape.h"

#include <string.h>

#include "tensor/guard.h"

/* Whether so many elements are not too many; both factors are positive. */
static bool fits(int64_t product, int64_t dim, size_t element_size) {
  const int64_t small = INT64_C(1) << (4 * sizeof(size_t) - 4); /* two of them and an element of 16 bytes do */
  if (product <= small && dim <= small) return true;            /* dividing takes longer than all else here */
  int64_t most = (int64_t)((size_t)PTRDIFF_MAX / (element_size == 0 ? 1 : element_size));
  return dim <= most / product;
}

uo_error_code uo_shape_count(int32_t rank, const int64_t *dims, size_t element_size, int64_t *count, uo_error *error) {
  UO_REQUIRE(rank >= 0 && rank <= UO_MAX_RANK, error, UO_ERROR_SHAPE, "rank %d is outside 0 to %d", (int)rank,
             UO_MAX_RANK);
  UO_REQUIRE(rank == 0 || dims != NULL, error, UO_ERROR_SHAPE, "rank is %d but there are no dimensions", (int)rank);
  bool empty = false;
  for (int32_t i = 0; i < rank; i++) {
    UO_REQUIRE(dims[i] >= 0, error, UO_ERROR_SHAPE, "dimension %d is %lld: dimensions are not negative", (int)i,
               (long long)dims[i]);
    empty = empty || dims[i] == 0;
  }
  /* One zero makes the product 0 whatever the others are (SHAPE-04). */
  int64_t product = empty ? 0 : 1;
  for (int32_t i = 0; i < rank && !empty; i++) {
    UO_REQUIRE(fits(product, dims[i], element_size), error, UO_ERROR_SHAPE,
               "the shape has too many elements: its size in bytes is over %lld", (long long)PTRDIFF_MAX);
    product *= dims[i];
  }
  *count = product;
  return UO_ERROR_NONE;
}

uo_error_code uo_tensor_validate(const uo_tensor *tensor, int64_t *count, uo_error *error) {
  UO_REQUIRE(tensor != NULL && count != NULL, error, UO_ERROR_ARGUMENT, "no tensor given");
  size_t element_size = uo_type_size(tensor->dtype);
  UO_REQUIRE(element_size != 0, error, UO_ERROR_TYPE,
             "element type %d (ONNX TensorProto.DataType) is not one of the 15 types of Unique", (int)tensor->dtype);
  UO_TRY(uo_shape_count(tensor->rank, tensor->dims, element_size, count, error));
  UO_REQUIRE(*count == 0 || tensor->data != NULL, error, UO_ERROR_SHAPE,
             "the shape has %lld elements but there is no data", (long long)*count);
  return UO_ERROR_NONE;
}

bool uo_shape_equal(const uo_tensor *a, const uo_tensor *b) {
  if (a->rank != b->rank) return false;
  return a->rank == 0 || memcmp(a->dims, b->dims, (size_t)a->rank * sizeof a->dims[0]) == 0;
}

uo_error_code uo_attributes_resolve(const uo_attributes *attributes, int32_t rank, int32_t *axis, uo_error *error) {
  /* ATT-02, SIL-15 */
  UO_REQUIRE(attributes->sorted == 0 || attributes->sorted == 1, error, UO_ERROR_SORTED,
             "sorted is %lld: it must be 0 or 1", (long long)attributes->sorted);
  *axis = -1;
  if (!attributes->has_axis) return UO_ERROR_NONE; /* ATT-03 */
  /* AXIS-06, SIL-13 */
  UO_REQUIRE(rank > 0, error, UO_ERROR_AXIS, "axis is %lld but X has rank 0: a scalar has no axis",
             (long long)attributes->axis);
  /* AXIS-04, SIL-16: the 64-bit value is tested before it is narrowed. */
  UO_REQUIRE(attributes->axis >= -(int64_t)rank && attributes->axis < rank, error, UO_ERROR_AXIS,
             "axis %lld is outside [%d, %d] for rank %d", (long long)attributes->axis, (int)-rank, (int)rank - 1,
             (int)rank);
  /* AXIS-03, AXIS-05 */
  *axis = (int32_t)(attributes->axis < 0 ? attributes->axis + rank : attributes->axis);
  return UO_ERROR_NONE;
}

/* Product of dims[from, to), which fits when no dimension is 0 (uo_tensor_validate). */
static int64_t product_of(const uo_tensor *tensor, int32_t from, int32_t to) {
  int64_t product = 1;
  for (int32_t i = from; i < to; i++) product *= tensor->dims[i];
  return product;
}

static bool is_empty(const uo_tensor *tensor) {
  for (int32_t i = 0; i < tensor->rank; i++)
    if (tensor->dims[i] == 0) return true;
  return false;
}

uo_items uo_items_of(const uo_tensor *tensor, int32_t axis) {
  /* SIL-14: without elements there are no strides, and the product of the other dimensions may be beyond 64 bits. */
  if (is_empty(tensor)) return (uo_items){tensor, axis, axis < 0 ? 0 : tensor->dims[axis], 0, 0};
  if (axis < 0) return (uo_items){tensor, -1, product_of(tensor, 0, tensor->rank), 1, 1}; /* AXIS-01 */
  int64_t outer = product_of(tensor, 0, axis);
  int64_t inner = product_of(tensor, axis + 1, tensor->rank);
  return (uo_items){tensor, axis, tensor->dims[axis], outer, inner}; /* AXIS-02 */
}
