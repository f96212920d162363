/* Words of 8 or 16 bits: every value there can be has a place in a table, and no element is looked at more than twice.
 */
#include "reference/array.h"
#include "reference/radix.h"
#include "reference/task.h"
#include "tensor/guard.h"

/* Values of 8 bits are counted in turn in so many tables: the same counter twice in a row has to wait for itself. */
#define LANES 4

/* Elements after which values of 8 bits are looked for that occurred for the first time. */
#define BLOCK 16384

#define NOWHERE UINT32_MAX

/* What is known of each value: a way to write elements, of which several may be equal (SIL-01, SIL-04). */
typedef struct value_table {
  int64_t values; /* 1 << 8 or 1 << 16 */
  uint32_t *counts;
  uint32_t *first; /* the first item of it, or NOWHERE */
  uint32_t *codes; /* what orders and tells apart */
  uint32_t *ranks; /* its place in the outputs */
  /* The same of each code. */
  uint32_t *code_counts;
  uint32_t *code_first;
  uint32_t *code_ranks;
} value_table;

static uo_error_code make_table(int64_t values, uo_scratch *scratch, value_table *t, uo_error *error) {
  enum { ARRAYS = 7 };
  uint32_t *arrays = uo_scratch_take(scratch, ARRAYS * values, sizeof *arrays);
  UO_REQUIRE_MEMORY(arrays, error);
  *t = (value_table){.values = values, .counts = arrays};
  t->code_counts = t->counts + values;
  t->first = t->code_counts + values;
  t->code_first = t->first + values;
  t->codes = t->code_first + values;
  t->ranks = t->codes + values;
  t->code_ranks = t->ranks + values;
  memset(t->counts, 0, 2 * (size_t)values * sizeof *arrays);
  memset(t->first, 0xff, 2 * (size_t)values * sizeof *arrays); /* NOWHERE */
  return UO_ERROR_NONE;
}

/* ---- Counting -------------------------------------------------------------------------------------------------- */

/* Notes where values occur for the first time in a block that has new ones. */
static void note_first(value_table *t, const uint8_t *elements, int64_t begin, int64_t end) {
  uint32_t first[1 << 8];
  for (int64_t i = end - 1; i >= begin; i--) first[elements[i]] = (uint32_t)i;
  for (int64_t value = 0; value < t->values; value++)
    if (t->counts[value] > 0 && t->first[value] == NOWHERE) t->first[value] = first[value];
}

static void count_bytes(value_table *t, const uint8_t *elements, int64_t count) {
  uint32_t lanes[LANES][1 << 8] = {{0}};
  for (int64_t begin = 0, end; begin < count; begin = end) {
    end = count - begin < BLOCK ? count : begin + BLOCK;
    int64_t i = begin;
    for (; end - i >= LANES; i += LANES)
      for (int lane = 0; lane < LANES; lane++) lanes[lane][elements[i + lane]]++;
    for (; i < end; i++) lanes[0][elements[i]]++;
    bool some_are_new = false;
    for (int64_t value = 0; value < t->values; value++) {
      t->counts[value] = lanes[0][value] + lanes[1][value] + lanes[2][value] + lanes[3][value];
      some_are_new |= (t->counts[value] > 0) & (t->first[value] == NOWHERE);
    }
    if (some_are_new) note_first(t, elements, begin, end);
  }
}

/* An element of 16 bits, from any address. */
static inline uint16_t half_at(const unsigned char *elements, int64_t i) {
  uint16_t half;
  memcpy(&half, elements + (size_t)i * sizeof half, sizeof half);
  return half;
}

static void count_halves(value_table *t, const unsigned char *elements, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    uint16_t value = half_at(elements, i);
    if (t->counts[value]++ == 0) t->first[value] = (uint32_t)i;
  }
}

/* ---- From values to places in the outputs ---------------------------------------------------------------------- */

/* Gives each value its code, and each code what is known of its values. */
static void join_values(const uo_element_code *code, value_table *t) {
  uint8_t bytes[UO_WORDS_BATCH];
  uint16_t halves[UO_WORDS_BATCH];
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < t->values; begin += UO_WORDS_BATCH) {
    for (int64_t k = 0; k < UO_WORDS_BATCH; k++) {
      bytes[k] = (uint8_t)(begin + k);
      halves[k] = (uint16_t)(begin + k);
    }
    const void *elements = t->values == 1 << 8 ? (const void *)bytes : (const void *)halves;
    uo_encode(code, elements, UO_WORDS_BATCH, words);
    for (int64_t k = 0; k < UO_WORDS_BATCH; k++) {
      int64_t value = begin + k;
      t->codes[value] = (uint32_t)words[k];
      t->code_counts[words[k]] += t->counts[value];
      if (t->first[value] < t->code_first[words[k]]) t->code_first[words[k]] = t->first[value];
    }
  }
}

static int64_t list_codes(const value_table *t, uo_sort_entry *groups) {
  int64_t count = 0;
  for (int64_t code = 0; code < t->values; code++)
    if (t->code_counts[code] > 0) groups[count++] = (uo_sort_entry){t->code_first[code], code};
  return count;
}

/* Writes Y, indices and counts, and gives ranks to codes. */
static void put_codes(const uo_answer *answer, value_table *t, const uo_sort_entry *groups) {
  int64_t first[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < answer->count; begin += UO_WORDS_BATCH) {
    int64_t count = answer->count - begin < UO_WORDS_BATCH ? answer->count - begin : UO_WORDS_BATCH;
    for (int64_t k = 0; k < count; k++) {
      int64_t code = groups[begin + k].index;
      t->code_ranks[code] = (uint32_t)(begin + k);
      first[k] = t->code_first[code];
      if (answer->counts != NULL) answer->counts[begin + k] = t->code_counts[code];
    }
    uo_answer_put(answer, begin, count, first);
  }
}

/* INV-01 */
static void put_inverse(const uo_answer *answer, value_table *t) {
  const uo_items *items = answer->items;
  for (int64_t value = 0; value < t->values; value++)
    if (t->counts[value] > 0) t->ranks[value] = t->code_ranks[t->codes[value]];
  const unsigned char *elements = items->tensor->data;
  if (t->values == 1 << 8) {
    for (int64_t i = 0; i < items->count; i++) answer->inverse[i] = t->ranks[elements[i]];
  } else {
    for (int64_t i = 0; i < items->count; i++) answer->inverse[i] = t->ranks[half_at(elements, i)];
  }
}

uo_error_code uo_solve_by_table(uo_task *task, uo_error *error) {
  const uo_tensor *x = task->items.tensor;
  uo_element_code code = uo_element_code_of(x->dtype, task->policy);
  value_table t;
  UO_TRY(make_table(INT64_C(1) << 8 * uo_type_size(x->dtype), &task->scratch, &t, error));
  if (t.values == 1 << 8) {
    count_bytes(&t, x->data, task->items.count);
  } else {
    count_halves(&t, x->data, task->items.count);
  }
  join_values(&code, &t);
  uo_sort_entry *groups = uo_scratch_take(&task->scratch, t.values, 2 * sizeof *groups);
  UO_REQUIRE_MEMORY(groups, error);
  int64_t distinct = list_codes(&t, groups);                                  /* ORD-01: codes ascend */
  if (!task->is_sorted) uo_sort_entries(groups, groups + t.values, distinct); /* ORD-02: by first item */
  UO_TRY(uo_answer_reserve(&task->answer, distinct, error));
  put_codes(&task->answer, &t, groups);
  if (task->answer.inverse != NULL) put_inverse(&task->answer, &t);
  return UO_ERROR_NONE;
}
