/*
 * From a plan to a case: which values (an alphabet), gathered to which items (elements, or subtensors along the axis),
 * laid out how along the axis. docs/cases.md says what each draw decides.
 */
#ifndef UO_CASES_BUILD_H
#define UO_CASES_BUILD_H

#include "cases/case.h"
#include "cases/draw.h"
#include "tensor/memory.h"

/* Where the values come from, apart from the families of the type, whose numbers come after these. */
enum uo_source {
  UO_SOURCE_MIXED, /* all families but those that are not UTF-8 */
  UO_SOURCE_BITS,  /* any bits */
  UO_SOURCE_FAMILIES
};

/* How many sources a type has; whether this one holds strings that are not UTF-8. */
int uo_source_count(int32_t dtype);
bool uo_source_is_raw(int32_t dtype, int source);

/* How equal and different items lie along the axis. K items are different, numbered in ascending order. */
#define UO_ARRANGEMENTS(X)                                                                                             \
  X(RANDOM, "each item one of K")                                                                                      \
  X(DISTINCT, "all different, in random order")                                                                        \
  X(EQUAL, "all equal")                                                                                                \
  X(ASCENDING, "ascending, duplicates adjacent")                                                                       \
  X(DESCENDING, "descending, duplicates adjacent")                                                                     \
  X(RUNS, "duplicates adjacent, in random order")                                                                      \
  X(CYCLE, "one of each in random order, again and again")                                                             \
  X(CYCLE_DESCENDING, "one of each descending, again and again")                                                       \
  X(FIRST_LAST, "first and last equal, others in a cycle without it")                                                  \
  X(ORGAN_PIPE, "ascending, then the same descending")                                                                 \
  X(ONE_ODD, "all equal but one")                                                                                      \
  X(DISTINCT_ASCENDING, "all different, ascending")                                                                    \
  X(DISTINCT_DESCENDING, "all different, descending")

enum uo_arrangement {
#define UO_ARRANGEMENT_ENUMERATOR(name, text) UO_ARRANGE_##name,
  UO_ARRANGEMENTS(UO_ARRANGEMENT_ENUMERATOR)
#undef UO_ARRANGEMENT_ENUMERATOR
      UO_ARRANGEMENT_COUNT
};

/* How the subtensors differ from each other, where an item has several elements. */
#define UO_STYLES(X)                                                                                                   \
  X(LAST, "in the last elements only")                                                                                 \
  X(FIRST, "in the first elements only")                                                                               \
  X(RANDOM, "anywhere")                                                                                                \
  X(ROTATED, "the same elements in another order")                                                                     \
  X(TRANSPOSED, "the same elements read along the other axes first, or not")

enum uo_style {
#define UO_STYLE_ENUMERATOR(name, text) UO_STYLE_##name,
  UO_STYLES(UO_STYLE_ENUMERATOR)
#undef UO_STYLE_ENUMERATOR
      UO_STYLE_COUNT
};

typedef struct uo_pattern {
  int source;
  uint32_t values; /* how many different values at most; at least 1 */
  uint32_t items;  /* K where an item has several elements; at least 1 */
  int arrangement; /* enum uo_arrangement */
  int style;       /* enum uo_style */
} uo_pattern;

#define UO_PLAN_MAX_RANK 16

/* Everything about a case but its elements. */
typedef struct uo_plan {
  int32_t dtype;
  int32_t rank;
  int64_t dims[UO_PLAN_MAX_RANK];
  uo_attributes attributes;
  uint32_t wanted;
  int32_t axis; /* along which items are laid out: the resolved one, or -1; any for cases to be rejected */
  uo_pattern pattern;
} uo_plan;

/* The types of T in the order of UO_TYPES. */
#define UO_TYPE_COUNT 15
int32_t uo_type_at(int position);

/* Draws values, items, arrangement and style; the source is the caller's. */
void uo_pattern_draw(uo_draws *draws, uo_pattern *pattern);

/* Makes the case of a plan, all but its id, which is the caller's. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_build_case(const uo_plan *plan, uo_draws *draws, uo_arena *arena, uo_case *made,
                                        uo_error *error);

/* ---- Attributes that must be rejected (ERR-01 to ERR-03) --------------------------------------------------------- */

/* How many ways there are; every one is invalid for every rank up to UO_PLAN_MAX_RANK. */
int uo_invalid_count(void);

/* Makes valid attributes invalid in this way, for a tensor of this rank. */
void uo_invalidate(int way, int32_t rank, uo_attributes *attributes);

#endif
