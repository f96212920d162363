/*
 * A plain implementation of the operator over the plug-in ABI, into which each file of this folder plants one fault (or
 * one choice that the operator leaves open). Every step can be replaced: NAIVE_PLUGIN("name", .step = mine).
 * With nothing replaced it conforms: conforming.c.
 */
#ifndef UO_TESTS_FAULTY_NAIVE_H
#define UO_TESTS_FAULTY_NAIVE_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unique_oracle/plugin.h>

/* One call. Items are the elements of the flattened X, or its subtensors along the axis. */
typedef struct naive {
  const uo_tensor *x;
  const uo_attributes *attributes;
  uo_sink *sink;
  int32_t axis;         /* in [0, r), or -1 without axis */
  size_t size;          /* bytes of an element */
  int64_t count;        /* items */
  int64_t outer, inner; /* elements of an item: dimensions before the axis, and after it */
  int64_t distinct;
  int64_t *indices, *inverse, *counts;
  int64_t *source;    /* the item whose bits go to Y[k] */
  int64_t *rank;      /* rank[k]: where the k-th item by first occurrence stands in the outputs */
  int32_t *ascending; /* ascending[j]: which of them, by first occurrence, is the j-th in order */
} naive;

/* The steps in the order in which they are taken; NULL is the right one, naive_NAME. */
typedef struct naive_steps {
  int (*reject)(const naive *work);      /* a uo_status: UO_OK for a valid case */
  int32_t (*resolve)(const naive *work); /* the axis as `naive` wants it */
  int (*begin)(const naive *work);       /* a uo_status: other than UO_OK ends the call */
  const char *(*element)(const naive *work, int64_t item, int64_t t);
  bool (*same)(const naive *work, int64_t i, int64_t k);
  bool (*same_element)(int32_t dtype, const void *a, const void *b);
  int (*order_element)(int32_t dtype, const void *a, const void *b);
  int (*order)(const naive *work, int64_t i, int64_t k);
  bool by_order; /* a planted `same` or `same_element` agrees with the order: no need to look through all distinct items
                  */
  bool (*sorts)(const naive *work);
  void (*edit)(naive *work);
  void (*copy)(int32_t dtype, void *destination, const void *source);
  int (*give)(const naive *work);
} naive_steps;

static const naive_steps naive_planted;
#define NAIVE_STEP(step) (naive_planted.step != NULL ? naive_planted.step : naive_##step)

/* ---- Elements -------------------------------------------------------------------------------------------------- */

static inline size_t naive_size(int32_t dtype) {
  switch (dtype) {
#define NAIVE_SIZE(name, number, text, size)                                                                           \
  case number:                                                                                                         \
    return size;
    UO_TYPES(NAIVE_SIZE)
#undef NAIVE_SIZE
    default:
      return 0;
  }
}

static inline double naive_half(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 31  ? (fraction > 0 ? NAN : INFINITY)
                 : exponent == 0 ? ldexp(fraction, -24)
                                 : ldexp(fraction + 1024, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

/* The parts of a floating-point or complex element. */
typedef struct naive_number {
  double re, im;
} naive_number;

static inline naive_number naive_float(int32_t dtype, const void *element) {
  naive_number number = {0, 0};
  float single[2] = {0, 0};
  uint16_t half = 0;
  size_t size = naive_size(dtype);
  if (dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_COMPLEX128) {
    memcpy(&number, element, size);
  } else if (dtype == UO_TYPE_FLOAT16) {
    memcpy(&half, element, size);
    number.re = naive_half(half);
  } else {
    memcpy(single, element, size);
    number.re = (double)single[0];
    number.im = (double)single[1];
  }
  return number;
}

static inline bool naive_is_float(int32_t dtype) {
  return dtype == UO_TYPE_FLOAT || dtype == UO_TYPE_DOUBLE || dtype == UO_TYPE_FLOAT16;
}

static inline bool naive_is_complex(int32_t dtype) { return dtype == UO_TYPE_COMPLEX64 || dtype == UO_TYPE_COMPLEX128; }

static inline bool naive_has_nan(int32_t dtype, const void *element) {
  if (!naive_is_float(dtype) && !naive_is_complex(dtype)) return false;
  naive_number number = naive_float(dtype, element);
  return isnan(number.re) || isnan(number.im);
}

static inline int64_t naive_signed(int32_t dtype, const void *element) {
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  switch (dtype) {
    case UO_TYPE_INT8:
      return memcpy(&i8, element, 1), i8;
    case UO_TYPE_INT16:
      return memcpy(&i16, element, 2), i16;
    case UO_TYPE_INT32:
      return memcpy(&i32, element, 4), i32;
    default:
      return memcpy(&i64, element, 8), i64;
  }
}

static inline uint64_t naive_unsigned(int32_t dtype, const void *element) {
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  switch (dtype) {
    case UO_TYPE_BOOL:
    case UO_TYPE_UINT8:
      return memcpy(&u8, element, 1), u8;
    case UO_TYPE_UINT16:
      return memcpy(&u16, element, 2), u16;
    case UO_TYPE_UINT32:
      return memcpy(&u32, element, 4), u32;
    default:
      return memcpy(&u64, element, 8), u64;
  }
}

static inline uo_bytes naive_string(const void *element) {
  uo_bytes string;
  memcpy(&string, element, sizeof string);
  return string;
}

#define NAIVE_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

static inline int naive_order_string(uo_bytes a, uo_bytes b) {
  size_t shared = a.size < b.size ? a.size : b.size;
  int order = shared > 0 ? memcmp(a.data, b.data, shared) : 0;
  return order != 0 ? order : NAIVE_ORDER(a.size, b.size);
}

/* Every NaN in one place above all others; complex by real part, then by imaginary part (SIL-01, SIL-02, SIL-07). */
static inline int naive_order_float(int32_t dtype, const void *a, const void *b) {
  naive_number x = naive_float(dtype, a), y = naive_float(dtype, b);
  int nan_a = isnan(x.re) || isnan(x.im), nan_b = isnan(y.re) || isnan(y.im);
  if (nan_a || nan_b) return nan_a - nan_b;
  int order = NAIVE_ORDER(x.re, y.re);
  return order != 0 ? order : NAIVE_ORDER(x.im, y.im);
}

static inline int naive_order_element(int32_t dtype, const void *a, const void *b) {
  switch (dtype) {
    case UO_TYPE_STRING:
      return naive_order_string(naive_string(a), naive_string(b));
    case UO_TYPE_INT8:
    case UO_TYPE_INT16:
    case UO_TYPE_INT32:
    case UO_TYPE_INT64:
      return NAIVE_ORDER(naive_signed(dtype, a), naive_signed(dtype, b));
    case UO_TYPE_BOOL:
    case UO_TYPE_UINT8:
    case UO_TYPE_UINT16:
    case UO_TYPE_UINT32:
    case UO_TYPE_UINT64:
      return NAIVE_ORDER(naive_unsigned(dtype, a), naive_unsigned(dtype, b));
    default:
      return naive_order_float(dtype, a, b);
  }
}

static inline bool naive_same_element(int32_t dtype, const void *a, const void *b) {
  if (naive_planted.order_element == NULL) { /* only floats and strings are ever equal with other bits */
    if (memcmp(a, b, naive_size(dtype)) == 0) return true;
    if (dtype != UO_TYPE_STRING && !naive_is_float(dtype) && !naive_is_complex(dtype)) return false;
  }
  return NAIVE_STEP(order_element)(dtype, a, b) == 0;
}

/* ---- Items ----------------------------------------------------------------------------------------------------- */

static inline int naive_reject(const naive *work) {
  const uo_attributes *attributes = work->attributes;
  int64_t r = work->x->rank;
  if (attributes->sorted != 0 && attributes->sorted != 1) return UO_REJECTED;                       /* ERR-03 */
  if (attributes->has_axis && (attributes->axis < -r || attributes->axis >= r)) return UO_REJECTED; /* ERR-01, ERR-02 */
  return UO_OK;
}

static inline int32_t naive_resolve(const naive *work) {
  if (!work->attributes->has_axis) return -1;
  int64_t axis = work->attributes->axis;
  return (int32_t)(axis < 0 ? axis + work->x->rank : axis); /* AXIS-03 */
}

static inline int naive_begin(const naive *work) {
  (void)work;
  return UO_OK;
}

static inline void naive_measure(naive *work) {
  work->size = naive_size(work->x->dtype);
  work->count = work->outer = work->inner = 1;
  for (int32_t d = 0; d < work->x->rank; d++) {
    if (work->axis < 0 || d == work->axis) work->count *= work->x->dims[d];
    if (work->axis >= 0 && d < work->axis) work->outer *= work->x->dims[d];
    if (work->axis >= 0 && d > work->axis) work->inner *= work->x->dims[d];
  }
}

static inline const char *naive_element(const naive *work, int64_t item, int64_t t) {
  int64_t before = work->outer == 1 ? 0 : t / work->inner, after = t - before * work->inner;
  return (const char *)work->x->data + (size_t)((before * work->count + item) * work->inner + after) * work->size;
}

static inline bool naive_same_at(const naive *work, int64_t i, int64_t k, int64_t t) {
  const void *a = NAIVE_STEP(element)(work, i, t), *b = NAIVE_STEP(element)(work, k, t);
  return NAIVE_STEP(same_element)(work->x->dtype, a, b);
}

/* From both ends inwards: where subtensors differ, they differ at one of them more often than not. */
static inline bool naive_same(const naive *work, int64_t i, int64_t k) {
  int64_t size = work->outer * work->inner;
  for (int64_t t = 0; t < size; t++) {
    if (!naive_same_at(work, i, k, t % 2 == 0 ? t / 2 : size - 1 - t / 2)) return false;
  }
  return true;
}

static inline int naive_order(const naive *work, int64_t i, int64_t k) {
  for (int64_t t = 0; t < work->outer * work->inner; t++) {
    const void *a = NAIVE_STEP(element)(work, i, t), *b = NAIVE_STEP(element)(work, k, t);
    int order = NAIVE_STEP(order_element)(work->x->dtype, a, b);
    if (order != 0) return order;
  }
  return 0;
}

/* Where item i belongs in the ascending list of the distinct ones: behind all that do not come after it. */
static inline int64_t naive_place(const naive *work, int64_t i) {
  int64_t low = 0, high = work->distinct;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (NAIVE_STEP(order)(work, work->indices[work->ascending[middle]], i) <= 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* The group of item i, or `distinct`. */
static inline int64_t naive_find(const naive *work, int64_t i, int64_t place) {
  int64_t k = 0;
  if (naive_planted.by_order || (naive_planted.same == NULL && naive_planted.same_element == NULL)) {
    k = place > 0 ? work->ascending[place - 1] : work->distinct;
    return k < work->distinct && NAIVE_STEP(same)(work, i, work->indices[k]) ? k : work->distinct;
  }
  while (k < work->distinct && !NAIVE_STEP(same)(work, i, work->indices[k])) k++;
  return k;
}

static inline void naive_group(naive *work) {
  for (int64_t i = 0; i < work->count; i++) {
    int64_t place = naive_place(work, i), k = naive_find(work, i, place);
    if (k == work->distinct) {
      int32_t *room = work->ascending + place;
      memmove(room + 1, room, (size_t)(work->distinct - place) * sizeof *room);
      *room = (int32_t)k;
      work->indices[work->distinct++] = i;
    }
    work->inverse[i] = k;
    work->counts[k]++;
  }
}

static inline bool naive_sorts(const naive *work) { return work->attributes->sorted == 1; }

static inline void naive_permute(const naive *work, int64_t *values, int64_t *spare) {
  for (int64_t k = 0; k < work->distinct; k++) spare[work->rank[k]] = values[k];
  memcpy(values, spare, (size_t)work->distinct * sizeof *values);
}

static inline void naive_sort(naive *work) {
  int64_t *spare = work->source;
  for (int64_t k = 0; k < work->distinct; k++) work->rank[work->ascending[k]] = k;
  naive_permute(work, work->indices, spare);
  naive_permute(work, work->counts, spare);
  for (int64_t i = 0; i < work->count; i++) work->inverse[i] = work->rank[work->inverse[i]];
}

static inline void naive_edit(naive *work) { (void)work; }

/* ---- Outputs --------------------------------------------------------------------------------------------------- */

static inline void naive_copy(int32_t dtype, void *destination, const void *source) {
  memcpy(destination, source, naive_size(dtype));
}

/* Y's dims into `dims`; its rank (SHAPE-01, SHAPE-02). */
static inline int32_t naive_shape(const naive *work, int64_t dims[64]) {
  dims[0] = work->distinct;
  if (work->axis < 0) return 1;
  for (int32_t d = 0; d < work->x->rank; d++) dims[d] = d == work->axis ? work->distinct : work->x->dims[d];
  return work->x->rank;
}

/* Y under another shape than its own when a fault wants that; NULL when refused. */
static inline char *naive_give_y(const naive *work, int32_t rank, const int64_t *dims) {
  int32_t dtype = work->x->dtype;
  char *y = work->sink->allocate(work->sink, UO_Y, dtype, rank, dims);
  for (int64_t k = 0; y != NULL && k < work->distinct; k++) {
    for (int64_t t = 0; t < work->outer * work->inner; t++) {
      int64_t flat = (t / work->inner * work->distinct + k) * work->inner + t % work->inner;
      const char *element = NAIVE_STEP(element)(work, work->source[k], t);
      if (dtype != UO_TYPE_STRING) {
        NAIVE_STEP(copy)(dtype, y + (size_t)flat * work->size, element);
      } else {
        uo_bytes string;
        NAIVE_STEP(copy)(dtype, &string, element);
        if (work->sink->put_string(work->sink, flat, string.data, string.size) != 0) return NULL;
      }
    }
  }
  return y;
}

/* One index output if it is wanted; false when it is refused. */
static inline bool naive_give_index(const naive *work, int output, const int64_t *values, int64_t count) {
  if (!(work->sink->wanted & 1u << output)) return true;
  int64_t *room = work->sink->allocate(work->sink, output, UO_TYPE_INT64, 1, &count);
  if (room != NULL && count > 0) memcpy(room, values, (size_t)count * sizeof *values);
  return room != NULL;
}

static inline bool naive_give_indices(const naive *work) {
  return naive_give_index(work, UO_INDICES, work->indices, work->distinct) &&
         naive_give_index(work, UO_INVERSE_INDICES, work->inverse, work->count) &&
         naive_give_index(work, UO_COUNTS, work->counts, work->distinct);
}

static inline int naive_give(const naive *work) {
  int64_t dims[64];
  int32_t rank = naive_shape(work, dims);
  return naive_give_y(work, rank, dims) != NULL && naive_give_indices(work) ? UO_OK : UO_FAILED;
}

/* ---- The call -------------------------------------------------------------------------------------------------- */

static inline int naive_answer(naive *work) {
  naive_group(work);
  for (int64_t k = 0; k < work->distinct; k++) work->rank[k] = k;
  if (NAIVE_STEP(sorts)(work)) naive_sort(work);
  memcpy(work->source, work->indices, (size_t)work->distinct * sizeof *work->source);
  NAIVE_STEP(edit)(work);
  return NAIVE_STEP(give)(work);
}

static inline int naive_unique(const uo_tensor *x, const uo_attributes *attributes, uo_sink *sink) {
  naive work = {.x = x, .attributes = attributes, .sink = sink, .axis = -1};
  int status = NAIVE_STEP(reject)(&work);
  if (status != UO_OK) return status;
  work.axis = NAIVE_STEP(resolve)(&work);
  naive_measure(&work);
  status = NAIVE_STEP(begin)(&work);
  if (status != UO_OK) return status;

  size_t room = (size_t)work.count + 1; /* never 0 */
  int64_t *memory = calloc(6 * room, sizeof *memory);
  if (memory == NULL) return UO_FAILED;
  work.indices = memory;
  work.inverse = memory + room;
  work.counts = memory + 2 * room;
  work.source = memory + 3 * room;
  work.rank = memory + 4 * room;
  work.ascending = (int32_t *)(memory + 5 * room);
  status = naive_answer(&work);
  free(memory);
  return status;
}

#define NAIVE_PLUGIN(title, ...)                                                                                       \
  static const naive_steps naive_planted = {__VA_ARGS__};                                                              \
  const uo_plugin *uo_plugin_entry(void) {                                                                             \
    static const uo_plugin plugin = {UO_PLUGIN_ABI, title, "1", naive_unique};                                         \
    return &plugin;                                                                                                    \
  }

#endif
