/* The plan of a run: which cases, in which order. */
#ifndef UO_GATE_PLAN_H
#define UO_GATE_PLAN_H

#include "gate/corpus.h"

typedef enum uo_origin {
  UO_ORIGIN_VECTORS,
  UO_ORIGIN_GRID,
  UO_ORIGIN_RANDOM,
  UO_ORIGIN_SMALL,
  UO_ORIGIN_COUNT
} uo_origin;

/*
 * Vectors in the order of their files; from level 1 on the grid and `count` random cases of `seed`; at level 2 every
 * small case. A shard takes every total-th of this sequence, so that all shards together take each case exactly once,
 * whatever the filter by type leaves of them. With `only` the plan is that one case.
 */
typedef struct uo_plan {
  const uo_corpus *corpus;
  int level; /* 0, 1, 2 */
  uint64_t seed;
  uint64_t count;
  uint64_t shard; /* 0 <= shard < shards */
  uint64_t shards;
  uint32_t dtypes;  /* bits 1u << UO_TYPE_*: the types that are taken */
  const char *only; /* an id, or NULL */
} uo_plan;

/* One case of the plan. */
typedef struct uo_planned {
  uo_case question;
  const uo_corpus_vector *vector; /* NULL when generated */
  uo_origin origin;
  bool taken; /* false: left out by the filter by type */
} uo_planned;

/* "vectors", "grid", "random", "small" */
const char *uo_origin_name(uo_origin origin);

/* How many cases the plan would have without shard, filter by type and `only`. */
uint64_t uo_plan_whole(const uo_plan *plan);

/* How many cases the shard has before the filter by type. */
uint64_t uo_plan_size(const uo_plan *plan);

/* The index-th case of the shard. What is generated lives in the arena. UO_ERROR_ARGUMENT when `only` names no case. */
UO_MUST_USE uo_error_code uo_plan_case(const uo_plan *plan, uint64_t index, uo_arena *arena, uo_planned *planned,
                                       uo_error *error);

/* Whether a case of this id would be in the plan without shard, filter by type and `only`. */
bool uo_plan_contains(const uo_plan *plan, const char *id);

/* Whether this is the id of a generated case ("7:123", "grid:42", "small:9"), and of which. */
bool uo_generated_id(const char *id, uo_origin *origin, uint64_t *seed, uint64_t *index);

#endif
