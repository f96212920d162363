/* The crossing grid: what must be tried together is tried together, whatever chance brings. */
#include <string.h>

#include "cases/build.h"
#include "cases/generated.h"
#include "cases/number_text.h"
#include "tensor/guard.h"

/* The seed of the draws behind the grid's values; any number would do. */
#define GRID_SEED UINT64_C(0x67726964) /* "grid" */

#define ORDERS  2
#define SUBSETS 8

/* ---- Part one: type x order x outputs x axis x pattern, for each shape ------------------------------------------- */

#define GRID_MAX_RANK 5

/* A shape, and with how many patterns of values it is tried. */
typedef struct grid_shape {
  int32_t rank;
  uint32_t patterns;
  int64_t dims[GRID_MAX_RANK];
} grid_shape;

/* Few patterns where the shape leaves nothing to vary, or where it is long. */
static const grid_shape shapes[] = {
    {0, 2, {0}},
    {1, 1, {0}},
    {1, 2, {1}},
    {1, 5, {2}},
    {1, 6, {3}},
    {1, 6, {4}},
    {1, 8, {6}},
    {1, 4, {8}},
    {1, 4, {17}},
    {1, 2, {33}},
    {1, 2, {64}},
    {1, 2, {257}},
    {2, 1, {0, 3}},
    {2, 1, {3, 0}},
    {2, 1, {1, 1}},
    {2, 3, {1, 4}},
    {2, 3, {4, 1}},
    {2, 5, {2, 3}},
    {2, 5, {3, 2}},
    {2, 5, {4, 4}},
    {2, 5, {5, 3}},
    {2, 2, {2, 17}},
    {2, 2, {17, 2}},
    {2, 1, {65, 3}},
    {3, 1, {0, 2, 2}},
    {3, 1, {2, 0, 3}},
    {3, 1, {2, 2, 0}},
    {3, 1, {1, 1, 1}},
    {3, 6, {2, 3, 2}},
    {3, 4, {3, 2, 4}},
    {3, 4, {2, 5, 2}},
    {3, 2, {1, 5, 1}},
    {3, 1, {2, 17, 3}},
    {4, 1, {1, 2, 0, 2}},
    {4, 3, {2, 2, 3, 2}},
    {4, 2, {1, 3, 2, 1}},
    {5, 3, {2, 1, 3, 1, 2}},
    {5, 3, {1, 2, 2, 3, 2}},
};

#define SHAPE_COUNT (sizeof(shapes) / sizeof(shapes[0]))

/* No axis, every axis from -r to r - 1. */
static uint64_t axis_forms(int32_t rank) { return 1 + 2 * (uint64_t)rank; }

static uint64_t shape_cases(const grid_shape *shape) {
  return axis_forms(shape->rank) * shape->patterns * UO_TYPE_COUNT * ORDERS * SUBSETS;
}

static uint64_t crossing_cases(void) {
  uint64_t cases = 0;
  for (size_t s = 0; s < SHAPE_COUNT; s++) cases += shape_cases(&shapes[s]);
  return cases;
}

/* The next digit of a number in mixed radix, the lowest first. */
static uint64_t digit(uint64_t *number, uint64_t radix) {
  uint64_t lowest = *number % radix;
  *number /= radix;
  return lowest;
}

static void set_shape(uo_plan *plan, int32_t rank, const int64_t *dims) {
  plan->rank = rank;
  memcpy(plan->dims, dims, (size_t)rank * sizeof(*dims));
}

/* Form 0 is no axis, then 0 to r - 1, then -r to -1. */
static void set_axis(uo_plan *plan, uint64_t form) {
  plan->axis = -1;
  if (form == 0) return;
  int32_t place = (int32_t)form - 1;
  plan->attributes.has_axis = 1;
  plan->attributes.axis = place < plan->rank ? place : place - 2 * plan->rank; /* AXIS-03, AXIS-04 */
  plan->axis = place % plan->rank;
}

/* Which values: the sources in turn, shifted so that each of them meets every kind of axis. */
static int grid_source(const uo_plan *plan, uint64_t turn) {
  int source = (int)(turn % (uint64_t)uo_source_count(plan->dtype));
  /* Strings that are not UTF-8 only where all outputs are asked for (SIL-11). */
  return uo_source_is_raw(plan->dtype, source) && plan->wanted != UO_WANT_ALL ? UO_SOURCE_MIXED : source;
}

static void plan_crossing(uint64_t index, uo_draws *draws, uo_plan *plan) {
  size_t s = 0;
  for (; index >= shape_cases(&shapes[s]); s++) index -= shape_cases(&shapes[s]);
  plan->dtype = uo_type_at((int)digit(&index, UO_TYPE_COUNT));
  plan->attributes.sorted = (int64_t)digit(&index, ORDERS);
  plan->wanted = UO_WANT_Y | (uint32_t)digit(&index, SUBSETS) << 1;
  set_shape(plan, shapes[s].rank, shapes[s].dims);
  uint64_t form = digit(&index, axis_forms(shapes[s].rank));
  set_axis(plan, form);
  plan->pattern.source = grid_source(plan, s * 5 + form * 3 + index);
  uo_pattern_draw(draws, &plan->pattern);
}

/* ---- Part two: what must be rejected ----------------------------------------------------------------------------- */

static const grid_shape rejected_shapes[] = {{0, 1, {0}},    {1, 1, {3}},       {1, 1, {0}},
                                             {2, 1, {2, 3}}, {3, 1, {2, 0, 2}}, {4, 1, {1, 2, 2, 1}}};

#define REJECTED_SHAPE_COUNT (sizeof(rejected_shapes) / sizeof(rejected_shapes[0]))

static uint64_t rejected_cases(void) { return UO_TYPE_COUNT * REJECTED_SHAPE_COUNT * (uint64_t)uo_invalid_count(); }

/* Outputs, orders and valid axes in turn: none of them makes an invalid case valid. */
static void plan_rejected(uint64_t index, uo_draws *draws, uo_plan *plan) {
  uint64_t type = digit(&index, UO_TYPE_COUNT);
  uint64_t way = digit(&index, (uint64_t)uo_invalid_count());
  const grid_shape *shape = &rejected_shapes[index];
  uint64_t turn = type + way + index;
  plan->dtype = uo_type_at((int)type);
  plan->wanted = UO_WANT_Y | (uint32_t)(turn % SUBSETS) << 1;
  plan->attributes.sorted = (int64_t)(turn / SUBSETS % ORDERS);
  set_shape(plan, shape->rank, shape->dims);
  set_axis(plan, turn % axis_forms(shape->rank));
  uo_invalidate((int)way, shape->rank, &plan->attributes);
  plan->pattern.source = UO_SOURCE_MIXED;
  uo_pattern_draw(draws, &plan->pattern);
}

/* ---- Part three: large tensors ----------------------------------------------------------------------------------- */

/*
 * Positions and counts beyond 16 bits, and long subtensors. The longest have few distinct values, the last of which
 * come up late: an implementation that is right but looks through all that it found so far must still answer in time.
 */
typedef struct grid_large {
  grid_shape shape;
  uint64_t form; /* as in set_axis */
  int arrangement;
  int style;
} grid_large;

static const grid_large larges[] = {
    {{1, 1, {131101}}, 0, UO_ARRANGE_RUNS, UO_STYLE_LAST},
    {{2, 1, {65537, 1}}, 1, UO_ARRANGE_ONE_ODD, UO_STYLE_LAST},
    {{2, 1, {3, 4099}}, 1, UO_ARRANGE_FIRST_LAST, UO_STYLE_LAST},
    {{2, 1, {3, 4099}}, 4, UO_ARRANGE_CYCLE_DESCENDING, UO_STYLE_RANDOM},
    {{3, 1, {2, 1025, 2}}, 2, UO_ARRANGE_DISTINCT, UO_STYLE_FIRST},
    {{1, 1, {5000}}, 0, UO_ARRANGE_RANDOM, UO_STYLE_LAST},
    /* Thousands of items along every kind of axis. */
    {{1, 1, {4099}}, 1, UO_ARRANGE_FIRST_LAST, UO_STYLE_LAST},
    {{1, 1, {4099}}, 2, UO_ARRANGE_ORGAN_PIPE, UO_STYLE_LAST},
    {{2, 1, {4099, 2}}, 3, UO_ARRANGE_ONE_ODD, UO_STYLE_LAST},
    {{2, 1, {2, 4099}}, 2, UO_ARRANGE_CYCLE, UO_STYLE_RANDOM},
    {{3, 1, {1, 4099, 1}}, 2, UO_ARRANGE_RUNS, UO_STYLE_LAST},
    {{3, 1, {2, 4099, 2}}, 5, UO_ARRANGE_RANDOM, UO_STYLE_TRANSPOSED},
    {{3, 1, {2, 300, 2}}, 5, UO_ARRANGE_RUNS, UO_STYLE_ROTATED},
};

#define LARGE_COUNT (sizeof(larges) / sizeof(larges[0]))

static uint64_t large_cases(void) { return UO_TYPE_COUNT * LARGE_COUNT; }

static void plan_large(uint64_t index, uo_draws *draws, uo_plan *plan) {
  uint64_t type = digit(&index, UO_TYPE_COUNT);
  const grid_large *large = &larges[index];
  plan->dtype = uo_type_at((int)type);
  plan->wanted = UO_WANT_ALL;
  plan->attributes.sorted = (int64_t)((type + index) % ORDERS);
  set_shape(plan, large->shape.rank, large->shape.dims);
  set_axis(plan, large->form);
  plan->pattern.source = UO_SOURCE_MIXED;
  uo_pattern_draw(draws, &plan->pattern);
  plan->pattern.arrangement = large->arrangement;
  plan->pattern.style = large->style;
  if (plan->pattern.values < 3) plan->pattern.values = 3;
}

/* ---- Part four: many dimensions ---------------------------------------------------------------------------------- */

#define DEEP_MAX_RANK 10

typedef struct deep_shape {
  int32_t rank;
  int64_t dims[DEEP_MAX_RANK];
} deep_shape;

static const deep_shape deep_shapes[] = {{7, {1, 2, 1, 3, 1, 2, 2}}, {10, {2, 1, 1, 3, 1, 2, 1, 1, 1, 2}}};

#define DEEP_SHAPE_COUNT (sizeof(deep_shapes) / sizeof(deep_shapes[0]))

static uint64_t deep_shape_cases(const deep_shape *shape) { return axis_forms(shape->rank) * UO_TYPE_COUNT * ORDERS; }

static uint64_t deep_cases(void) {
  uint64_t cases = 0;
  for (size_t s = 0; s < DEEP_SHAPE_COUNT; s++) cases += deep_shape_cases(&deep_shapes[s]);
  return cases;
}

static void plan_deep(uint64_t index, uo_draws *draws, uo_plan *plan) {
  size_t s = 0;
  for (; index >= deep_shape_cases(&deep_shapes[s]); s++) index -= deep_shape_cases(&deep_shapes[s]);
  uint64_t turn = index;
  plan->dtype = uo_type_at((int)digit(&index, UO_TYPE_COUNT));
  plan->attributes.sorted = (int64_t)digit(&index, ORDERS);
  plan->wanted = UO_WANT_Y | (uint32_t)(turn % SUBSETS) << 1;
  set_shape(plan, deep_shapes[s].rank, deep_shapes[s].dims);
  set_axis(plan, index);
  plan->pattern.source = UO_SOURCE_MIXED;
  uo_pattern_draw(draws, &plan->pattern);
}

/* ---- Part five: more different values than 16 bits can number ---------------------------------------------------- */

/*
 * Two, of the type that everybody offers and the processor compares fastest: an implementation that is right but looks
 * through all that it found compares two thousand million times in each of them, and must still answer in time.
 */
typedef struct grid_numerous {
  grid_shape shape;
  uint64_t form; /* as in set_axis */
  int64_t sorted;
} grid_numerous;

static const grid_numerous numerous[] = {{{1, 1, {65552}}, 0, 1}, {{2, 1, {65552, 1}}, 1, 0}};

#define NUMEROUS_COUNT (sizeof(numerous) / sizeof(numerous[0]))

static void plan_numerous(uint64_t index, uo_draws *draws, uo_plan *plan) {
  const grid_numerous *row = &numerous[index];
  plan->dtype = UO_TYPE_INT64;
  plan->wanted = UO_WANT_ALL;
  plan->attributes.sorted = row->sorted;
  set_shape(plan, row->shape.rank, row->shape.dims);
  set_axis(plan, row->form);
  plan->pattern.source = UO_SOURCE_MIXED;
  uo_pattern_draw(draws, &plan->pattern);
  plan->pattern.arrangement = UO_ARRANGE_DISTINCT;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

uint64_t uo_grid_size(void) {
  return crossing_cases() + rejected_cases() + large_cases() + deep_cases() + NUMEROUS_COUNT;
}

uo_error_code uo_grid_case(uint64_t index, uo_arena *arena, uo_case *made, uo_error *error) {
  uint64_t crossing = crossing_cases();
  uint64_t rejected = rejected_cases();
  uint64_t before_deep = crossing + rejected + large_cases();
  uint64_t before_numerous = before_deep + deep_cases();
  UO_REQUIRE(index < uo_grid_size(), error, UO_ERROR_ARGUMENT, "grid:%llu: the grid ends at grid:%llu",
             (unsigned long long)index, (unsigned long long)uo_grid_size() - 1);
  uo_draws draws = uo_draws_start(GRID_SEED, index);
  uo_plan plan = {0};
  if (index < crossing)
    plan_crossing(index, &draws, &plan);
  else if (index < crossing + rejected)
    plan_rejected(index - crossing, &draws, &plan);
  else if (index < before_deep)
    plan_large(index - crossing - rejected, &draws, &plan);
  else if (index < before_numerous)
    plan_deep(index - before_deep, &draws, &plan);
  else
    plan_numerous(index - before_numerous, &draws, &plan);
  uo_case built;
  UO_TRY(uo_build_case(&plan, &draws, arena, &built, error));
  built.id = uo_case_id(arena, "grid", index);
  UO_REQUIRE_MEMORY(built.id, error);
  *made = built;
  return UO_ERROR_NONE;
}
