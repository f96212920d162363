/* Few words: each is compared with every other, without scratch memory and without a branch that depends on them. */
#include "reference/task.h"
#include "tensor/guard.h"

/* What is compared at a time, at most. */
#define LANES 8

/* How many of words[0..count) are smaller than each; `padded` words are there, and their number is a multiple of LANES.
 */
static UO_INLINE void count_smaller_at_any(const uint64_t *words, int64_t count, int64_t padded, uint64_t *smaller) {
  for (int64_t k = 0; k < padded; k += LANES) {
    uint64_t own[LANES], sums[LANES] = {0};
    for (int64_t lane = 0; lane < LANES; lane++) own[lane] = words[k + lane];
    for (int64_t i = 0; i < count; i++)
      for (int64_t lane = 0; lane < LANES; lane++) sums[lane] += words[i] < own[lane];
    for (int64_t lane = 0; lane < LANES; lane++) smaller[k + lane] = sums[lane];
  }
}

static void count_smaller_portable(const uint64_t *words, int64_t count, int64_t padded, uint64_t *smaller) {
  count_smaller_at_any(words, count, padded, smaller);
}

UO_TARGET("avx2")
static void count_smaller_avx2(const uint64_t *words, int64_t count, int64_t padded, uint64_t *smaller) {
  count_smaller_at_any(words, count, padded, smaller);
}

/* Wider vectors than those of AVX2 take longer to set up than they save, as small as this is. */
static void (*const count_smaller_at[UO_LEVELS])(const uint64_t *words, int64_t count, int64_t padded,
                                                 uint64_t *smaller) = {count_smaller_portable, count_smaller_avx2,
                                                                       count_smaller_avx2};

/* What is known of equal words, by how many are smaller: no others have that number. */
typedef struct few_groups {
  int64_t count;
  uint64_t of[UO_FEW_MOST];      /* of each item, its group's place in the next three */
  uint8_t sizes[UO_FEW_MOST];    /* 0 where there is no group */
  uint8_t first[UO_FEW_MOST];    /* item */
  uint8_t numbers[UO_FEW_MOST];  /* in the order of the outputs */
  uint8_t in_order[UO_FEW_MOST]; /* of each number, the place */
} few_groups;

static void find_groups(const uo_words *words, few_groups *groups) {
  uint64_t read[UO_FEW_MOST];
  int64_t padded = (words->count + LANES - 1) / LANES * LANES;
  for (int64_t k = padded - LANES; k < padded; k++) read[k] = 0;
  uo_words_read(words, 0, words->count, read);
  count_smaller_at[words->code.level](read, words->count, padded, groups->of);
  memset(groups->sizes, 0, sizeof groups->sizes);
  for (int64_t i = words->count - 1; i >= 0; i--) {
    uint64_t place = groups->of[i];
    groups->sizes[place]++;
    groups->first[place] = (uint8_t)i;
  }
}

/* ORD-01, ORD-03: places ascend with the words. What is no new group is written over. */
static void number_ascending(const uo_words *words, few_groups *groups) {
  int64_t count = 0;
  for (int64_t place = 0; place < words->count; place++) {
    groups->numbers[place] = (uint8_t)count;
    groups->in_order[count] = (uint8_t)place;
    count += groups->sizes[place] > 0;
  }
  groups->count = count;
}

/* ORD-02 */
static void number_by_occurrence(const uo_words *words, few_groups *groups) {
  int64_t count = 0;
  for (int64_t i = 0; i < words->count; i++) {
    uint64_t place = groups->of[i];
    bool is_first = groups->first[place] == i;
    groups->numbers[place] = is_first ? (uint8_t)count : groups->numbers[place];
    groups->in_order[count] = (uint8_t)place;
    count += is_first;
  }
  groups->count = count;
}

uo_error_code uo_solve_few(uo_task *task, const uo_words *words, uo_error *error) {
  uo_answer *answer = &task->answer;
  few_groups groups;
  find_groups(words, &groups);
  if (task->is_sorted) {
    number_ascending(words, &groups);
  } else {
    number_by_occurrence(words, &groups);
  }
  UO_TRY(uo_answer_reserve(answer, groups.count, error));
  int64_t first[UO_FEW_MOST]; /* IDX-01 */
  for (int64_t k = 0; k < groups.count; k++) first[k] = groups.first[groups.in_order[k]];
  uo_answer_put(answer, 0, groups.count, first);
  if (answer->counts != NULL) /* CNT-01 */
    for (int64_t k = 0; k < groups.count; k++) answer->counts[k] = groups.sizes[groups.in_order[k]];
  if (answer->inverse != NULL) /* INV-01 */
    for (int64_t i = 0; i < words->count; i++) answer->inverse[i] = groups.numbers[groups.of[i]];
  return UO_ERROR_NONE;
}
