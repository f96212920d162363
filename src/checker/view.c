#include "checker/view.h"

/* What tells the parts of floating-point types apart by their bits; no part for the other types. */
static void describe_parts(uo_view *view, int32_t dtype) {
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      view->part = 2;
      view->magnitude = 0x7fff;
      view->infinity = 0x7c00;
      break;
    case UO_TYPE_FLOAT:
    case UO_TYPE_COMPLEX64:
      view->part = 4;
      view->magnitude = 0x7fffffff;
      view->infinity = 0x7f800000;
      break;
    case UO_TYPE_DOUBLE:
    case UO_TYPE_COMPLEX128:
      view->part = 8;
      view->magnitude = UINT64_C(0x7fffffffffffffff);
      view->infinity = UINT64_C(0x7ff0000000000000);
      break;
    default:
      break;
  }
}

uo_view uo_view_of(const uo_tensor *tensor, int32_t axis, uo_policy policy) {
  uo_view view = {.items = uo_items_of(tensor, axis), .policy = policy};
  view.compare = uo_compare_for(tensor->dtype);
  view.size = uo_type_size(tensor->dtype);
  if (axis < 0) view.items.outer = view.items.inner = 1; /* AXIS-01: an item is one element, even where there is none */
  view.elements = view.items.outer * view.items.inner;
  if (tensor->dtype != UO_TYPE_STRING && view.items.outer == 1 && view.items.inner == 1 && view.size <= 8) {
    view.word = view.size;
  }
  describe_parts(&view, tensor->dtype);
  return view;
}

bool uo_view_may_be_solitary(const uo_view *view) {
  return view->part != 0 && (view->policy & (UO_NAN_DISTINCT | UO_NAN_SUBTENSOR_DISTINCT)) != 0;
}

static bool element_bits_decide(const uo_view *view, const unsigned char *element) {
  for (size_t at = 0; at < view->size; at += view->part) {
    uint64_t magnitude = uo_view_load(element + at, view->part) & view->magnitude;
    if (magnitude == 0 || magnitude > view->infinity) return false;
  }
  return true;
}

bool uo_view_bits_decide(const uo_view *view, int64_t i) {
  if (view->part == 0) return true;
  const uo_items *items = &view->items;
  for (int64_t o = 0; o < items->outer; o++) {
    const unsigned char *at = uo_view_element(view, (o * items->count + i) * items->inner);
    for (int64_t t = 0; t < items->inner; t++, at += view->size) {
      if (!element_bits_decide(view, at)) return false;
    }
  }
  return true;
}

/* ---- Hash ------------------------------------------------------------------------------------------------------ */

/* Odd, with bits all over. */
#define SPREAD UINT64_C(0x9e3779b97f4a7c15)

static uint64_t stir(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * SPREAD;
  return hash ^ (hash >> 29);
}

static uint64_t stir_bytes(uint64_t hash, const unsigned char *bytes, size_t size) {
  uint64_t word;
  for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = stir(hash, word);
  }
  word = size;
  for (; size > 0; size--, bytes++) word = word << 8 | *bytes;
  return stir(hash, word);
}

static uint64_t stir_strings(uint64_t hash, const unsigned char *at, int64_t count) {
  for (int64_t t = 0; t < count; t++, at += sizeof(uo_bytes)) {
    uo_bytes string;
    memcpy(&string, at, sizeof string);
    hash = stir_bytes(hash, (const unsigned char *)string.data, string.size);
  }
  return hash;
}

static uint64_t finish(uint64_t hash) {
  hash *= SPREAD;
  return hash ^ (hash >> 32);
}

uint64_t uo_view_hash(const uo_view *view, int64_t i) {
  if (view->word != 0) return finish(stir(0, uo_view_word(view, i)));
  const uo_items *items = &view->items;
  uint64_t hash = 0;
  for (int64_t o = 0; o < items->outer; o++) {
    const unsigned char *at = uo_view_element(view, (o * items->count + i) * items->inner);
    if (items->tensor->dtype == UO_TYPE_STRING) {
      hash = stir_strings(hash, at, items->inner);
    } else {
      hash = stir_bytes(hash, at, (size_t)items->inner * view->size);
    }
  }
  return finish(hash);
}
