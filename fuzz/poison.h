/* Memory that AddressSanitizer is to take for nobody's, or MemorySanitizer for written or not, where the program runs
 * under one of them. */
#ifndef UO_FUZZ_POISON_H
#define UO_FUZZ_POISON_H

#if defined(__SANITIZE_ADDRESS__) || defined(UO_GUARDED)
#define UO_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UO_POISONS 1
#endif
#endif
#ifndef UO_POISONS
#define UO_POISONS 0
#endif

#if UO_POISONS
#include <sanitizer/asan_interface.h>
#define UO_POISON(at, size)   __asan_poison_memory_region((at), (size))
#define UO_UNPOISON(at, size) __asan_unpoison_memory_region((at), (size))
#define UO_UNCHECKED          __attribute__((no_sanitize("address")))
#else
#define UO_POISON(at, size)   ((void)(at), (void)(size))
#define UO_UNPOISON(at, size) ((void)(at), (void)(size))
#define UO_UNCHECKED
#endif

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define UO_WRITTEN(at, size)       __msan_unpoison((at), (size))
#define UO_NEVER_WRITTEN(at, size) __msan_allocated_memory((at), (size))
#endif
#endif
#ifndef UO_WRITTEN
#define UO_WRITTEN(at, size)       ((void)(at), (void)(size))
#define UO_NEVER_WRITTEN(at, size) ((void)(at), (void)(size))
#endif

#endif
