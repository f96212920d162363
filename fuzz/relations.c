#include "fuzz/relations.h"

#include <string.h>

#include "fuzz/widen.h"
#include "tensor/guard.h"
#include "tensor/memory.h"
#include "tensor/shape.h"

/* The most elements that a relation makes. */
#define MAX_ELEMENTS 65536

const char *uo_relation_name(uo_relation relation) {
  static const char *const names[] = {
#define RELATION_NAME(name, text, meaning) text,
      UO_RELATIONS(RELATION_NAME)
#undef RELATION_NAME
  };
  return names[relation];
}

/* ---- Making questions -------------------------------------------------------------------------------------------- */

uo_related uo_relate_first(const uo_tensor *x, const uo_attributes *attributes, const int64_t *inverse,
                           int64_t classes) {
  int32_t axis = -1;
  if (attributes->has_axis) axis = (int32_t)(attributes->axis < 0 ? attributes->axis + x->rank : attributes->axis);
  int64_t items = uo_items_of(x, axis).count;
  return (uo_related){*x, axis, *attributes, items, classes, inverse, NULL, {NULL}};
}

/* A block that is released with the question. */
static void *own(uo_related *related, size_t count, size_t size) {
  for (size_t i = 0; i < sizeof related->owned / sizeof related->owned[0]; i++) {
    if (related->owned[i] != NULL) continue;
    related->owned[i] = uo_allocate(related->allocator, count, size);
    return related->owned[i];
  }
  return NULL;
}

void uo_related_release(uo_related *related) {
  for (size_t i = 0; i < sizeof related->owned / sizeof related->owned[0]; i++)
    uo_release(related->allocator, related->owned[i]);
  *related = (uo_related){0};
}

static int64_t count_elements(const uo_tensor *x) {
  int64_t count = 0;
  return uo_tensor_validate(x, &count, NULL) == UO_ERROR_NONE ? count : 0;
}

/* Item `to` of y becomes item `from` of x; both have items of the same elements, wherever these stand. */
static void copy_item(const uo_items *x, int64_t from, const uo_items *y, int64_t to, unsigned char *data) {
  size_t size = uo_type_size(x->tensor->dtype);
  const unsigned char *source = x->tensor->data;
  if (x->inner == y->inner) { /* runs of elements that stay together */
    size *= (size_t)x->inner;
    for (int64_t o = 0; o < x->outer; o++)
      memcpy(data + (size_t)(o * y->count + to) * size, source + (size_t)(o * x->count + from) * size, size);
    return;
  }
  int64_t elements = x->outer * x->inner;
  for (int64_t e = 0; e < elements; e++) {
    int64_t at = (e / x->inner * x->count + from) * x->inner + e % x->inner;
    int64_t there = (e / y->inner * y->count + to) * y->inner + e % y->inner;
    memcpy(data + (size_t)there * size, source + (size_t)at * size, size);
  }
}

/*
 * Makes to->x hold the items source[0..items) of `from`, along `axis` of dims, which gives items of as many elements;
 * classes come along.
 */
static uo_error_code gather(const uo_related *from, const int64_t *source, int32_t rank, const int64_t *dims,
                            int32_t axis, uo_related *to, uo_error *error) {
  int64_t *own_dims = own(to, (size_t)rank, sizeof *own_dims);
  int64_t *class_of = own(to, (size_t)to->items, sizeof *class_of);
  UO_REQUIRE_MEMORY(own_dims, error);
  UO_REQUIRE_MEMORY(class_of, error);
  memcpy(own_dims, dims, (size_t)rank * sizeof *dims);
  to->x = (uo_tensor){from->x.dtype, rank, own_dims, from->x.data};
  unsigned char *data = own(to, (size_t)count_elements(&to->x), uo_type_size(from->x.dtype));
  UO_REQUIRE_MEMORY(data, error);
  to->x.data = data;
  to->axis = axis;
  uo_items x = uo_items_of(&from->x, from->axis);
  uo_items y = uo_items_of(&to->x, axis);
  for (int64_t i = 0; i < to->items; i++) {
    class_of[i] = from->class_of[source[i]];
    if (x.inner != 0 && y.inner != 0) copy_item(&x, source[i], &y, i, data);
  }
  to->class_of = class_of;
  return UO_ERROR_NONE;
}

/* ---- The relations ----------------------------------------------------------------------------------------------- */

/* The next of a sequence of numbers that look random. */
static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* Which item of `from` each item becomes. */
static void choose_sources(uo_relation relation, uint32_t seed, int64_t items, int64_t count, int64_t *source) {
  for (int64_t i = 0; i < count; i++) source[i] = relation == UO_RELATION_REPEATED ? i / 2 : items == 0 ? 0 : i % items;
  if (relation != UO_RELATION_PERMUTED) return;
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t k = (int64_t)(next_random(&seed) % (uint32_t)(i + 1));
    int64_t moved = source[i];
    source[i] = source[k];
    source[k] = moved;
  }
}

static uo_error_code rearrange(const uo_related *from, uo_relation relation, uint32_t seed, uo_related *to, bool *made,
                               uo_error *error) {
  int64_t times = relation == UO_RELATION_PERMUTED ? 1 : 2;
  if (from->items > MAX_ELEMENTS / times || count_elements(&from->x) > MAX_ELEMENTS / times) return UO_ERROR_NONE;
  int64_t dims[UO_MAX_RANK] = {1};
  int32_t rank = from->x.rank == 0 ? 1 : from->x.rank;
  if (from->x.rank > 0) memcpy(dims, from->x.dims, (size_t)rank * sizeof *dims);
  dims[from->axis < 0 ? 0 : from->axis] *= times;
  to->items = from->items * times;
  int64_t *source = own(to, (size_t)to->items, sizeof *source);
  UO_REQUIRE_MEMORY(source, error);
  choose_sources(relation, seed, from->items, to->items, source);
  *made = true;
  return gather(from, source, rank, dims, from->axis, to, error);
}

/* SIL-06: a subtensor is what remains without the axis, in the order of the other axes, wherever the axis stands. */
static uo_error_code move_to_front(const uo_related *from, uo_related *to, bool *made, uo_error *error) {
  if (from->axis <= 0) return UO_ERROR_NONE;
  int64_t dims[UO_MAX_RANK];
  dims[0] = from->x.dims[from->axis];
  for (int32_t d = 0, next = 1; d < from->x.rank; d++)
    if (d != from->axis) dims[next++] = from->x.dims[d];
  int64_t *source = own(to, (size_t)to->items, sizeof *source);
  UO_REQUIRE_MEMORY(source, error);
  for (int64_t i = 0; i < to->items; i++) source[i] = i;
  to->attributes.axis = 0;
  *made = true;
  return gather(from, source, from->x.rank, dims, 0, to, error);
}

/* AXIS-05: the axis from the other side; SIL-22: rank 1 with and without axis; SIL-12: flat X in one dimension. */
static uo_error_code restate(const uo_related *from, uint32_t seed, uo_related *to, bool *made, uo_error *error) {
  *made = true;
  if (from->axis >= 0 && from->x.rank == 1 && seed % 2 == 0) {
    to->axis = -1;
    to->attributes = (uo_attributes){0, 0, from->attributes.sorted};
    return UO_ERROR_NONE;
  }
  if (from->axis >= 0) {
    to->attributes.axis += from->attributes.axis < 0 ? from->x.rank : -from->x.rank;
    return UO_ERROR_NONE;
  }
  int64_t *dims = own(to, 1, sizeof *dims);
  UO_REQUIRE_MEMORY(dims, error);
  dims[0] = from->items;
  to->x.rank = 1;
  to->x.dims = dims;
  if (seed % 2 == 0) return UO_ERROR_NONE;
  to->axis = 0;
  to->attributes = (uo_attributes){1, seed % 4 == 1 ? 0 : -1, from->attributes.sorted};
  return UO_ERROR_NONE;
}

static uo_error_code relabel(const uo_related *from, uint32_t seed, uo_related *to, bool *made, uo_error *error) {
  int64_t count = count_elements(&from->x);
  int32_t dtype = uo_widened_type(from->x.dtype);
  if (dtype == 0 || count > MAX_ELEMENTS) return UO_ERROR_NONE;
  void *data = own(to, (size_t)count, uo_type_size(dtype));
  UO_REQUIRE_MEMORY(data, error);
  if (dtype == UO_TYPE_STRING) {
    char *text = own(to, uo_prefixed_size(from->x.data, count, seed), 1);
    UO_REQUIRE_MEMORY(text, error);
    uo_prefix(from->x.data, count, seed, text, data);
  } else {
    uo_widen(from->x.dtype, from->x.data, count, data);
  }
  to->x.dtype = dtype;
  to->x.data = data;
  *made = true;
  return UO_ERROR_NONE;
}

static uo_error_code make(const uo_related *from, uo_relation relation, uint32_t seed, uo_related *to, bool *made,
                          uo_error *error) {
  switch (relation) {
    case UO_RELATION_PERMUTED:
    case UO_RELATION_REPEATED:
    case UO_RELATION_CONCATENATED:
      return rearrange(from, relation, seed, to, made, error);
    case UO_RELATION_RELABELLED:
      return relabel(from, seed, to, made, error);
    case UO_RELATION_FRONT:
      return move_to_front(from, to, made, error);
    case UO_RELATION_RESTATED:
      return restate(from, seed, to, made, error);
    case UO_RELATION_SAME:
    case UO_RELATION_COUNT:
    default:
      *made = true;
      return UO_ERROR_NONE;
  }
}

uo_error_code uo_relate(const uo_related *from, uo_relation relation, uint32_t seed, const uo_allocator *allocator,
                        uo_related *to, bool *made, uo_error *error) {
  *made = false;
  *to = *from;
  memset(to->owned, 0, sizeof to->owned);
  to->allocator = allocator;
  uo_error_code code = make(from, relation, seed, to, made, error);
  if (code != UO_ERROR_NONE || !*made) uo_related_release(to);
  return code;
}

/* ---- The derived answer ------------------------------------------------------------------------------------------ */

/* What the outputs must be: which class stands where, and its first item and size. */
typedef struct derived {
  int64_t *position; /* of a class */
  int64_t *first;    /* of a position */
  int64_t *size;     /* of a position */
} derived;

/* ORD-01: classes are in ascending order already. ORD-02: they come as they occur. Every class occurs. */
static void derive(const uo_related *related, derived *d) {
  int64_t seen = 0;
  bool is_sorted = related->attributes.sorted == 1;
  for (int64_t c = 0; c < related->classes; c++) {
    d->position[c] = is_sorted ? c : -1;
    d->first[c] = -1;
    d->size[c] = 0;
  }
  for (int64_t i = 0; i < related->items; i++) {
    int64_t c = related->class_of[i];
    if (d->position[c] < 0) d->position[c] = seen++;
    int64_t at = d->position[c];
    if (d->first[at] < 0) d->first[at] = i;
    d->size[at]++;
  }
}

static bool is_index_output(const uo_tensor *tensor, int64_t count) {
  return tensor->dtype == UO_TYPE_INT64 && tensor->rank == 1 && tensor->dims[0] == count;
}

static bool same_numbers(const uo_tensor *have, const int64_t *want, int64_t count) {
  return is_index_output(have, count) && (count == 0 || memcmp(have->data, want, (size_t)count * sizeof *want) == 0);
}

static bool same_inverse(const uo_related *related, const derived *d, const uo_tensor *have) {
  if (!is_index_output(have, related->items)) return false;
  const int64_t *inverse = have->data;
  for (int64_t i = 0; i < related->items; i++)
    if (inverse[i] != d->position[related->class_of[i]]) return false;
  return true;
}

static bool same_y_shape(const uo_related *related, const uo_tensor *y) {
  if (y->dtype != related->x.dtype || y->rank != (related->axis < 0 ? 1 : related->x.rank)) return false;
  for (int32_t d = 0; d < y->rank; d++) {
    bool is_free = related->axis < 0 || d == related->axis;
    if (y->dims[d] != (is_free ? related->classes : related->x.dims[d])) return false;
  }
  return true;
}

static bool same_elements(int32_t dtype, const unsigned char *a, const unsigned char *b, int64_t count) {
  size_t size = uo_type_size(dtype);
  if (dtype != UO_TYPE_STRING) return memcmp(a, b, (size_t)count * size) == 0;
  for (int64_t i = 0; i < count; i++) {
    uo_bytes s;
    uo_bytes t;
    memcpy(&s, a + (size_t)i * size, size);
    memcpy(&t, b + (size_t)i * size, size);
    if (s.size != t.size || (s.size > 0 && memcmp(s.data, t.data, s.size) != 0)) return false;
  }
  return true;
}

/* VAL-02, SIL-03: each item of Y is that of X at the first occurrence, bit for bit. Y's items lie as X's do. */
static bool same_y(const uo_related *related, const derived *d, const uo_tensor *have) {
  if (!same_y_shape(related, have)) return false;
  uo_items x = uo_items_of(&related->x, related->axis);
  size_t size = uo_type_size(have->dtype) * (size_t)x.inner;
  for (int64_t j = 0; j < related->classes; j++) {
    for (int64_t o = 0; o < x.outer; o++) {
      const unsigned char *a = (const unsigned char *)related->x.data + (size_t)(o * x.count + d->first[j]) * size;
      const unsigned char *b = (const unsigned char *)have->data + (size_t)(o * related->classes + j) * size;
      if (!same_elements(have->dtype, a, b, x.inner)) return false;
    }
  }
  return true;
}

static int first_difference(const uo_related *related, const derived *d, const uo_outputs *have) {
  if (!same_y(related, d, have->tensor[UO_Y])) return UO_Y;
  if (!same_numbers(have->tensor[UO_INDICES], d->first, related->classes)) return UO_INDICES;
  if (!same_inverse(related, d, have->tensor[UO_INVERSE_INDICES])) return UO_INVERSE_INDICES;
  if (!same_numbers(have->tensor[UO_COUNTS], d->size, related->classes)) return UO_COUNTS;
  return -1;
}

uo_error_code uo_related_compare(const uo_related *related, const uo_outputs *have, const uo_allocator *allocator,
                                 int *output, uo_error *error) {
  size_t classes = (size_t)related->classes;
  int64_t *block = uo_allocate(allocator, 3 * classes, sizeof *block);
  UO_REQUIRE_MEMORY(block, error);
  derived d = {block, block + classes, block + 2 * classes};
  derive(related, &d);
  *output = first_difference(related, &d, have);
  uo_release(allocator, block);
  return UO_ERROR_NONE;
}
