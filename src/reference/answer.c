#include "reference/answer.h"

#include <string.h>

#include "reference/array.h"
#include "reference/pieces.h"
#include "tensor/guard.h"

static size_t item_size(const uo_items *items) {
  return (size_t)(items->outer * items->inner) * uo_type_size(items->tensor->dtype);
}

uo_error_code uo_answer_open(uo_answer *answer, uo_error *error) {
  if (answer->callers || !(answer->wanted & UO_WANT_INVERSE_INDICES)) return UO_ERROR_NONE;
  answer->inverse = uo_allocate_array(answer->allocator, answer->items->count, sizeof *answer->inverse); /* INV-04 */
  UO_REQUIRE_MEMORY(answer->inverse, error);
  return UO_ERROR_NONE;
}

/* OUT-04, OUT-07, SIL-17: what is made depends on what is wanted, what it holds does not. */
uo_error_code uo_answer_reserve(uo_answer *answer, int64_t distinct, uo_error *error) {
  answer->count = distinct;
  if (answer->callers) {
    UO_REQUIRE(distinct <= answer->capacity, error, UO_ERROR_ROOM,
               "there are %lld distinct items, but the buffers have room for %lld", (long long)distinct,
               (long long)answer->capacity);
    return UO_ERROR_NONE;
  }
  answer->y = uo_allocate_array(answer->allocator, distinct, item_size(answer->items));
  UO_REQUIRE_MEMORY(answer->y, error);
  if (answer->wanted & UO_WANT_INDICES) {
    answer->indices = uo_allocate_array(answer->allocator, distinct, sizeof *answer->indices);
    UO_REQUIRE_MEMORY(answer->indices, error);
  }
  if (answer->wanted & UO_WANT_COUNTS) {
    answer->counts = uo_allocate_array(answer->allocator, distinct, sizeof *answer->counts);
    UO_REQUIRE_MEMORY(answer->counts, error);
  }
  return UO_ERROR_NONE;
}

void uo_answer_release(uo_answer *answer) {
  uo_release(answer->allocator, answer->y);
  uo_release(answer->allocator, answer->indices);
  uo_release(answer->allocator, answer->inverse);
  uo_release(answer->allocator, answer->counts);
}

/* Copies elements; a constant `size` becomes one load and one store. */
static inline void gather(const uo_answer *answer, size_t size, int64_t begin, int64_t count,
                          const int64_t *positions) {
  const unsigned char *x = answer->items->tensor->data;
  unsigned char *y = answer->y + (size_t)begin * size;
  for (int64_t j = 0; j < count; j++) memcpy(y + (size_t)j * size, x + (size_t)positions[j] * size, size);
}

/* From rows where there are such, which have an item's pieces behind each other. */
static void put_subtensors(const uo_answer *answer, int64_t begin, int64_t count, const int64_t *positions) {
  const uo_items *items = answer->items;
  if (item_size(items) == 0) return; /* X and Y may be at no address */
  size_t size = (size_t)items->inner * uo_type_size(items->tensor->dtype);
  uo_pieces pieces = {.size = size, .outer = items->outer, .count = count, .positions = positions};
  pieces.from = (uo_piece_places){size, (size_t)items->count * size};
  if (answer->rows != NULL) pieces.from = (uo_piece_places){(size_t)items->outer * size, size};
  pieces.to = (uo_piece_places){size, (size_t)answer->count * size};
  const unsigned char *from = answer->rows != NULL ? answer->rows : items->tensor->data;
  uo_move_pieces(&pieces, from, answer->y + (size_t)begin * size);
}

void uo_answer_put_y(const uo_answer *answer, int64_t begin, int64_t count, const int64_t *positions) {
  switch (answer->items->outer == 1 ? item_size(answer->items) : 0) {
    case 1:
      gather(answer, 1, begin, count, positions);
      break;
    case 2:
      gather(answer, 2, begin, count, positions);
      break;
    case 4:
      gather(answer, 4, begin, count, positions);
      break;
    case 8:
      gather(answer, 8, begin, count, positions);
      break;
    case 16:
      gather(answer, 16, begin, count, positions);
      break;
    default:
      put_subtensors(answer, begin, count, positions);
      break;
  }
}

void uo_answer_put(const uo_answer *answer, int64_t begin, int64_t count, const int64_t *positions) {
  uo_answer_put_y(answer, begin, count, positions);
  if (answer->indices != NULL && count > 0)
    memcpy(answer->indices + begin, positions, (size_t)count * sizeof *positions);
}
