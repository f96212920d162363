/* Every allocation behind generated cases made to fail in turn: an error, and nothing lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cases/generated.h"
#include "support/scarce.h"

/* Gives one block more each time, until the case is made. Returns how often it was refused. */
static int refusals_of(const char *id) {
  for (int blocks = 0;; blocks++) {
    scarce supply = {blocks, 0};
    uo_allocator allocator = {scarce_allocate, scarce_release, &supply};
    uo_arena arena = {&allocator, NULL};
    uo_case made;
    uo_error error = {UO_ERROR_NONE, ""};
    bool known = false;
    memset(&made, 0x5A, sizeof(made));
    uo_error_code code = uo_generated_case(id, &arena, &made, &known, &error);
    assert_true(known);
    if (code != UO_ERROR_NONE) {
      assert_int_equal(code, UO_ERROR_MEMORY);
      assert_int_equal(error.code, UO_ERROR_MEMORY);
      uo_case untouched;
      memset(&untouched, 0x5A, sizeof(untouched));
      assert_memory_equal(&made, &untouched, sizeof(made));
    }
    uo_arena_release(&arena);
    assert_int_equal(supply.held, 0);
    if (code == UO_ERROR_NONE) return blocks;
  }
}

static void refused_memory_is_an_error(void **state) {
  (void)state;
  assert_true(refusals_of("7:0") >= 1);
  assert_true(refusals_of("grid:0") >= 1);
  assert_true(refusals_of("small:1000000") >= 1);
}

/* Large cases take several chunks of the arena: those of the grid with thousands of elements begin at grid:137760. */
static void refused_chunks_are_errors(void **state) {
  (void)state;
  char id[40];
  for (uint64_t index = 137760; index < 137940; index++) {
    uo_arena arena = {0};
    uo_case made;
    assert_int_equal(uo_grid_case(index, &arena, &made, NULL), UO_ERROR_NONE);
    snprintf(id, sizeof(id), "%s", made.id);
    uo_arena_release(&arena);
    assert_true(refusals_of(id) >= 2);
  }
}

/* How many of the smallest blocks a new arena's first chunk holds. */
static int blocks_in_a_chunk(void) {
  scarce supply = {1, 0};
  uo_allocator allocator = {scarce_allocate, scarce_release, &supply};
  uo_arena arena = {&allocator, NULL};
  int blocks = 0;
  while (uo_arena_allocate(&arena, 1, 1) != NULL) blocks++;
  uo_arena_release(&arena);
  return blocks;
}

/* Whether the case can be made in what is left of a chunk when this many of its smallest blocks are free. */
static bool fits(const char *id, int blocks, int free_blocks) {
  scarce supply = {1, 0};
  uo_allocator allocator = {scarce_allocate, scarce_release, &supply};
  uo_arena arena = {&allocator, NULL};
  for (int i = free_blocks; i < blocks; i++) assert_non_null(uo_arena_allocate(&arena, 1, 1));
  uo_case made;
  bool known = false;
  uo_error_code code = uo_generated_case(id, &arena, &made, &known, NULL);
  assert_true(code == UO_ERROR_NONE || code == UO_ERROR_MEMORY);
  uo_arena_release(&arena);
  assert_int_equal(supply.held, 0);
  return code == UO_ERROR_NONE;
}

/* The room grows block by block, so every single allocation of a case is refused once. */
static void every_allocation_can_fail(void **state) {
  (void)state;
  int blocks = blocks_in_a_chunk();
  int made = 0;
  char id[40];
  for (int i = 0; i < 150; i++) {
    snprintf(id, sizeof(id), "7:%d", i);
    int free_blocks = 0;
    while (free_blocks < blocks && !fits(id, blocks, free_blocks)) free_blocks++;
    assert_true(free_blocks > 2); /* dimensions, elements, id */
    made += free_blocks < blocks;
  }
  assert_true(made >= 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refused_memory_is_an_error),
      cmocka_unit_test(refused_chunks_are_errors),
      cmocka_unit_test(every_allocation_can_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
