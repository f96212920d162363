#include "reference/key.h"

#include "reference/array.h"
#include "reference/element_code.h"
#include "tensor/guard.h"

/* Elements that are encoded at a time. */
#define CHUNK 64

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- Fixed-size types ------------------------------------------------------------------------------------------ */

/* Puts the words of an element behind each other, `width` bytes of each, the most significant at the top of a word of
 * the key. */
static void pack(const uo_element_code *code, const uint64_t *words, int64_t element, uint64_t *key) {
  int64_t width = code->width;
  int64_t place = element * code->words * width; /* in bytes from the key's beginning */
  for (int word = 0; word < code->words; word++, place += width)
    key[place / 8] |= words[word] << 8 * (8 - width - place % 8);
}

/* Reads X from its beginning to its end and sends every element to its item, whatever the axis (SIL-06). */
static void pack_items(const uo_items *items, const uo_element_code *code, uo_keys *keys) {
  const unsigned char *elements = items->tensor->data;
  size_t size = uo_type_size(items->tensor->dtype);
  uint64_t words[CHUNK * UO_CODE_WORDS_MAX];
  for (int64_t outer = 0; outer < items->outer; outer++) {
    int64_t item = 0, inner = 0, left = items->count * items->inner;
    for (int64_t count = 0; left > 0; left -= count, elements += (size_t)count * size) {
      count = smaller(left, CHUNK);
      uo_encode(code, elements, count, words);
      for (int64_t k = 0; k < count; k++) {
        pack(code, words + k * code->words, outer * items->inner + inner, keys->words + item * keys->stride);
        if (++inner < items->inner) continue;
        inner = 0;
        item++;
      }
    }
  }
}

static uo_error_code make_words(const uo_items *items, uo_policy policy, const uo_allocator *allocator, uo_keys *keys,
                                uo_error *error) {
  uo_element_code code = uo_element_code_of(items->tensor->dtype, policy);
  int64_t elements = items->outer * items->inner;
  /* No overflow: an item's elements fit in memory, and a code is at most twice as wide as its element but for complex64
   * (three times). */
  uint64_t bytes = (uint64_t)elements * (uint64_t)(code.words * code.width);
  keys->stride = (int64_t)(bytes / 8 + (bytes % 8 != 0));
  keys->words = uo_allocate_array(allocator, items->count * keys->stride, sizeof(uint64_t));
  UO_REQUIRE_MEMORY(keys->words, error);
  if (elements == 1) {
    uo_encode(&code, items->tensor->data, items->count, keys->words);
  } else {
    memset(keys->words, 0, (size_t)items->count * (size_t)keys->stride * sizeof(uint64_t));
    pack_items(items, &code, keys);
  }
  return UO_ERROR_NONE;
}

/* ---- Strings --------------------------------------------------------------------------------------------------- */

/*
 * A byte's rank in UTF-16 order. UTF-8 orders like code points; UTF-16 puts U+E000 to U+FFFF (lead bytes EE, EF) above
 * the surrogates that make up what is beyond U+FFFF (lead bytes F0 to F4). Nothing else differs, and what is not UTF-8
 * still gets a total order.
 */
static unsigned char utf16_rank(unsigned char byte) {
  if (byte == 0xee || byte == 0xef) return (unsigned char)(byte + 5);
  if (byte >= 0xf0 && byte <= 0xf4) return (unsigned char)(byte - 2);
  return byte;
}

/*
 * Strings behind each other need ends, or ["ab", "c"] would equal ["a", "bc"]: 00 00 ends a string, and a NUL (SIL-10)
 * is 00 FF. The end is below any continuation, so that a prefix still comes first (SIL-09).
 */
static unsigned char *append_string(unsigned char *end, uo_bytes string, uo_policy policy) {
  for (size_t i = 0; i < string.size; i++) {
    unsigned char byte = (unsigned char)string.data[i];
    *end++ = policy & UO_STRING_UTF16 ? utf16_rank(byte) : byte;
    if (byte == 0) *end++ = 0xff;
  }
  *end++ = 0;
  *end++ = 0;
  return end;
}

static int64_t appended_size(uo_bytes string) {
  int64_t size = (int64_t)string.size + 2;
  for (size_t i = 0; i < string.size; i++) size += string.data[i] == 0;
  return size;
}

/* Element (outer, inner) of an item. */
static uo_bytes string_at(const uo_items *items, int64_t item, int64_t outer, int64_t inner) {
  const uo_bytes *strings = items->tensor->data;
  return strings[(outer * items->count + item) * items->inner + inner];
}

/* Bytes of all keys together. No overflow: each byte of every string is looked at. */
static int64_t encoded_size(const uo_items *items) {
  const uo_bytes *strings = items->tensor->data;
  int64_t count = items->count * items->outer * items->inner;
  int64_t total = 0;
  for (int64_t i = 0; i < count; i++) total += appended_size(strings[i]);
  return total;
}

static uo_error_code encode_strings(const uo_items *items, uo_policy policy, const uo_allocator *allocator,
                                    uo_keys *keys, uo_error *error) {
  keys->encoded = uo_allocate_array(allocator, items->count, sizeof(uo_bytes));
  UO_REQUIRE_MEMORY(keys->encoded, error);
  keys->bytes = keys->encoded;
  keys->text = uo_allocate_array(allocator, encoded_size(items), 1);
  UO_REQUIRE_MEMORY(keys->text, error);
  unsigned char *end = keys->text;
  for (int64_t item = 0; item < items->count; item++) {
    unsigned char *begin = end;
    for (int64_t outer = 0; outer < items->outer; outer++)
      for (int64_t inner = 0; inner < items->inner; inner++)
        end = append_string(end, string_at(items, item, outer, inner), policy);
    keys->encoded[item] = (uo_bytes){(const char *)begin, (size_t)(end - begin)};
  }
  return UO_ERROR_NONE;
}

/* ---- Both ------------------------------------------------------------------------------------------------------ */

/* nan=distinct, nan-subtensor=distinct: items that hold a NaN (SIL-01, SIL-05). */
static uo_error_code mark_solitary(const uo_items *items, const uo_allocator *allocator, uo_keys *keys,
                                   uo_error *error) {
  keys->solitary = uo_allocate_array(allocator, items->count, 1);
  UO_REQUIRE_MEMORY(keys->solitary, error);
  memset(keys->solitary, 0, (size_t)items->count);
  int32_t dtype = items->tensor->dtype;
  size_t size = uo_type_size(dtype);
  const unsigned char *element = items->tensor->data;
  for (int64_t outer = 0; outer < items->outer; outer++)
    for (int64_t item = 0; item < items->count; item++)
      for (int64_t inner = 0; inner < items->inner; inner++, element += size)
        if (uo_element_is_nan(dtype, element)) keys->solitary[item] = 1;
  return UO_ERROR_NONE;
}

uo_error_code uo_keys_make(const uo_items *items, uo_policy policy, const uo_allocator *allocator, uo_keys *keys,
                           uo_error *error) {
  const uo_tensor *x = items->tensor;
  *keys = (uo_keys){.count = items->count};
  if (items->inner == 0) return UO_ERROR_NONE; /* no element at all (SIL-14) */
  /* SIL-22: along its only axis a tensor has elements, not subtensors. */
  bool subtensors = items->axis >= 0 && x->rank >= 2;
  if (policy & (subtensors ? UO_NAN_SUBTENSOR_DISTINCT : UO_NAN_DISTINCT) && uo_type_has_nan(x->dtype))
    UO_TRY(mark_solitary(items, allocator, keys, error));
  if (x->dtype != UO_TYPE_STRING) return make_words(items, policy, allocator, keys, error);
  if (items->outer * items->inner > 1 || policy & UO_STRING_UTF16)
    return encode_strings(items, policy, allocator, keys, error);
  keys->bytes = x->data; /* SIL-09: strings are their own keys; SIL-11: whatever they hold */
  return UO_ERROR_NONE;
}

void uo_keys_release(const uo_allocator *allocator, const uo_keys *keys) {
  uo_release(allocator, keys->words);
  uo_release(allocator, keys->solitary);
  uo_release(allocator, keys->encoded);
  uo_release(allocator, keys->text);
}
