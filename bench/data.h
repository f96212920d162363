/*
 * The inputs that speed is measured on: made from a description alone, with integer arithmetic, the same on every
 * machine.
 */
#ifndef UO_BENCH_DATA_H
#define UO_BENCH_DATA_H

#include <unique_oracle/unique.h>

/* How many distinct items there are and in which order they stand. Name in the code, name in the protocol. */
#define UO_STRUCTURES(X)                                                                                               \
  X(SHUFFLED, "shuffled")     /* `distinct` values over the type's whole range, the rest drawn from them, shuffled */  \
  X(ASCENDING, "ascending")   /* all different, in order */                                                            \
  X(DESCENDING, "descending") /* all different, in reverse */                                                          \
  X(EQUAL, "equal")           /* one value */                                                                          \
  X(ZIPF, "zipf")             /* the k-th value about n / k times */                                                   \
  X(PIPE, "pipe")             /* organ pipe: up, then down again, each value twice */                                  \
  X(STEP20, "step20")         /* all different multiples of 2^20, shuffled */                                          \
  X(STEP43, "step43")         /* the same of 2^43, as many as there are; int64 only */                                 \
  X(CRAFTED, "crafted")       /* all different, made to collide under Fibonacci hashing; int64 only */                 \
  X(FOLDED, "folded")         /* the same, where the upper half is folded into the lower before, as the library does */

typedef enum bench_structure {
#define UO_STRUCTURE_ENUMERATOR(name, text) BENCH_##name,
  UO_STRUCTURES(UO_STRUCTURE_ENUMERATOR)
#undef UO_STRUCTURE_ENUMERATOR
      BENCH_STRUCTURE_COUNT
} bench_structure;

/* The structure of that name, or BENCH_STRUCTURE_COUNT. */
bench_structure bench_structure_from_name(const char *name);

/* X is outer x items x inner elements; an item is what axis 1 takes away. width: bytes of a string. */
typedef struct bench_spec {
  int32_t dtype;
  int64_t width;
  int64_t outer, items, inner;
  int64_t distinct;
  bench_structure structure;
  uint64_t seed;
  uint64_t base; /* the number of the first value: other numbers, other values */
} bench_spec;

/* Bytes of one element as it stands in a data file: those of the type, or `width` for strings. */
size_t bench_element_size(const bench_spec *spec);

/*
 * Makes the elements in row-major order as they stand in a data file; the caller frees *raw. `distinct` beyond what the
 * type has is cut down. UO_ERROR_MEMORY, or UO_ERROR_ARGUMENT for what this type cannot show.
 */
UO_MUST_USE uo_error_code bench_make(const bench_spec *spec, unsigned char **raw, uo_error *error);

/* Memory as array libraries take it for large arrays: on huge pages where the system has them. free() releases it. */
UO_MUST_USE void *bench_allocate(size_t size);

#endif
