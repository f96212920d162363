#include "cases/build.h"

#include <string.h>

#include "cases/alphabet.h"
#include "cases/arrange.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

static const int32_t types[UO_TYPE_COUNT] = {
#define TYPE_NUMBER(name, number, text, size) number,
    UO_TYPES(TYPE_NUMBER)
#undef TYPE_NUMBER
};

int32_t uo_type_at(int position) { return types[position]; }

void uo_pattern_draw(uo_draws *draws, uo_pattern *pattern) {
  /* 1 to 8 different values, the few being likelier; now and then more than any family has. */
  static const unsigned char values[] = {4, 20, 20, 16, 12, 10, 6, 6, 6};
  static const unsigned char arrangements[UO_ARRANGEMENT_COUNT] = {30, 12, 4, 6, 6, 8, 8, 6, 6, 4, 6, 2, 2};
  static const unsigned char styles[UO_STYLE_COUNT] = {5, 4, 5, 3, 3};
  pattern->values = 1 + (uint32_t)uo_draw_weighted(draws, values, (int)sizeof(values));
  if (pattern->values == sizeof(values)) pattern->values += (uint32_t)uo_draw_below(draws, 64);
  pattern->items = 1 + (uint32_t)uo_draw_weighted(draws, values, (int)sizeof(values));
  if (pattern->items == sizeof(values)) pattern->items += (uint32_t)uo_draw_below(draws, 64);
  pattern->arrangement = uo_draw_weighted(draws, arrangements, UO_ARRANGEMENT_COUNT);
  pattern->style = uo_draw_weighted(draws, styles, UO_STYLE_COUNT);
}

/* Element e of an item in row-major order stands at (o * count + i) * inner + t with e = o * inner + t (AXIS-02,
 * SIL-06). */
static void gather(const uo_alphabet *alphabet, const uo_layout *layout, const uo_items *items, void *data) {
  int64_t size = items->outer * items->inner;
  for (int64_t i = 0; i < items->count; i++) {
    const uint32_t *item = layout->element + (int64_t)layout->item[i] * size;
    for (int64_t e = 0; e < size; e++) {
      int64_t position = ((e / items->inner) * items->count + i) * items->inner + e % items->inner;
      uo_value_store(alphabet->dtype, &alphabet->value[item[e]], data, position);
    }
  }
}

static uo_error_code fill(const uo_plan *plan, const uo_items *items, uo_draws *draws, uo_arena *arena, void *data,
                          uo_error *error) {
  /* Elements of their own need as many values as there are items; subtensors tell themselves apart with few. */
  bool single = items->outer * items->inner == 1;
  bool distinct = uo_arrangement_is_distinct(plan->pattern.arrangement);
  uint32_t extend_to = single && distinct ? (uint32_t)items->count : 0;
  uo_alphabet alphabet;
  UO_TRY(uo_alphabet_draw(plan->dtype, &plan->pattern, extend_to, draws, arena, &alphabet, error));
  uo_layout layout;
  UO_TRY(uo_layout_draw(&plan->pattern, items, alphabet.size, draws, arena, &layout, error));
  gather(&alphabet, &layout, items, data);
  return UO_ERROR_NONE;
}

uo_error_code uo_build_case(const uo_plan *plan, uo_draws *draws, uo_arena *arena, uo_case *made, uo_error *error) {
  int64_t *dims = uo_arena_allocate(arena, (size_t)plan->rank, sizeof(int64_t));
  UO_REQUIRE_MEMORY(dims, error);
  if (plan->rank > 0) memcpy(dims, plan->dims, (size_t)plan->rank * sizeof(int64_t));
  size_t element_size = uo_type_size(plan->dtype);
  int64_t count;
  UO_TRY(uo_shape_count(plan->rank, dims, element_size, &count, error));
  void *data = uo_arena_allocate(arena, (size_t)count, element_size);
  UO_REQUIRE_MEMORY(data, error);
  uo_case built = {NULL, {plan->dtype, plan->rank, dims, data}, plan->attributes, plan->wanted};
  uo_items items = uo_items_of(&built.x, plan->axis);
  if (count > 0) UO_TRY(fill(plan, &items, draws, arena, data, error));
  *made = built;
  return UO_ERROR_NONE;
}
