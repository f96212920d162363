#include "cases/arrange.h"

#include "cases/sort.h"
#include "tensor/guard.h"

bool uo_arrangement_is_distinct(int arrangement) {
  return arrangement == UO_ARRANGE_DISTINCT || arrangement == UO_ARRANGE_DISTINCT_ASCENDING ||
         arrangement == UO_ARRANGE_DISTINCT_DESCENDING;
}

/* ---- What the items are made of ---------------------------------------------------------------------------------- */

/* Items as rows of value numbers. */
typedef struct rows {
  uint32_t count;
  uint32_t values;
  int64_t outer;
  int64_t inner;
  int64_t size; /* outer * inner */
  uint32_t *element;
} rows;

/*
 * Row k spells k in base `values`, the last digit first, from the end of the row or from its beginning. All others than
 * the last digit count from a common value on, so that any value can be the one that all rows share, NaN too.
 */
static void fill_by_digits(rows *all, bool from_end, uo_draws *draws) {
  uint32_t common = (uint32_t)uo_draw_below(draws, all->values);
  for (uint32_t k = 0; k < all->count; k++) {
    uint32_t rest = k;
    for (int64_t digit = 0; digit < all->size; digit++, rest /= all->values) {
      uint32_t value = digit == 0 ? rest % all->values : (common + rest % all->values) % all->values;
      all->element[k * all->size + (from_end ? all->size - 1 - digit : digit)] = value;
    }
  }
}

static void fill_at_random(rows *all, uint32_t count, uo_draws *draws) {
  for (int64_t i = 0; i < count * all->size; i++) all->element[i] = (uint32_t)uo_draw_below(draws, all->values);
}

/* Every row is the first one, turned left by its number. */
static void fill_rotated(rows *all, uo_draws *draws) {
  fill_at_random(all, 1, draws);
  for (uint32_t k = 1; k < all->count; k++) {
    for (int64_t e = 0; e < all->size; e++) all->element[k * all->size + e] = all->element[(e + k) % all->size];
  }
}

/*
 * Rows 2k and 2k + 1 are the first one turned left by k; the odd one is read inner axes first, as wrong strides would.
 */
static void fill_transposed(rows *all, uo_draws *draws) {
  fill_at_random(all, 1, draws);
  for (uint32_t k = 1; k < all->count; k++) {
    for (int64_t e = 0; e < all->size; e++) {
      int64_t from = k % 2 == 0 ? e : (e % all->outer) * all->inner + e / all->outer;
      all->element[k * all->size + e] = all->element[(from + k / 2) % all->size];
    }
  }
}

static void fill_rows(rows *all, int style, uo_draws *draws) {
  switch (style) {
    case UO_STYLE_LAST:
      fill_by_digits(all, true, draws);
      return;
    case UO_STYLE_FIRST:
      fill_by_digits(all, false, draws);
      return;
    case UO_STYLE_ROTATED:
      fill_rotated(all, draws);
      return;
    case UO_STYLE_TRANSPOSED:
      fill_transposed(all, draws);
      return;
    default: /* UO_STYLE_RANDOM */
      fill_at_random(all, all->count, draws);
      return;
  }
}

static int compare_rows(const void *context, uint32_t a, uint32_t b) {
  const rows *all = context;
  for (int64_t e = 0; e < all->size; e++) {
    uint32_t left = all->element[a * all->size + e];
    uint32_t right = all->element[b * all->size + e];
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

/* ---- Where the items stand --------------------------------------------------------------------------------------- */

/* Fisher and Yates: every order equally likely. */
static void shuffle(uint32_t *numbers, int64_t count, uo_draws *draws) {
  for (int64_t i = count - 1; i > 0; i--) {
    int64_t other = (int64_t)uo_draw_below(draws, (uint64_t)i + 1);
    uint32_t kept = numbers[i];
    numbers[i] = numbers[other];
    numbers[other] = kept;
  }
}

/*
 * Rank of place i of n when `count` ranks ascend along the axis: in stretches of equal ones, or, when there are more
 * ranks than places, spread so that the lowest and the highest are among them.
 */
static uint32_t stretch(int64_t i, int64_t n, uint32_t count) {
  if (n > 1 && count > n) return (uint32_t)((uint64_t)i * (count - 1) / ((uint64_t)n - 1));
  return (uint32_t)((uint64_t)i * count / (uint64_t)n);
}

/*
 * Ranks of the items along the axis: place i holds the rank[i]-th smallest of `count` items, in arrangements that need
 * no chance.
 */
static uint32_t rank_at(int arrangement, int64_t i, int64_t n, uint32_t count) {
  switch (arrangement) {
    case UO_ARRANGE_ASCENDING:
    case UO_ARRANGE_RUNS:
      return stretch(i, n, count);
    case UO_ARRANGE_DESCENDING:
      return count - 1 - stretch(i, n, count);
    case UO_ARRANGE_CYCLE:
      return (uint32_t)(i % count);
    case UO_ARRANGE_CYCLE_DESCENDING:
      return count - 1 - (uint32_t)(i % count);
    case UO_ARRANGE_ORGAN_PIPE:
      return stretch(i < n - 1 - i ? i : n - 1 - i, n / 2 + 1, count);
    case UO_ARRANGE_DISTINCT_DESCENDING:
      return stretch(n - 1 - i, n, count);
    default: /* UO_ARRANGE_DISTINCT, UO_ARRANGE_DISTINCT_ASCENDING */
      return stretch(i, n, count);
  }
}

/* First and last are alike, whatever else is drawn; between them all the others in turn. */
static void arrange_first_last(uint32_t *item, int64_t n, uint32_t count, uo_draws *draws) {
  uint32_t ends = (uint32_t)uo_draw_below(draws, count);
  for (int64_t i = 0; i < n; i++) item[i] = ends;
  for (int64_t i = 1; i < n - 1 && count > 1; i++) item[i] = (ends + 1 + (uint32_t)((i - 1) % (count - 1))) % count;
}

static void arrange_one_odd(uint32_t *item, int64_t n, uint32_t count, uo_draws *draws) {
  uint32_t usual = (uint32_t)uo_draw_below(draws, count);
  for (int64_t i = 0; i < n; i++) item[i] = usual;
  /* One draw a statement: C does not say which side of an assignment comes first. */
  uint64_t place = uo_draw_below(draws, (uint64_t)n);
  item[place] = (uint32_t)uo_draw_below(draws, count);
}

/* item[i] receives ranks in [0, count); `names` has room for `count` numbers. */
static void arrange(int arrangement, uint32_t *item, int64_t n, uint32_t count, uint32_t *names, uo_draws *draws) {
  if (arrangement == UO_ARRANGE_FIRST_LAST) {
    arrange_first_last(item, n, count, draws);
    return;
  }
  if (arrangement == UO_ARRANGE_ONE_ODD) {
    arrange_one_odd(item, n, count, draws);
    return;
  }
  uint32_t only = arrangement == UO_ARRANGE_EQUAL ? (uint32_t)uo_draw_below(draws, count) : 0;
  for (int64_t i = 0; i < n; i++) {
    if (arrangement == UO_ARRANGE_EQUAL)
      item[i] = only;
    else if (arrangement == UO_ARRANGE_RANDOM)
      item[i] = (uint32_t)uo_draw_below(draws, count);
    else
      item[i] = rank_at(arrangement, i, n, count);
  }
  if (arrangement == UO_ARRANGE_DISTINCT) shuffle(item, n, draws);
  if (arrangement != UO_ARRANGE_RUNS && arrangement != UO_ARRANGE_CYCLE) return;
  for (uint32_t k = 0; k < count; k++) names[k] = k;
  shuffle(names, count, draws);
  for (int64_t i = 0; i < n; i++) item[i] = names[item[i]];
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

static uint32_t row_count(const uo_pattern *pattern, int64_t n, int64_t size, uint32_t values) {
  if (size == 1) return values;
  if (uo_arrangement_is_distinct(pattern->arrangement)) return (uint32_t)n;
  return (int64_t)pattern->items < n ? pattern->items : (uint32_t)n;
}

/* Styles that promise different rows, as long as the alphabet allows. */
static int row_style(const uo_pattern *pattern, int64_t size) {
  if (size == 1) return UO_STYLE_LAST;
  bool by_digits = pattern->style == UO_STYLE_LAST || pattern->style == UO_STYLE_FIRST;
  return uo_arrangement_is_distinct(pattern->arrangement) && !by_digits ? UO_STYLE_LAST : pattern->style;
}

uo_error_code uo_layout_draw(const uo_pattern *pattern, const uo_items *items, uint32_t values, uo_draws *draws,
                             uo_arena *arena, uo_layout *layout, uo_error *error) {
  rows all = {0, values, items->outer, items->inner, items->outer * items->inner, NULL};
  all.count = row_count(pattern, items->count, all.size, values);
  all.element = uo_arena_allocate(arena, (size_t)(all.count * all.size), sizeof(uint32_t));
  UO_REQUIRE_MEMORY(all.element, error);
  uint32_t *order = uo_arena_allocate(arena, (size_t)all.count * 2, sizeof(uint32_t));
  UO_REQUIRE_MEMORY(order, error);
  uint32_t *item = uo_arena_allocate(arena, (size_t)items->count, sizeof(uint32_t));
  UO_REQUIRE_MEMORY(item, error);

  fill_rows(&all, row_style(pattern, all.size), draws);
  arrange(pattern->arrangement, item, items->count, all.count, order, draws);
  for (uint32_t k = 0; k < all.count; k++) order[k] = k;
  uo_sort_numbers(order, order + all.count, all.count, compare_rows, &all);
  for (int64_t i = 0; i < items->count; i++) item[i] = order[item[i]];
  layout->item = item;
  layout->element = all.element;
  return UO_ERROR_NONE;
}
