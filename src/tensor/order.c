#include "tensor/order.h"

#include <math.h>
#include <string.h>

#include "tensor/number.h"

/* ---- Real numbers ---------------------------------------------------------------------------------------------- */

/* float and float16 are compared as doubles, which hold all of their values exactly (subnormals too, SIL-20). */
static int compare_real(uo_policy policy, double a, double b) {
  if (isnan(a) || isnan(b)) {
    /* SIL-01: every NaN has one place in the order. SIL-02: above +Inf, or first of all. */
    int nan_last = (isnan(a) ? 1 : 0) - (isnan(b) ? 1 : 0);
    return policy & UO_NAN_FIRST ? -nan_last : nan_last;
  }
  if (a < b) return -1;
  if (a > b) return 1;
  /* SIL-04: equal, or -0 before +0. */
  if ((policy & UO_ZERO_DISTINCT) && a == 0) return (signbit(b) ? 1 : 0) - (signbit(a) ? 1 : 0);
  return 0;
}

static double float_value(const void *element) {
  float value;
  memcpy(&value, element, sizeof value);
  return (double)value;
}

static double double_value(const void *element) {
  double value;
  memcpy(&value, element, sizeof value);
  return value;
}

static double half_value(const void *element) {
  uint16_t bits;
  memcpy(&bits, element, sizeof bits);
  return uo_half_to_double(bits);
}

static int compare_float(uo_policy policy, const void *a, const void *b) {
  return compare_real(policy, float_value(a), float_value(b));
}

static int compare_double(uo_policy policy, const void *a, const void *b) {
  return compare_real(policy, double_value(a), double_value(b));
}

static int compare_half(uo_policy policy, const void *a, const void *b) {
  return compare_real(policy, half_value(a), half_value(b));
}

/* ---- Complex numbers (SIL-07) ---------------------------------------------------------------------------------- */

typedef struct complex_value {
  double real;
  double imaginary;
} complex_value;

static complex_value complex64_value(const void *element) {
  const unsigned char *bytes = element;
  return (complex_value){float_value(bytes), float_value(bytes + sizeof(float))};
}

static complex_value complex128_value(const void *element) {
  const unsigned char *bytes = element;
  return (complex_value){double_value(bytes), double_value(bytes + sizeof(double))};
}

enum nan_kind { NAN_NOWHERE, NAN_IMAGINARY, NAN_REAL, NAN_BOTH };

static int nan_kind_of(complex_value z) {
  return (isnan(z.real) ? NAN_REAL : 0) + (isnan(z.imaginary) ? NAN_IMAGINARY : 0);
}

/* Where a kind stands: numbers first and then R+NaNj, NaN+Rj, NaN+NaNj; with nan-order=first the numbers come last. */
static int kind_rank(uo_policy policy, int kind) {
  if (kind == NAN_NOWHERE) return policy & UO_NAN_FIRST ? NAN_BOTH + 1 : 0;
  return policy & UO_NAN_COMPLEX_BY_PART ? kind : NAN_BOTH;
}

/* Where registers hold more digits than a double, a call may give them too: the same value would compare unequal to
 * itself once one of the two was stored. */
static double stored(double value) {
  volatile double kept = value;
  return kept;
}

/* complex-order=modulus: absolute value, then angle. The same value must give the same angle, so -0 counts as +0 when
 * they are equal. */
static int compare_modulus(uo_policy policy, complex_value a, complex_value b) {
  if (!(policy & UO_ZERO_DISTINCT)) {
    a = (complex_value){a.real + 0.0, a.imaginary + 0.0};
    b = (complex_value){b.real + 0.0, b.imaginary + 0.0};
  }
  int by_modulus = compare_real(policy, stored(hypot(a.real, a.imaginary)), stored(hypot(b.real, b.imaginary)));
  if (by_modulus != 0) return by_modulus;
  return compare_real(policy & ~(uo_policy)UO_ZERO_DISTINCT, stored(atan2(a.imaginary, a.real)),
                      stored(atan2(b.imaginary, b.real)));
}

static int compare_complex_nan(uo_policy policy, int kind, complex_value a, complex_value b) {
  if (!(policy & UO_NAN_COMPLEX_BY_PART)) return 0; /* one value whichever part is NaN */
  if (kind == NAN_IMAGINARY) return compare_real(policy, a.real, b.real);
  if (kind == NAN_REAL) return compare_real(policy, a.imaginary, b.imaginary);
  return 0;
}

static int compare_complex(uo_policy policy, complex_value a, complex_value b) {
  int kind = nan_kind_of(a);
  int by_kind = kind_rank(policy, kind) - kind_rank(policy, nan_kind_of(b));
  if (by_kind != 0) return by_kind;
  if (kind != NAN_NOWHERE) return compare_complex_nan(policy, kind, a, b);
  if (policy & UO_COMPLEX_BY_MODULUS) {
    int by_modulus = compare_modulus(policy, a, b);
    if (by_modulus != 0) return by_modulus;
  }
  int by_real = compare_real(policy, a.real, b.real);
  return by_real != 0 ? by_real : compare_real(policy, a.imaginary, b.imaginary);
}

static int compare_complex64(uo_policy policy, const void *a, const void *b) {
  return compare_complex(policy, complex64_value(a), complex64_value(b));
}

static int compare_complex128(uo_policy policy, const void *a, const void *b) {
  return compare_complex(policy, complex128_value(a), complex128_value(b));
}

/* ---- Integers (SIL-23) and bool (SIL-08) ----------------------------------------------------------------------- */

#define COMPARE_INTEGER(name, type)                                                                                    \
  static int compare_##name(uo_policy policy, const void *a, const void *b) {                                          \
    (void)policy;                                                                                                      \
    type x;                                                                                                            \
    type y;                                                                                                            \
    memcpy(&x, a, sizeof x);                                                                                           \
    memcpy(&y, b, sizeof y);                                                                                           \
    return (x > y) - (x < y);                                                                                          \
  }

COMPARE_INTEGER(int8, int8_t)
COMPARE_INTEGER(int16, int16_t)
COMPARE_INTEGER(int32, int32_t)
COMPARE_INTEGER(int64, int64_t)
COMPARE_INTEGER(uint8, uint8_t)
COMPARE_INTEGER(uint16, uint16_t)
COMPARE_INTEGER(uint32, uint32_t)
COMPARE_INTEGER(uint64, uint64_t)

/* ---- Strings (SIL-09, SIL-10, SIL-11) -------------------------------------------------------------------------- */

/*
 * In UTF-16 the code points from U+10000 on are written with surrogates (0xD800 to 0xDFFF) and so come before U+E000 to
 * U+FFFF. In UTF-8 the former begin with F0 to F4, the latter with EE and EF; no other byte of a sequence has these
 * values.
 */
static int utf16_rank(unsigned char byte) {
  if (byte == 0xEE || byte == 0xEF) return byte + 5;
  if (byte >= 0xF0 && byte <= 0xF4) return byte - 2;
  return byte;
}

static int compare_utf16(const char *a, const char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    int difference = utf16_rank((unsigned char)a[i]) - utf16_rank((unsigned char)b[i]);
    if (difference != 0) return difference;
  }
  return 0;
}

static int compare_string(uo_policy policy, const void *a, const void *b) {
  uo_bytes x;
  uo_bytes y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  size_t common = x.size < y.size ? x.size : y.size;
  int by_bytes = 0;
  if (common > 0)
    by_bytes = policy & UO_STRING_UTF16 ? compare_utf16(x.data, y.data, common) : memcmp(x.data, y.data, common);
  if (by_bytes != 0) return by_bytes;
  return (x.size > y.size) - (x.size < y.size); /* the shorter prefix first */
}

/* ---- Elements -------------------------------------------------------------------------------------------------- */

uo_compare_function *uo_compare_for(int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT:
      return compare_float;
    case UO_TYPE_DOUBLE:
      return compare_double;
    case UO_TYPE_FLOAT16:
      return compare_half;
    case UO_TYPE_COMPLEX64:
      return compare_complex64;
    case UO_TYPE_COMPLEX128:
      return compare_complex128;
    case UO_TYPE_INT8:
      return compare_int8;
    case UO_TYPE_INT16:
      return compare_int16;
    case UO_TYPE_INT32:
      return compare_int32;
    case UO_TYPE_INT64:
      return compare_int64;
    case UO_TYPE_UINT8:
    case UO_TYPE_BOOL: /* SIL-08: False is 0, True is 1 */
      return compare_uint8;
    case UO_TYPE_UINT16:
      return compare_uint16;
    case UO_TYPE_UINT32:
      return compare_uint32;
    case UO_TYPE_UINT64:
      return compare_uint64;
    case UO_TYPE_STRING:
      return compare_string;
    default:
      return NULL;
  }
}

bool uo_element_has_nan(int32_t dtype, const void *element) {
  switch (dtype) {
    case UO_TYPE_FLOAT:
      return isnan(float_value(element));
    case UO_TYPE_DOUBLE:
      return isnan(double_value(element));
    case UO_TYPE_FLOAT16:
      return isnan(half_value(element));
    case UO_TYPE_COMPLEX64:
      return nan_kind_of(complex64_value(element)) != NAN_NOWHERE;
    case UO_TYPE_COMPLEX128:
      return nan_kind_of(complex128_value(element)) != NAN_NOWHERE;
    default:
      return false;
  }
}

/* ---- Items ----------------------------------------------------------------------------------------------------- */

/* Address of element (o, t) of item i. */
static const unsigned char *element_at(const uo_items *items, size_t element_size, int64_t i, int64_t o, int64_t t) {
  const unsigned char *data = items->tensor->data;
  return data + (size_t)((o * items->count + i) * items->inner + t) * element_size;
}

int uo_items_compare(uo_policy policy, const uo_items *a, int64_t i, const uo_items *b, int64_t k) {
  uo_compare_function *compare = uo_compare_for(a->tensor->dtype);
  size_t element_size = uo_type_size(a->tensor->dtype);
  for (int64_t o = 0; o < a->outer; o++) {
    for (int64_t t = 0; t < a->inner; t++) {
      int order = compare(policy, element_at(a, element_size, i, o, t), element_at(b, element_size, k, o, t));
      if (order != 0) return order; /* SIL-06 */
    }
  }
  return 0;
}

bool uo_items_solitary(uo_policy policy, const uo_items *items, int64_t i) {
  /* On a rank-1 tensor an axis changes nothing (SIL-22): its items are elements, and `nan` speaks for them, not
   * `nan-subtensor`. */
  bool subtensors = items->axis >= 0 && items->tensor->rank > 1;
  if (!(policy & (subtensors ? UO_NAN_SUBTENSOR_DISTINCT : UO_NAN_DISTINCT))) return false; /* SIL-01, SIL-05 */
  int32_t dtype = items->tensor->dtype;
  size_t element_size = uo_type_size(dtype);
  for (int64_t o = 0; o < items->outer; o++)
    for (int64_t t = 0; t < items->inner; t++)
      if (uo_element_has_nan(dtype, element_at(items, element_size, i, o, t))) return true;
  return false;
}

/* As memcmp() == 0. Most elements and subtensors are small, where a call would take longer than the comparison. */
static bool same_bytes(const unsigned char *a, const unsigned char *b, size_t size) {
  uint64_t x;
  uint64_t y;
  for (; size >= sizeof x; size -= sizeof x, a += sizeof x, b += sizeof y) {
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (x != y) return false;
  }
  for (; size > 0; size--, a++, b++)
    if (*a != *b) return false;
  return true;
}

static bool same_strings(const unsigned char *a, const unsigned char *b, int64_t count) {
  for (int64_t t = 0; t < count; t++) {
    uo_bytes x;
    uo_bytes y;
    memcpy(&x, a + (size_t)t * sizeof x, sizeof x);
    memcpy(&y, b + (size_t)t * sizeof y, sizeof y);
    if (x.size != y.size) return false;
    if (!same_bytes((const unsigned char *)x.data, (const unsigned char *)y.data, x.size)) return false;
  }
  return true;
}

bool uo_items_identical(const uo_items *a, int64_t i, const uo_items *b, int64_t k) {
  size_t element_size = uo_type_size(a->tensor->dtype);
  bool strings = a->tensor->dtype == UO_TYPE_STRING;
  for (int64_t o = 0; o < a->outer; o++) { /* elements of one `o` stand behind each other */
    const unsigned char *x = element_at(a, element_size, i, o, 0);
    const unsigned char *y = element_at(b, element_size, k, o, 0);
    bool same = strings ? same_strings(x, y, a->inner) : same_bytes(x, y, (size_t)a->inner * element_size);
    if (!same) return false;
  }
  return true;
}
