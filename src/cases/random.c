/* Random cases: every choice drawn, weighted towards what has gone wrong before. */
#include "cases/build.h"
#include "cases/generated.h"
#include "cases/number_text.h"
#include "tensor/guard.h"

/* ---- Rank and shape ---------------------------------------------------------------------------------------------- */

static int32_t draw_rank(uo_draws *draws) {
  static const unsigned char ranks[] = {4, 32, 30, 18, 9, 5, 2};
  int32_t rank = uo_draw_weighted(draws, ranks, (int)sizeof(ranks));
  return rank < 6 ? rank : 6 + (int32_t)uo_draw_below(draws, UO_PLAN_MAX_RANK - 5);
}

enum size_class { FEW, EMPTY, HUNDREDS, THRESHOLD, THOUSANDS, SIZE_CLASS_COUNT };

/* Lengths around which implementations change their ways: vector widths, insertion sorts, buffers, blocks. */
static const int64_t thresholds[] = {7,   8,   9,   15,  16,  17,  31,  32,  33,  63,  64,   65,   99,
                                     100, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1000, 1024, 1025};

static int64_t draw_length(uo_draws *draws, int size_class) {
  switch (size_class) {
    case HUNDREDS:
      return 33 + (int64_t)uo_draw_below(draws, 368);
    case THRESHOLD:
      return thresholds[uo_draw_below(draws, sizeof(thresholds) / sizeof(thresholds[0]))];
    case THOUSANDS:
      return 1000 + (int64_t)uo_draw_below(draws, 4000);
    default: /* FEW, EMPTY */
      return 1 + (int64_t)uo_draw_below(draws, 32);
  }
}

/* The main dimension gets what the others leave of `length`, or all of it at a threshold. Returns which it is. */
static int32_t draw_shape(uo_draws *draws, uo_plan *plan) {
  static const unsigned char classes[SIZE_CLASS_COUNT] = {77, 8, 9, 5, 1};
  int size_class = uo_draw_weighted(draws, classes, SIZE_CLASS_COUNT);
  int64_t length = draw_length(draws, size_class);
  if (plan->rank == 0) return 0;
  int32_t main_dimension = (int32_t)uo_draw_below(draws, (uint64_t)plan->rank);
  int64_t budget = size_class == THRESHOLD ? 4 : length;
  for (int32_t d = 0; d < plan->rank; d++) {
    if (d == main_dimension) continue;
    plan->dims[d] = 1 + (int64_t)uo_draw_below(draws, budget < 4 ? (uint64_t)budget : 4);
    budget /= plan->dims[d];
  }
  plan->dims[main_dimension] = size_class == THRESHOLD ? length : budget;
  if (size_class != EMPTY) return main_dimension;
  plan->dims[uo_draw_below(draws, (uint64_t)plan->rank)] = 0; /* SHAPE-04 */
  if (UO_DRAW_ONCE_IN(draws, 4)) plan->dims[uo_draw_below(draws, (uint64_t)plan->rank)] = 0;
  return main_dimension;
}

/* ---- Attributes and outputs -------------------------------------------------------------------------------------- */

/* The main dimension is likelier than the others: along it there is something to find. */
static void draw_attributes(uo_draws *draws, int32_t main_dimension, uo_plan *plan) {
  plan->attributes.sorted = (int64_t)uo_draw_below(draws, 2);
  plan->axis = -1;
  if (plan->rank == 0 || uo_draw_below(draws, 20) < 7) return;
  plan->axis = UO_DRAW_ONCE_IN(draws, 2) ? main_dimension : (int32_t)uo_draw_below(draws, (uint64_t)plan->rank);
  plan->attributes.has_axis = 1;
  plan->attributes.axis = UO_DRAW_ONCE_IN(draws, 3) ? plan->axis - plan->rank : plan->axis; /* AXIS-05 */
}

static int draw_source(uo_draws *draws, int32_t dtype) {
  static const unsigned char sources[] = {5, 1, 10}; /* mixed, bits, one family */
  int source = uo_draw_weighted(draws, sources, (int)sizeof(sources));
  if (source != UO_SOURCE_FAMILIES) return source;
  source += (int)uo_draw_below(draws, (uint64_t)(uo_source_count(dtype) - UO_SOURCE_FAMILIES));
  /* Strings that are not UTF-8 are one in eight of what they would be (SIL-11). */
  return uo_source_is_raw(dtype, source) && !UO_DRAW_ONCE_IN(draws, 8) ? UO_SOURCE_MIXED : source;
}

/* ---- The case ---------------------------------------------------------------------------------------------------- */

static const char *random_id(uo_arena *arena, uint64_t seed, uint64_t index) {
  char prefix[UO_NUMBER_DIGITS + 1];
  *uo_number_text(prefix, seed) = '\0';
  return uo_case_id(arena, prefix, index);
}

uo_error_code uo_random_case(uint64_t seed, uint64_t index, uo_arena *arena, uo_case *made, uo_error *error) {
  uo_draws draws = uo_draws_start(seed, index);
  uo_plan plan = {0};
  plan.dtype = uo_type_at((int)uo_draw_below(&draws, UO_TYPE_COUNT));
  plan.rank = draw_rank(&draws);
  int32_t main_dimension = draw_shape(&draws, &plan);
  draw_attributes(&draws, main_dimension, &plan);
  plan.wanted = UO_WANT_Y | (uint32_t)uo_draw_below(&draws, 8) << 1;
  if (UO_DRAW_ONCE_IN(&draws, 100)) {
    uo_invalidate((int)uo_draw_below(&draws, (uint64_t)uo_invalid_count()), plan.rank, &plan.attributes);
  }
  plan.pattern.source = draw_source(&draws, plan.dtype);
  uo_pattern_draw(&draws, &plan.pattern);
  uo_case built;
  UO_TRY(uo_build_case(&plan, &draws, arena, &built, error));
  built.id = random_id(arena, seed, index);
  UO_REQUIRE_MEMORY(built.id, error);
  *made = built;
  return UO_ERROR_NONE;
}
