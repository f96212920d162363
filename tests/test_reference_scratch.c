/* Scratch memory: where pieces come from, where they end up, and what happens when there is none. */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reference/scratch.h"

#define LARGE ((int64_t)3 << 20)

typedef struct counting {
  int64_t alive, made;
  int64_t left; /* allocations that are granted */
  size_t last;  /* bytes asked for */
} counting;

static void *counting_allocate(void *context, size_t size) {
  counting *c = context;
  if (c->left-- <= 0) return NULL;
  c->alive++;
  c->made++;
  c->last = size;
  return malloc(size);
}

static void counting_release(void *context, void *block) {
  ((counting *)context)->alive--;
  free(block);
}

static bool overlaps(const unsigned char *a, size_t size_a, const unsigned char *b, size_t size_b) {
  return a < b + size_b && b < a + size_a;
}

/* Pieces are cut from the block while it has room; each is a whole number of lines, and no two begin at one place. */
static void test_pieces_of_the_block(void **state) {
  (void)state;
  alignas(UO_SCRATCH_ALIGNMENT) unsigned char block[512];
  counting count = {.left = 0};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_scratch scratch = {.allocator = &allocator, .block = block, .size = sizeof block};
  unsigned char *a = uo_scratch_take(&scratch, 0, 8), *b = uo_scratch_take(&scratch, 7, 9);
  unsigned char *c = uo_scratch_take(&scratch, 64, 1), *d = uo_scratch_take(&scratch, 100, 2);
  assert_ptr_equal(a, block);
  assert_ptr_equal(b, block + 64);
  assert_ptr_equal(c, block + 128);
  assert_ptr_equal(d, block + 256);
  assert_null(uo_scratch_take(&scratch, 1, 1)); /* full, and nothing granted */
  assert_int_equal(scratch.used, sizeof block);
  assert_int_equal(scratch.missed, 0);
  uo_scratch_give_back(&scratch, d); /* stays until the end */
  uo_scratch_give_back(&scratch, NULL);
  assert_int_equal(scratch.used, sizeof block);
  uo_scratch_end(&scratch);
  assert_int_equal(scratch.used, 0);
  assert_int_equal(count.made, 0);
}

/* What the block has no room for comes from a new block if it is small, by itself if it is large. */
static void test_pieces_of_the_allocator(void **state) {
  (void)state;
  counting count = {.left = 100};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_scratch scratch = {.allocator = &allocator, .block_size = 1 << 20};
  unsigned char *small[3], *large[3];
  for (int i = 0; i < 3; i++) {
    small[i] = uo_scratch_take(&scratch, 1000, 8);
    large[i] = uo_scratch_take(&scratch, LARGE, 1);
    assert_non_null(small[i]);
    assert_non_null(large[i]);
    memset(small[i], i, 8000);
    memset(large[i], 10 + i, LARGE);
    assert_false(overlaps(small[i], 8000, large[i], LARGE));
  }
  assert_int_equal(count.alive, 1 + 3); /* the small ones have one block */
  assert_true(small[0] < small[1] && small[1] < small[2]);
  assert_false(overlaps(small[0], 8000, small[1], 8000));
  assert_true(scratch.missed >= 3 * (size_t)LARGE + 24000 && scratch.missed < 4 * (size_t)LARGE);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(small[i][7999], i);
    assert_int_equal(large[i][LARGE - 1], 10 + i);
  }
  uo_scratch_give_back(&scratch, small[0]);
  assert_int_equal(count.alive, 4);
  uo_scratch_end(&scratch);
  assert_int_equal(count.alive, 0);
}

/* There is one block: when it is full, small pieces come from the allocator by themselves, and can be given back. */
static void test_a_full_block(void **state) {
  (void)state;
  counting count = {.left = 100};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_scratch scratch = {.allocator = &allocator, .block_size = 1024};
  for (int i = 0; i < 2; i++) assert_non_null(uo_scratch_take(&scratch, 400, 1));
  assert_int_equal(count.made, 1);
  void *alone = uo_scratch_take(&scratch, 400, 1);
  assert_non_null(alone);
  assert_int_equal(count.made, 2);
  assert_true(count.last < 1024);
  uo_scratch_give_back(&scratch, alone);
  assert_int_equal(count.alive, 1);
  uo_scratch_end(&scratch);
  assert_int_equal(count.alive, 0);
}

/* Large pieces can be given back in any order; the others stay whole. */
static void test_giving_back(void **state) {
  (void)state;
  static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (size_t o = 0; o < 6; o++) {
    counting count = {.left = 100};
    uo_allocator allocator = {counting_allocate, counting_release, &count};
    uo_scratch scratch = {.allocator = &allocator, .block_size = 1 << 20};
    void *pieces[3];
    for (int i = 0; i < 3; i++) pieces[i] = uo_scratch_take(&scratch, LARGE, 1);
    for (int i = 0; i < 3; i++) {
      uo_scratch_give_back(&scratch, pieces[orders[o][i]]);
      assert_int_equal(count.alive, 2 - i);
    }
    pieces[0] = uo_scratch_take(&scratch, LARGE, 1);
    assert_int_equal(count.alive, 1);
    uo_scratch_end(&scratch);
    assert_int_equal(count.alive, 0);
    uo_scratch_end(&scratch); /* empty */
  }
}

/* Without memory, and with sizes that no memory has, there is no piece, and the others stay. */
static void test_no_memory(void **state) {
  (void)state;
  counting count = {.left = 0};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_scratch scratch = {.allocator = &allocator, .block_size = 1 << 20};
  assert_null(uo_scratch_take(&scratch, 1000, 8));
  assert_null(uo_scratch_take(&scratch, LARGE, 1));
  assert_int_equal(scratch.missed, 0);
  count.left = 1;
  assert_non_null(uo_scratch_take(&scratch, LARGE, 1));
  assert_null(uo_scratch_take(&scratch, LARGE, 1));
  uo_scratch_end(&scratch);
  count.left = 100;
  assert_null(uo_scratch_take(&scratch, INT64_MAX, 16));
  assert_null(uo_scratch_take(&scratch, INT64_MAX, 1));
  assert_null(uo_scratch_take(&scratch, PTRDIFF_MAX / 4 + 1, 2));
  assert_int_equal(count.made, 1);
}

/* Without blocks each piece is by itself. */
static void test_no_blocks(void **state) {
  (void)state;
  counting count = {.left = 100};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_scratch scratch = {.allocator = &allocator};
  void *pieces[4];
  for (int i = 0; i < 4; i++) pieces[i] = uo_scratch_take(&scratch, i, 1);
  assert_int_equal(count.alive, 4);
  for (int i = 0; i < 4; i++) uo_scratch_give_back(&scratch, pieces[i]);
  assert_int_equal(count.alive, 0);
}

/* Pieces are aligned as the blocks that they come from. */
static void test_alignment(void **state) {
  (void)state;
  uo_scratch scratch = {.block_size = 1 << 16};
  for (int i = 0; i < 20; i++) {
    unsigned char *piece = uo_scratch_take(&scratch, 100 + i, 3);
    assert_non_null(piece);
    assert_int_equal((uintptr_t)piece % alignof(max_align_t), 0);
    memset(piece, i, (size_t)(100 + i) * 3);
  }
  uo_scratch_end(&scratch);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces_of_the_block), cmocka_unit_test(test_pieces_of_the_allocator),
      cmocka_unit_test(test_a_full_block),        cmocka_unit_test(test_giving_back),
      cmocka_unit_test(test_no_memory),           cmocka_unit_test(test_no_blocks),
      cmocka_unit_test(test_alignment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
