/* uo_unique_into: the caller's buffers and workspaces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/guarded.h"
#include "test_reference_random.h"

typedef struct counting {
  int64_t alive, made;
  int64_t refused; /* which allocation fails, from 0; negative: none */
} counting;

static void *counting_allocate(void *context, size_t size) {
  counting *c = context;
  if (c->made++ == c->refused) return NULL;
  c->alive++;
  return malloc(size);
}

static void counting_release(void *context, void *block) {
  ((counting *)context)->alive--;
  free(block);
}

/* Buffers that end at pages that nobody may touch. */
typedef struct guarded_buffers {
  uo_buffers buffers;
  size_t y_size, group_size, item_size;
} guarded_buffers;

static size_t item_bytes(const uo_tensor *x, const uo_attributes *attributes) {
  size_t bytes = uo_type_size(x->dtype);
  if (!attributes->has_axis) return bytes;
  int64_t axis = attributes->axis < 0 ? attributes->axis + x->rank : attributes->axis;
  for (int32_t d = 0; d < x->rank; d++)
    if (d != axis) bytes *= (size_t)x->dims[d];
  return bytes;
}

static int64_t items_of(const uo_tensor *x, const uo_attributes *attributes) {
  if (attributes->has_axis) return x->dims[attributes->axis < 0 ? attributes->axis + x->rank : attributes->axis];
  int64_t count = 1;
  for (int32_t d = 0; d < x->rank; d++) count *= x->dims[d];
  return count;
}

static void make_buffers(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted, int64_t capacity,
                         guarded_buffers *g) {
  g->y_size = (size_t)capacity * item_bytes(x, attributes);
  g->group_size = (size_t)capacity * sizeof(int64_t);
  g->item_size = (size_t)items_of(x, attributes) * sizeof(int64_t);
  g->buffers = (uo_buffers){.y = guarded_allocate(g->y_size), .capacity = capacity};
  if (wanted & UO_WANT_INDICES) g->buffers.indices = guarded_allocate(g->group_size);
  if (wanted & UO_WANT_INVERSE_INDICES) g->buffers.inverse_indices = guarded_allocate(g->item_size);
  if (wanted & UO_WANT_COUNTS) g->buffers.counts = guarded_allocate(g->group_size);
}

static void release_buffers(guarded_buffers *g) {
  guarded_release(g->buffers.y, g->y_size);
  if (g->buffers.indices != NULL) guarded_release(g->buffers.indices, g->group_size);
  if (g->buffers.inverse_indices != NULL) guarded_release(g->buffers.inverse_indices, g->item_size);
  if (g->buffers.counts != NULL) guarded_release(g->buffers.counts, g->group_size);
}

static void expect_output(const uo_tensor *want, const void *have) {
  if (want == NULL) {
    assert_null(have);
    return;
  }
  size_t bytes = uo_type_size(want->dtype);
  for (int32_t d = 0; d < want->rank; d++) bytes *= (size_t)want->dims[d];
  if (bytes > 0) assert_memory_equal(have, want->data, bytes);
}

/* The same as uo_unique into room for just what there is, with one workspace for all; one less is refused, with U. */
static void check_into(const random_case *c, uo_workspace *workspace) {
  uo_outputs want;
  uo_error error;
  assert_int_equal(uo_unique(&c->x, &c->attributes, c->wanted, c->policy, NULL, &want, &error), UO_ERROR_NONE);
  int64_t axis = c->attributes.axis < 0 ? c->attributes.axis + c->x.rank : c->attributes.axis;
  int64_t groups = want.tensor[UO_Y]->dims[c->attributes.has_axis ? axis : 0];
  guarded_buffers g;
  make_buffers(&c->x, &c->attributes, c->wanted, groups, &g);
  int64_t distinct = -1;
  assert_int_equal(uo_unique_into(&c->x, &c->attributes, c->policy, workspace, &g.buffers, &distinct, &error),
                   UO_ERROR_NONE);
  assert_int_equal(distinct, groups);
  expect_output(want.tensor[UO_Y], g.buffers.y);
  expect_output(want.tensor[UO_INDICES], g.buffers.indices);
  expect_output(want.tensor[UO_INVERSE_INDICES], g.buffers.inverse_indices);
  expect_output(want.tensor[UO_COUNTS], g.buffers.counts);
  release_buffers(&g);
  uo_outputs_release(&want);
  if (groups == 0) return;
  make_buffers(&c->x, &c->attributes, c->wanted, groups - 1, &g);
  assert_int_equal(uo_unique_into(&c->x, &c->attributes, c->policy, workspace, &g.buffers, &distinct, &error),
                   UO_ERROR_ROOM);
  assert_int_equal(error.code, UO_ERROR_ROOM);
  assert_int_equal(distinct, groups);
  release_buffers(&g);
}

/* OUT-02, OUT-04: all types, axes, orders, outputs and policies; with a workspace and without. */
static void test_same_as_allocating(void **state) {
  (void)state;
  static random_case c;
  uo_workspace *workspace = uo_workspace_create(NULL);
  assert_non_null(workspace);
  for (uint64_t i = 0; i < 2000; i++) {
    make_random_case(i, &c);
    check_into(&c, i % 2 == 0 ? workspace : NULL);
  }
  uo_workspace_release(workspace);
  uo_workspace_release(NULL);
}

/* A workspace is as large as the largest call had use for, and then no call allocates; small ones never do. */
static void test_workspace_is_reused(void **state) {
  (void)state;
  enum { MANY = 30000, FEW = 64 };
  static int64_t x[MANY], y[MANY], indices[MANY], inverse[MANY], counts[MANY];
  for (int64_t i = 0; i < MANY; i++) x[i] = i * 7919 % MANY * INT64_C(0x100000001);
  const uo_buffers buffers = {y, indices, inverse, counts, MANY};
  counting count = {.refused = -1};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_workspace *workspace = uo_workspace_create(&allocator);
  assert_int_equal(count.made, 1);
  int64_t distinct;
  const int64_t few = FEW, many = MANY;
  uo_tensor small = {UO_TYPE_INT64, 1, &few, x}, large = {UO_TYPE_INT64, 1, &many, x};
  for (int64_t sorted = 0; sorted < 2; sorted++) {
    uo_attributes attributes = {0, 0, sorted};
    assert_int_equal(uo_unique_into(&small, &attributes, 0, workspace, &buffers, &distinct, NULL), UO_ERROR_NONE);
    assert_int_equal(distinct, FEW);
  }
  assert_int_equal(count.made, 1);
  for (int round = 0; round < 3; round++)
    for (int64_t sorted = 0; sorted < 2; sorted++) {
      uo_attributes attributes = {0, 0, sorted};
      if (round == 2) count.made = 0;
      memset(inverse, 0x55, sizeof inverse);
      assert_int_equal(uo_unique_into(&large, &attributes, 0, workspace, &buffers, &distinct, NULL), UO_ERROR_NONE);
      assert_int_equal(distinct, MANY);
      for (int64_t i = 0; i < MANY; i++) assert_int_equal(inverse[i], sorted ? i * 7919 % MANY : i);
      if (round == 2) assert_int_equal(count.made, 0);
      assert_true(count.alive <= 2); /* the workspace and its block: nothing else outlives a call */
    }
  uo_workspace_release(workspace);
  assert_int_equal(count.alive, 0);
}

/* A workspace that grows again gives its smaller block back. */
static void test_workspace_grows_again(void **state) {
  (void)state;
  enum { MOST = 400000 };
  static int64_t x[MOST], y[MOST];
  for (int64_t i = 0; i < MOST; i++) x[i] = i * 7919 % MOST * INT64_C(0x100000001);
  const uo_buffers buffers = {.y = y, .capacity = MOST};
  const uo_attributes attributes = {0, 0, 1};
  counting count = {.refused = -1};
  uo_allocator allocator = {counting_allocate, counting_release, &count};
  uo_workspace *workspace = uo_workspace_create(&allocator);
  int64_t distinct, made = count.made;
  for (int64_t items = MOST / 100; items <= MOST; items *= 100) {
    uo_tensor tensor = {UO_TYPE_INT64, 1, &items, x};
    for (int call = 0; call < 2; call++) {
      assert_int_equal(uo_unique_into(&tensor, &attributes, 0, workspace, &buffers, &distinct, NULL), UO_ERROR_NONE);
      assert_int_equal(distinct, items);
    }
    assert_true(count.made > made);   /* it did grow */
    assert_int_equal(count.alive, 2); /* the workspace and one block */
    made = count.made;
  }
  uo_workspace_release(workspace);
  assert_int_equal(count.alive, 0);
}

/* Each allocation refused in turn: an error or, where a workspace could not grow, the answer all the same. */
static void test_memory_runs_out(void **state) {
  (void)state;
  enum { COUNT = 3000 };
  static int64_t x[COUNT], y[COUNT], inverse[COUNT];
  for (int64_t i = 0; i < COUNT; i++) x[i] = (int64_t)((uint64_t)i * UINT64_C(0x9e3779b97f4a7c1));
  const int64_t dims = COUNT;
  uo_tensor tensor = {UO_TYPE_INT64, 1, &dims, x};
  const uo_buffers buffers = {y, NULL, inverse, NULL, COUNT};
  int errors = 0, answers = 0;
  for (int64_t refused = 0; refused < 8; refused++) {
    counting count = {.refused = refused};
    uo_allocator allocator = {counting_allocate, counting_release, &count};
    uo_workspace *workspace = uo_workspace_create(&allocator);
    assert_int_equal(workspace == NULL, refused == 0);
    for (int call = 0; call < 4 && workspace != NULL; call++) {
      int64_t distinct = -1;
      uo_error_code code =
          uo_unique_into(&tensor, &(uo_attributes){0, 0, call % 2}, 0, workspace, &buffers, &distinct, NULL);
      errors += code == UO_ERROR_MEMORY;
      answers += code == UO_ERROR_NONE;
      assert_int_equal(distinct, code == UO_ERROR_NONE ? COUNT : 0);
    }
    uo_workspace_release(workspace);
    assert_int_equal(count.alive, 0);
  }
  assert_true(errors > 0);
  assert_int_equal(errors + answers, 7 * 4);
}

/* OUT-01 and what every call checks. */
static void test_refusals(void **state) {
  (void)state;
  const int64_t x = 3, dims = 1;
  int64_t y, distinct = 9;
  uo_tensor tensor = {UO_TYPE_INT64, 1, &dims, &x};
  uo_attributes attributes = {0, 0, 1}, bad = {0, 0, 2};
  uo_buffers buffers = {&y, NULL, NULL, NULL, 1}, no_y = {NULL, NULL, NULL, NULL, 1};
  uo_error error;
  assert_int_equal(uo_unique_into(&tensor, &attributes, 0, NULL, NULL, &distinct, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "buffers is NULL");
  assert_int_equal(uo_unique_into(&tensor, &attributes, 0, NULL, &buffers, NULL, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "distinct is NULL");
  assert_int_equal(uo_unique_into(&tensor, &attributes, 0, NULL, &no_y, &distinct, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "buffers->y is NULL: Y is always made");
  assert_int_equal(distinct, 0);
  distinct = 9;
  assert_int_equal(uo_unique_into(&tensor, &bad, 0, NULL, &buffers, &distinct, &error), UO_ERROR_SORTED);
  assert_int_equal(distinct, 0);
  assert_int_equal(uo_unique_into(&tensor, &attributes, 0x100, NULL, &buffers, &distinct, &error), UO_ERROR_ARGUMENT);
  buffers.capacity = 0;
  assert_int_equal(uo_unique_into(&tensor, &attributes, 0, NULL, &buffers, &distinct, &error), UO_ERROR_ROOM);
  assert_string_equal(error.message, "there are 1 distinct items, but the buffers have room for 0");
  assert_int_equal(distinct, 1);
  buffers.capacity = 1;
  assert_int_equal(uo_unique_into(&tensor, &attributes, 0, NULL, &buffers, &distinct, &error), UO_ERROR_NONE);
  assert_int_equal(y, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_as_allocating),
      cmocka_unit_test(test_workspace_is_reused),
      cmocka_unit_test(test_workspace_grows_again),
      cmocka_unit_test(test_memory_runs_out),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
