#include "gate/plan.h"

#include <string.h>

#include "cases/generated.h"
#include "gate/option.h"
#include "tensor/guard.h"

const char *uo_origin_name(uo_origin origin) {
  static const char *const names[UO_ORIGIN_COUNT] = {"vectors", "grid", "random", "small"};
  return names[origin];
}

/* How many cases of an origin the whole plan has. */
static uint64_t origin_size(const uo_plan *plan, uo_origin origin) {
  switch (origin) {
    case UO_ORIGIN_VECTORS:
      return plan->corpus->count;
    case UO_ORIGIN_GRID:
      return plan->level >= 1 ? uo_grid_size() : 0;
    case UO_ORIGIN_RANDOM:
      return plan->level >= 1 ? plan->count : 0;
    default:
      return plan->level >= 2 ? uo_small_size() : 0;
  }
}

uint64_t uo_plan_whole(const uo_plan *plan) {
  uint64_t whole = 0;
  for (int origin = 0; origin < UO_ORIGIN_COUNT; origin++) whole += origin_size(plan, (uo_origin)origin);
  return whole;
}

uint64_t uo_plan_size(const uo_plan *plan) {
  uint64_t whole = plan->only != NULL ? 1 : uo_plan_whole(plan);
  if (plan->shard >= whole) return 0;
  return (whole - plan->shard - 1) / plan->shards + 1;
}

bool uo_generated_id(const char *id, uo_origin *origin, uint64_t *seed, uint64_t *index) {
  const char *colon = strchr(id, ':');
  if (colon == NULL || (size_t)(colon - id) > 20) return false;
  char front[21] = "";
  memcpy(front, id, (size_t)(colon - id));
  *seed = 0;
  if (uo_read_number("", colon + 1, 0, UINT64_MAX, index, NULL) != UO_ERROR_NONE) return false;
  if (strcmp(front, "grid") == 0) {
    *origin = UO_ORIGIN_GRID;
    return true;
  }
  if (strcmp(front, "small") == 0) {
    *origin = UO_ORIGIN_SMALL;
    return true;
  }
  *origin = UO_ORIGIN_RANDOM;
  return uo_read_number("", front, 0, UINT64_MAX, seed, NULL) == UO_ERROR_NONE;
}

bool uo_plan_contains(const uo_plan *plan, const char *id) {
  if (uo_corpus_find(plan->corpus, id) != NULL) return true;
  uo_origin origin;
  uint64_t seed;
  uint64_t index;
  if (!uo_generated_id(id, &origin, &seed, &index)) return false;
  if (origin == UO_ORIGIN_RANDOM && seed != plan->seed) return false;
  return index < origin_size(plan, origin);
}

static void take_vector(const uo_corpus_vector *vector, uo_planned *planned) {
  planned->origin = UO_ORIGIN_VECTORS;
  planned->vector = vector;
  planned->question = vector->vector.question;
}

static uo_error_code find_only(const uo_plan *plan, uo_arena *arena, uo_planned *planned, uo_error *error) {
  const uo_corpus_vector *vector = uo_corpus_find(plan->corpus, plan->only);
  if (vector != NULL) {
    take_vector(vector, planned);
    return UO_ERROR_NONE;
  }
  uint64_t seed;
  uint64_t index;
  bool known = false;
  uo_error reason = {0};
  uo_error_code code = uo_generated_case(plan->only, arena, &planned->question, &known, &reason);
  UO_REQUIRE(code == UO_ERROR_NONE, error, code, "--case %s", reason.message);
  UO_REQUIRE(
      known, error, UO_ERROR_ARGUMENT,
      "--case %s: none of the %zu vectors has this id, and it is not of the form SEED:INDEX, grid:INDEX or small:INDEX",
      plan->only, plan->corpus->count);
  (void)uo_generated_id(plan->only, &planned->origin, &seed, &index);
  return UO_ERROR_NONE;
}

static uo_error_code find_at(const uo_plan *plan, uint64_t position, uo_arena *arena, uo_planned *planned,
                             uo_error *error) {
  UO_REQUIRE(position < uo_plan_whole(plan), error, UO_ERROR_ARGUMENT, "the plan has no case %llu",
             (unsigned long long)position);
  int origin = UO_ORIGIN_VECTORS;
  for (; position >= origin_size(plan, (uo_origin)origin); origin++) position -= origin_size(plan, (uo_origin)origin);
  planned->origin = (uo_origin)origin;
  switch (planned->origin) {
    case UO_ORIGIN_VECTORS:
      take_vector(&plan->corpus->vectors[position], planned);
      return UO_ERROR_NONE;
    case UO_ORIGIN_GRID:
      return uo_grid_case(position, arena, &planned->question, error);
    case UO_ORIGIN_RANDOM:
      return uo_random_case(plan->seed, position, arena, &planned->question, error);
    default:
      return uo_small_case(position, arena, &planned->question, error);
  }
}

uo_error_code uo_plan_case(const uo_plan *plan, uint64_t index, uo_arena *arena, uo_planned *planned, uo_error *error) {
  planned->vector = NULL;
  if (plan->only != NULL) {
    UO_TRY(find_only(plan, arena, planned, error));
  } else {
    UO_TRY(find_at(plan, index * plan->shards + plan->shard, arena, planned, error));
  }
  planned->taken = (plan->dtypes & (1u << planned->question.x.dtype)) != 0;
  return UO_ERROR_NONE;
}
