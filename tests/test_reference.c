/* The reference against small examples, each worked out by hand and citing what it shows. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reference/effort.h"
#include "tensor/shape.h"

/* ---- Examples -------------------------------------------------------------------------------------------------- */

#define NO_AXIS INT64_MIN
#define MOST    24

/*
 * One example. The inverse alone fixes all four outputs: U is its maximum plus 1, indices the first place of each
 * number (INV-05), counts how often it stands there (CNT-01), Y is X at indices, bit for bit (VAL-02).
 */
typedef struct example {
  const char *shows; /* ids, and in words what is looked at */
  int32_t dtype;
  int32_t rank;
  int64_t dims[5];
  const void *data;
  int64_t axis;
  int64_t sorted;
  uo_policy policy;
  int64_t inverse[MOST];
} example;

#define FLAT(n)                                                                                                        \
  1, { n }
#define DATA(type, ...) ((const type[]){__VA_ARGS__})
#define S(literal)                                                                                                     \
  { literal, sizeof(literal) - 1 }

/* Every hash the same: the answers must be those of good hashes. */
static void hash_all_equal(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  (void)keys;
  (void)items;
  for (int64_t i = 0; i < count; i++) hashes[i] = 42;
}

static void fail_example(const example *e, const char *what, uint32_t wanted) {
  fail_msg("%s (wanted %u): %s", e->shows, (unsigned)wanted, what);
}

static void expect_int64(const example *e, const uo_tensor *have, const int64_t *want, int64_t count, uint32_t wanted,
                         const char *what) {
  if (have->dtype != UO_TYPE_INT64 || have->rank != 1 || have->dims[0] != count) fail_example(e, what, wanted);
  const int64_t *data = have->data;
  for (int64_t i = 0; i < count; i++) {
    if (data[i] == want[i]) continue;
    fail_msg("%s (wanted %u): %s[%" PRId64 "] is %" PRId64 ", want %" PRId64, e->shows, (unsigned)wanted, what, i,
             data[i], want[i]);
  }
}

static void expect_y(const example *e, const uo_items *items, const int64_t *indices, int64_t groups,
                     const uo_tensor *y, uint32_t wanted) {
  const uo_tensor *x = items->tensor;
  if (y->dtype != x->dtype) fail_example(e, "Y has another type", wanted);
  if (items->axis < 0) {
    if (y->rank != 1 || y->dims[0] != groups) fail_example(e, "Y is not [U]", wanted);
  } else {
    if (y->rank != x->rank) fail_example(e, "Y has another rank", wanted);
    for (int32_t d = 0; d < x->rank; d++)
      if (y->dims[d] != (d == items->axis ? groups : x->dims[d])) fail_example(e, "Y has another shape", wanted);
  }
  size_t run = (size_t)items->inner * uo_type_size(x->dtype);
  for (int64_t outer = 0; outer < items->outer && run > 0; outer++)
    for (int64_t j = 0; j < groups; j++)
      if (memcmp((const char *)y->data + (size_t)(outer * groups + j) * run,
                 (const char *)x->data + (size_t)(outer * items->count + indices[j]) * run, run) != 0)
        fail_example(e, "Y is not X at indices, bit for bit", wanted);
}

static void check_subset(const example *e, uint32_t wanted, uo_hash_function *hash) {
  uo_tensor x = {e->dtype, e->rank, e->dims, e->data};
  uo_attributes attributes = {e->axis != NO_AXIS, e->axis == NO_AXIS ? 0 : e->axis, e->sorted};
  uo_error error = {0};
  uo_outputs outputs;
  uint64_t comparisons;
  int32_t axis;
  assert_int_equal(uo_attributes_resolve(&attributes, x.rank, &axis, &error), UO_ERROR_NONE);
  uo_items items = uo_items_of(&x, axis);
  if (uo_unique_with_hash(&x, &attributes, wanted, e->policy, hash, NULL, &outputs, &comparisons, &error) !=
      UO_ERROR_NONE)
    fail_example(e, error.message, wanted);
  int64_t groups = 0, indices[MOST], counts[MOST] = {0};
  for (int64_t i = 0; i < items.count; i++) {
    if (e->inverse[i] == groups || counts[e->inverse[i]] == 0) indices[e->inverse[i]] = i;
    if (e->inverse[i] >= groups) groups = e->inverse[i] + 1;
    counts[e->inverse[i]]++;
  }
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    bool given = outputs.tensor[output] != NULL;
    if (given != (((wanted | UO_WANT_Y) >> output & 1) == 1)) fail_example(e, "not the outputs asked for", wanted);
  }
  expect_y(e, &items, indices, groups, outputs.tensor[UO_Y], wanted);
  if (wanted & UO_WANT_INDICES) expect_int64(e, outputs.tensor[UO_INDICES], indices, groups, wanted, "indices");
  if (wanted & UO_WANT_INVERSE_INDICES)
    expect_int64(e, outputs.tensor[UO_INVERSE_INDICES], e->inverse, items.count, wanted, "inverse_indices");
  if (wanted & UO_WANT_COUNTS) expect_int64(e, outputs.tensor[UO_COUNTS], counts, groups, wanted, "counts");
  uo_outputs_release(&outputs);
}

/* OUT-02, OUT-04, OUT-07, SIL-17: every example under every subset of outputs, with good hashes and with useless ones.
 */
static void check_examples(const example *examples, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (uint32_t wanted = 0; wanted <= UO_WANT_ALL; wanted++) {
      check_subset(&examples[i], wanted, uo_hash_keys);
      check_subset(&examples[i], wanted, hash_all_equal);
    }
}

#define CHECK(examples) check_examples(examples, sizeof(examples) / sizeof(examples)[0])

/* ---- The official ONNX cases ----------------------------------------------------------------------------------- */

typedef struct official {
  example e;
  int64_t groups;
  const void *y;
  size_t y_size;
  int64_t indices[4];
  int64_t counts[4];
} official;

#define Y(type, ...) DATA(type, __VA_ARGS__), sizeof(DATA(type, __VA_ARGS__))
/* clang-format off */
static const official official_cases[] = {
  {{"test_unique_sorted_without_axis", UO_TYPE_FLOAT, FLAT(6), DATA(float, 2, 1, 1, 3, 4, 3), NO_AXIS, 1, 0, {1, 0, 0, 2, 3, 2}},
   4, Y(float, 1, 2, 3, 4), {1, 0, 3, 4}, {2, 1, 2, 1}},
  {{"test_unique_not_sorted_without_axis", UO_TYPE_FLOAT, FLAT(6), DATA(float, 2, 1, 1, 3, 4, 3), NO_AXIS, 0, 0, {0, 1, 1, 2, 3, 2}},
   4, Y(float, 2, 1, 3, 4), {0, 1, 3, 4}, {1, 2, 2, 1}},
  {{"test_unique_sorted_with_axis", UO_TYPE_FLOAT, 2, {3, 3}, DATA(float, 1, 0, 0, 1, 0, 0, 2, 3, 4), 0, 1, 0, {0, 0, 1}},
   2, Y(float, 1, 0, 0, 2, 3, 4), {0, 2}, {2, 1}},
  {{"test_unique_sorted_with_axis_3d", UO_TYPE_FLOAT, 3, {2, 4, 2},
    DATA(float, 1, 1, 0, 1, 2, 1, 0, 1, 1, 1, 0, 1, 2, 1, 0, 1), 1, 1, 0, {1, 0, 2, 0}},
   3, Y(float, 0, 1, 1, 1, 2, 1, 0, 1, 1, 1, 2, 1), {1, 0, 2}, {2, 1, 1}},
  {{"test_unique_sorted_with_negative_axis", UO_TYPE_FLOAT, 2, {3, 3}, DATA(float, 1, 0, 0, 1, 0, 0, 2, 3, 3), -1, 1, 0, {1, 0, 0}},
   2, Y(float, 0, 1, 0, 1, 3, 2), {1, 0}, {2, 1}},
  {{"test_unique_length_1", UO_TYPE_INT64, FLAT(1), DATA(int64_t, 0), NO_AXIS, 1, 0, {0}},
   1, Y(int64_t, 0), {0}, {1}},
};
/* clang-format on */

/* VAL-01, ORD-01, ORD-02, IDX-01, INV-01, CNT-01: here all four outputs are written out. */
static void test_official_cases(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof official_cases / sizeof official_cases[0]; i++) {
    const official *o = &official_cases[i];
    check_examples(&o->e, 1);
    uo_tensor x = {o->e.dtype, o->e.rank, o->e.dims, o->e.data};
    uo_attributes attributes = {o->e.axis != NO_AXIS, o->e.axis, o->e.sorted};
    uo_outputs outputs;
    assert_int_equal(uo_unique(&x, &attributes, UO_WANT_ALL, 0, NULL, &outputs, NULL), UO_ERROR_NONE);
    int64_t count;
    assert_int_equal(uo_tensor_validate(outputs.tensor[UO_Y], &count, NULL), UO_ERROR_NONE);
    assert_int_equal((size_t)count * uo_type_size(o->e.dtype), o->y_size);
    assert_memory_equal(outputs.tensor[UO_Y]->data, o->y, o->y_size);
    expect_int64(&o->e, outputs.tensor[UO_INDICES], o->indices, o->groups, UO_WANT_ALL, "indices");
    expect_int64(&o->e, outputs.tensor[UO_COUNTS], o->counts, o->groups, UO_WANT_ALL, "counts");
    uo_outputs_release(&outputs);
  }
}

/* ---- Types ----------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const example type_examples[] = {
  {"TYP-02 uint8", UO_TYPE_UINT8, FLAT(5), DATA(uint8_t, 200, 0, 255, 200, 127), NO_AXIS, 1, 0, {2, 0, 3, 2, 1}},
  {"TYP-02 SIL-23 int8", UO_TYPE_INT8, FLAT(5), DATA(int8_t, 0, -128, 127, -1, 0), NO_AXIS, 1, 0, {2, 0, 3, 1, 2}},
  {"TYP-02 uint16", UO_TYPE_UINT16, FLAT(4), DATA(uint16_t, 256, 1, 65535, 256), NO_AXIS, 1, 0, {1, 0, 2, 1}},
  {"TYP-02 SIL-23 int16", UO_TYPE_INT16, FLAT(5), DATA(int16_t, 256, 1, -32768, 32767, -256), NO_AXIS, 1, 0, {3, 2, 0, 4, 1}},
  {"TYP-02 uint32", UO_TYPE_UINT32, FLAT(4), DATA(uint32_t, 0x80000000u, 1, UINT32_MAX, 0x7fffffffu), NO_AXIS, 1, 0, {2, 0, 3, 1}},
  {"TYP-02 SIL-23 int32", UO_TYPE_INT32, FLAT(5), DATA(int32_t, INT32_MAX, INT32_MIN, -1, 0, INT32_MIN), NO_AXIS, 1, 0, {3, 0, 1, 2, 0}},
  {"SIL-23 uint64: 2^63 above 2^63-1", UO_TYPE_UINT64, FLAT(4), DATA(uint64_t, UINT64_C(1) << 63, INT64_MAX, UINT64_MAX, 0), NO_AXIS, 1, 0, {2, 1, 3, 0}},
  {"SIL-23 int64: 2^53 and 2^53+1 differ", UO_TYPE_INT64, FLAT(5), DATA(int64_t, 9007199254740993, 9007199254740992, INT64_MIN, INT64_MAX, 9007199254740993), NO_AXIS, 1, 0, {2, 1, 0, 3, 2}},
  {"SIL-23 int64 rows: the low words tell", UO_TYPE_INT64, 2, {3, 2}, DATA(int64_t, 1, 2, 1, -2, 1, 2), 0, 1, 0, {1, 0, 1}},
  {"SIL-23 uint8: the lowest bit orders", UO_TYPE_UINT8, FLAT(3), DATA(uint8_t, 3, 2, 3), NO_AXIS, 1, 0, {1, 0, 1}},
  {"SIL-23 uint16: the lowest bit orders", UO_TYPE_UINT16, FLAT(3), DATA(uint16_t, 3, 2, 3), NO_AXIS, 1, 0, {1, 0, 1}},
  {"SIL-23 uint32: the lowest bit orders", UO_TYPE_UINT32, FLAT(3), DATA(uint32_t, 3, 2, 3), NO_AXIS, 1, 0, {1, 0, 1}},
  {"SIL-23 uint64: the lowest bit orders", UO_TYPE_UINT64, FLAT(3), DATA(uint64_t, 3, 2, 3), NO_AXIS, 1, 0, {1, 0, 1}},
  {"SIL-08 bool: false < true", UO_TYPE_BOOL, FLAT(3), DATA(uint8_t, 1, 0, 1), NO_AXIS, 1, 0, {1, 0, 1}},
  {"SIL-08 bool, first occurrence", UO_TYPE_BOOL, FLAT(3), DATA(uint8_t, 1, 0, 1), NO_AXIS, 0, 0, {0, 1, 0}},
  {"TYP-02 float", UO_TYPE_FLOAT, FLAT(6), DATA(float, 1.5f, -1.5f, 3e38f, -3e38f, 0, 1.5f), NO_AXIS, 1, 0, {3, 1, 4, 0, 2, 3}},
  {"TYP-02 double: neighbours differ", UO_TYPE_DOUBLE, FLAT(3), DATA(double, 1.0000000000000002, 1.0, -1.0), NO_AXIS, 1, 0, {2, 1, 0}},
  {"TYP-02 float16: -1 < 0.5 < 1 < 65504 < inf", UO_TYPE_FLOAT16, FLAT(6), DATA(uint16_t, 0x3c00, 0xbc00, 0x7bff, 0x7c00, 0x3800, 0x3c00), NO_AXIS, 1, 0, {2, 0, 3, 4, 1, 2}},
  {"TYP-02 float16: negative neighbours", UO_TYPE_FLOAT16, FLAT(3), DATA(uint16_t, 0xbc00, 0xbc01, 0xbc00), NO_AXIS, 1, 0, {1, 0, 1}},
  {"TYP-02 float: negative neighbours", UO_TYPE_FLOAT, FLAT(3), DATA(uint32_t, 0xbf800000, 0xbf800001, 0xbf800000), NO_AXIS, 1, 0, {1, 0, 1}},
  {"TYP-02 double: negative neighbours", UO_TYPE_DOUBLE, FLAT(3),
   DATA(uint64_t, UINT64_C(0xbff0000000000000), UINT64_C(0xbff0000000000001), UINT64_C(0xbff0000000000000)), NO_AXIS, 1, 0, {1, 0, 1}},
  {"SIL-20 float16 subnormals", UO_TYPE_FLOAT16, FLAT(5), DATA(uint16_t, 0x0002, 0x0001, 0x8001, 0x0000, 0x0400), NO_AXIS, 1, 0, {3, 2, 0, 1, 4}},
  {"SIL-20 float subnormals", UO_TYPE_FLOAT, FLAT(4), DATA(uint32_t, 0x00000001, 0x00000000, 0x80000001, 0x00000002), NO_AXIS, 1, 0, {2, 1, 0, 3}},
  {"SIL-20 double subnormals", UO_TYPE_DOUBLE, FLAT(3), DATA(uint64_t, 1, 0, UINT64_C(0x8000000000000001)), NO_AXIS, 1, 0, {2, 1, 0}},
  {"SIL-07 complex64: real, then imaginary part", UO_TYPE_COMPLEX64, FLAT(5), DATA(float, 1, 2, 1, -2, 0, 9, -3, 0, 1, 2), NO_AXIS, 1, 0, {3, 2, 1, 0, 3}},
  {"SIL-07 complex128: real, then imaginary part", UO_TYPE_COMPLEX128, FLAT(5), DATA(double, 1, 2, 1, -2, 0, 9, -3, 0, 1, 2), NO_AXIS, 1, 0, {3, 2, 1, 0, 3}},
  {"SIL-07 complex64 first occurrence", UO_TYPE_COMPLEX64, FLAT(3), DATA(float, 1, 2, 0, 0, 1, 2), NO_AXIS, 0, 0, {0, 1, 0}},
};

static const example float_examples[] = {
  {"SIL-01 SIL-02 SIL-03 float: all NaN one value, last, first bits", UO_TYPE_FLOAT, FLAT(6),
   DATA(uint32_t, 0xff800001, 0x7f800000, 0x7fc00000, 0xffc00000, 0xff800000, 0x7fffffff), NO_AXIS, 1, 0, {2, 1, 2, 2, 0, 2}},
  {"SIL-01 SIL-02 double", UO_TYPE_DOUBLE, FLAT(4),
   DATA(uint64_t, UINT64_C(0x7ff0000000000001), UINT64_C(0x7ff0000000000000), UINT64_MAX, 0), NO_AXIS, 1, 0, {2, 1, 2, 0}},
  {"SIL-01 SIL-02 float16", UO_TYPE_FLOAT16, FLAT(4), DATA(uint16_t, 0xfe00, 0x7c00, 0x7c01, 0xfc00), NO_AXIS, 1, 0, {2, 1, 2, 0}},
  {"SIL-01 NaN, first occurrence", UO_TYPE_FLOAT, FLAT(4), DATA(uint32_t, 0x7fc00001, 0, 0xffc00001, 0), NO_AXIS, 0, 0, {0, 1, 0, 1}},
  {"SIL-01 only NaN", UO_TYPE_FLOAT, FLAT(3), DATA(uint32_t, 0x7fc00001, 0x7fc00000, 0xffc00001), NO_AXIS, 1, 0, {0, 0, 0}},
  {"SIL-04 zeros equal: Y has -0", UO_TYPE_FLOAT, FLAT(3), DATA(float, -0.0f, 0.0f, -1), NO_AXIS, 1, 0, {1, 1, 0}},
  {"SIL-04 zeros equal: Y has +0", UO_TYPE_DOUBLE, FLAT(3), DATA(double, 0.0, -0.0, 1), NO_AXIS, 1, 0, {0, 0, 1}},
  {"SIL-04 zeros equal in float16", UO_TYPE_FLOAT16, FLAT(3), DATA(uint16_t, 0x8000, 0, 0x8001), NO_AXIS, 1, 0, {1, 1, 0}},
  {"SIL-04 zeros equal in rows", UO_TYPE_FLOAT, 2, {2, 2}, DATA(float, -0.0f, 1, 0.0f, 1), 0, 1, 0, {0, 0}},
  {"SIL-04 zeros equal in complex parts", UO_TYPE_COMPLEX128, FLAT(4), DATA(double, 0.0, -0.0, -0.0, 0.0, -0.0, -0.0, 0.0, 1), NO_AXIS, 1, 0, {0, 0, 0, 1}},
  {"SIL-05 NaN inside subtensors", UO_TYPE_FLOAT, 2, {3, 2}, DATA(uint32_t, 0x7fc00000, 0, 0xffc00001, 0x80000000, 0, 0x7fc00000), 0, 1, 0, {1, 1, 0}},
  {"SIL-05 [2,1] along 0 as [2]", UO_TYPE_FLOAT, 2, {2, 1}, DATA(uint32_t, 0x7fc00000, 0x7fc00001), 0, 1, 0, {0, 0}},
  {"SIL-07 any-part: (NaN,1) (1,NaN) (NaN,NaN) one value above (inf,inf)", UO_TYPE_COMPLEX64, FLAT(5),
   DATA(uint32_t, 0x7fc00000, 0x3f800000, 0x3f800000, 0x7fc00001, 0xffc00000, 0x7fc00000, 0x7f800000, 0x7f800000, 0, 0), NO_AXIS, 1, 0, {2, 2, 2, 1, 0}},
};

/* Choices other than those of policy onnx, one by one. Complex data are bits: 1 is 0x3f800000, 2 is 0x40000000. */
static const example policy_examples[] = {
  {"SIL-01 nan=distinct", UO_TYPE_FLOAT, FLAT(4), DATA(uint32_t, 0x7fc00000, 0, 0x7fc00000, 0), NO_AXIS, 1, UO_NAN_DISTINCT, {1, 0, 2, 0}},
  {"SIL-01 nan=distinct, first occurrence", UO_TYPE_FLOAT, FLAT(4), DATA(uint32_t, 0x7fc00000, 0, 0x7fc00000, 0), NO_AXIS, 0, UO_NAN_DISTINCT, {0, 1, 2, 1}},
  {"SIL-01 nan=distinct, float16", UO_TYPE_FLOAT16, FLAT(4), DATA(uint16_t, 0x7e00, 0x3c00, 0x7e00, 0x3c00), NO_AXIS, 1, UO_NAN_DISTINCT, {1, 0, 2, 0}},
  {"SIL-01 nan=distinct, double", UO_TYPE_DOUBLE, FLAT(4), DATA(uint64_t, UINT64_MAX, 0, UINT64_MAX, 0), NO_AXIS, 1, UO_NAN_DISTINCT, {1, 0, 2, 0}},
  {"SIL-01 nan=distinct, complex64, either part", UO_TYPE_COMPLEX64, FLAT(6),
   DATA(uint32_t, 0x7fc00000, 0, 1, 2, 0, 0x7fc00000, 1, 2, 0x7fc00000, 0, 0, 0x7fc00000), NO_AXIS, 1, UO_NAN_DISTINCT, {1, 0, 2, 0, 3, 4}},
  {"SIL-01 nan=distinct, complex128, either part", UO_TYPE_COMPLEX128, FLAT(6),
   DATA(uint64_t, UINT64_MAX, 0, 1, 2, 0, UINT64_MAX, 1, 2, UINT64_MAX, 0, 0, UINT64_MAX), NO_AXIS, 1, UO_NAN_DISTINCT, {1, 0, 2, 0, 3, 4}},
  {"SIL-01 nan=distinct is not about integers", UO_TYPE_UINT64, FLAT(3), DATA(uint64_t, UINT64_MAX, UINT64_MAX, UINT64_MAX), NO_AXIS, 1, UO_NAN_DISTINCT, {0, 0, 0}},
  {"SIL-22 nan=distinct on the axis of a rank-1 tensor", UO_TYPE_FLOAT, FLAT(3), DATA(uint32_t, 0x7fc00000, 0, 0x7fc00000), 0, 1, UO_NAN_DISTINCT, {1, 0, 2}},
  {"SIL-22 nan-subtensor=distinct not on the axis of a rank-1 tensor", UO_TYPE_FLOAT, FLAT(3), DATA(uint32_t, 0x7fc00000, 0, 0x7fc00000), 0, 1, UO_NAN_SUBTENSOR_DISTINCT, {1, 0, 1}},
  {"SIL-05 nan=distinct is not about subtensors", UO_TYPE_FLOAT, 2, {2, 1}, DATA(uint32_t, 0x7fc00000, 0x7fc00000), 0, 1, UO_NAN_DISTINCT, {0, 0}},
  {"SIL-05 nan-subtensor=distinct, [2,1]", UO_TYPE_FLOAT, 2, {2, 1}, DATA(uint32_t, 0x7fc00000, 0x7fc00000), 0, 1, UO_NAN_SUBTENSOR_DISTINCT, {0, 1}},
  {"SIL-05 nan-subtensor=distinct: order, then occurrence", UO_TYPE_FLOAT, 2, {5, 2},
   DATA(uint32_t, 0x7fc00000, 0, 0x3f800000, 0x7fc00000, 0x7fc00000, 0, 0x3f800000, 0, 0x3f800000, 0), 0, 1, UO_NAN_SUBTENSOR_DISTINCT, {2, 1, 3, 0, 0}},
  {"SIL-05 nan-subtensor=distinct does not touch elements", UO_TYPE_FLOAT, 2, {2, 1}, DATA(uint32_t, 0x7fc00000, 0x7fc00000), NO_AXIS, 1, UO_NAN_SUBTENSOR_DISTINCT, {0, 0}},
  {"SIL-05 nan-subtensor=distinct along the last axis", UO_TYPE_FLOAT, 2, {2, 3}, DATA(uint32_t, 1, 1, 2, 0x7fc00000, 0x7fc00000, 2), 1, 0, UO_NAN_SUBTENSOR_DISTINCT, {0, 1, 2}},
  {"SIL-02 nan-order=first: below -inf", UO_TYPE_FLOAT, FLAT(4), DATA(uint32_t, 0xff800000, 0x7fc00000, 0xffc00001, 0), NO_AXIS, 1, UO_NAN_FIRST, {1, 0, 0, 2}},
  {"SIL-02 nan-order=first, float16", UO_TYPE_FLOAT16, FLAT(3), DATA(uint16_t, 0xfc00, 0x7e00, 0), NO_AXIS, 1, UO_NAN_FIRST, {1, 0, 2}},
  {"SIL-02 nan-order=first, complex", UO_TYPE_COMPLEX64, FLAT(3), DATA(uint32_t, 0xff800000, 0xff800000, 0, 0x7fc00000, 0, 0), NO_AXIS, 1, UO_NAN_FIRST, {1, 0, 2}},
  {"SIL-02 nan-order=first, nan=distinct", UO_TYPE_DOUBLE, FLAT(3), DATA(uint64_t, 0, UINT64_MAX, UINT64_MAX), NO_AXIS, 1, UO_NAN_FIRST | UO_NAN_DISTINCT, {2, 0, 1}},
  {"SIL-07 nan-complex=by-part: R+Rj, R+NaNj by R, NaN+Rj by R, NaN+NaNj", UO_TYPE_COMPLEX64, FLAT(8),
   DATA(uint32_t, 0x7fc00000, 0xffc00000, 0x7fc00000, 0x40000000, 0x7fc00001, 0x3f800000, 0x40000000, 0x7fc00000, 0x3f800000, 0xffc00000,
        0x7f800000, 0x7f800000, 0x3f800000, 0x7fc00001, 0xffc00000, 0x40000000), NO_AXIS, 1, UO_NAN_COMPLEX_BY_PART, {5, 4, 3, 2, 1, 0, 1, 4}},
  {"SIL-07 nan-complex=by-part, complex128", UO_TYPE_COMPLEX128, FLAT(4),
   DATA(uint64_t, UINT64_MAX, UINT64_MAX, UINT64_MAX, 0, 0, UINT64_MAX, 0, 0), NO_AXIS, 1, UO_NAN_COMPLEX_BY_PART, {3, 2, 1, 0}},
  {"SIL-07 nan-complex=by-part, nan-order=first: the kinds in the same order", UO_TYPE_COMPLEX64, FLAT(4),
   DATA(uint32_t, 0, 0, 0x7fc00000, 0x7fc00000, 0x7fc00000, 0, 0, 0x7fc00000), NO_AXIS, 1, UO_NAN_COMPLEX_BY_PART | UO_NAN_FIRST, {3, 2, 1, 0}},
  {"SIL-07 nan-complex=by-part, nan=distinct", UO_TYPE_COMPLEX64, FLAT(3),
   DATA(uint32_t, 0x7fc00000, 0, 0, 0x7fc00000, 0x7fc00000, 0), NO_AXIS, 1, UO_NAN_COMPLEX_BY_PART | UO_NAN_DISTINCT, {1, 0, 2}},
  {"SIL-04 zero in the part that is a number: equal", UO_TYPE_COMPLEX64, FLAT(2), DATA(uint32_t, 0x80000000, 0x7fc00000, 0, 0x7fc00000), NO_AXIS, 1, UO_NAN_COMPLEX_BY_PART, {0, 0}},
  {"SIL-04 zero in the part that is a number: distinct", UO_TYPE_COMPLEX64, FLAT(2), DATA(uint32_t, 0, 0x7fc00000, 0x80000000, 0x7fc00000), NO_AXIS, 1, UO_NAN_COMPLEX_BY_PART | UO_ZERO_DISTINCT, {1, 0}},
  {"SIL-04 zero=distinct", UO_TYPE_FLOAT, FLAT(3), DATA(float, 0.0f, -0.0f, 0.0f), NO_AXIS, 1, UO_ZERO_DISTINCT, {1, 0, 1}},
  {"SIL-04 zero=distinct, float16", UO_TYPE_FLOAT16, FLAT(4), DATA(uint16_t, 0, 0x8000, 1, 0x8001), NO_AXIS, 1, UO_ZERO_DISTINCT, {2, 1, 3, 0}},
  {"SIL-04 zero=distinct in rows, first occurrence", UO_TYPE_DOUBLE, 2, {3, 2}, DATA(double, 1, 0.0, 1, -0.0, 1, 0.0), 0, 0, UO_ZERO_DISTINCT, {0, 1, 0}},
  {"SIL-03 representative=any: we give the first", UO_TYPE_FLOAT, FLAT(3), DATA(uint32_t, 0x7fc00003, 0x7fc00000, 0x7fc00001), NO_AXIS, 1, UO_REPRESENTATIVE_ANY, {0, 0, 0}},
  {"SIL-07 complex-order=modulus: absolute value, then angle", UO_TYPE_COMPLEX128, FLAT(7),
   DATA(double, 3, 4, 5, 0, -5, 0, 0, -5, 1, 1, 4, 3, 3, 4), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS, {4, 2, 5, 1, 0, 3, 4}},
  {"SIL-07 complex-order=modulus, complex64", UO_TYPE_COMPLEX64, FLAT(6),
   DATA(float, 3, 4, 5, 0, -5, 0, 0, -5, 1, 1, 3, 4), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS, {3, 2, 4, 1, 0, 3}},
  {"SIL-07 complex-order=modulus, first occurrence", UO_TYPE_COMPLEX128, FLAT(3), DATA(double, 3, 4, 1, 0, 3, 4), NO_AXIS, 0, UO_COMPLEX_BY_MODULUS, {0, 1, 0}},
  {"SIL-07 complex-order=modulus: equal is by value though the modulus overflows", UO_TYPE_COMPLEX128, FLAT(3),
   DATA(double, 1.7e308, 1.7e308, 1.6e308, 1.6e308, 1.7e308, 1.7e308), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS, {1, 0, 1}},
  {"SIL-07 complex-order=modulus: -0 is +0, so that the angle is pi", UO_TYPE_COMPLEX128, FLAT(3), DATA(double, -1, -0.0, -1, 0.0, 0, 1), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS, {1, 1, 0}},
  {"SIL-07 complex-order=modulus, zero=distinct: the angle is -pi", UO_TYPE_COMPLEX128, FLAT(3), DATA(double, -1, 0.0, -1, -0.0, 0, 1), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS | UO_ZERO_DISTINCT, {2, 0, 1}},
  {"SIL-07 complex-order=modulus: NaN last", UO_TYPE_COMPLEX64, FLAT(3), DATA(uint32_t, 0x7fc00000, 0, 0x7f800000, 0x7f800000, 0, 0x7fc00000), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS, {1, 0, 1}},
  {"SIL-07 complex-order=modulus: infinity and NaN together are NaN", UO_TYPE_COMPLEX64, FLAT(4),
   DATA(uint32_t, 0x7fc00000, 0, 0x7f800000, 0x7fc00000, 0x7fc00000, 0x7f800000, 0, 0), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS, {1, 1, 1, 0}},
  {"SIL-07 complex-order=modulus, by-part, first", UO_TYPE_COMPLEX64, FLAT(4),
   DATA(uint32_t, 0, 0, 0x7fc00000, 0, 0, 0x7fc00000, 0x7fc00000, 0x7fc00000), NO_AXIS, 1, UO_COMPLEX_BY_MODULUS | UO_NAN_COMPLEX_BY_PART | UO_NAN_FIRST, {3, 1, 0, 2}},
  {"SIL-07 complex-order=modulus in rows", UO_TYPE_COMPLEX128, 2, {3, 2}, DATA(double, 1, 0, 5, 0, 1, 0, 3, 4, 1, 0, 1, 0), 0, 1, UO_COMPLEX_BY_MODULUS, {1, 2, 0}},
  {"SIL-09 string-order=utf16: U+10000 before U+E000 and U+FFFF, after U+D7FF", UO_TYPE_STRING, FLAT(5),
   DATA(uo_bytes, S("\xef\xbf\xbf"), S("\xf0\x90\x80\x80"), S("\xed\x9f\xbf"), S("\xee\x80\x80"), S("\xf4\x8f\xbf\xbf")), NO_AXIS, 1, UO_STRING_UTF16, {4, 1, 0, 3, 2}},
  {"SIL-09 string-order=utf16: every lead byte from ED on", UO_TYPE_STRING, FLAT(9),
   DATA(uo_bytes, S("\xf4\x8f\xbf\xbf"), S("\xf3\x80\x80\x80"), S("\xf2\x80\x80\x80"), S("\xf1\x80\x80\x80"), S("\xf0\x90\x80\x80"), S("\xef\xbf\xbf"),
        S("\xee\x80\x80"), S("\xed\x9f\xbf"), S("\xf2\x80\x80\x80")), NO_AXIS, 1, UO_STRING_UTF16, {5, 4, 3, 2, 1, 7, 6, 0, 3}},
  {"SIL-09 SIL-11 string-order=utf16: what no UTF-8 has still differs", UO_TYPE_STRING, FLAT(5), DATA(uo_bytes, S("\xf5"), S("\xee"), S("\xef"), S("\xf5"), S("\xf6")), NO_AXIS, 1, UO_STRING_UTF16, {2, 0, 1, 2, 3}},
  {"SIL-09 string-order=utf16, NUL and prefixes", UO_TYPE_STRING, FLAT(4), DATA(uo_bytes, S("a\0"), S("a"), S(""), S("a\0\0")), NO_AXIS, 1, UO_STRING_UTF16, {2, 1, 0, 3}},
  {"SIL-09 string-order=utf16 in rows", UO_TYPE_STRING, 2, {2, 2}, DATA(uo_bytes, S("x"), S("\xef\xbf\xbf"), S("x"), S("\xf0\x90\x80\x80")), 0, 1, UO_STRING_UTF16, {1, 0}},
  {"SIL-09 string-order=utf16, first occurrence", UO_TYPE_STRING, FLAT(3), DATA(uo_bytes, S("\xef\xbf\xbf"), S("\xf0\x90\x80\x80"), S("\xef\xbf\xbf")), NO_AXIS, 0, UO_STRING_UTF16, {0, 1, 0}},
};

static const example string_examples[] = {
  {"SIL-09 bytewise: U+FFFF before U+10000", UO_TYPE_STRING, FLAT(2), DATA(uo_bytes, S("\xf0\x90\x80\x80"), S("\xef\xbf\xbf")), NO_AXIS, 1, 0, {1, 0}},
  {"SIL-09 unsigned bytes, no locale, no case", UO_TYPE_STRING, FLAT(5), DATA(uo_bytes, S("b"), S("B"), S("a"), S("\xff"), S("b")), NO_AXIS, 1, 0, {2, 0, 1, 3, 2}},
  {"SIL-09 no normalisation", UO_TYPE_STRING, FLAT(2), DATA(uo_bytes, S("\xc3\xa9"), S("e\xcc\x81")), NO_AXIS, 1, 0, {1, 0}},
  {"SIL-09 prefixes", UO_TYPE_STRING, FLAT(5), DATA(uo_bytes, S("abcdefghi"), S("abcdefgh"), S("abc"), S("abcdefghij"), S("ab")), NO_AXIS, 1, 0, {3, 2, 1, 4, 0}},
  {"SIL-10 empty string and NUL", UO_TYPE_STRING, FLAT(6), DATA(uo_bytes, S("a\0b"), S("a"), S(""), S("a\0"), S("\0"), S("a\0")), NO_AXIS, 1, 0, {4, 2, 0, 3, 1, 3}},
  {"SIL-10 data NULL for the empty string", UO_TYPE_STRING, FLAT(3), DATA(uo_bytes, {NULL, 0}, S("x"), S("")), NO_AXIS, 1, 0, {0, 1, 0}},
  {"SIL-11 invalid UTF-8", UO_TYPE_STRING, FLAT(3), DATA(uo_bytes, S("\xff\xfe"), S("\x80"), S("\xc3")), NO_AXIS, 1, 0, {2, 0, 1}},
  {"SIL-06 [ab,c] and [a,bc] differ", UO_TYPE_STRING, 2, {2, 2}, DATA(uo_bytes, S("ab"), S("c"), S("a"), S("bc")), 0, 1, 0, {1, 0}},
  {"SIL-06 SIL-10 NUL next to ends", UO_TYPE_STRING, 2, {5, 2},
   DATA(uo_bytes, S("a\0"), S(""), S("a"), S("\0"), S("a"), S(""), S("a\0"), S(""), S(""), S("\0\0a")), 0, 1, 0, {3, 2, 1, 3, 0}},
  {"SIL-06 SIL-10 FF at a beginning, and NUL before an end", UO_TYPE_STRING, 2, {2, 2}, DATA(uo_bytes, S("\0"), S("\xff"), S(""), S("\xff\0")), 0, 1, 0, {1, 0}},
  {"SIL-06 columns of strings", UO_TYPE_STRING, 2, {2, 3}, DATA(uo_bytes, S("b"), S("a"), S("b"), S("y"), S("x"), S("y")), 1, 1, 0, {1, 0, 1}},
  {"SIL-06 FF and 00 bytes in rows", UO_TYPE_STRING, 2, {3, 1}, DATA(uo_bytes, S("\xff"), S("\0\xff"), S("\0")), 0, 1, 0, {2, 1, 0}},
};

static const example shape_examples[] = {
  {"SHAPE-03 SIL-13 rank 0", UO_TYPE_FLOAT, 0, {0}, DATA(float, 7), NO_AXIS, 1, 0, {0}},
  {"SHAPE-03 rank 0 string, first occurrence", UO_TYPE_STRING, 0, {0}, DATA(uo_bytes, S("s")), NO_AXIS, 0, 0, {0}},
  {"SHAPE-01 FLAT-01 SIL-12 flattened row by row", UO_TYPE_INT32, 2, {2, 3}, DATA(int32_t, 5, 3, 5, 1, 3, 9), NO_AXIS, 0, 0, {0, 1, 0, 2, 1, 3}},
  {"SHAPE-04 no elements, no axis", UO_TYPE_DOUBLE, FLAT(0), NULL, NO_AXIS, 1, 0, {0}},
  {"SHAPE-04 no elements, no axis, rank 3", UO_TYPE_STRING, 3, {2, 0, 3}, NULL, NO_AXIS, 0, 0, {0}},
  {"SHAPE-05 SIL-14 n = 0", UO_TYPE_INT8, 2, {0, 3}, NULL, 0, 1, 0, {0}},
  {"SHAPE-05 n = 0, string", UO_TYPE_STRING, 3, {2, 0, 3}, NULL, 1, 0, 0, {0}},
  {"SHAPE-05 [0] along 0", UO_TYPE_COMPLEX64, FLAT(0), NULL, 0, 1, 0, {0}},
  {"SHAPE-05 [0,0]", UO_TYPE_FLOAT16, 2, {0, 0}, NULL, 1, 1, 0, {0}},
  {"SHAPE-06 SIL-14 n > 0, empty subtensors", UO_TYPE_FLOAT, 2, {3, 0}, NULL, 0, 1, 0, {0, 0, 0}},
  {"SHAPE-06 string", UO_TYPE_STRING, 3, {0, 4, 2}, NULL, 1, 0, 0, {0, 0, 0, 0}},
  {"SHAPE-06 empty subtensors hold no NaN", UO_TYPE_FLOAT, 2, {3, 0}, NULL, 0, 1, UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT, {0, 0, 0}},
  {"SHAPE-06 [1,0] along 0", UO_TYPE_DOUBLE, 2, {1, 0}, NULL, 0, 1, 0, {0}},
  {"SHAPE-02 AXIS-02 middle axis of rank 3", UO_TYPE_UINT8, 3, {2, 3, 2}, DATA(uint8_t, 1, 2, 0, 9, 1, 2, 3, 4, 0, 0, 3, 4), 1, 1, 0, {1, 0, 1}},
  {"AXIS-03 AXIS-05 the same as -2", UO_TYPE_UINT8, 3, {2, 3, 2}, DATA(uint8_t, 1, 2, 0, 9, 1, 2, 3, 4, 0, 0, 3, 4), -2, 1, 0, {1, 0, 1}},
  {"SIL-06 moved to the front, not swapped: axis 2 of [2,2,2]", UO_TYPE_INT8, 3, {2, 2, 2}, DATA(int8_t, 0, 0, 5, 4, 1, 9, 0, 0), 2, 1, 0, {1, 0}},
  {"SIL-06 swapped would say otherwise", UO_TYPE_INT8, 3, {2, 2, 2}, DATA(int8_t, 0, 0, 1, 2, 2, 1, 0, 0), 2, 1, 0, {0, 1}},
  {"SIL-22 rank 1 along 0", UO_TYPE_INT16, FLAT(4), DATA(int16_t, 3, -1, 3, 2), 0, 1, 0, {2, 0, 2, 1}},
  {"SIL-22 rank 1 along -1, first occurrence", UO_TYPE_INT16, FLAT(4), DATA(int16_t, 3, -1, 3, 2), -1, 0, 0, {0, 1, 0, 2}},
  {"SIL-06 rows of 3 bytes", UO_TYPE_UINT8, 2, {4, 3}, DATA(uint8_t, 1, 0, 255, 1, 1, 0, 0, 255, 255, 1, 0, 255), 0, 1, 0, {1, 2, 0, 1}},
  {"SIL-06 rows of 9 bytes: the ninth tells", UO_TYPE_UINT8, 2, {2, 9}, DATA(uint8_t, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1), 0, 1, 0, {1, 0}},
  {"SIL-06 rows of halves", UO_TYPE_FLOAT16, 2, {3, 3}, DATA(uint16_t, 0x3c00, 0xbc00, 0, 0x3c00, 0xc000, 0, 0x3c00, 0xbc00, 0x8000), 0, 1, 0, {1, 0, 1}},
  {"SIL-06 rows of complex", UO_TYPE_COMPLEX64, 2, {3, 2}, DATA(float, 1, 1, 2, 2, 1, 1, 2, 1, 1, 0, 9, 9), 0, 1, 0, {2, 1, 0}},
  {"ORD-02 rows in order of first occurrence", UO_TYPE_FLOAT, 2, {4, 1}, DATA(float, 9, 1, 9, 5), 0, 0, 0, {0, 1, 0, 2}},
  {"VAL-01 all equal", UO_TYPE_INT64, FLAT(4), DATA(int64_t, 5, 5, 5, 5), NO_AXIS, 1, 0, {0, 0, 0, 0}},
  {"VAL-01 all distinct, reversed", UO_TYPE_INT64, FLAT(4), DATA(int64_t, 4, 3, 2, 1), NO_AXIS, 1, 0, {3, 2, 1, 0}},
  {"IDX-04 first occurrence out of order", UO_TYPE_INT64, FLAT(5), DATA(int64_t, 3, 1, 2, 1, 3), NO_AXIS, 0, 0, {0, 1, 2, 1, 0}},
  {"rank 5", UO_TYPE_INT32, 5, {1, 2, 3, 1, 2}, DATA(int32_t, 1, 2, 0, 0, 1, 2, 7, 8, 0, 0, 7, 8), -3, 1, 0, {1, 0, 1}},
};
/* clang-format on */

/* TYP-01, TYP-02, SIL-07, SIL-08, SIL-20, SIL-23, VAL-01, VAL-02, ORD-01, IDX-01 to IDX-04, INV-01 to INV-06, CNT-01,
 * CNT-02 */
static void test_types(void **state) {
  (void)state;
  CHECK(type_examples);
}

/* SIL-01 to SIL-05, SIL-07 */
static void test_floats(void **state) {
  (void)state;
  CHECK(float_examples);
}

/* SIL-01 to SIL-05, SIL-07, SIL-09: the other answers */
static void test_policies(void **state) {
  (void)state;
  CHECK(policy_examples);
}

/* SIL-06, SIL-09 to SIL-11 */
static void test_strings(void **state) {
  (void)state;
  CHECK(string_examples);
}

/* SHAPE-01 to SHAPE-06, AXIS-01 to AXIS-05, FLAT-01, SIL-06, SIL-12 to SIL-14, SIL-18, SIL-22, ORD-02, ORD-03 */
static void test_shapes(void **state) {
  (void)state;
  CHECK(shape_examples);
}

/* ---- Errors ---------------------------------------------------------------------------------------------------- */

static const float six[] = {1, 2, 3, 4, 5, 6};
static const int64_t two_by_three[] = {2, 3};

/* The error of uo_unique on a [2, 3] float tensor, after checking that the outputs are empty. */
static uo_error_code refused(uo_tensor x, uo_attributes attributes, uint32_t wanted, uo_policy policy,
                             uo_error *error) {
  uo_outputs outputs;
  memset(&outputs, 0x55, sizeof outputs);
  uo_error_code code = uo_unique(&x, &attributes, wanted, policy, NULL, &outputs, error);
  assert_int_not_equal(code, UO_ERROR_NONE);
  assert_int_equal(error->code, code);
  assert_null(outputs.storage);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) assert_null(outputs.tensor[output]);
  uo_outputs_release(&outputs);
  return code;
}

/* AXIS-04, AXIS-06, ERR-01, ERR-02, SIL-13, SIL-16 */
static void test_axis_out_of_range(void **state) {
  (void)state;
  uo_tensor x = {UO_TYPE_FLOAT, 2, two_by_three, six};
  const int64_t bad[] = {2, -3, INT64_C(1) << 32, -(INT64_C(1) << 32), (INT64_C(1) << 32) + 1, INT64_MAX, INT64_MIN};
  uo_error error;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_int_equal(refused(x, (uo_attributes){1, bad[i], 1}, UO_WANT_ALL, 0, &error), UO_ERROR_AXIS);
  assert_int_equal(refused(x, (uo_attributes){1, 2, 1}, UO_WANT_ALL, 0, &error), UO_ERROR_AXIS);
  assert_string_equal(error.message, "axis 2 is outside [-2, 1] for rank 2");
  uo_tensor scalar = {UO_TYPE_FLOAT, 0, NULL, six};
  assert_int_equal(refused(scalar, (uo_attributes){1, 0, 1}, UO_WANT_ALL, 0, &error), UO_ERROR_AXIS);
  assert_int_equal(refused(scalar, (uo_attributes){1, -1, 1}, UO_WANT_ALL, 0, &error), UO_ERROR_AXIS);
}

/* ATT-02, ERR-03, SIL-15; ATT-03: without has_axis the axis means nothing */
static void test_sorted_and_absent_axis(void **state) {
  (void)state;
  uo_tensor x = {UO_TYPE_FLOAT, 2, two_by_three, six};
  const int64_t bad[] = {2, -1, INT64_MAX, INT64_C(1) << 32};
  uo_error error;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_int_equal(refused(x, (uo_attributes){0, 0, bad[i]}, UO_WANT_ALL, 0, &error), UO_ERROR_SORTED);
  uo_outputs outputs;
  assert_int_equal(uo_unique(&x, &(uo_attributes){0, 77, 1}, UO_WANT_Y, 0, NULL, &outputs, &error), UO_ERROR_NONE);
  assert_int_equal(outputs.tensor[UO_Y]->dims[0], 6);
  uo_outputs_release(&outputs);
}

/* TYP-02, TYP-03, SIL-19, ERR-06 */
static void test_types_outside(void **state) {
  (void)state;
  const int32_t bad[] = {-1, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, INT32_MAX};
  uo_error error;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    uo_tensor x = {bad[i], 2, two_by_three, six};
    assert_int_equal(refused(x, (uo_attributes){0, 0, 1}, UO_WANT_ALL, 0, &error), UO_ERROR_TYPE);
  }
}

/* SHAPE-04: negative dimensions, too many, too large, no data */
static void test_bad_shapes(void **state) {
  (void)state;
  uo_attributes flat = {0, 0, 1};
  uo_error error;
  const int64_t negative[] = {2, -3}, huge[] = {INT64_C(1) << 40, INT64_C(1) << 40};
  uo_tensor x = {UO_TYPE_FLOAT, 2, negative, six};
  assert_int_equal(refused(x, flat, UO_WANT_ALL, 0, &error), UO_ERROR_SHAPE);
  x.dims = huge;
  assert_int_equal(refused(x, flat, UO_WANT_ALL, 0, &error), UO_ERROR_SHAPE);
  x.dims = NULL;
  assert_int_equal(refused(x, flat, UO_WANT_ALL, 0, &error), UO_ERROR_SHAPE);
  x = (uo_tensor){UO_TYPE_FLOAT, 2, two_by_three, NULL};
  assert_int_equal(refused(x, flat, UO_WANT_ALL, 0, &error), UO_ERROR_SHAPE);
  x = (uo_tensor){UO_TYPE_FLOAT, -1, two_by_three, six};
  assert_int_equal(refused(x, flat, UO_WANT_ALL, 0, &error), UO_ERROR_SHAPE);
  x = (uo_tensor){UO_TYPE_FLOAT, UO_MAX_RANK + 1, two_by_three, six};
  assert_int_equal(refused(x, flat, UO_WANT_ALL, 0, &error), UO_ERROR_SHAPE);
}

static void test_bad_arguments(void **state) {
  (void)state;
  uo_tensor x = {UO_TYPE_FLOAT, 2, two_by_three, six};
  uo_attributes flat = {0, 0, 1};
  uo_outputs outputs;
  uo_error error;
  assert_int_equal(refused(x, flat, 16u, 0, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(refused(x, flat, 0x80000001u, 0, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(refused(x, flat, UO_WANT_ALL, 1u << UO_CHOICE_COUNT, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_unique(NULL, &flat, UO_WANT_ALL, 0, NULL, &outputs, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_unique(&x, NULL, UO_WANT_ALL, 0, NULL, &outputs, NULL), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_unique(&x, &flat, UO_WANT_ALL, 0, NULL, NULL, &error), UO_ERROR_ARGUMENT);
}

/* The release function takes NULL, empties, and what somebody else owns. */
static void test_release(void **state) {
  (void)state;
  uo_outputs_release(NULL);
  uo_tensor x = {UO_TYPE_FLOAT, 2, two_by_three, six};
  uo_outputs outputs = {.tensor = {&x}};
  uo_outputs_release(&outputs);
  assert_null(outputs.tensor[UO_Y]);
  assert_int_equal(uo_unique(&x, &(uo_attributes){1, 1, 0}, UO_WANT_ALL, 0, NULL, &outputs, NULL), UO_ERROR_NONE);
  uo_outputs_release(&outputs);
  assert_null(outputs.storage);
  assert_null(outputs.tensor[UO_Y]);
  uo_outputs_release(&outputs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_official_cases),
      cmocka_unit_test(test_types),
      cmocka_unit_test(test_floats),
      cmocka_unit_test(test_policies),
      cmocka_unit_test(test_strings),
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_axis_out_of_range),
      cmocka_unit_test(test_sorted_and_absent_axis),
      cmocka_unit_test(test_types_outside),
      cmocka_unit_test(test_bad_shapes),
      cmocka_unit_test(test_bad_arguments),
      cmocka_unit_test(test_release),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
