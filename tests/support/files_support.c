#define _XOPEN_SOURCE 700 /* nftw */

#include "support/files_support.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

void files_make_folder(const char *parent, char *path, size_t size) {
  assert_true(snprintf(path, size, "%s/test-files-XXXXXX", parent) < (int)size);
  assert_non_null(mkdtemp(path));
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status;
  (void)kind;
  (void)place;
  return remove(path);
}

void files_remove_tree(const char *path) { assert_int_equal(nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0); }

void files_make_subfolder(const char *parent, const char *name, char *path, size_t size) {
  assert_true(snprintf(path, size, "%s/%s", parent, name) < (int)size);
  assert_int_equal(mkdir(path, 0777), 0);
}

void files_write_bytes(const char *folder, const char *name, const void *bytes, size_t size) {
  char path[1024];
  assert_true(snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

void files_write_text(const char *folder, const char *name, const char *text) {
  files_write_bytes(folder, name, text, strlen(text));
}

/* ---- Equality ---- */

void files_assert_same_tensor(const uo_tensor *have, const uo_tensor *want) {
  int64_t count;
  int64_t wanted;
  assert_int_equal(uo_tensor_validate(have, &count, NULL), UO_ERROR_NONE);
  assert_int_equal(uo_tensor_validate(want, &wanted, NULL), UO_ERROR_NONE);
  assert_int_equal(have->dtype, want->dtype);
  assert_int_equal(have->rank, want->rank);
  for (int32_t k = 0; k < have->rank; k++) assert_int_equal(have->dims[k], want->dims[k]);
  if (have->dtype != UO_TYPE_STRING) {
    if (count > 0) assert_memory_equal(have->data, want->data, (size_t)count * uo_type_size(have->dtype));
    return;
  }
  const uo_bytes *a = have->data;
  const uo_bytes *b = want->data;
  for (int64_t i = 0; i < count; i++) {
    assert_int_equal(a[i].size, b[i].size);
    if (a[i].size > 0) assert_memory_equal(a[i].data, b[i].data, a[i].size);
  }
}

static void assert_same_names(const char *const *have, const char *const *want) {
  size_t i = 0;
  for (; have[i] != NULL && want[i] != NULL; i++) assert_string_equal(have[i], want[i]);
  assert_null(have[i]);
  assert_null(want[i]);
}

static void assert_same_string(const char *have, const char *want) {
  assert_int_equal(have == NULL, want == NULL);
  if (have != NULL) assert_string_equal(have, want);
}

void files_assert_same_vector(const uo_vector *have, const uo_vector *want) {
  assert_string_equal(have->question.id, want->question.id);
  files_assert_same_tensor(&have->question.x, &want->question.x);
  assert_int_equal(have->question.attributes.has_axis, want->question.attributes.has_axis);
  assert_true(have->question.attributes.axis == want->question.attributes.axis);
  assert_true(have->question.attributes.sorted == want->question.attributes.sorted);
  assert_int_equal(have->question.wanted, want->question.wanted);
  assert_int_equal(have->has_expected, want->has_expected);
  assert_same_string(have->rejected, want->rejected);
  uo_outputs a = uo_vector_outputs(have);
  uo_outputs b = uo_vector_outputs(want);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    assert_int_equal(a.tensor[output] == NULL, b.tensor[output] == NULL);
    if (a.tensor[output] != NULL) files_assert_same_tensor(a.tensor[output], b.tensor[output]);
  }
  assert_same_names(have->tags, want->tags);
  assert_same_names(have->clauses, want->clauses);
  assert_same_string(have->comment, want->comment);
  assert_same_string(have->extra, want->extra);
}

/* ---- Protocol-buffer bytes ---- */

static void put(wire *message, const void *bytes, size_t size) {
  assert_true(message->size + size <= sizeof message->bytes);
  if (size > 0) memcpy(message->bytes + message->size, bytes, size);
  message->size += size;
}

void wire_varint(wire *message, uint64_t value) {
  do {
    uint8_t byte = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    put(message, &byte, 1);
    value >>= 7;
  } while (value > 0);
}

void wire_integer(wire *message, uint32_t field, uint64_t value) {
  wire_varint(message, (uint64_t)field << 3);
  wire_varint(message, value);
}

void wire_fixed32(wire *message, uint32_t field, uint32_t bits) {
  const uint8_t bytes[4] = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16), (uint8_t)(bits >> 24)};
  wire_varint(message, (uint64_t)field << 3 | 5);
  put(message, bytes, sizeof bytes);
}

void wire_fixed64(wire *message, uint32_t field, uint64_t bits) {
  wire_varint(message, (uint64_t)field << 3 | 1);
  for (int shift = 0; shift < 64; shift += 8) put(message, &(uint8_t){(uint8_t)(bits >> shift)}, 1);
}

void wire_bytes(wire *message, uint32_t field, const void *bytes, size_t size) {
  wire_varint(message, (uint64_t)field << 3 | 2);
  wire_varint(message, size);
  put(message, bytes, size);
}

void wire_string(wire *message, uint32_t field, const char *string) {
  wire_bytes(message, field, string, strlen(string));
}

void wire_message(wire *message, uint32_t field, const wire *inner) {
  wire_bytes(message, field, inner->bytes, inner->size);
}
