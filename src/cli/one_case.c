#include "cli/one_case.h"

#include <stdlib.h>

#include "cases/generated.h"
#include "cli/bundled.h"
#include "gate/plan.h"
#include "tensor/guard.h"

static uo_error_code choose_from_file(uo_corpus *corpus, const char *path, const char *only,
                                      const uo_corpus_vector **found, uo_error *error) {
  UO_TRY(uo_corpus_add_cases(corpus, path, error));
  UO_TRY(uo_corpus_seal(corpus, error));
  *found = only == NULL ? &corpus->vectors[0] : uo_corpus_find(corpus, only);
  return UO_ERROR_NONE;
}

static uo_error_code choose_bundled(uo_corpus *corpus, const char *only, const uo_corpus_vector **found,
                                    uo_error *error) {
  char bundled[UO_BUNDLED_PATH];
  const char *named = getenv("UNIQUE_ORACLE_CORPUS");
  const char *path = named == NULL || named[0] == '\0' ? uo_bundled_corpus(bundled) : named;
  uo_error reason = {0};
  uo_error_code code = uo_corpus_add(corpus, path, &reason);
  UO_REQUIRE(code == UO_ERROR_NONE, error, code, "the corpus: %s; name a CASE-FILE or UNIQUE_ORACLE_CORPUS",
             reason.message);
  UO_TRY(uo_corpus_seal(corpus, error));
  *found = uo_corpus_find(corpus, only);
  UO_REQUIRE(*found != NULL, error, UO_ERROR_ARGUMENT,
             "--case %s: none of the %zu bundled vectors has this id, and it is not of the form SEED:INDEX, "
             "grid:INDEX or small:INDEX; name the CASE-FILE that it stands in",
             only, corpus->count);
  return UO_ERROR_NONE;
}

static uo_error_code choose_generated(uo_corpus *corpus, const char *only, uo_corpus_vector *chosen, uo_error *error) {
  static const char *const none[] = {NULL};
  bool known = false;
  uo_error reason = {0};
  *chosen = (uo_corpus_vector){.place = "generated"};
  chosen->vector.comment = "";
  chosen->vector.tags = chosen->vector.clauses = none;
  uo_error_code code = uo_generated_case(only, &corpus->arena, &chosen->vector.question, &known, &reason);
  UO_REQUIRE(code == UO_ERROR_NONE, error, code, "--case %s", reason.message);
  UO_REQUIRE(known, error, UO_ERROR_ARGUMENT,
             "--case %s: no vector of CASE-FILE has this id, and it is not of the form SEED:INDEX, grid:INDEX or "
             "small:INDEX",
             only);
  return UO_ERROR_NONE;
}

uo_error_code uo_choose_case(uo_corpus *corpus, const char *path, const char *only, uo_corpus_vector *chosen,
                             uo_error *error) {
  const uo_corpus_vector *found = NULL;
  uo_origin origin;
  uint64_t seed;
  uint64_t index;
  UO_REQUIRE(path != NULL || only != NULL, error, UO_ERROR_ARGUMENT,
             "name a CASE-FILE, or a bundled vector or a generated case with --case");
  if (path != NULL) UO_TRY(choose_from_file(corpus, path, only, &found, error));
  if (found == NULL && path == NULL && !uo_generated_id(only, &origin, &seed, &index))
    UO_TRY(choose_bundled(corpus, only, &found, error));
  if (found == NULL) return choose_generated(corpus, only, chosen, error);
  *chosen = *found;
  return UO_ERROR_NONE;
}
