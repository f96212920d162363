/*
 * Which behaviours of the operator were exercised. Bins are sampled from a case and the answer really given, never from
 * what a generator meant: everything about X from X alone, by means of its own under policy `onnx`, so that a wrong
 * answer cannot hide or invent a behaviour; the bins of the point `answer` from the answer alone.
 */
#ifndef UO_CASES_BEHAVIOURS_H
#define UO_CASES_BEHAVIOURS_H

#include "cases/answer.h"
#include "cases/behaviour_table.h"
#include "cases/case.h"
#include "tensor/memory.h"

/* ---- The model --------------------------------------------------------------------------------------------------- */

typedef enum uo_point {
#define UO_POINT_ENUMERATOR(name, text, meaning) UO_POINT_##name,
#define UO_NO_BIN(point, name, text, clauses, meaning)
#define UO_NO_END(point)
  UO_BEHAVIOURS(UO_POINT_ENUMERATOR, UO_NO_BIN, UO_NO_END)
#undef UO_POINT_ENUMERATOR
#undef UO_NO_BIN
#undef UO_NO_END
      UO_POINT_COUNT
} uo_point;

/* UO_BIN_VALUE_NAN_ONE, ...; the bins of a point are UO_BINS_VALUE up to UO_BINS_VALUE_END, this one excluded. */
typedef enum uo_bin {
#define UO_POINT_BEGIN(name, text, meaning)                    UO_BINS_##name, UO_BINS_##name##_REWIND = UO_BINS_##name - 1,
#define UO_BIN_ENUMERATOR(point, name, text, clauses, meaning) UO_BIN_##point##_##name,
#define UO_POINT_END(point)                                    UO_BINS_##point##_END, UO_BINS_##point##_END_REWIND = UO_BINS_##point##_END - 1,
  UO_BEHAVIOURS(UO_POINT_BEGIN, UO_BIN_ENUMERATOR, UO_POINT_END)
#undef UO_POINT_BEGIN
#undef UO_BIN_ENUMERATOR
#undef UO_POINT_END
      UO_BIN_COUNT
} uo_bin;

#define UO_CROSS_POINTS 4

/* UO_CROSS_AT_VALUE_TYPE_AXIS, ...: where the bins of a cross begin among those of all crosses. */
typedef enum uo_cross_place {
#define UO_BINS_NOTHING           0
#define UO_BINS_NOTHING_END       1
#define UO_POINT_SIZE(point)      (UO_BINS_##point##_END - UO_BINS_##point)
#define UO_CROSS_SIZE(a, b, c, d) (UO_POINT_SIZE(a) * UO_POINT_SIZE(b) * UO_POINT_SIZE(c) * UO_POINT_SIZE(d))
#define UO_CROSS_RANGE(name, a, b, c, d, meaning)                                                                      \
  UO_CROSS_AT_##name, UO_CROSS_LAST_##name = UO_CROSS_AT_##name + UO_CROSS_SIZE(a, b, c, d) - 1,
  UO_CROSSES(UO_CROSS_RANGE)
#undef UO_CROSS_RANGE
      UO_CROSS_BIN_COUNT
} uo_cross_place;

typedef enum uo_cross {
#define UO_CROSS_ENUMERATOR(name, a, b, c, d, meaning) UO_CROSS_##name,
  UO_CROSSES(UO_CROSS_ENUMERATOR)
#undef UO_CROSS_ENUMERATOR
      UO_CROSS_COUNT
} uo_cross;

/* "value", its meaning, and its bins: first to end, this one excluded. */
const char *uo_point_name(uo_point point);
const char *uo_point_meaning(uo_point point);
void uo_point_bins(uo_point point, int *first, int *end);

/* "value.nan.one", its meaning, its clauses ("SIL-01 SIL-02"), its point; whether it names this clause. */
const char *uo_bin_name(uo_bin bin);
const char *uo_bin_meaning(uo_bin bin);
const char *uo_bin_clauses(uo_bin bin);
uo_point uo_bin_point(uo_bin bin);
bool uo_bin_exercises(uo_bin bin, const char *clause);

/* The bin of this name; false when there is none. */
UO_MUST_USE bool uo_bin_find(const char *name, uo_bin *bin);

/* Why no case can exercise this clause, or NULL. */
const char *uo_clause_unobservable(const char *clause);

/* ---- Crosses ----------------------------------------------------------------------------------------------------- */

/* How many points a cross has, and the p-th of them; what it is for. */
int uo_cross_points(uo_cross cross);
uo_point uo_cross_point(uo_cross cross, int p);
const char *uo_cross_meaning(uo_cross cross);

/* Its bins among those of all crosses: first to end, this one excluded. */
void uo_cross_bins(uo_cross cross, int *first, int *end);

/* Which bins, one of each of its points, cross bin `number` of this cross combines. */
void uo_cross_combination(uo_cross cross, int number, uo_bin bins[UO_CROSS_POINTS]);

/* Why this combination cannot occur, or NULL. */
const char *uo_cross_impossible(uo_cross cross, const uo_bin bins[UO_CROSS_POINTS]);

/* ---- Sampling ---------------------------------------------------------------------------------------------------- */

#define UO_BIN_WORDS ((UO_BIN_COUNT + 63) / 64)

/* The bins that one case hits. */
typedef struct uo_behaviour_set {
  uint64_t word[UO_BIN_WORDS];
  uint64_t items;    /* how many items; 0 for a case that must be rejected */
  uint64_t distinct; /* how many of them differ */
} uo_behaviour_set;

static inline void uo_behaviour_set_add(uo_behaviour_set *set, int bin) {
  set->word[bin / 64] |= UINT64_C(1) << (bin % 64);
}

static inline bool uo_behaviour_set_has(const uo_behaviour_set *set, int bin) {
  return (set->word[bin / 64] >> (bin % 64) & 1) != 0;
}

/*
 * The bins that this case and, unless it is NULL, this answer hit. X must be valid, the attributes may be anything; the
 * answer's tensors may be anything whose data match their own dims. `scratch` is reset. O(n log n) time, O(n) memory;
 * UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_behaviours_sample(const uo_case *question, const uo_answer *answer, uo_arena *scratch,
                                               uo_behaviour_set *set, uo_error *error);

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* A zeroed one is empty. */
typedef struct uo_behaviour_counts {
  uint64_t cases;
  uint64_t bins[UO_BIN_COUNT];
  const char *first[UO_BIN_COUNT]; /* id of the first case that hit the bin; NULL while there is none */
  uint64_t crosses[UO_CROSS_BIN_COUNT];
  uo_arena arena; /* of the ids */
} uo_behaviour_counts;

/*
 * Counts the bins of a case, once each, and every combination of them that a cross has. UO_ERROR_ARGUMENT, naming the
 * case, when a combination occurs that is declared impossible: the model is wrong then. UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_behaviours_count(uo_behaviour_counts *counts, const uo_behaviour_set *set, const char *id,
                                              uo_error *error);

/* Adds what `other` counted, whose cases come later. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_behaviours_merge(uo_behaviour_counts *counts, const uo_behaviour_counts *other,
                                              uo_error *error);

void uo_behaviours_release(uo_behaviour_counts *counts);

/* Sums over all bins and crosses. What is declared can occur; a hole is what is declared and was not hit. */
typedef struct uo_behaviour_totals {
  int bins;
  int bins_hit;
  int cross_bins;
  int cross_bins_hit;
  int impossible; /* cross bins that cannot occur; not among the declared ones */
  int holes;
} uo_behaviour_totals;

uo_behaviour_totals uo_behaviours_total(const uo_behaviour_counts *counts);

/* ---- Steering a fuzzer ------------------------------------------------------------------------------------------- */

/*
 * Few coarse counters for libFuzzer: one for each bin but those of rank, size and distinct and of written-out axes and
 * sets of outputs, and a few small crosses; the numbers of items and of different items are log2 in one counter each.
 */
#define UO_COARSE_SIZE 208

/* Adds a case to the counters, which stay at 255. */
void uo_behaviours_coarse(const uo_behaviour_set *set, uint8_t counters[UO_COARSE_SIZE]);

#endif
