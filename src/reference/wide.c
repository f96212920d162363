#include "reference/wide.h"

#include <string.h>

#include "reference/pieces.h"
#include "tensor/guard.h"

/* ---- Bytes ------------------------------------------------------------------------------------------------------ */

static inline uint64_t eight(const unsigned char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

/* Fewer than eight bytes as a word; with their number they are told from all others. */
static inline uint64_t fewer(const unsigned char *at, size_t size) {
  uint32_t first = 0, last = 0;
  if (size >= sizeof first) {
    memcpy(&first, at, sizeof first);
    memcpy(&last, at + size - sizeof last, sizeof last);
  } else if (size > 0) {
    first = at[0];
    last = (uint32_t)at[size / 2] << 8 | at[size - 1];
  }
  return (uint64_t)first << 32 | last;
}

/* Odd, with bits all over: the square roots of 2 and 3. */
#define FACTOR UINT64_C(0x6a09e667f3bcc909)
#define FINISH UINT64_C(0xbb67ae8584caa73b)

/* ---- Digests ---------------------------------------------------------------------------------------------------- */

/* Above all lengths that a long string's tail has room for. */
#define LENGTH_MOST ((size_t)0xffffff)

/* A long string's last bytes are mixed, so that each of them is seen in the half of the bits that there is room for. */
static inline uo_digest digest_string(uo_bytes string) {
  const unsigned char *bytes = (const unsigned char *)string.data;
  size_t size = string.size;
  if (size < 8) return (uo_digest){fewer(bytes, size), size};
  if (size == 8) return (uo_digest){eight(bytes), size};
  if (size >= 16) {
    uint64_t length = size < LENGTH_MOST ? size : LENGTH_MOST;
    uint64_t last = eight(bytes + size - 8) * FACTOR;
    return (uo_digest){eight(bytes), (last ^ last << 32) >> 32 << 32 | length << 8 | UO_DIGEST_LONG};
  }
  uint64_t tail = 0;
  for (size_t at = 8; at < size; at++) tail = tail << 8 | bytes[at];
  return (uo_digest){eight(bytes), tail << 8 | size};
}

static inline void digest_rows(const uo_wide *wide, size_t size, int64_t begin, int64_t count, uo_digest *digests) {
  const unsigned char *at = wide->rows + (size_t)begin * size;
  for (int64_t k = 0; k < count; k++, at += size)
    digests[k] = size < 8 ? (uo_digest){fewer(at, size), 0} : (uo_digest){eight(at), eight(at + size - 8)};
}

void uo_wide_digest(const uo_wide *wide, int64_t begin, int64_t count, uo_digest *digests) {
  if (wide->strings != NULL) {
    for (int64_t k = 0; k < count; k++) digests[k] = digest_string(wide->strings[begin + k]);
  } else if (wide->size == 16) {
    digest_rows(wide, 16, begin, count, digests);
  } else {
    digest_rows(wide, wide->size, begin, count, digests);
  }
}

bool uo_wide_equal(const uo_wide *wide, int64_t first, const unsigned char *bytes, int64_t item) {
  if (wide->strings != NULL) { /* of one length, if that is in their digests */
    uo_bytes string = wide->strings[item];
    if (string.size >= LENGTH_MOST && wide->strings[first].size != string.size) return false;
    return memcmp(bytes + 8, string.data + 8, string.size - 8) == 0;
  }
  size_t between = wide->size - 16;
  const unsigned char *left = bytes + 8;
  const unsigned char *right = wide->rows + (size_t)item * wide->size + 8;
  if (between == 16) return ((eight(left) ^ eight(right)) | (eight(left + 8) ^ eight(right + 8))) == 0;
  return memcmp(left, right, between) == 0;
}

/* ---- Hashes ----------------------------------------------------------------------------------------------------- */

/* From how many bytes on four sums are made at a time: each of them waits for its own product at every word. */
#define LANES_FROM 64

static inline uint64_t add(uint64_t hash, uint64_t word) { return ((hash << 23 | hash >> 41) ^ word) * FACTOR; }

static uint64_t add_lanes(uint64_t hash, const unsigned char *bytes, size_t size) {
  uint64_t a = hash, b = hash + FACTOR, c = hash + FINISH, d = ~hash;
  for (size_t at = 0; at + 32 <= size; at += 32) {
    a = add(a, eight(bytes + at));
    b = add(b, eight(bytes + at + 8));
    c = add(c, eight(bytes + at + 16));
    d = add(d, eight(bytes + at + 24));
  }
  return add(add(a, b ^ b >> 31), c ^ c >> 29) ^ (d ^ d >> 32);
}

/* The digest, and of more than 16 bytes those between. */
static inline uint64_t hash_item(uo_digest digest, const unsigned char *bytes, size_t size) {
  uint64_t hash = add(digest.head ^ FINISH, digest.tail);
  size_t at = 8;
  if (size >= LANES_FROM) {
    hash = add_lanes(hash, bytes, size);
    at = size / 32 * 32;
  }
  for (; at + 8 < size; at += 8) hash = add(hash, eight(bytes + at));
  hash = (hash ^ hash >> 32) * FINISH;
  return hash ^ hash >> 29;
}

/* A size that is written out where this is called has a loop of its own. */
static inline void hash_rows(const uo_wide *wide, size_t size, int64_t begin, int64_t count, const uo_digest *digests,
                             uint64_t *hashes) {
  const unsigned char *at = wide->rows + (size_t)begin * size;
  for (int64_t k = 0; k < count; k++) hashes[k] = hash_item(digests[k], at + (size_t)k * size, size);
}

void uo_wide_hash(const uo_wide *wide, int64_t begin, int64_t count, const uo_digest *digests, uint64_t *hashes) {
  if (wide->strings != NULL) {
    const uo_bytes *strings = wide->strings + begin;
    for (int64_t k = 0; k < count; k++)
      hashes[k] = hash_item(digests[k], (const unsigned char *)strings[k].data, strings[k].size);
  } else if (wide->size == 16) {
    hash_rows(wide, 16, begin, count, digests, hashes);
  } else if (wide->size == 32) {
    hash_rows(wide, 32, begin, count, digests, hashes);
  } else {
    hash_rows(wide, wide->size, begin, count, digests, hashes);
  }
}

/* ---- Making ----------------------------------------------------------------------------------------------------- */

/* The parts of a type's elements that are floating-point numbers. */
typedef struct parts {
  size_t size; /* 0 for types without */
  uint64_t sign;
  uint64_t infinity;
  bool complex;
} parts;

static parts parts_of(int32_t dtype) {
  const uint64_t one = 1;
  switch (dtype) {
    case UO_TYPE_FLOAT16:
      return (parts){2, one << 15, 0x7c00, false};
    case UO_TYPE_FLOAT:
    case UO_TYPE_COMPLEX64:
      return (parts){4, one << 31, 0x7f800000, dtype == UO_TYPE_COMPLEX64};
    case UO_TYPE_DOUBLE:
    case UO_TYPE_COMPLEX128:
      return (parts){8, one << 63, UINT64_C(0x7ff) << 52, dtype == UO_TYPE_COMPLEX128};
    default:
      return (parts){0, 0, 0, false};
  }
}

static inline uint64_t part_at(const unsigned char *at, size_t size) {
  uint16_t two;
  uint32_t four;
  if (size == 2) return memcpy(&two, at, sizeof two), two;
  if (size == 4) return memcpy(&four, at, sizeof four), four;
  return eight(at);
}

/* What X holds that is equal to what has other bits. */
typedef struct found {
  bool negative_zero;
  bool nan;
} found;

static inline found look_for(const unsigned char *data, size_t size, uint64_t sign, uint64_t infinity, int64_t count) {
  uint64_t zero = 0, above = 0; /* no branch and no comparison: two or four at a time */
  for (int64_t i = 0; i < count; i++) {
    uint64_t bits = part_at(data + (size_t)i * size, size);
    uint64_t magnitude = bits & ~sign;
    zero |= (magnitude - 1) & bits; /* only what is 0 gives its sign bit back */
    above |= infinity - magnitude;  /* only NaN goes below 0 */
  }
  return (found){(zero & sign) != 0, above >> 63 != 0};
}

static found look_at(const uo_tensor *x, int64_t elements, parts p) {
  int64_t count = p.complex ? 2 * elements : elements;
  switch (p.size) {
    case 0:
      return (found){false, false};
    case 2:
      return look_for(x->data, 2, p.sign, p.infinity, count);
    case 4:
      return look_for(x->data, 4, p.sign, p.infinity, count);
    default:
      return look_for(x->data, 8, p.sign, p.infinity, count);
  }
}

/* One of the bits that an equal value may have: +0 (SIL-04), one NaN (SIL-01), one complex number that has one
 * (SIL-07). */
static void settle(unsigned char *data, int64_t elements, parts p, bool zeros_differ) {
  static const unsigned char nan[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  int64_t in_element = p.complex ? 2 : 1;
  for (int64_t i = 0; i < elements; i++, data += (size_t)in_element * p.size) {
    bool is_nan = false;
    for (int64_t k = 0; k < in_element; k++) {
      unsigned char *part = data + (size_t)k * p.size;
      uint64_t bits = part_at(part, p.size);
      if (bits == p.sign && !zeros_differ) memset(part, 0, p.size);
      is_nan = is_nan || (bits & ~p.sign) > p.infinity;
    }
    for (int64_t k = 0; is_nan && k < in_element; k++) memcpy(data + (size_t)k * p.size, nan, p.size);
  }
}

/* SIL-01, SIL-05, SIL-07, SIL-22: whether a NaN is more than one value. */
static bool nans_differ(const uo_items *items, uo_policy policy, parts p) {
  bool subtensors = items->axis >= 0 && items->tensor->rank >= 2;
  if (policy & (subtensors ? UO_NAN_SUBTENSOR_DISTINCT : UO_NAN_DISTINCT)) return true;
  return p.complex && policy & UO_NAN_COMPLEX_BY_PART;
}

static uo_error_code copy_rows(const uo_items *items, uo_scratch *scratch, uo_wide *wide, unsigned char **copy,
                               uo_error *error) {
  *copy = uo_scratch_take(scratch, items->count, wide->size);
  UO_REQUIRE_MEMORY(*copy, error);
  wide->rows = *copy;
  size_t size = (size_t)items->inner * wide->element_size;
  uo_pieces pieces = {.size = size, .outer = items->outer, .count = items->count};
  pieces.from = (uo_piece_places){size, (size_t)items->count * size};
  pieces.to = (uo_piece_places){wide->size, size};
  uo_move_pieces(&pieces, items->tensor->data, *copy);
  return UO_ERROR_NONE;
}

uo_error_code uo_wide_make(const uo_items *items, uo_policy policy, uo_scratch *scratch, uo_wide *wide, bool *made,
                           uo_error *error) {
  const uo_tensor *x = items->tensor;
  int64_t elements = items->outer * items->inner;
  *wide = (uo_wide){.count = items->count, .elements = elements};
  *made = elements == 1 && !(policy & UO_STRING_UTF16);
  if (x->dtype == UO_TYPE_STRING) {
    wide->strings = x->data;
    return UO_ERROR_NONE;
  }
  parts p = parts_of(x->dtype);
  found in_x = look_at(x, items->count * elements, p);
  bool zeros_differ = (policy & UO_ZERO_DISTINCT) != 0;
  *made = !in_x.nan || !nans_differ(items, policy, p);
  if (!*made) return UO_ERROR_NONE;
  wide->code = uo_element_code_of(x->dtype, policy);
  wide->element_size = uo_type_size(x->dtype);
  wide->size = (size_t)elements * wide->element_size;
  wide->rows = x->data;
  bool settled = !in_x.nan && (zeros_differ || !in_x.negative_zero);
  if (items->outer == 1 && settled) return UO_ERROR_NONE;
  unsigned char *copy;
  UO_TRY(copy_rows(items, scratch, wide, &copy, error));
  wide->settled = !settled;
  if (!settled) settle(copy, items->count * elements, p, zeros_differ);
  return UO_ERROR_NONE;
}
