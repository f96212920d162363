/*
 * The reference against a naive one: quadratic, by value, written from the rulings without keys, hashes or sorting of
 * more than a handful. On pseudo-random tensors of all types, shapes, axes, orders, outputs and policies.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reference/effort.h"
#include "tensor/number.h"
#include "tensor/shape.h"
#include "test_reference_random.h"

/* ---- Elements by value ----------------------------------------------------------------------------------------- */

/* The order of two reals: numbers by <, zeros by sign if they differ, NaN at its end (SIL-01, SIL-02, SIL-04). */
static int compare_reals(double a, double b, uo_policy policy) {
  if (isnan(a) || isnan(b)) {
    int order = (isnan(a) != 0) - (isnan(b) != 0);
    return policy & UO_NAN_FIRST ? -order : order;
  }
  if (a != b) return a < b ? -1 : 1;
  if (policy & UO_ZERO_DISTINCT) return (signbit(b) != 0) - (signbit(a) != 0);
  return 0;
}

typedef struct complex_value {
  double re, im;
} complex_value;

static bool has_nan(complex_value z) { return isnan(z.re) || isnan(z.im); }

static int compare_by_parts(complex_value a, complex_value b, uo_policy policy) {
  int order = compare_reals(a.re, b.re, policy);
  return order != 0 ? order : compare_reals(a.im, b.im, policy);
}

static complex_value without_minus_zero(complex_value z, uo_policy policy) {
  if (policy & UO_ZERO_DISTINCT) return z;
  return (complex_value){z.re == 0 ? 0 : z.re, z.im == 0 ? 0 : z.im};
}

/* SIL-07, and its other answers */
static int compare_complex(complex_value a, complex_value b, uo_policy policy) {
  if (has_nan(a) != has_nan(b)) return (has_nan(a) ? 1 : -1) * (policy & UO_NAN_FIRST ? -1 : 1);
  if (has_nan(a)) {
    if (!(policy & UO_NAN_COMPLEX_BY_PART)) return 0;
    int kind_a = 2 * (isnan(a.re) != 0) + (isnan(a.im) != 0), kind_b = 2 * (isnan(b.re) != 0) + (isnan(b.im) != 0);
    if (kind_a != kind_b) return kind_a < kind_b ? -1 : 1;
    return kind_a == 1 ? compare_reals(a.re, b.re, policy) : kind_a == 2 ? compare_reals(a.im, b.im, policy) : 0;
  }
  if (!(policy & UO_COMPLEX_BY_MODULUS)) return compare_by_parts(a, b, policy);
  complex_value p = without_minus_zero(a, policy), q = without_minus_zero(b, policy);
  volatile double size_p = hypot(p.re, p.im), size_q = hypot(q.re, q.im); /* no digits that a double has not */
  if (size_p != size_q) return size_p < size_q ? -1 : 1;
  volatile double angle_p = atan2(p.im, p.re), angle_q = atan2(q.im, q.re);
  if (angle_p != angle_q) return angle_p < angle_q ? -1 : 1;
  return compare_by_parts(a, b, policy);
}

/* The UTF-16 code units of valid UTF-8. */
static size_t utf16_units(uo_bytes text, uint16_t *units) {
  size_t count = 0;
  for (size_t i = 0; i < text.size;) {
    unsigned char lead = (unsigned char)text.data[i];
    int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    uint32_t point = more == 0 ? lead : lead & (0x3fu >> more);
    for (int k = 1; k <= more; k++) point = point << 6 | ((unsigned char)text.data[i + (size_t)k] & 0x3fu);
    i += (size_t)more + 1;
    if (point < 0x10000) {
      units[count++] = (uint16_t)point;
    } else {
      units[count++] = (uint16_t)(0xd800 + ((point - 0x10000) >> 10));
      units[count++] = (uint16_t)(0xdc00 + ((point - 0x10000) & 0x3ff));
    }
  }
  return count;
}

/* SIL-09, SIL-10, and order by UTF-16 code units; random strings are valid UTF-8 under that policy. */
static int compare_strings(uo_bytes a, uo_bytes b, uo_policy policy) {
  uint16_t units_a[RANDOM_STRING_MAX], units_b[RANDOM_STRING_MAX];
  size_t size_a = a.size, size_b = b.size;
  if (policy & UO_STRING_UTF16) {
    size_a = utf16_units(a, units_a);
    size_b = utf16_units(b, units_b);
  } else {
    for (size_t i = 0; i < a.size; i++) units_a[i] = (unsigned char)a.data[i];
    for (size_t i = 0; i < b.size; i++) units_b[i] = (unsigned char)b.data[i];
  }
  for (size_t i = 0; i < size_a && i < size_b; i++)
    if (units_a[i] != units_b[i]) return units_a[i] < units_b[i] ? -1 : 1;
  return (size_a > size_b) - (size_a < size_b);
}

/* Element `position` of a tensor as a complex number; the imaginary part of others is 0. */
static complex_value floating_at(const uo_tensor *x, int64_t position) {
  switch (x->dtype) {
    case UO_TYPE_FLOAT16:
      return (complex_value){uo_half_to_double(((const uint16_t *)x->data)[position]), 0};
    case UO_TYPE_FLOAT:
      return (complex_value){((const float *)x->data)[position], 0};
    case UO_TYPE_DOUBLE:
      return (complex_value){((const double *)x->data)[position], 0};
    case UO_TYPE_COMPLEX64:
      return (complex_value){((const float *)x->data)[2 * position], ((const float *)x->data)[2 * position + 1]};
    default:
      return (complex_value){((const double *)x->data)[2 * position], ((const double *)x->data)[2 * position + 1]};
  }
}

static int64_t signed_at(const uo_tensor *x, int64_t position) {
  switch (x->dtype) {
    case UO_TYPE_INT8:
      return ((const int8_t *)x->data)[position];
    case UO_TYPE_INT16:
      return ((const int16_t *)x->data)[position];
    case UO_TYPE_INT32:
      return ((const int32_t *)x->data)[position];
    default:
      return ((const int64_t *)x->data)[position];
  }
}

static uint64_t unsigned_at(const uo_tensor *x, int64_t position) {
  switch (x->dtype) {
    case UO_TYPE_BOOL:
    case UO_TYPE_UINT8:
      return ((const uint8_t *)x->data)[position];
    case UO_TYPE_UINT16:
      return ((const uint16_t *)x->data)[position];
    case UO_TYPE_UINT32:
      return ((const uint32_t *)x->data)[position];
    default:
      return ((const uint64_t *)x->data)[position];
  }
}

static int compare_elements(const uo_tensor *x, int64_t a, int64_t b, uo_policy policy) {
  switch (x->dtype) {
    case UO_TYPE_STRING:
      return compare_strings(((const uo_bytes *)x->data)[a], ((const uo_bytes *)x->data)[b], policy);
    case UO_TYPE_FLOAT16:
    case UO_TYPE_FLOAT:
    case UO_TYPE_DOUBLE:
      return compare_reals(floating_at(x, a).re, floating_at(x, b).re, policy);
    case UO_TYPE_COMPLEX64:
    case UO_TYPE_COMPLEX128:
      return compare_complex(floating_at(x, a), floating_at(x, b), policy);
    case UO_TYPE_INT8:
    case UO_TYPE_INT16:
    case UO_TYPE_INT32:
    case UO_TYPE_INT64:
      return (signed_at(x, a) > signed_at(x, b)) - (signed_at(x, a) < signed_at(x, b));
    default:
      return (unsigned_at(x, a) > unsigned_at(x, b)) - (unsigned_at(x, a) < unsigned_at(x, b));
  }
}

static bool holds_nan(const uo_tensor *x, int64_t position) {
  return type_is_floating(x->dtype) && has_nan(floating_at(x, position));
}

/* ---- Unique, naively ------------------------------------------------------------------------------------------- */

typedef struct naive {
  const uo_tensor *x;
  uo_policy policy;
  int32_t axis;                     /* -1 without */
  int64_t count, outer, inner;      /* items, and how their elements lie */
  int64_t groups;                   /* U */
  int64_t first[RANDOM_ELEMENTS];   /* by group, in output order */
  int64_t inverse[RANDOM_ELEMENTS]; /* by item */
  int64_t sizes[RANDOM_ELEMENTS];   /* by group */
} naive;

static int64_t position_of(const naive *n, int64_t item, int64_t element) {
  return (element / n->inner * n->count + item) * n->inner + element % n->inner;
}

/* SIL-06: element by element, the first difference decides. */
static int compare_items(const naive *n, int64_t a, int64_t b) {
  for (int64_t e = 0; e < n->outer * n->inner; e++) {
    int order = compare_elements(n->x, position_of(n, a, e), position_of(n, b, e), n->policy);
    if (order != 0) return order;
  }
  return 0;
}

/* SIL-01, SIL-05, SIL-22 */
static bool items_equal(const naive *n, int64_t a, int64_t b) {
  bool elements = n->axis < 0 || n->x->rank == 1;
  if (n->policy & (elements ? UO_NAN_DISTINCT : UO_NAN_SUBTENSOR_DISTINCT))
    for (int64_t e = 0; e < n->outer * n->inner; e++)
      if (holds_nan(n->x, position_of(n, a, e)) || holds_nan(n->x, position_of(n, b, e))) return false;
  return compare_items(n, a, b) == 0;
}

static int64_t product(const int64_t *dims, int32_t from, int32_t to) {
  int64_t result = 1;
  for (int32_t d = from; d < to; d++) result *= dims[d];
  return result;
}

/* Where group g belongs among the sorted ones: behind those that are before it, and behind equal ones that occur
 * earlier. */
static int64_t rank_of(const naive *n, int64_t g) {
  int64_t rank = 0;
  for (int64_t h = 0; h < n->groups; h++) {
    int order = compare_items(n, n->first[h], n->first[g]);
    if (order < 0 || (order == 0 && n->first[h] < n->first[g])) rank++;
  }
  return rank;
}

static void sort_groups(naive *n) {
  static int64_t first[RANDOM_ELEMENTS], sizes[RANDOM_ELEMENTS], rank[RANDOM_ELEMENTS];
  for (int64_t g = 0; g < n->groups; g++) {
    rank[g] = rank_of(n, g);
    first[rank[g]] = n->first[g];
    sizes[rank[g]] = n->sizes[g];
  }
  memcpy(n->first, first, sizeof first);
  memcpy(n->sizes, sizes, sizeof sizes);
  for (int64_t i = 0; i < n->count; i++) n->inverse[i] = rank[n->inverse[i]];
}

static void solve_naively(const random_case *c, uo_policy policy, naive *n) {
  const uo_tensor *x = &c->x;
  int32_t axis = !c->attributes.has_axis ? -1 : (int32_t)(c->attributes.axis + (c->attributes.axis < 0 ? x->rank : 0));
  *n = (naive){.x = x, .policy = policy, .axis = axis, .outer = 1, .inner = 1};
  n->count = axis < 0 ? product(x->dims, 0, x->rank) : x->dims[axis];
  if (axis >= 0) n->outer = product(x->dims, 0, axis);
  if (axis >= 0) n->inner = product(x->dims, axis + 1, x->rank);
  for (int64_t i = 0; i < n->count; i++) {
    int64_t group = 0;
    while (group < n->groups && !items_equal(n, n->first[group], i)) group++;
    if (group == n->groups) n->first[n->groups++] = i;
    n->inverse[i] = group;
    n->sizes[group]++;
  }
  if (c->attributes.sorted) sort_groups(n);
}

/* ---- Comparison ------------------------------------------------------------------------------------------------ */

static void expect_index_output(const random_case *c, const uo_tensor *have, const int64_t *want, int64_t count) {
  if (have->dtype != UO_TYPE_INT64 || have->rank != 1 || have->dims[0] != count ||
      (count > 0 && memcmp(have->data, want, (size_t)count * sizeof *want) != 0))
    fail_msg("case %" PRIu64 ": an index output differs", c->index);
}

static void expect_y(const random_case *c, const naive *n, const uo_tensor *y) {
  size_t run = (size_t)n->inner * uo_type_size(c->x.dtype);
  bool same = y->dtype == c->x.dtype && y->rank == (n->axis < 0 ? 1 : c->x.rank);
  for (int32_t d = 0; same && d < y->rank; d++)
    same = y->dims[d] == (n->axis < 0 || d == n->axis ? n->groups : c->x.dims[d]);
  for (int64_t o = 0; same && o < n->outer && run > 0; o++)
    for (int64_t j = 0; same && j < n->groups; j++)
      same = memcmp((const char *)y->data + (size_t)(o * n->groups + j) * run,
                    (const char *)c->x.data + (size_t)(o * n->count + n->first[j]) * run, run) == 0;
  if (!same) fail_msg("case %" PRIu64 ": Y differs", c->index);
}

static void hash_all_equal(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  (void)keys;
  (void)items;
  for (int64_t i = 0; i < count; i++) hashes[i] = UINT64_MAX;
}

/* Two bits of the hash are left: long probes, but rarely so long that sorting takes over. */
static void hash_poorly(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  uo_hash_keys(keys, items, count, hashes);
  for (int64_t i = 0; i < count; i++) hashes[i] &= 3;
}

/* Every strategy is to be used on cases as small as these. */
static const uo_way by_keys = {.tuning = {.most_items = 0}, .hash = uo_hash_keys};
static const uo_way by_keys_sorted = {.tuning = {.most_items = 0}, .hash = hash_all_equal};
static const uo_way by_keys_probing = {.tuning = {.most_items = 0}, .hash = hash_poorly};

#define NEVER INT64_MAX
#define WORDS .most_items = INT32_MAX, .byte_table_from = NEVER, .half_table_from = NEVER, .runs_from = NEVER
static const uo_way by_table = {
    .tuning = {.most_items = INT32_MAX, .runs_from = NEVER, .sort_share = 1, .sort_share_y = 1, .wide_share = 1},
    .hash = uo_hash_keys,
    .wide_hash = uo_wide_hash};
static const uo_way by_sorting = {.tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER, .wide_below = NEVER},
                                  .hash = uo_hash_keys,
                                  .wide_hash = uo_wide_hash};
static const uo_way by_hash = {
    .tuning = {WORDS, .sort_share = 1, .sort_share_y = 1, .wide_share = 1, .sort_groups = NEVER},
    .hash = uo_hash_keys,
    .wide_hash = uo_wide_hash};
static const uo_way changing_to_sorting = {
    .tuning = {WORDS, .sort_share = NEVER, .sort_share_y = NEVER, .wide_share = 1},
    .hash = uo_hash_keys,
    .wide_hash = uo_wide_hash};

static const uo_way by_few = {
    .tuning = {WORDS, .few_below = {NEVER, NEVER, NEVER}, .few_values_below = NEVER, .few_lead_below = NEVER,
               .lead_below = NEVER, .sort_below = NEVER, .wide_below = NEVER, .most_level = UO_LEVEL_AVX512},
    .hash = uo_hash_keys,
    .wide_hash = uo_wide_hash};
static const uo_way by_few_portably = {.tuning = {WORDS, .few_below = {NEVER, NEVER, NEVER}, .few_values_below = NEVER,
                                                  .few_lead_below = NEVER, .lead_below = NEVER, .sort_below = NEVER},
                                       .hash = uo_hash_keys};
static const uo_way by_runs = {.tuning = {.most_items = INT32_MAX,
                                          .byte_table_from = NEVER,
                                          .half_table_from = NEVER,
                                          .most_runs = UO_MOST_RUNS,
                                          .sort_below = NEVER,
                                          .lead_below = NEVER,
                                          .wide_share = 1},
                               .hash = uo_hash_keys,
                               .wide_hash = uo_wide_hash};
static const uo_way by_vectors = {
    .tuning = {WORDS, .sort_below = NEVER, .lead_below = NEVER, .wide_share = 1, .most_level = UO_LEVEL_AVX512},
    .hash = uo_hash_keys,
    .wide_hash = uo_wide_hash};

static void check_random_case(uint64_t index, const uo_way *way) {
  static random_case c;
  static naive n;
  make_random_case(index, &c);
  solve_naively(&c, c.policy, &n);
  uo_outputs outputs;
  uo_error error;
  uint64_t comparisons;
  if (uo_unique_tuned(&c.x, &c.attributes, c.wanted, c.policy, way, NULL, &outputs, &comparisons, &error) !=
      UO_ERROR_NONE)
    fail_msg("case %" PRIu64 ": %s", index, error.message);
  expect_y(&c, &n, outputs.tensor[UO_Y]);
  for (int output = 1; output < UO_OUTPUT_COUNT; output++)
    assert_int_equal(outputs.tensor[output] != NULL, (c.wanted >> output & 1) == 1);
  if (c.wanted & UO_WANT_INDICES) expect_index_output(&c, outputs.tensor[UO_INDICES], n.first, n.groups);
  if (c.wanted & UO_WANT_COUNTS) expect_index_output(&c, outputs.tensor[UO_COUNTS], n.sizes, n.groups);
  if (c.wanted & UO_WANT_INVERSE_INDICES)
    expect_index_output(&c, outputs.tensor[UO_INVERSE_INDICES], n.inverse, n.count);
  uo_outputs_release(&outputs);
}

#define CASES 20000

/* All clauses but ERR, ATT-01, TYP-03, TYP-05 and the OUT clauses about nodes; all silent points but SIL-11, SIL-19,
 * SIL-21. */
static void test_against_naive(void **state) {
  (void)state;
  for (uint64_t i = 0; i < CASES; i++) check_random_case(i, &by_keys);
}

/* The same by every other strategy, and as they are chosen. */
static void test_strategies_against_naive(void **state) {
  (void)state;
  const uo_way *const ways[] = {&uo_way_default, &by_table,        &by_sorting, &by_hash,   &changing_to_sorting,
                                &by_few,         &by_few_portably, &by_runs,    &by_vectors};
  for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
    for (uint64_t i = 0; i < CASES; i += 4) check_random_case(i + w % 4, ways[w]);
}

/* The same with hashes that are good for nothing: by sorting, and by long probes. */
static void test_against_naive_with_bad_hashes(void **state) {
  (void)state;
  for (uint64_t i = 0; i < CASES; i++) check_random_case(i, i % 2 == 0 ? &by_keys_sorted : &by_keys_probing);
}

/* The cases are worth something: types, ranks, policies and duplicates all vary. */
static void test_cases_vary(void **state) {
  (void)state;
  static random_case c;
  static naive n;
  int types[16] = {0}, ranks[6] = {0}, policies[256] = {0}, empty = 0, merged = 0, many = 0;
  for (uint64_t i = 0; i < CASES; i++) {
    make_random_case(i, &c);
    solve_naively(&c, c.policy, &n);
    types[c.x.dtype]++;
    ranks[c.x.rank]++;
    policies[c.policy]++;
    empty += n.count == 0 || n.outer * n.inner == 0;
    merged += n.groups > 1 && n.groups < n.count;
    many += n.groups > 40;
  }
  for (int t = 1; t < 16; t++) assert_true(types[t] > CASES / 40);
  for (int r = 0; r < 6; r++) assert_true(ranks[r] > CASES / 40);
  for (int p = 0; p < 256; p++) assert_true(policies[p] > CASES / 1000);
  assert_true(empty > CASES / 40);
  assert_true(merged > CASES / 4);
  assert_true(many > CASES / 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_naive),
      cmocka_unit_test(test_strategies_against_naive),
      cmocka_unit_test(test_against_naive_with_bad_hashes),
      cmocka_unit_test(test_cases_vary),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
