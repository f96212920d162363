/*
 * Loops that are compiled for several instruction sets: the same C, so the same results, chosen from when it runs.
 *
 * UO_AT_EACH_LEVEL(name, (parameters), (arguments)) defines the table name##_at of functions that call name##_at_any
 * with these arguments, which must be a `static UO_INLINE void` function: one for each level, none of which has a
 * branch.
 */
#ifndef UO_REFERENCE_LEVEL_H
#define UO_REFERENCE_LEVEL_H

#if defined(__OPTIMIZE__)
#define UO_INLINE inline __attribute__((always_inline))
#else
#define UO_INLINE inline
#endif

typedef enum uo_level {
  UO_LEVEL_PORTABLE, /* what the whole library is compiled for */
  UO_LEVEL_AVX2,
  UO_LEVEL_AVX512,
  UO_LEVELS
} uo_level;

#if defined(__x86_64__) && defined(__GNUC__)
#define UO_TARGET(set) __attribute__((target(set)))
#else
#define UO_TARGET(set)
#endif

#define UO_AT_EACH_LEVEL(name, parameters, arguments)                                                                  \
  static void name##_portable parameters { name##_at_any arguments; }                                                  \
  UO_TARGET("avx2") static void name##_avx2 parameters { name##_at_any arguments; }                                    \
  UO_TARGET("avx512f") static void name##_avx512 parameters { name##_at_any arguments; }                               \
  static void(*const name##_at[UO_LEVELS]) parameters = {name##_portable, name##_avx2, name##_avx512};

/* The highest level that this machine has. */
static inline uo_level uo_best_level(void) {
#if defined(__x86_64__) && defined(__GNUC__)
  return (uo_level)((__builtin_cpu_supports("avx2") != 0) + (__builtin_cpu_supports("avx512f") != 0));
#else
  return UO_LEVEL_PORTABLE;
#endif
}

#endif
