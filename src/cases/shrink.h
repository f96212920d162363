/*
 * Simplifying a case: one simpler case after another that may fail in the same way. Nothing is asked here: whoever asks
 * tells which candidate was taken, and the next ones start from that. docs/shrinking.md lists the moves.
 */
#ifndef UO_CASES_SHRINK_H
#define UO_CASES_SHRINK_H

#include "cases/case.h"
#include "tensor/memory.h"

/* The families of moves, in the order in which they are tried, again and again until none of them is taken. */
enum uo_shrink_family {
  UO_SHRINK_RANK,       /* fewer dimensions */
  UO_SHRINK_LENGTH,     /* shorter axes */
  UO_SHRINK_DISTINCT,   /* fewer distinct values */
  UO_SHRINK_VALUE,      /* plainer values */
  UO_SHRINK_ELEMENT,    /* an element becomes a plainer one of the other values */
  UO_SHRINK_TYPE,       /* plainer type */
  UO_SHRINK_ATTRIBUTES, /* default attributes */
  UO_SHRINK_OUTPUTS,    /* fewer outputs */
  UO_SHRINK_FAMILIES
};

/*
 * How simple a case is: the first member in which two cases differ decides, less is simpler. No move makes `rank` or
 * `elements` larger.
 */
typedef struct uo_case_measure {
  uint64_t rank;
  uint64_t elements;
  uint64_t extent;     /* sum of the dimensions: tensors without elements differ in it too */
  uint64_t distinct;   /* values that differ in some bit */
  uint64_t values;     /* how plain they are: 0 is 0, 1 is 2; fractions, -0, infinities and NaNs are far behind; strings
                          by length */
  uint64_t type;       /* float, int32, int64, double, string, the others */
  uint64_t attributes; /* no axis, then small and not negative ones; sorted=1, then 0 */
  uint64_t outputs;
} uo_case_measure;

/* `arena` serves only the call. UO_ERROR_MEMORY. */
UO_MUST_USE uo_error_code uo_case_measure_of(const uo_case *question, uo_arena *arena, uo_case_measure *measure,
                                             uo_error *error);

/* Negative when `a` is simpler than `b`, 0 when they are equally simple. */
int uo_case_measure_compare(const uo_case_measure *a, const uo_case_measure *b);

/* Where the search is. */
typedef struct uo_shrink {
  uo_case current; /* the simplest case so far */
  uo_arena arena;  /* of `palette` */
  struct uo_palette *palette;
  int family;
  uint64_t move; /* within the family */
  /* UO_SHRINK_LENGTH: removes [start, start + chunk) of an axis. */
  int32_t axis; /* the how manieth, the compared one first */
  int64_t chunk;
  int64_t start;
  bool taken; /* in this round */
} uo_shrink;

/* Begins with a case, which must stay until another is taken. */
void uo_shrink_begin(uo_shrink *shrink, const uo_case *question);

/*
 * The next candidate, simpler than the current case and valid as a case; what must be rejected may become allowed and
 * the other way round. A tensor with elements keeps at least one, a tensor with dimensions keeps at least one: empty
 * tensors and scalars are special cases of their own. The arena is reset, and then holds the candidate; its strings are
 * partly those of the current case, its id is that of the current case. *more is false when no move is left.
 * UO_ERROR_MEMORY.
 */
UO_MUST_USE uo_error_code uo_shrink_next(uo_shrink *shrink, uo_arena *arena, uo_case *candidate, bool *more,
                                         uo_error *error);

/* The last candidate is the current case from now on. `kept` is the candidate or a copy of it, and must stay. */
void uo_shrink_take(uo_shrink *shrink, const uo_case *kept);

/* Frees what the search holds. */
void uo_shrink_end(uo_shrink *shrink);

#endif
