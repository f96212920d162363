#include "cases/generated.h"

#include <string.h>

#include "cases/number_text.h"
#include "tensor/guard.h"

typedef uo_error_code make_by_index(uint64_t index, uo_arena *arena, uo_case *made, uo_error *error);

/* Makes case PREFIX:INDEX if the id is of that form; *known tells. */
static uo_error_code make_indexed(const char *id, const char *prefix, make_by_index *make, uo_arena *arena,
                                  uo_case *made, bool *known, uo_error *error) {
  *known = false;
  size_t size = strlen(prefix);
  if (strncmp(id, prefix, size) != 0) return UO_ERROR_NONE;
  const char *rest = id + size;
  uint64_t index;
  bool fits;
  if (!uo_number_read(&rest, &index, &fits) || *rest != '\0') return UO_ERROR_NONE;
  *known = true;
  UO_REQUIRE(fits, error, UO_ERROR_ARGUMENT, "%.80s: the index is beyond 64 bits", id);
  return make(index, arena, made, error);
}

static uo_error_code make_random(const char *id, uo_arena *arena, uo_case *made, bool *known, uo_error *error) {
  *known = false;
  const char *rest = id;
  uint64_t seed;
  uint64_t index;
  bool seed_fits;
  bool index_fits;
  if (!uo_number_read(&rest, &seed, &seed_fits) || *rest++ != ':') return UO_ERROR_NONE;
  if (!uo_number_read(&rest, &index, &index_fits) || *rest != '\0') return UO_ERROR_NONE;
  *known = true;
  UO_REQUIRE(seed_fits && index_fits, error, UO_ERROR_ARGUMENT, "%.80s: seed or index is beyond 64 bits", id);
  return uo_random_case(seed, index, arena, made, error);
}

uo_error_code uo_generated_case(const char *id, uo_arena *arena, uo_case *made, bool *known, uo_error *error) {
  UO_TRY(make_indexed(id, "grid:", uo_grid_case, arena, made, known, error));
  if (*known) return UO_ERROR_NONE;
  UO_TRY(make_indexed(id, "small:", uo_small_case, arena, made, known, error));
  if (*known) return UO_ERROR_NONE;
  return make_random(id, arena, made, known, error);
}
