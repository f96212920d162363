/* When which strategy is used. Nothing here changes an answer. */
#ifndef UO_REFERENCE_TUNING_H
#define UO_REFERENCE_TUNING_H

#include <stddef.h>
#include <stdint.h>

#include "reference/level.h"

#define UO_MOST_RUNS 2

typedef struct uo_tuning {
  int64_t most_items;           /* items that strategies for words are used for: their numbers are 32 bits wide */
  int64_t few_below[UO_LEVELS]; /* in ascending order: fewer items are compared with each other */
  int64_t few_lead_below;       /* in order of first occurrence: the same */
  int64_t few_values_below;     /* in ascending order, where Y alone is wanted and vectors sort */
  int64_t byte_table_from;      /* items of 8 bits, and of 16, from which a table of all values is used */
  int64_t half_table_from;
  int64_t runs_from;    /* items from which on runs are looked for */
  int64_t most_runs;    /* runs that are merged rather than sorted: 2, or fewer */
  int64_t sort_below;   /* in ascending order: fewer items are sorted whatever they hold */
  int64_t lead_below;   /* in order of first occurrence: the same */
  int64_t first_groups; /* groups that the first hash table has room for, at least */
  int64_t sort_share;   /* in ascending order: sort when one in so many is expected to be distinct */
  int64_t sort_share_y; /* the same where Y alone is wanted */
  int64_t vector_share; /* and vectors sort the words, of 64 bits, or of 32 and less */
  int64_t vector_share_narrow;
  int64_t sort_groups; /* in order of first occurrence: sort from so many expected distinct items on */
  int64_t wide_below;  /* of items that are no words, in ascending order: as sort_below and sort_share */
  int64_t wide_share;
  int64_t spread_from; /* words that are spread over buckets before they are sorted */
  size_t block_size;   /* of blocks that small pieces of scratch memory are cut from; 0: each is by itself */
  uo_level most_level; /* the highest level that is used, where there is that */
} uo_tuning;

#endif
