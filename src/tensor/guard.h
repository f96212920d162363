/* The one family of guards: the happy path reads straight down, every failure says why. */
#ifndef UO_TENSOR_GUARD_H
#define UO_TENSOR_GUARD_H

#include <unique_oracle/unique.h>

/* Fills `error` (which may be NULL) and returns `code`: return uo_fail(error, UO_ERROR_AXIS, "axis %lld ...", ...). */
UO_MUST_USE uo_error_code uo_fail(uo_error *error, uo_error_code code, const char *format, ...) UO_PRINTF(3, 4);

/* Returns from the calling function with the failure of `call`. */
#define UO_TRY(call)                                                                                                   \
  do {                                                                                                                 \
    uo_error_code uo_try_code = (call);                                                                                \
    if (uo_try_code != UO_ERROR_NONE) return uo_try_code;                                                              \
  } while (0)

/* Returns from the calling function with this failure unless `condition` holds. */
#define UO_REQUIRE(condition, error, code, ...)                                                                        \
  do {                                                                                                                 \
    if (!(condition)) return uo_fail((error), (code), __VA_ARGS__);                                                    \
  } while (0)

/* Returns UO_ERROR_MEMORY unless `pointer` was allocated. */
#define UO_REQUIRE_MEMORY(pointer, error) UO_REQUIRE((pointer) != NULL, (error), UO_ERROR_MEMORY, "out of memory")

#endif
