/* Few small cases that exercise what a corpus of vectors does not: what is worth freezing of what a campaign met. */
#ifndef UO_FUZZ_BEYOND_H
#define UO_FUZZ_BEYOND_H

#include "fuzz/met.h"
#include "gate/corpus.h"

typedef struct uo_beyond uo_beyond;

/* Begins with what the vectors exercise; the behaviours are those of docs/behaviours.md, bins and combinations. */
UO_MUST_USE uo_error_code uo_beyond_begin(const uo_corpus *corpus, uo_beyond **beyond, uo_error *error);

/*
 * The case that adds most for its size, made as simple as it may be while it still adds the same, with an id, tags and
 * a comment that say what it is for; from then on it counts as there. *found is false when no case of at most `largest`
 * elements adds anything. `arena` receives what the vector points to.
 */
UO_MUST_USE uo_error_code uo_beyond_next(uo_beyond *beyond, const uo_met_list *met, int64_t largest, uo_arena *arena,
                                         uo_vector *vector, bool *found, uo_error *error);

void uo_beyond_end(uo_beyond *beyond);

#endif
