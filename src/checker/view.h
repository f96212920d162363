/* A view of the items of one tensor: by value under a policy, and as the bits that they are. */
#ifndef UO_CHECKER_VIEW_H
#define UO_CHECKER_VIEW_H

#include <string.h>

#include "tensor/order.h"

typedef struct uo_view {
  uo_items items;
  uo_policy policy;
  uo_compare_function *compare; /* of elements */
  size_t size;                  /* of an element */
  int64_t elements;             /* in an item; with axis 0 when the tensor has none */
  size_t word;                  /* size of an item that is one element of at most 8 bytes and no string; 0 for others */
  size_t part;        /* size of a floating-point part, of which a complex number has two; 0 for other types */
  uint64_t magnitude; /* the bits of a part without its sign */
  uint64_t infinity;  /* the bits of the infinity of a part: what is above is NaN */
} uo_view;

uo_view uo_view_of(const uo_tensor *tensor, int32_t axis, uo_policy policy);

/* Whether items of this type can be of the kind that equals no other item under this policy (SIL-01, SIL-05). */
bool uo_view_may_be_solitary(const uo_view *view);

/* Whether an item is the value that its bits say and no other bits say it: neither a NaN nor a zero of a float type in
 * it. */
bool uo_view_bits_decide(const uo_view *view, int64_t i);

/* A hash of an item's bits. Nothing but speed depends on it. */
uint64_t uo_view_hash(const uo_view *view, int64_t i);

static inline const unsigned char *uo_view_element(const uo_view *view, int64_t position) {
  return (const unsigned char *)view->items.tensor->data + (size_t)position * view->size;
}

/* 1, 2, 4 or 8 bytes as a number, in the machine's order. */
static inline uint64_t uo_view_load(const unsigned char *at, size_t size) {
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  switch (size) {
    case 1:
      return *at;
    case 2:
      memcpy(&two, at, sizeof two);
      return two;
    case 4:
      memcpy(&four, at, sizeof four);
      return four;
    default:
      memcpy(&eight, at, sizeof eight);
      return eight;
  }
}

/* The bits of an item that is a word. */
static inline uint64_t uo_view_word(const uo_view *view, int64_t i) {
  return uo_view_load(uo_view_element(view, i), view->word);
}

/* The same bits: then the same value under every policy, unless the items are solitary. Views of one type and item
 * shape. */
static inline bool uo_view_same_bits(const uo_view *a, int64_t i, const uo_view *b, int64_t k) {
  if (a->word != 0) return uo_view_word(a, i) == uo_view_word(b, k);
  return uo_items_identical(&a->items, i, &b->items, k);
}

/* The order of two items; 0 is the same place in it. */
static inline int uo_view_compare(const uo_view *a, int64_t i, const uo_view *b, int64_t k) {
  if (a->items.inner == 1 && a->items.outer == 1) {
    return a->compare(a->policy, uo_view_element(a, i), uo_view_element(b, k));
  }
  return uo_items_compare(a->policy, &a->items, i, &b->items, k);
}

static inline bool uo_view_equal(const uo_view *a, int64_t i, const uo_view *b, int64_t k) {
  return uo_view_same_bits(a, i, b, k) || uo_view_compare(a, i, b, k) == 0;
}

#endif
