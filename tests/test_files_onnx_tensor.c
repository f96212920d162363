/* TensorProto bytes of every form that ONNX allows, and of those that it does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cases/generated.h"
#include "files/onnx_tensor.h"
#include "support/files_support.h"

enum {
  DIMS = 1,
  DATA_TYPE,
  SEGMENT,
  FLOAT_DATA,
  INT32_DATA,
  STRING_DATA,
  INT64_DATA,
  NAME,
  RAW_DATA,
  DOUBLE_DATA,
  UINT64_DATA
};

static uo_error_code read_wire(const wire *bytes, uo_arena *arena, uo_tensor *tensor, uo_error *error) {
  const char *name;
  return uo_onnx_read_tensor(bytes->bytes, bytes->size, "t.pb", arena, tensor, &name, error);
}

/* The input of an official case, byte for byte: dims 6, FLOAT, "X", raw data 2 1 1 3 4 3. */
static void the_official_input_is_read(void **state) {
  (void)state;
  static const uint8_t official[33] = {0x08, 6,    0x10, 1, 0x42, 1,    'X',  0x4a, 0x18, 0,    0,
                                       0,    0x40, 0,    0, 0x80, 0x3f, 0,    0,    0x80, 0x3f, 0,
                                       0,    0x40, 0x40, 0, 0,    0x80, 0x40, 0,    0,    0x40, 0x40};
  static const float want[6] = {2, 1, 1, 3, 4, 3};
  static const int64_t dims[1] = {6};
  uo_arena arena = {0};
  uo_tensor tensor;
  const char *name;
  assert_int_equal(uo_onnx_read_tensor(official, sizeof official, "t.pb", &arena, &tensor, &name, NULL), UO_ERROR_NONE);
  files_assert_same_tensor(&tensor, &(uo_tensor){UO_TYPE_FLOAT, 1, dims, want});
  assert_string_equal(name, "X");
  const uint8_t *bytes;
  size_t size;
  assert_int_equal(uo_onnx_write_tensor(&tensor, "X", &arena, &bytes, &size, NULL), UO_ERROR_NONE);
  assert_int_equal(size, sizeof official); /* and written the same way */
  assert_memory_equal(bytes, official, sizeof official);
  uo_arena_release(&arena);
}

/* ---- Typed fields ---- */

/* Two values of a type: where they stand, as what, and the bits that are meant. */
typedef struct typed {
  int32_t dtype;
  uint32_t field;
  uint64_t values[2];
  uint64_t bits[2];
} typed;

static const typed typed_forms[] = {
    {UO_TYPE_FLOAT, FLOAT_DATA, {0x80000000, 0x7f800001}, {0x80000000, 0x7f800001}},
    {UO_TYPE_UINT8, INT32_DATA, {0, 255}, {0, 255}},
    {UO_TYPE_INT8, INT32_DATA, {(uint64_t)-128, 127}, {0x80, 0x7f}},
    {UO_TYPE_UINT16, INT32_DATA, {1, 65535}, {1, 65535}},
    {UO_TYPE_INT16, INT32_DATA, {(uint64_t)-32768, 2}, {0x8000, 2}},
    {UO_TYPE_INT32, INT32_DATA, {(uint64_t)INT32_MIN, 7}, {0x80000000, 7}},
    {UO_TYPE_INT64, INT64_DATA, {(uint64_t)INT64_MIN, 300}, {(uint64_t)INT64_MIN, 300}},
    {UO_TYPE_BOOL, INT32_DATA, {1, 0}, {1, 0}},
    {UO_TYPE_FLOAT16, INT32_DATA, {0x8000, 0x7e01}, {0x8000, 0x7e01}},
    {UO_TYPE_DOUBLE, DOUBLE_DATA, {0x7ff0000000000001, 1}, {0x7ff0000000000001, 1}},
    {UO_TYPE_UINT32, UINT64_DATA, {4294967295, 1}, {4294967295, 1}},
    {UO_TYPE_UINT64, UINT64_DATA, {UINT64_MAX, 1}, {UINT64_MAX, 1}},
};

static void put_value(wire *to, const typed *form, uint64_t value) {
  if (form->field == FLOAT_DATA || form->field == DOUBLE_DATA) {
    const size_t size = form->field == FLOAT_DATA ? 4 : 8;
    for (size_t i = 0; i < size; i++) to->bytes[to->size++] = (uint8_t)(value >> (8 * i));
  } else {
    wire_varint(to, value);
  }
}

/* One after the other, each behind its own tag. */
static void add_unpacked(wire *to, const typed *form, uint64_t value) {
  if (form->field == FLOAT_DATA) {
    wire_fixed32(to, form->field, (uint32_t)value);
  } else if (form->field == DOUBLE_DATA) {
    wire_fixed64(to, form->field, value);
  } else {
    wire_integer(to, form->field, value);
  }
}

/* All in one. */
static void add_packed(wire *to, const typed *form, const uint64_t *values, size_t count) {
  wire packed = {.size = 0};
  for (size_t i = 0; i < count; i++) put_value(&packed, form, values[i]);
  wire_message(to, form->field, &packed);
}

static void check_bits(const wire *bytes, const typed *form) {
  uo_arena arena = {0};
  uo_error error = {0};
  uo_tensor tensor;
  if (read_wire(bytes, &arena, &tensor, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  assert_int_equal(tensor.dtype, form->dtype);
  assert_int_equal(tensor.dims[0], 2);
  for (int i = 0; i < 2; i++) {
    const char *element = (const char *)tensor.data + (size_t)i * uo_type_size(form->dtype);
    const uint8_t byte = (uint8_t)form->bits[i];
    const uint16_t half = (uint16_t)form->bits[i];
    const uint32_t word = (uint32_t)form->bits[i];
    switch (uo_type_size(form->dtype)) {
      case 1:
        assert_memory_equal(element, &byte, 1);
        break;
      case 2:
        assert_memory_equal(element, &half, 2);
        break;
      case 4:
        assert_memory_equal(element, &word, 4);
        break;
      default:
        assert_memory_equal(element, &form->bits[i], 8);
        break;
    }
  }
  uo_arena_release(&arena);
}

/* TYP-02; protobuf: packed, unpacked and mixed are the same, for the data and for dims */
static void typed_fields_are_read_in_every_packing(void **state) {
  (void)state;
  static const uint64_t two = 2;
  const typed dims = {.field = DIMS};
  for (size_t i = 0; i < sizeof typed_forms / sizeof typed_forms[0]; i++) {
    const typed *form = &typed_forms[i];
    for (int packing = 0; packing < 3; packing++) {
      wire bytes = {.size = 0};
      if (packing == 0) add_unpacked(&bytes, &dims, two);
      if (packing != 0) add_packed(&bytes, &dims, &two, 1);
      wire_integer(&bytes, DATA_TYPE, (uint64_t)form->dtype);
      if (packing == 0) add_packed(&bytes, form, form->values, 2);
      if (packing > 0) add_unpacked(&bytes, form, form->values[0]);
      if (packing == 1) add_unpacked(&bytes, form, form->values[1]);
      if (packing == 2) add_packed(&bytes, form, form->values + 1, 1);
      check_bits(&bytes, form);
    }
  }
}

/* Parts of complex numbers stand one after the other. */
static void complex_numbers_are_interleaved(void **state) {
  (void)state;
  static const float parts[4] = {1, 2, 3, -0.0f};
  static const double wide[2] = {5, 6};
  static const int64_t dims[1] = {2};
  uo_arena arena = {0};
  uo_tensor tensor;
  wire bytes = {.size = 0};
  wire_integer(&bytes, DIMS, 2);
  wire_integer(&bytes, DATA_TYPE, UO_TYPE_COMPLEX64);
  for (int i = 0; i < 4; i++) {
    uint32_t bits;
    memcpy(&bits, &parts[i], sizeof bits);
    wire_fixed32(&bytes, FLOAT_DATA, bits);
  }
  assert_int_equal(read_wire(&bytes, &arena, &tensor, NULL), UO_ERROR_NONE);
  files_assert_same_tensor(&tensor, &(uo_tensor){UO_TYPE_COMPLEX64, 1, dims, parts});
  bytes.size = 0; /* a scalar */
  wire_integer(&bytes, DATA_TYPE, UO_TYPE_COMPLEX128);
  for (int i = 0; i < 2; i++) {
    uint64_t bits;
    memcpy(&bits, &wide[i], sizeof bits);
    wire_fixed64(&bytes, DOUBLE_DATA, bits);
  }
  assert_int_equal(read_wire(&bytes, &arena, &tensor, NULL), UO_ERROR_NONE);
  files_assert_same_tensor(&tensor, &(uo_tensor){UO_TYPE_COMPLEX128, 0, NULL, wide});
  uo_arena_release(&arena);
}

/* SIL-10, SIL-11: NUL and bytes that are not UTF-8 */
static void strings_are_bytes(void **state) {
  (void)state;
  static const uo_bytes want[3] = {{"", 0}, {"a\0", 2}, {"\xff", 1}};
  static const int64_t dims[1] = {3};
  uo_arena arena = {0};
  uo_tensor tensor;
  wire bytes = {.size = 0};
  wire_integer(&bytes, DIMS, 3);
  wire_integer(&bytes, DATA_TYPE, UO_TYPE_STRING);
  for (int i = 0; i < 3; i++) wire_bytes(&bytes, STRING_DATA, want[i].data, want[i].size);
  assert_int_equal(read_wire(&bytes, &arena, &tensor, NULL), UO_ERROR_NONE);
  files_assert_same_tensor(&tensor, &(uo_tensor){UO_TYPE_STRING, 1, dims, want});
  uo_arena_release(&arena);
}

/* SHAPE-04; unknown fields are skipped, of a field that is no list the last one holds */
static void empty_and_odd_messages_are_read(void **state) {
  (void)state;
  uo_arena arena = {0};
  uo_tensor tensor;
  int64_t count;
  for (int with_raw = 0; with_raw < 2; with_raw++) {
    wire bytes = {.size = 0};
    wire_integer(&bytes, DIMS, 2);
    wire_integer(&bytes, DIMS, 0);
    wire_string(&bytes, 12, "doc string");
    wire_integer(&bytes, 99, 7);
    wire_integer(&bytes, DATA_TYPE, UO_TYPE_INT8);
    wire_integer(&bytes, DATA_TYPE, UO_TYPE_INT32);
    if (with_raw) wire_bytes(&bytes, RAW_DATA, "xxxx", 4);
    if (with_raw) wire_bytes(&bytes, RAW_DATA, "", 0);
    assert_int_equal(read_wire(&bytes, &arena, &tensor, NULL), UO_ERROR_NONE);
    assert_int_equal(tensor.dtype, UO_TYPE_INT32);
    assert_int_equal(uo_tensor_validate(&tensor, &count, NULL), UO_ERROR_NONE);
    assert_int_equal(count, 0);
  }
  uo_arena_release(&arena);
}

/* ---- Refusals ---- */

static void refuse(const wire *bytes, const char *says) {
  uo_arena arena = {0};
  uo_error error = {0};
  uo_tensor tensor;
  if (read_wire(bytes, &arena, &tensor, &error) != UO_ERROR_INPUT) fail_msg("not refused: %s", says);
  if (strstr(error.message, says) == NULL) fail_msg("'%s' does not say '%s'", error.message, says);
  assert_int_equal(strncmp(error.message, "t.pb: ", 6), 0);
  uo_arena_release(&arena);
}

static wire begin(uint64_t dim, uint64_t dtype) {
  wire bytes = {.size = 0};
  wire_integer(&bytes, DIMS, dim);
  wire_integer(&bytes, DATA_TYPE, dtype);
  return bytes;
}

/* ERR-06, TYP-03 */
static void other_types_are_refused(void **state) {
  (void)state;
  for (uint64_t dtype = 0; dtype < 40; dtype++) {
    if (dtype >= 1 && dtype <= 15) continue;
    wire bytes = begin(0, dtype);
    refuse(&bytes, "is not one of the 15 types of Unique");
  }
  wire untyped = {.size = 0};
  refuse(&untyped, "data_type 0");
  wire negative = begin(0, UINT64_MAX);
  refuse(&negative, "data_type -1");
}

static void counts_are_checked(void **state) {
  (void)state;
  wire bytes = begin(2, UO_TYPE_INT32);
  refuse(&bytes, "int32_data: 0 values, but dims and type ask for 2");
  wire_integer(&bytes, INT32_DATA, 1);
  refuse(&bytes, "int32_data: 1 values, but dims and type ask for 2");
  wire_bytes(&bytes, RAW_DATA, "12345678", 8);
  refuse(&bytes, "both raw_data and int32_data");
  bytes = begin(2, UO_TYPE_INT32);
  wire_bytes(&bytes, RAW_DATA, "1234567", 7);
  refuse(&bytes, "raw_data: 7 bytes, but dims and type ask for 8");
  bytes = begin(2, UO_TYPE_INT32);
  wire_bytes(&bytes, RAW_DATA, "123456789", 9);
  refuse(&bytes, "raw_data: 9 bytes, but dims and type ask for 8");
  bytes = begin(0, UO_TYPE_FLOAT);
  wire_fixed32(&bytes, FLOAT_DATA, 0);
  refuse(&bytes, "float_data: 1 values, but dims and type ask for 0");
  bytes = begin(1, UO_TYPE_COMPLEX64);
  wire_fixed32(&bytes, FLOAT_DATA, 0);
  refuse(&bytes, "float_data: 1 values, but dims and type ask for 2");
}

static void fields_of_other_types_are_refused(void **state) {
  (void)state;
  wire bytes = begin(1, UO_TYPE_INT64);
  wire_integer(&bytes, INT32_DATA, 1);
  refuse(&bytes, "int32_data in a tensor of int64; int64_data is right");
  bytes = begin(1, UO_TYPE_UINT32);
  wire_integer(&bytes, INT32_DATA, 1);
  refuse(&bytes, "uint64_data is right");
  bytes = begin(1, UO_TYPE_STRING);
  wire_bytes(&bytes, RAW_DATA, "a", 1);
  refuse(&bytes, "raw_data in a tensor of strings");
}

static void values_out_of_range_are_refused(void **state) {
  (void)state;
  static const struct {
    uint64_t dtype;
    uint32_t field;
    uint64_t value;
    const char *says;
  } values[] = {
      {UO_TYPE_UINT8, INT32_DATA, 256, "int32_data[0]: 256 is out of range for uint8 (0 to 255)"},
      {UO_TYPE_UINT8, INT32_DATA, UINT64_MAX, "-1 is out of range for uint8"},
      {UO_TYPE_INT8, INT32_DATA, 128, "128 is out of range for int8 (-128 to 127)"},
      {UO_TYPE_UINT16, INT32_DATA, 65536, "out of range for uint16"},
      {UO_TYPE_INT16, INT32_DATA, (uint64_t)-32769, "out of range for int16"},
      {UO_TYPE_FLOAT16, INT32_DATA, 65536, "out of range for float16"},
      {UO_TYPE_FLOAT16, INT32_DATA, (uint64_t)-1, "out of range for float16"},
      {UO_TYPE_BOOL, INT32_DATA, 2, "2 is out of range for bool (0 to 1)"},
      {UO_TYPE_UINT32, UINT64_DATA, 4294967296, "out of range for uint32"},
  };
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    wire bytes = begin(1, values[i].dtype);
    wire_integer(&bytes, values[i].field, values[i].value);
    refuse(&bytes, values[i].says);
  }
  wire bytes = begin(3, UO_TYPE_BOOL); /* SIL-21 */
  wire_bytes(&bytes, RAW_DATA, "\0\1\2", 3);
  refuse(&bytes, "raw_data[2]: 2 is no bool; 0 and 1 are (SIL-21)");
}

static void dims_are_checked(void **state) {
  (void)state;
  wire bytes = begin(UINT64_MAX, UO_TYPE_INT8);
  refuse(&bytes, "dims: ");
  bytes = begin(UINT64_C(1) << 62, UO_TYPE_INT64);
  refuse(&bytes, "dims: ");
  bytes = begin(UINT64_C(1) << 32, UO_TYPE_INT8);
  wire_integer(&bytes, DIMS, UINT64_C(1) << 32);
  refuse(&bytes, "dims: ");
  bytes = begin(UINT64_C(1) << 30, UO_TYPE_INT8);
  refuse(&bytes, "more than the file has bytes");
  bytes = begin(1, UO_TYPE_INT8);
  for (int k = 0; k < 64; k++) wire_integer(&bytes, DIMS, 1);
  refuse(&bytes, "65 dimensions; at most 64");
}

static void what_is_elsewhere_is_refused(void **state) {
  (void)state;
  wire bytes = begin(1, UO_TYPE_INT8);
  wire_integer(&bytes, 14, 1);
  refuse(&bytes, "external data");
  bytes = begin(1, UO_TYPE_INT8);
  wire_string(&bytes, 13, "");
  refuse(&bytes, "external data");
  bytes = begin(1, UO_TYPE_INT8);
  wire_string(&bytes, SEGMENT, "");
  refuse(&bytes, "a segment");
  bytes = begin(0, UO_TYPE_INT8);
  wire_bytes(&bytes, NAME, "X\0Y", 3);
  refuse(&bytes, "name holds NUL");
  bytes = begin(0, UO_TYPE_INT8);
  bytes.size--; /* the last tag lacks its value */
  refuse(&bytes, "not a serialized TensorProto");
}

/* ---- There and back ---- */

static void random_tensors_come_back(void **state) {
  (void)state;
  for (uint64_t i = 0; i < 2000; i++) {
    uo_arena arena = {0};
    uo_case made;
    uo_tensor tensor;
    const uint8_t *bytes;
    size_t size;
    const char *name;
    assert_int_equal(uo_random_case(5, i, &arena, &made, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_onnx_write_tensor(&made.x, "X", &arena, &bytes, &size, NULL), UO_ERROR_NONE);
    assert_int_equal(uo_onnx_read_tensor(bytes, size, "t.pb", &arena, &tensor, &name, NULL), UO_ERROR_NONE);
    files_assert_same_tensor(&tensor, &made.x);
    uo_arena_release(&arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_official_input_is_read),
      cmocka_unit_test(typed_fields_are_read_in_every_packing),
      cmocka_unit_test(complex_numbers_are_interleaved),
      cmocka_unit_test(strings_are_bytes),
      cmocka_unit_test(empty_and_odd_messages_are_read),
      cmocka_unit_test(other_types_are_refused),
      cmocka_unit_test(counts_are_checked),
      cmocka_unit_test(fields_of_other_types_are_refused),
      cmocka_unit_test(values_out_of_range_are_refused),
      cmocka_unit_test(dims_are_checked),
      cmocka_unit_test(what_is_elsewhere_is_refused),
      cmocka_unit_test(random_tensors_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
