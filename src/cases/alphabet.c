#include "cases/alphabet.h"

#include "cases/sort.h"
#include "tensor/guard.h"

int uo_source_count(int32_t dtype) { return UO_SOURCE_FAMILIES + uo_family_count(dtype); }

bool uo_source_is_raw(int32_t dtype, int source) {
  return source >= UO_SOURCE_FAMILIES && uo_family_is_raw(dtype, source - UO_SOURCE_FAMILIES);
}

/* No type has as many values in its families. */
#define POOL_MAX 256

/* Values to choose from, as (family, position). */
typedef struct pool {
  int32_t dtype;
  uint32_t size;
  struct {
    unsigned char family;
    unsigned char position;
  } at[POOL_MAX];
} pool;

static void pool_add(pool *choices, int family) {
  for (int position = 0; position < uo_family_size(choices->dtype, family); position++, choices->size++) {
    choices->at[choices->size].family = (unsigned char)family;
    choices->at[choices->size].position = (unsigned char)position;
  }
}

static void pool_fill(pool *choices, int32_t dtype, int source) {
  choices->dtype = dtype;
  choices->size = 0;
  if (source >= UO_SOURCE_FAMILIES) {
    pool_add(choices, source - UO_SOURCE_FAMILIES);
    return;
  }
  for (int family = 0; family < uo_family_count(dtype); family++) {
    if (!uo_family_is_raw(dtype, family)) pool_add(choices, family);
  }
}

/* Draws without putting back: the last choice moves to the place of the one taken. */
static uo_value pool_draw(pool *choices, uo_draws *draws) {
  uint64_t taken = uo_draw_below(draws, choices->size);
  uo_value value = uo_family_value(choices->dtype, choices->at[taken].family, choices->at[taken].position);
  choices->at[taken] = choices->at[--choices->size];
  return value;
}

typedef struct unsorted {
  int32_t dtype;
  const uo_value *value;
} unsorted;

static int compare_values(const void *context, uint32_t a, uint32_t b) {
  const unsorted *values = context;
  return uo_value_compare(values->dtype, &values->value[a], &values->value[b]);
}

/* Sorts and leaves out what is there twice. */
static uo_error_code settle(const unsorted *values, uint32_t count, uo_arena *arena, uo_alphabet *alphabet,
                            uo_error *error) {
  uo_value *sorted = uo_arena_allocate(arena, count, sizeof(*sorted));
  UO_REQUIRE_MEMORY(sorted, error);
  uint32_t *order = uo_arena_allocate(arena, (size_t)count * 2, sizeof(*order));
  UO_REQUIRE_MEMORY(order, error);
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  uo_sort_numbers(order, order + count, count, compare_values, values);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (i == 0 || compare_values(values, order[i - 1], order[i]) != 0) sorted[kept++] = values->value[order[i]];
  }
  alphabet->dtype = values->dtype;
  alphabet->size = kept;
  alphabet->value = sorted;
  return UO_ERROR_NONE;
}

uo_error_code uo_alphabet_draw(int32_t dtype, const uo_pattern *pattern, uint32_t extend_to, uo_draws *draws,
                               uo_arena *arena, uo_alphabet *alphabet, uo_error *error) {
  uint32_t room = pattern->values > extend_to ? pattern->values : extend_to;
  uo_value *values = uo_arena_allocate(arena, room, sizeof(*values));
  UO_REQUIRE_MEMORY(values, error);
  uint32_t count = 0;
  if (pattern->source == UO_SOURCE_BITS) {
    for (; count < pattern->values; count++) {
      bool made = uo_value_draw(dtype, draws, arena, &values[count]);
      UO_REQUIRE(made, error, UO_ERROR_MEMORY, "out of memory");
    }
  } else {
    pool choices;
    pool_fill(&choices, dtype, pattern->source);
    while (count < pattern->values && choices.size > 0) values[count++] = pool_draw(&choices, draws);
  }
  for (uint32_t number = 0; count < extend_to; number++, count++) {
    bool made = uo_value_spread(dtype, number, arena, &values[count]);
    UO_REQUIRE(made, error, UO_ERROR_MEMORY, "out of memory");
  }
  unsorted drawn = {dtype, values};
  return settle(&drawn, count, arena, alphabet, error);
}
