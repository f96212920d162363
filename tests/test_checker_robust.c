/*
 * What a checker of strangers' answers must stand: claims that are no tensors, sizes beyond counting, no memory, equal
 * hashes, and large inputs of the awkward kinds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "checker/view.h"
#include "support/checker_answer.h"
#include "support/checker_both.h"

static const int64_t dims_4[] = {4};
static const int64_t x_data[] = {3, 1, 3, 2};
static const uo_tensor plain_x = {UO_TYPE_INT64, 1, dims_4, x_data};
static const uo_attributes ascending = {0, 0, 1};
static const uo_attributes unsorted = {0, 0, 0};

/* ---- Arguments ------------------------------------------------------------------------------------------------- */

/* TYP-02, ATT-02, AXIS-04, AXIS-06: an invalid question is an error, not a finding. */
static void invalid_questions_are_errors(void **unused) {
  (void)unused;
  uo_report report;
  uo_error error;
  uo_outputs none = {{NULL, NULL, NULL, NULL}, NULL};
  uo_policy_set set = uo_policy_set_spec();
  uo_tensor x = plain_x;
  report.count = 77;
  assert_int_equal(checker_both(NULL, &ascending, 1, &none, 0, NULL, &report, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(checker_both(&x, NULL, 1, &none, 0, NULL, &report, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(checker_both(&x, &ascending, 1, NULL, 0, NULL, &report, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(checker_both(&x, &ascending, 1, &none, 0, NULL, NULL, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(report.count, 0);
  assert_int_equal(checker_both(&x, &ascending, 16, &none, 0, NULL, &report, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(checker_both(&x, &ascending, 1, &none, 256, NULL, &report, &error), UO_ERROR_ARGUMENT);
  assert_int_equal(uo_check_set(&x, &ascending, 1, &none, NULL, NULL, &error), UO_ERROR_ARGUMENT);
  x.dtype = 16;
  assert_int_equal(checker_both(&x, &ascending, 1, &none, 0, NULL, &report, &error), UO_ERROR_TYPE);
  assert_int_equal(uo_check_set(&x, &ascending, 1, &none, NULL, &set, &error), UO_ERROR_TYPE);
  x = plain_x;
  x.data = NULL;
  assert_int_equal(checker_both(&x, &ascending, 1, &none, 0, NULL, &report, &error), UO_ERROR_SHAPE);
  uo_attributes bad = {0, 0, 2};
  assert_int_equal(checker_both(&plain_x, &bad, 1, &none, 0, NULL, &report, &error), UO_ERROR_SORTED);
  bad = (uo_attributes){1, 1, 1};
  assert_int_equal(checker_both(&plain_x, &bad, 1, &none, 0, NULL, &report, &error), UO_ERROR_AXIS);
  bad.axis = INT64_C(0x100000000);
  assert_int_equal(uo_check_set(&plain_x, &bad, 1, &none, NULL, &set, &error), UO_ERROR_AXIS);
  assert_int_equal(uo_policy_set_has(&set, UO_POLICY_ONNX), 1);
}

/* OUT-01: Y is wanted even if the caller does not say so. */
static void y_is_always_wanted(void **unused) {
  (void)unused;
  uo_arena arena = {0};
  checker_answer answer;
  checker_answer_make(&plain_x, &ascending, UO_WANT_Y | UO_WANT_COUNTS, UO_POLICY_ONNX, &arena, &answer);
  uo_report report;
  assert_int_equal(checker_both(&plain_x, &ascending, UO_WANT_COUNTS, &answer.outputs, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 0);
  answer.outputs.tensor[UO_Y] = NULL;
  assert_int_equal(checker_both(&plain_x, &ascending, UO_WANT_COUNTS, &answer.outputs, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 1);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_OUT_01);
  uo_arena_release(&arena);
}

/* INV-04: a claimed inverse that is too short is read no further than it goes; its end is the end of a block here. */
static void short_inverse_is_not_overrun(void **unused) {
  (void)unused;
  static const int64_t y_data[] = {1, 2, 3};
  int64_t *inverse_data = malloc(sizeof *inverse_data);
  assert_non_null(inverse_data);
  *inverse_data = 2;
  int64_t one = 1;
  int64_t three_long = 3;
  uo_tensor y = {UO_TYPE_INT64, 1, &three_long, y_data};
  uo_tensor inverse = {UO_TYPE_INT64, 1, &one, inverse_data};
  uo_outputs claimed = {{&y, NULL, &inverse, NULL}, NULL};
  uo_report report;
  assert_int_equal(
      checker_both(&plain_x, &ascending, UO_WANT_Y | UO_WANT_INVERSE_INDICES, &claimed, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 1);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_INV_04);
  free(inverse_data);
}

/* ---- Claims that are no tensors -------------------------------------------------------------------------------- */

static const int64_t negative[] = {-1};
static const int64_t huge[] = {INT64_MAX, INT64_MAX};
static const int64_t three[] = {3};

static const uo_tensor impossible[] = {
    {99, 1, three, x_data},
    {0, 1, three, NULL},
    {-1, 0, NULL, NULL},
    {UO_TYPE_INT64, -1, three, x_data},
    {UO_TYPE_INT64, INT32_MIN, NULL, NULL},
    {UO_TYPE_INT64, UO_MAX_RANK + 1, three, x_data},
    {UO_TYPE_INT64, 1, NULL, x_data},
    {UO_TYPE_INT64, 1, negative, x_data},
    {UO_TYPE_INT64, 2, huge, x_data},
    {UO_TYPE_INT64, 1, three, NULL},
};

/* Each of them is a finding in that output, and none hides a finding in another one. */
static void impossible_tensors_are_findings(void **unused) {
  (void)unused;
  for (size_t t = 0; t < sizeof impossible / sizeof impossible[0]; t++) {
    for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
      uo_arena arena = {0};
      checker_answer answer;
      checker_answer_make(&plain_x, &ascending, UO_WANT_ALL, UO_POLICY_ONNX, &arena, &answer);
      answer.outputs.tensor[output] = &impossible[t];
      uo_report report;
      assert_int_equal(checker_both(&plain_x, &ascending, UO_WANT_ALL, &answer.outputs, 0, NULL, &report, NULL), 0);
      assert_true(report.count > 0);
      for (int f = 0; f < report.count; f++) assert_int_equal(report.findings[f].output, output);
      uo_policy_set set = uo_policy_set_spec();
      assert_int_equal(uo_check_set(&plain_x, &ascending, UO_WANT_ALL, &answer.outputs, NULL, &set, NULL), 0);
      assert_true(uo_policy_set_is_empty(&set));
      uo_arena_release(&arena);
    }
  }
}

/* VAL-02: a string without its bytes. */
static void strings_without_bytes_are_findings(void **unused) {
  (void)unused;
  static const uo_bytes right[] = {{NULL, 0}, {"a", 1}};
  static const uo_bytes wrong[] = {{NULL, 0}, {NULL, 1}};
  static const int64_t two[] = {2};
  uo_tensor x = {UO_TYPE_STRING, 1, two, right};
  uo_tensor y = {UO_TYPE_STRING, 1, two, wrong};
  uo_outputs claimed = {{&y, NULL, NULL, NULL}, NULL};
  uo_report report;
  assert_int_equal(checker_both(&x, &ascending, UO_WANT_Y, &claimed, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 1);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_VAL_02);
  assert_int_equal(report.findings[0].position, 1);
  assert_string_equal(report.findings[0].have, "a string of 1 bytes without data");
  assert_string_equal(report.findings[0].want, "an element of X");
  y.data = right;
  assert_int_equal(checker_both(&x, &ascending, UO_WANT_Y, &claimed, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 0);
}

/* SHAPE-06, SIL-14: more empty subtensors than anybody could count, and claims that have as many. */
static void empty_subtensors_are_not_counted_one_by_one(void **unused) {
  (void)unused;
  int64_t many = INT64_C(1) << 60;
  int64_t x_dims[] = {many, 0};
  int64_t y_dims[] = {1, 0};
  int64_t zero = 0;
  uo_tensor x = {UO_TYPE_FLOAT, 2, x_dims, NULL};
  uo_tensor y = {UO_TYPE_FLOAT, 2, y_dims, NULL};
  static const int64_t one[] = {1};
  uo_tensor indices = {UO_TYPE_INT64, 1, one, &zero};
  uo_tensor counts = {UO_TYPE_INT64, 1, one, &many};
  uo_outputs claimed = {{&y, &indices, NULL, &counts}, NULL};
  uo_attributes along = {1, 0, 1};
  uint32_t wanted = UO_WANT_Y | UO_WANT_INDICES | UO_WANT_COUNTS;
  uo_report report;
  for (uo_policy policy = 0; policy < 256; policy++) {
    assert_int_equal(checker_both(&x, &along, wanted, &claimed, policy, NULL, &report, NULL), 0);
    assert_int_equal(report.count, 0);
  }
  y_dims[0] = many;
  assert_int_equal(checker_both(&x, &along, wanted, &claimed, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 2);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_VAL_01);
  assert_int_equal(report.findings[1].clause, UO_CLAUSE_SHAPE_06);
  x_dims[0] = 0; /* SHAPE-05 */
  claimed = (uo_outputs){{&y, NULL, NULL, NULL}, NULL};
  assert_int_equal(checker_both(&x, &along, UO_WANT_Y, &claimed, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 2);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_VAL_02);
  assert_int_equal(report.findings[1].clause, UO_CLAUSE_SHAPE_05);
}

/* A claimed inverse for fewer items than there are is read no further than it goes. */
static void short_inverse_of_empty_subtensors(void **unused) {
  (void)unused;
  static const int64_t x_dims[] = {0, INT64_C(1) << 50, 5};
  static const int64_t y_dims[] = {0, 1, 5};
  static const int64_t three_zeros[] = {0, 0, 0};
  uo_tensor x = {UO_TYPE_DOUBLE, 3, x_dims, NULL};
  uo_tensor y = {UO_TYPE_DOUBLE, 3, y_dims, NULL};
  uo_tensor inverse = {UO_TYPE_INT64, 1, three, three_zeros};
  uo_outputs claimed = {{&y, NULL, &inverse, NULL}, NULL};
  uo_attributes along = {1, 1, 0};
  uo_report report;
  assert_int_equal(checker_both(&x, &along, UO_WANT_Y | UO_WANT_INVERSE_INDICES, &claimed, UO_REPRESENTATIVE_ANY, NULL,
                                &report, NULL),
                   0);
  assert_int_equal(report.count, 1);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_INV_04);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

typedef struct counting_allocator {
  int allowed; /* allocations until one fails */
  int held;
} counting_allocator;

static void *counting_allocate(void *context, size_t size) {
  counting_allocator *counting = context;
  if (counting->allowed == 0) return NULL;
  counting->allowed--;
  counting->held++;
  return malloc(size);
}

static void counting_release(void *context, void *block) {
  counting_allocator *counting = context;
  counting->held--;
  free(block);
}

/* A case large enough that its parts do not fit into one chunk; wrong in `wrong` ways, so that every path allocates. */
static void fail_each_allocation(int32_t dtype, uo_policy policy, const uo_attributes *attributes, int wrong) {
  uo_arena arena = {0};
  uint64_t state = 5;
  enum { COUNT = 2000 };
  int64_t dims[] = {COUNT};
  size_t size = uo_type_size(dtype);
  unsigned char *data = uo_arena_allocate(&arena, COUNT, size);
  assert_non_null(data);
  for (size_t i = 0; i < COUNT; i++) checker_alphabet_write(dtype, (int)checker_random(&state, 64), data + i * size);
  uo_tensor x = {dtype, 1, dims, data};
  checker_answer answer;
  checker_answer_make(&x, attributes, UO_WANT_ALL, policy, &arena, &answer);
  uo_tensor foreign = {UO_TYPE_BOOL, 0, NULL, data};
  if (wrong == 1) memcpy(answer.data[UO_Y], answer.data[UO_Y] + size, size); /* one value twice, one missing */
  if (wrong == 2) answer.outputs.tensor[UO_Y] = &foreign;
  if (wrong == 3) memset(answer.data[UO_INVERSE_INDICES], 0, COUNT * sizeof(int64_t));
  if (wrong == 4)
    checker_alphabet_write(dtype, 3, answer.data[UO_Y] + size); /* the bits of another member, or a wrong value */

  int failures = 0;
  uo_error_code code = UO_ERROR_MEMORY;
  for (; code != UO_ERROR_NONE; failures++) {
    counting_allocator counting = {failures, 0};
    uo_allocator allocator = {counting_allocate, counting_release, &counting};
    uo_report report;
    uo_error error;
    code = checker_both(&x, attributes, UO_WANT_ALL, &answer.outputs, policy, &allocator, &report, &error);
    assert_int_equal(counting.held, 0);
    if (code == UO_ERROR_NONE) break;
    assert_int_equal(code, UO_ERROR_MEMORY);
    assert_int_equal(error.code, UO_ERROR_MEMORY);
    assert_int_equal(report.count, 0);
  }
  assert_true(failures >= (wrong == 0 ? 1 : 2)); /* a right answer is proven with little memory */

  code = UO_ERROR_MEMORY;
  for (failures = 0; code != UO_ERROR_NONE; failures++) {
    counting_allocator counting = {failures, 0};
    uo_allocator allocator = {counting_allocate, counting_release, &counting};
    uo_policy_set set = uo_policy_set_spec();
    uo_policy_set spec = set;
    code = uo_check_set(&x, attributes, UO_WANT_ALL, &answer.outputs, &allocator, &set, NULL);
    assert_int_equal(counting.held, 0);
    if (code != UO_ERROR_NONE) assert_memory_equal(&set, &spec, sizeof set);
  }
  uo_arena_release(&arena);
}

static void every_allocation_may_fail(void **unused) {
  (void)unused;
  static const int32_t types[] = {UO_TYPE_FLOAT, UO_TYPE_STRING};
  static const uo_policy policies[] = {UO_POLICY_ONNX, UO_POLICY_IEEE, UO_REPRESENTATIVE_ANY};
  for (int t = 0; t < 2; t++) {
    for (int p = 0; p < 3; p++) {
      for (int wrong = 0; wrong < 5; wrong++) {
        fail_each_allocation(types[t], policies[p], &ascending, wrong);
        fail_each_allocation(types[t], policies[p], &unsorted, wrong);
      }
    }
  }
}

/* ---- Equal hashes and large inputs ----------------------------------------------------------------------------- */

/* VAL-01: makes item `at` of Y what stands before it, so that one value stands twice and one is missing; and undoes it.
 */
static void expect_twice(const uo_tensor *x, const uo_attributes *attributes, checker_answer *answer, size_t at) {
  unsigned char *here = answer->data[UO_Y] + at * sizeof(int64_t);
  int64_t kept;
  memcpy(&kept, here, sizeof kept);
  memcpy(here, here - sizeof kept, sizeof kept);
  uo_report report;
  assert_int_equal(checker_both(x, attributes, UO_WANT_Y, &answer->outputs, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 1);
  assert_int_equal(report.findings[0].clause, UO_CLAUSE_VAL_01);
  assert_int_equal(report.findings[0].position, at);
  assert_int_equal(report.findings[0].places, 2);
  memcpy(here, &kept, sizeof kept);
}

static int compare_hashes(const void *a, const void *b) {
  uint64_t x;
  uint64_t y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return (x > y) - (x < y);
}

/* The value whose hash this is, from 0 on. */
static int64_t value_with_hash(uint64_t hash) {
  for (int64_t value = 0;; value++) {
    uo_tensor one = {UO_TYPE_INT64, 0, NULL, &value};
    uo_view view = uo_view_of(&one, -1, UO_POLICY_ONNX);
    if (uo_view_hash(&view, 0) == hash) return value;
  }
}

/* VAL-01: two values that agree in all of the hash that a small table looks at are still two. */
static void a_hash_alone_makes_nothing_equal(void **unused) {
  (void)unused;
  enum { TRIED = 1 << 20, COUNT = 20 };
  uint64_t *hashes = malloc(TRIED * sizeof *hashes);
  assert_non_null(hashes);
  for (int64_t value = 0; value < TRIED; value++) {
    uo_tensor one = {UO_TYPE_INT64, 0, NULL, &value};
    uo_view view = uo_view_of(&one, -1, UO_POLICY_ONNX);
    hashes[value] = uo_view_hash(&view, 0);
  }
  qsort(hashes, TRIED, sizeof *hashes, compare_hashes);
  size_t at = 1;
  while (at < TRIED && ((hashes[at] ^ hashes[at - 1]) & UINT64_C(0xffffffff0000003f)) != 0) at++;
  assert_true(at < TRIED); /* a pair was found */
  int64_t data[COUNT] = {value_with_hash(hashes[at]), value_with_hash(hashes[at - 1])};
  free(hashes);
  for (int64_t i = 2; i < COUNT; i++) data[i] = -i;
  int64_t dims[] = {COUNT};
  uo_tensor x = {UO_TYPE_INT64, 1, dims, data};
  uo_tensor y = x; /* unsorted and all distinct */
  uo_outputs claimed = {{&y, NULL, NULL, NULL}, NULL};
  uo_report report;
  assert_int_equal(checker_both(&x, &unsorted, UO_WANT_Y, &claimed, 0, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 0);
}

/* VAL-01, VAL-02: values whose hashes all begin their chain at one place of the table. */
static void equal_hashes_change_nothing(void **unused) {
  (void)unused;
  enum { COUNT = 200 };
  int64_t data[COUNT];
  int64_t dims[] = {COUNT};
  int found = 0;
  for (int64_t value = 1; found < COUNT; value++) {
    uo_tensor one = {UO_TYPE_INT64, 0, NULL, &value};
    uo_view view = uo_view_of(&one, -1, UO_POLICY_ONNX);
    if ((uo_view_hash(&view, 0) & 511) == 17) data[found++] = value;
  }
  uo_tensor x = {UO_TYPE_INT64, 1, dims, data};
  uo_arena arena = {0};
  for (int sorted = 0; sorted < 2; sorted++) {
    uo_attributes attributes = {0, 0, sorted};
    checker_answer answer;
    checker_answer_make(&x, &attributes, UO_WANT_Y, UO_POLICY_ONNX, &arena, &answer);
    uo_report report;
    assert_int_equal(checker_both(&x, &attributes, UO_WANT_Y, &answer.outputs, 0, NULL, &report, NULL), 0);
    assert_int_equal(report.count, 0);
    expect_twice(&x, &attributes, &answer, 3);   /* in the table */
    expect_twice(&x, &attributes, &answer, 151); /* beyond the chain */
  }
  uo_arena_release(&arena);
}

static void expect_reference_accepted(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                      uo_policy policy) {
  uo_outputs outputs;
  uo_report report;
  assert_int_equal(uo_unique(x, attributes, wanted, policy, NULL, &outputs, NULL), 0);
  assert_int_equal(checker_both(x, attributes, wanted, &outputs, policy, NULL, &report, NULL), 0);
  assert_int_equal(report.count, 0);
  uo_outputs_release(&outputs);
}

/* A hundred thousand NaNs, equal and distinct; a quadratic step would take minutes. */
static void many_nans(void **unused) {
  (void)unused;
  enum { COUNT = 100000 };
  int64_t dims[] = {COUNT};
  int64_t pairs[] = {COUNT / 2, 2};
  uint32_t *data = malloc(COUNT * sizeof *data);
  assert_non_null(data);
  for (uint32_t i = 0; i < COUNT; i++) data[i] = 0x7fc00000 + i % 5;
  uo_tensor x = {UO_TYPE_FLOAT, 1, dims, data};
  uo_tensor rows = {UO_TYPE_FLOAT, 2, pairs, data};
  uo_attributes along = {1, 0, 1};
  static const uo_policy policies[] = {UO_POLICY_ONNX, UO_POLICY_IEEE, UO_REPRESENTATIVE_ANY};
  for (int p = 0; p < 3; p++) {
    expect_reference_accepted(&x, &ascending, UO_WANT_Y, policies[p]);
    expect_reference_accepted(&x, &unsorted, UO_WANT_ALL, policies[p]);
    expect_reference_accepted(&rows, &along, UO_WANT_ALL, policies[p]);
  }
  free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(invalid_questions_are_errors),
      cmocka_unit_test(y_is_always_wanted),
      cmocka_unit_test(short_inverse_is_not_overrun),
      cmocka_unit_test(impossible_tensors_are_findings),
      cmocka_unit_test(strings_without_bytes_are_findings),
      cmocka_unit_test(empty_subtensors_are_not_counted_one_by_one),
      cmocka_unit_test(short_inverse_of_empty_subtensors),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(a_hash_alone_makes_nothing_equal),
      cmocka_unit_test(equal_hashes_change_nothing),
      cmocka_unit_test(many_nans),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
