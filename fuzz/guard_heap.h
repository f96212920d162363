/*
 * Memory for one execution of a fuzz target. AddressSanitizer guards its blocks as it guards those of malloc: exactly
 * their size, poisoned bytes around them, poisoned when released. But a block costs some 20 ns and not 200, and what an
 * execution forgets is found at its end.
 */
#ifndef UO_FUZZ_GUARD_HEAP_H
#define UO_FUZZ_GUARD_HEAP_H

#include <unique_oracle/unique.h>

/* One heap a process; whatever does not fit in it comes from malloc. */
const uo_allocator *uo_guard_heap(void);

/* How many blocks were not released; forgets them, so that the next execution begins with an empty heap. */
UO_MUST_USE size_t uo_guard_heap_end(void);

#endif
