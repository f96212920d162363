/* Bins of the point `answer`. Outputs are a stranger's: nothing is believed about their types, shapes or values. */
#include "cases/behaviours_look.h"

/* An output's numbers, when it is a tensor of int64 with data; *count receives how many. */
static const int64_t *numbers_of(const uo_answer *answer, int output, int64_t *count) {
  const uo_tensor *tensor = answer->outputs.tensor[output];
  *count = 0;
  if (tensor == NULL || tensor->dtype != UO_TYPE_INT64) return NULL;
  return uo_tensor_validate(tensor, count, NULL) == UO_ERROR_NONE ? tensor->data : NULL;
}

static void look_at_y(const uo_tensor *x, const uo_tensor *y, uo_behaviour_set *set) {
  int64_t count;
  if (y == NULL || uo_tensor_validate(y, &count, NULL) != UO_ERROR_NONE) return;
  if (y->rank == 1 && x->rank != 1) uo_behaviour_set_add(set, UO_BIN_ANSWER_FLATTENED);
  if (y->rank > 1) uo_behaviour_set_add(set, UO_BIN_ANSWER_SUBTENSORS);
  if (count == 0) uo_behaviour_set_add(set, UO_BIN_ANSWER_EMPTY);
}

static void look_at_indices(const uo_answer *answer, uo_behaviour_set *set) {
  int64_t count;
  const int64_t *indices = numbers_of(answer, UO_INDICES, &count);
  for (int64_t j = 1; j < count; j++) {
    if (indices[j] < indices[j - 1]) uo_behaviour_set_add(set, UO_BIN_ANSWER_REORDERED);
  }
}

/* With fewer than n positions in Y, one of n entries comes twice; an inverse that is shorter than that shows nothing.
 */
static void look_at_inverse(const uo_answer *answer, uo_behaviour_set *set) {
  int64_t count;
  const int64_t *inverse = numbers_of(answer, UO_INVERSE_INDICES, &count);
  int64_t last = -1;
  for (int64_t i = 0; i < count; i++) last = inverse[i] > last ? inverse[i] : last;
  if (count > 0 && last < count - 1) uo_behaviour_set_add(set, UO_BIN_ANSWER_GATHERED);
}

static void look_at_counts(const uo_answer *answer, uo_behaviour_set *set) {
  int64_t count;
  const int64_t *counts = numbers_of(answer, UO_COUNTS, &count);
  for (int64_t j = 0; j < count; j++) {
    if (counts[j] > 1) uo_behaviour_set_add(set, UO_BIN_ANSWER_COUNTED);
  }
}

void uo_look_at_answer(const uo_case *question, const uo_answer *answer, uo_behaviour_set *set) {
  if (answer->kind == UO_ANSWER_REJECTED) uo_behaviour_set_add(set, UO_BIN_ANSWER_REJECTED);
  if (answer->kind != UO_ANSWER_OUTPUTS) return;
  uo_behaviour_set_add(set, UO_BIN_ANSWER_OUTPUTS);
  look_at_y(&question->x, answer->outputs.tensor[UO_Y], set);
  look_at_indices(answer, set);
  look_at_inverse(answer, set);
  look_at_counts(answer, set);
}
