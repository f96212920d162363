#include "support/checker_change.h"

#include <string.h>

#include "tensor/shape.h"

checker_question checker_random_question(uint64_t *state, uo_arena *arena) {
  checker_question asked;
  checker_random_case(state, checker_types[checker_random(state, 15)], arena, &asked.x, &asked.attributes);
  asked.wanted = UO_WANT_Y | (uint32_t)checker_random(state, 8) << 1;
  asked.policy = checker_random(state, 2) == 0 ? UO_POLICY_ONNX : (uo_policy)checker_random(state, 256);
  return asked;
}

static int64_t elements_of(const uo_tensor *tensor) { return uo_items_of(tensor, -1).count; }

/* Sets one element of Y to a letter, or to another element of Y. */
static void change_y_element(uint64_t *state, checker_answer *answer, const checker_question *asked) {
  int64_t count = elements_of(&answer->tensor[UO_Y]);
  if (count == 0) return;
  size_t size = uo_type_size(asked->x.dtype);
  unsigned char *at = answer->data[UO_Y] + (size_t)checker_random(state, (uint64_t)count) * size;
  /* few letters: X has them rather often */
  int letter = (int)checker_random(state, asked->x.dtype == UO_TYPE_BOOL ? 2 : 8);
  checker_alphabet_write(asked->x.dtype, letter, at);
}

static void swap(unsigned char *a, unsigned char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

/* Exchanges two elements of an output. */
static void swap_elements(uint64_t *state, checker_answer *answer, int output) {
  int64_t count = elements_of(&answer->tensor[output]);
  if (count == 0) return;
  size_t size = uo_type_size(answer->tensor[output].dtype);
  size_t a = (size_t)checker_random(state, (uint64_t)count);
  size_t b = (size_t)checker_random(state, (uint64_t)count);
  swap(answer->data[output] + a * size, answer->data[output] + b * size, size);
}

static void change_number(uint64_t *state, checker_answer *answer, int output) {
  int64_t count = elements_of(&answer->tensor[output]);
  if (count == 0) return;
  unsigned char *at = answer->data[output] + (size_t)checker_random(state, (uint64_t)count) * sizeof(int64_t);
  static const int64_t odd[] = {-1, INT64_MIN, INT64_MAX, 0, 1, 2};
  int64_t value;
  memcpy(&value, at, sizeof value);
  uint64_t kind = checker_random(state, 8);
  value = kind < 6 ? odd[kind] : kind == 6 ? value + 1 : value - 1;
  memcpy(at, &value, sizeof value);
}

/* One item more or less; the data has room for one more, cleared or stale. */
static void change_length(uint64_t *state, checker_answer *answer, int output) {
  uo_tensor *tensor = &answer->tensor[output];
  int64_t *dim = &answer->dims[output][tensor->rank == 1 ? 0 : checker_random(state, (uint64_t)tensor->rank)];
  bool grow = *dim == 0 || (elements_of(tensor) > 0 && tensor->rank == 1 && checker_random(state, 2) == 0);
  *dim += grow ? 1 : -1;
  if (!grow || elements_of(tensor) == 0 || output != UO_Y) return;
  size_t size = uo_type_size(tensor->dtype);
  unsigned char *last = answer->data[output] + (size_t)(elements_of(tensor) - 1) * size;
  if (elements_of(tensor) > 1) memcpy(last, answer->data[output], size);
}

static void change_form(uint64_t *state, checker_answer *answer, const checker_question *asked, int output) {
  uo_tensor *tensor = &answer->tensor[output];
  switch (checker_random(state, 4)) {
    case 0:
      answer->dims[output][tensor->rank++] = 1;
      break;
    case 1: /* of the same size, so that the data is as long as it says */
      tensor->dtype = tensor->dtype == UO_TYPE_INT64 ? UO_TYPE_UINT64 : tensor->dtype;
      break;
    case 2:
      answer->outputs.tensor[output] = answer->outputs.tensor[output] == NULL ? tensor : NULL;
      break;
    default:
      if (elements_of(tensor) > 0 && tensor->rank < asked->x.rank + 1) answer->dims[output][tensor->rank++] = 1;
      break;
  }
}

void checker_change(uint64_t *state, checker_answer *answer, const checker_question *asked) {
  int output = (int)checker_random(state, UO_OUTPUT_COUNT);
  switch (checker_random(state, 6)) {
    case 0:
      change_form(state, answer, asked, output);
      break;
    case 1:
      change_length(state, answer, output);
      break;
    case 2:
      swap_elements(state, answer, output);
      break;
    default:
      if (output == UO_Y) {
        change_y_element(state, answer, asked);
      } else {
        change_number(state, answer, output);
      }
      break;
  }
}
