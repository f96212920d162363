#include "files/onnx_tensor.h"

#include <inttypes.h>
#include <string.h>

#include "files/onnx_message.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

/* ---- Raw data ---- */

/* The number type of which an element has one, or two if it is complex. */
static int32_t component_type(int32_t dtype) {
  if (dtype == UO_TYPE_COMPLEX64) return UO_TYPE_FLOAT;
  if (dtype == UO_TYPE_COMPLEX128) return UO_TYPE_DOUBLE;
  return dtype;
}

/* raw_data is little-endian whatever the host is; the same step leads there and back. */
static void copy_little_endian(void *to, const void *from, size_t bytes, size_t component) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  if (bytes == 0) return;
  if (first == 1) {
    memcpy(to, from, bytes);
    return;
  }
  for (size_t at = 0; at < bytes; at++)
    ((char *)to)[at] = ((const char *)from)[at - at % component + (component - 1 - at % component)];
}

/* ---- Typed data ---- */

enum typed_field { FLOAT_DATA, INT32_DATA, STRING_DATA, INT64_DATA, DOUBLE_DATA, UINT64_DATA, TYPED_FIELDS };

static const char *const typed_names[TYPED_FIELDS] = {"float_data", "int32_data",  "string_data",
                                                      "int64_data", "double_data", "uint64_data"};

static enum typed_field field_of(int32_t dtype) {
  switch (component_type(dtype)) {
    case UO_TYPE_FLOAT:
      return FLOAT_DATA;
    case UO_TYPE_DOUBLE:
      return DOUBLE_DATA;
    case UO_TYPE_STRING:
      return STRING_DATA;
    case UO_TYPE_INT64:
      return INT64_DATA;
    case UO_TYPE_UINT32:
    case UO_TYPE_UINT64:
      return UINT64_DATA;
    default:
      return INT32_DATA;
  }
}

static void count_fields(const UoOnnx__TensorProto *proto, size_t counts[TYPED_FIELDS]) {
  counts[FLOAT_DATA] = proto->n_float_data;
  counts[INT32_DATA] = proto->n_int32_data;
  counts[STRING_DATA] = proto->n_string_data;
  counts[INT64_DATA] = proto->n_int64_data;
  counts[DOUBLE_DATA] = proto->n_double_data;
  counts[UINT64_DATA] = proto->n_uint64_data;
}

/* Values of the types narrower than 32 bits stand in int32_data, float16 as its bits. */
static uo_error_code narrow_int32(const UoOnnx__TensorProto *proto, int32_t dtype, const char *where, void *elements,
                                  uo_error *error) {
  static const int32_t lowest[] = {
      [UO_TYPE_INT8] = INT8_MIN, [UO_TYPE_INT16] = INT16_MIN, [UO_TYPE_INT32] = INT32_MIN, [UO_TYPE_FLOAT16] = 0};
  static const int32_t highest[] = {
      [UO_TYPE_UINT8] = UINT8_MAX,   [UO_TYPE_INT8] = INT8_MAX,   [UO_TYPE_UINT16] = UINT16_MAX,
      [UO_TYPE_INT16] = INT16_MAX,   [UO_TYPE_INT32] = INT32_MAX, [UO_TYPE_BOOL] = 1 /* SIL-21 */,
      [UO_TYPE_FLOAT16] = UINT16_MAX};
  for (size_t i = 0; i < proto->n_int32_data; i++) {
    const int32_t value = proto->int32_data[i];
    UO_REQUIRE(value >= lowest[dtype] && value <= highest[dtype], error, UO_ERROR_INPUT,
               "%s: int32_data[%zu]: %" PRId32 " is out of range for %s (%" PRId32 " to %" PRId32 ")", where, i, value,
               uo_type_name(dtype), lowest[dtype], highest[dtype]);
    if (uo_type_size(dtype) == 1) {
      ((uint8_t *)elements)[i] = (uint8_t)value;
    } else if (uo_type_size(dtype) == 2) {
      ((uint16_t *)elements)[i] = (uint16_t)value;
    } else {
      ((int32_t *)elements)[i] = value;
    }
  }
  return UO_ERROR_NONE;
}

static uo_error_code narrow_uint64(const UoOnnx__TensorProto *proto, const char *where, uint32_t *elements,
                                   uo_error *error) {
  for (size_t i = 0; i < proto->n_uint64_data; i++) {
    UO_REQUIRE(proto->uint64_data[i] <= UINT32_MAX, error, UO_ERROR_INPUT,
               "%s: uint64_data[%zu]: %" PRIu64 " is out of range for uint32 (0 to 4294967295)", where, i,
               proto->uint64_data[i]);
    elements[i] = (uint32_t)proto->uint64_data[i];
  }
  return UO_ERROR_NONE;
}

static void take_strings(const UoOnnx__TensorProto *proto, uo_bytes *elements) {
  for (size_t i = 0; i < proto->n_string_data; i++) {
    /* SIL-11: whatever the bytes are */
    elements[i] = (uo_bytes){.data = (const char *)proto->string_data[i].data, .size = proto->string_data[i].len};
  }
}

static uo_error_code read_typed(const UoOnnx__TensorProto *proto, int32_t dtype, size_t components, const char *where,
                                void *elements, uo_error *error) {
  size_t counts[TYPED_FIELDS];
  count_fields(proto, counts);
  enum typed_field field = field_of(dtype);
  UO_REQUIRE(counts[field] == components, error, UO_ERROR_INPUT, "%s: %s: %zu values, but dims and type ask for %zu",
             where, typed_names[field], counts[field], components);
  if (components == 0) return UO_ERROR_NONE;
  switch (field) {
    case FLOAT_DATA:
      memcpy(elements, proto->float_data, components * sizeof(float));
      return UO_ERROR_NONE;
    case DOUBLE_DATA:
      memcpy(elements, proto->double_data, components * sizeof(double));
      return UO_ERROR_NONE;
    case INT64_DATA:
      memcpy(elements, proto->int64_data, components * sizeof(int64_t));
      return UO_ERROR_NONE;
    case UINT64_DATA:
      if (dtype == UO_TYPE_UINT32) return narrow_uint64(proto, where, elements, error);
      memcpy(elements, proto->uint64_data, components * sizeof(uint64_t));
      return UO_ERROR_NONE;
    case STRING_DATA:
      take_strings(proto, elements);
      return UO_ERROR_NONE;
    default:
      return narrow_int32(proto, dtype, where, elements, error);
  }
}

/* ---- Reading ---- */

static uo_error_code read_raw(const UoOnnx__TensorProto *proto, int32_t dtype, size_t count, const char *where,
                              void *elements, uo_error *error) {
  size_t bytes = count * uo_type_size(dtype);
  UO_REQUIRE(dtype != UO_TYPE_STRING, error, UO_ERROR_INPUT,
             "%s: raw_data in a tensor of strings; they stand in string_data", where);
  UO_REQUIRE(proto->raw_data.len == bytes, error, UO_ERROR_INPUT,
             "%s: raw_data: %zu bytes, but dims and type ask for %zu", where, proto->raw_data.len, bytes);
  copy_little_endian(elements, proto->raw_data.data, bytes, uo_type_size(component_type(dtype)));
  for (size_t i = 0; dtype == UO_TYPE_BOOL && i < count; i++) {
    UO_REQUIRE(proto->raw_data.data[i] <= 1, error, UO_ERROR_INPUT,
               "%s: raw_data[%zu]: %u is no bool; 0 and 1 are (SIL-21)", where, i, (unsigned)proto->raw_data.data[i]);
  }
  return UO_ERROR_NONE;
}

/* Everything but the values: what the tensor says about where they are. */
static uo_error_code check_fields(const UoOnnx__TensorProto *proto, const char *where, uo_error *error) {
  size_t counts[TYPED_FIELDS];
  UO_REQUIRE(uo_type_name(proto->data_type) != NULL, error, UO_ERROR_INPUT,
             "%s: data_type %" PRId32
             " is not one of the 15 types of Unique, which are numbers 1 to 15 of TensorProto.DataType (TYP-03)",
             where, proto->data_type);
  UO_REQUIRE(proto->data_location == 0 && proto->n_external_data == 0, error, UO_ERROR_INPUT,
             "%s: external data, which is not read; store the values in the tensor itself", where);
  UO_REQUIRE(!proto->has_segment, error, UO_ERROR_INPUT,
             "%s: a segment of a tensor, which is not read; store the whole tensor", where);
  UO_REQUIRE(proto->n_dims <= UO_MAX_RANK, error, UO_ERROR_INPUT, "%s: %zu dimensions; at most %d are supported", where,
             proto->n_dims, UO_MAX_RANK);
  count_fields(proto, counts);
  for (int field = 0; field < TYPED_FIELDS; field++) {
    if (counts[field] == 0) continue;
    UO_REQUIRE(!proto->has_raw_data, error, UO_ERROR_INPUT, "%s: both raw_data and %s; values stand in one place",
               where, typed_names[field]);
    UO_REQUIRE(field == (int)field_of(proto->data_type), error, UO_ERROR_INPUT, "%s: %s in a tensor of %s; %s is right",
               where, typed_names[field], uo_type_name(proto->data_type), typed_names[field_of(proto->data_type)]);
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_read_tensor(const uint8_t *bytes, size_t size, const char *where, uo_arena *arena,
                                  uo_tensor *tensor, const char **name, uo_error *error) {
  ProtobufCMessage *message;
  UO_TRY(uo_onnx_unpack(&uo_onnx__tensor_proto__descriptor, "TensorProto", bytes, size, where, arena, &message, error));
  const UoOnnx__TensorProto *proto = (const UoOnnx__TensorProto *)message;
  UO_TRY(check_fields(proto, where, error));
  const int32_t dtype = proto->data_type;
  const int32_t rank = (int32_t)proto->n_dims;
  int64_t count;
  uo_error reason;
  if (uo_shape_count(rank, proto->dims, uo_type_size(dtype), &count, &reason) != UO_ERROR_NONE) {
    return uo_fail(error, UO_ERROR_INPUT, "%s: dims: %s", where, reason.message);
  }
  /* Before memory is taken: bytes on disk bound what dims may ask for. */
  UO_REQUIRE((uint64_t)count <= size, error, UO_ERROR_INPUT,
             "%s: dims ask for %" PRId64 " elements, more than the file has bytes", where, count);
  void *elements = uo_arena_allocate(arena, (size_t)count, uo_type_size(dtype));
  UO_REQUIRE_MEMORY(elements, error);
  if (proto->has_raw_data) {
    UO_TRY(read_raw(proto, dtype, (size_t)count, where, elements, error));
  } else {
    size_t components = (size_t)count * (component_type(dtype) == dtype ? 1 : 2);
    UO_TRY(read_typed(proto, dtype, components, where, elements, error));
  }
  UO_TRY(uo_onnx_name(proto->name, "the tensor's name", where, arena, name, error));
  *tensor = (uo_tensor){.dtype = dtype, .rank = rank, .dims = proto->dims, .data = elements};
  return UO_ERROR_NONE;
}

/* ---- Writing ---- */

/* The elements as one of the proto's fields. */
static uo_error_code put_elements(const uo_tensor *tensor, size_t count, uo_arena *arena, UoOnnx__TensorProto *proto,
                                  uo_error *error) {
  if (tensor->dtype == UO_TYPE_STRING) {
    ProtobufCBinaryData *strings = uo_arena_allocate(arena, count, sizeof *strings);
    UO_REQUIRE_MEMORY(strings, error);
    for (size_t i = 0; i < count; i++) {
      const uo_bytes *element = (const uo_bytes *)tensor->data + i;
      strings[i].len = element->size;
      strings[i].data = (uint8_t *)uo_arena_copy(arena, element->data, element->size);
      UO_REQUIRE_MEMORY(strings[i].data, error);
    }
    proto->n_string_data = count;
    proto->string_data = strings;
    return UO_ERROR_NONE;
  }
  proto->has_raw_data = true; /* there even when it is empty, as ONNX's own writer does */
  proto->raw_data.len = count * uo_type_size(tensor->dtype);
  proto->raw_data.data = uo_arena_allocate(arena, proto->raw_data.len, 1);
  UO_REQUIRE_MEMORY(proto->raw_data.data, error);
  copy_little_endian(proto->raw_data.data, tensor->data, proto->raw_data.len,
                     uo_type_size(component_type(tensor->dtype)));
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_write_tensor(const uo_tensor *tensor, const char *name, uo_arena *arena, const uint8_t **bytes,
                                   size_t *size, uo_error *error) {
  int64_t count;
  UO_TRY(uo_tensor_validate(tensor, &count, error));
  UoOnnx__TensorProto proto = UO_ONNX__TENSOR_PROTO__INIT;
  int64_t dims[UO_MAX_RANK];
  for (int32_t k = 0; k < tensor->rank; k++) dims[k] = tensor->dims[k];
  proto.n_dims = (size_t)tensor->rank;
  proto.dims = dims;
  proto.has_data_type = true;
  proto.data_type = tensor->dtype;
  proto.has_name = true; /* TST-07 */
  proto.name = uo_onnx_bytes(name);
  UO_TRY(put_elements(tensor, (size_t)count, arena, &proto, error));
  return uo_onnx_pack(&proto.base, arena, bytes, size, error);
}
