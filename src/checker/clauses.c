/* The clause tables as functions. */
#include <string.h>
#include <unique_oracle/checker.h>

typedef struct clause_row {
  const char *id;
  const char *text;
  const char *source;
  bool silent;
} clause_row;

static const clause_row rows[UO_CLAUSE_COUNT] = {
#define UO_CLAUSE_ROW(name, id, text, source) [UO_CLAUSE_##name] = {id, text, source, false},
#define UO_SILENT_ROW(name, id, text)         [UO_CLAUSE_##name] = {id, text, "", true},
    UO_CLAUSES(UO_CLAUSE_ROW) UO_SILENT_POINTS(UO_SILENT_ROW)
#undef UO_CLAUSE_ROW
#undef UO_SILENT_ROW
};

/* A caller may pass a number that it read somewhere; it gets an empty row rather than a stray read. */
static const clause_row *row_of(uo_clause clause) {
  static const clause_row none = {"", "", "", false};
  return (unsigned)clause < (unsigned)UO_CLAUSE_COUNT ? &rows[clause] : &none;
}

const char *uo_clause_id(uo_clause clause) { return row_of(clause)->id; }

const char *uo_clause_text(uo_clause clause) { return row_of(clause)->text; }

const char *uo_clause_source(uo_clause clause) { return row_of(clause)->source; }

bool uo_clause_is_silent(uo_clause clause) { return row_of(clause)->silent; }

bool uo_clause_find(const char *id, uo_clause *clause) {
  if (id == NULL) return false;
  for (int i = 0; i < UO_CLAUSE_COUNT; i++) {
    if (strcmp(rows[i].id, id) != 0) continue;
    *clause = (uo_clause)i;
    return true;
  }
  return false;
}
