/* The hash is SipHash-1-3; answers made by an implementation apart, which gives the published ones of SipHash-2-4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reference/hash.h"

static uint64_t hash_of_text(const char *text) {
  uo_bytes bytes = {text, strlen(text)};
  uo_keys keys = {.count = 1, .bytes = &bytes};
  int64_t item = 0;
  uint64_t hash = 0;
  uo_hash_keys(&keys, &item, 1, &hash);
  return hash;
}

static uint64_t hash_of_words(uint64_t *words, int64_t count) {
  uo_keys keys = {.count = 1, .stride = count, .words = words};
  int64_t item = 0;
  uint64_t hash = 0;
  uo_hash_keys(&keys, &item, 1, &hash);
  return hash;
}

static bool is_little_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 1;
}

static void texts_hash_as_siphash_says(void **state) {
  (void)state;
  if (!is_little_endian()) skip(); /* whole words are hashed as this machine reads them */
  assert_true(hash_of_text("") == UINT64_C(0x4c5feac26ea39a00));
  assert_true(hash_of_text("a") == UINT64_C(0x19ac88fb2429e222));
  assert_true(hash_of_text("seven b") == UINT64_C(0x6de5e0e8cdab45a7));
  assert_true(hash_of_text("8 bytes!") == UINT64_C(0x761ef7015625e3e2));
  assert_true(hash_of_text("The quick brown fox jumps over the lazy dog") == UINT64_C(0x36786efceadf9525));
}

static void words_hash_as_siphash_says(void **state) {
  (void)state;
  assert_true(hash_of_words((uint64_t[]){1}, 1) == UINT64_C(0xd1af3add83ce0105));
  assert_true(hash_of_words((uint64_t[]){UINT64_C(0x0123456789abcdef)}, 1) == UINT64_C(0x268125a3e15b0427));
  assert_true(hash_of_words((uint64_t[]){1, 2, 3}, 3) == UINT64_C(0x59d2096ba3e08e6d));
}

/* A batch is hashed by the numbers of its items, in the order asked for. */
static void batches_follow_their_list(void **state) {
  (void)state;
  uint64_t words[] = {5, 6, 7, 8, 9, 10};
  uo_keys keys = {.count = 3, .stride = 2, .words = words};
  uint64_t hashes[2];
  uo_hash_keys(&keys, (const int64_t[]){2, 0}, 2, hashes);
  assert_true(hashes[0] == hash_of_words(words + 4, 2));
  assert_true(hashes[1] == hash_of_words(words, 2));
  assert_true(hashes[0] != hashes[1]);
}

static void refusals_are_worded(void **state) {
  (void)state;
  uo_tensor x = {UO_TYPE_INT64, 0, NULL, (const int64_t[]){1}};
  uo_attributes attributes = {0, 0, 1};
  uo_outputs outputs;
  uo_error error;
  assert_int_equal(uo_unique(&x, &attributes, UO_WANT_ALL, 0x100, NULL, &outputs, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "policy 0x100: there are choices up to 0xff only");
  assert_int_equal(uo_unique(&x, &attributes, 0x10, 0, NULL, &outputs, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "wanted is 0x10: bits beyond 0xf are of no output");
  assert_int_equal(uo_unique(NULL, &attributes, UO_WANT_ALL, 0, NULL, &outputs, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "x is NULL");
  assert_int_equal(uo_unique(&x, NULL, UO_WANT_ALL, 0, NULL, &outputs, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "attributes is NULL");
  assert_int_equal(uo_unique(&x, &attributes, UO_WANT_ALL, 0, NULL, NULL, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "outputs is NULL");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_hash_as_siphash_says),
      cmocka_unit_test(words_hash_as_siphash_says),
      cmocka_unit_test(batches_follow_their_list),
      cmocka_unit_test(refusals_are_worded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
