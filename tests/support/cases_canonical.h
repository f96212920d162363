/* A case as bytes that do not depend on the machine, and their FNV-1a hash: what tests of generated cases compare. */
#ifndef UO_TESTS_CASES_CANONICAL_H
#define UO_TESTS_CASES_CANONICAL_H

#include <string.h>

#include "cases/case.h"

#define CASES_FNV_START UINT64_C(0xCBF29CE484222325)

static inline uint64_t cases_hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001B3);
  return hash;
}

/* Little-endian, whatever the machine is. */
static inline uint64_t cases_hash_number(uint64_t hash, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; i++) hash = (hash ^ ((number >> (8 * i)) & 0xFF)) * UINT64_C(0x100000001B3);
  return hash;
}

/* The bits of element `position`; part 1 is the imaginary part of a complex one. */
static inline uint64_t cases_element_bits(const uo_tensor *x, int64_t position, int part) {
  bool is_complex = x->dtype == UO_TYPE_COMPLEX64 || x->dtype == UO_TYPE_COMPLEX128;
  size_t size = uo_type_size(x->dtype) / (is_complex ? 2 : 1);
  const unsigned char *at =
      (const unsigned char *)x->data + (size_t)(is_complex ? 2 * position + part : position) * size;
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  switch (size) {
    case 1:
      return *at;
    case 2:
      memcpy(&two, at, 2);
      return two;
    case 4:
      memcpy(&four, at, 4);
      return four;
    default:
      memcpy(&eight, at, 8);
      return eight;
  }
}

static inline uint64_t cases_hash_element(uint64_t hash, const uo_tensor *x, int64_t position) {
  if (x->dtype == UO_TYPE_STRING) {
    const uo_bytes *text = (const uo_bytes *)x->data + position;
    hash = cases_hash_number(hash, text->size, 8);
    return cases_hash_bytes(hash, text->data, text->size);
  }
  bool is_complex = x->dtype == UO_TYPE_COMPLEX64 || x->dtype == UO_TYPE_COMPLEX128;
  int size = (int)uo_type_size(x->dtype) / (is_complex ? 2 : 1);
  hash = cases_hash_number(hash, cases_element_bits(x, position, 0), size);
  return is_complex ? cases_hash_number(hash, cases_element_bits(x, position, 1), size) : hash;
}

/* Everything but the id: type, rank, dimensions, attributes, outputs, elements. */
static inline uint64_t cases_hash_question(uint64_t hash, const uo_case *question) {
  const uo_tensor *x = &question->x;
  int64_t count = 1;
  hash = cases_hash_number(hash, (uint64_t)x->dtype, 4);
  hash = cases_hash_number(hash, (uint64_t)x->rank, 4);
  for (int32_t d = 0; d < x->rank; d++) {
    hash = cases_hash_number(hash, (uint64_t)x->dims[d], 8);
    count *= x->dims[d];
  }
  hash = cases_hash_number(hash, (uint64_t)question->attributes.has_axis, 4);
  hash = cases_hash_number(hash, (uint64_t)question->attributes.axis, 8);
  hash = cases_hash_number(hash, (uint64_t)question->attributes.sorted, 8);
  hash = cases_hash_number(hash, question->wanted, 4);
  for (int64_t i = 0; i < count; i++) hash = cases_hash_element(hash, x, i);
  return hash;
}

/* The same with the id and its NUL in front. */
static inline uint64_t cases_hash_case(uint64_t hash, const uo_case *question) {
  hash = cases_hash_bytes(hash, question->id, strlen(question->id) + 1);
  return cases_hash_question(hash, question);
}

#endif
