/* SHA-256 on the examples of FIPS 180-4, and at every size around its blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files/sha256.h"

static void expect(const char *bytes, size_t size, const char *digest) {
  uo_sha256 hash;
  char text[UO_SHA256_TEXT];
  uo_sha256_begin(&hash);
  uo_sha256_add(&hash, bytes, size);
  uo_sha256_end(&hash, text);
  assert_string_equal(text, digest);
}

static void examples(void **state) {
  (void)state;
  expect("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void a_million_a_in_pieces(void **state) {
  (void)state;
  static const char piece[1000] = "a";
  char block[sizeof piece];
  char text[UO_SHA256_TEXT];
  uo_sha256 hash;
  memset(block, piece[0], sizeof block);
  uo_sha256_begin(&hash);
  for (int i = 0; i < 1000; i++) uo_sha256_add(&hash, block, sizeof block);
  uo_sha256_end(&hash, text);
  assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* The padding has a block of its own from 56 bytes on: each size gives another digest, in one piece or in two. */
static void sizes_around_a_block(void **state) {
  (void)state;
  char digests[130][UO_SHA256_TEXT];
  char bytes[130];
  memset(bytes, 0x5a, sizeof bytes);
  for (size_t size = 0; size < sizeof bytes; size++) {
    uo_sha256 hash;
    uo_sha256_begin(&hash);
    uo_sha256_add(&hash, bytes, size / 3);
    uo_sha256_add(&hash, bytes + size / 3, size - size / 3);
    uo_sha256_end(&hash, digests[size]);
    expect(bytes, size, digests[size]);
    for (size_t other = 0; other < size; other++) assert_string_not_equal(digests[size], digests[other]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples),
      cmocka_unit_test(a_million_a_in_pieces),
      cmocka_unit_test(sizes_around_a_block),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
