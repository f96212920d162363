/*
 * The checker: judges an answer to ONNX Unique clause by clause from X, the attributes and the claimed outputs alone.
 * It needs no expected answer, and shares nothing with the reference but tensors.
 *
 *   uo_report report;
 *   if (uo_check(&x, &attributes, UO_WANT_ALL, &claimed, UO_POLICY_ONNX, NULL, &report, &error) == UO_ERROR_NONE)
 *     for (int i = 0; i < report.count; i++)
 *       printf("%s: have %s, want %s\n", uo_clause_id(report.findings[i].clause), ...);
 */
#ifndef UNIQUE_ORACLE_CHECKER_H
#define UNIQUE_ORACLE_CHECKER_H

#include <unique_oracle/clauses.h>
#include <unique_oracle/unique.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Clauses --------------------------------------------------------------------------------------------------- */

/* Clauses first, silent points after them: one numbering, so that a finding can cite either. */
typedef enum uo_clause {
#define UO_CLAUSE_ENUMERATOR(name, id, text, source) UO_CLAUSE_##name,
#define UO_SILENT_ENUMERATOR(name, id, text)         UO_CLAUSE_##name,
  UO_CLAUSES(UO_CLAUSE_ENUMERATOR) UO_SILENT_POINTS(UO_SILENT_ENUMERATOR)
#undef UO_CLAUSE_ENUMERATOR
#undef UO_SILENT_ENUMERATOR
      UO_CLAUSE_COUNT
} uo_clause;

/* "VAL-01", the statement, and its source ("" for silent points, whose ruling is this project's). */
const char *uo_clause_id(uo_clause clause);
const char *uo_clause_text(uo_clause clause);
const char *uo_clause_source(uo_clause clause);

/* Whether this is a silent point. */
bool uo_clause_is_silent(uo_clause clause);

/* The clause with this id; false when there is none. */
UO_MUST_USE bool uo_clause_find(const char *id, uo_clause *clause);

/* ---- Findings -------------------------------------------------------------------------------------------------- */

#define UO_FINDING_TEXT 160

/* One violated clause: the first place where it is violated, and how many places there are. */
typedef struct uo_finding {
  uo_clause clause;
  int output;       /* the output in which it shows: an enum uo_output */
  int64_t position; /* flat row-major position in that output, or -1 when the whole output is meant (shape, type) */
  int64_t places;   /* how many places violate this clause; at least 1 */
  char have[UO_FINDING_TEXT]; /* the value, with its bits where the value alone does not tell */
  char want[UO_FINDING_TEXT];
} uo_finding;

#define UO_MAX_FINDINGS 32

/* What is wrong with an answer; count == 0 when nothing is. At most one finding for each clause and output. */
typedef struct uo_report {
  int count;
  uo_finding findings[UO_MAX_FINDINGS];
} uo_report;

/* ---- Checking -------------------------------------------------------------------------------------------------- */

/*
 * Judges `claimed` as the answer to Unique of X with these attributes and wanted outputs, under `policy`.
 * X and the attributes must be valid (uo_tensor_validate; axis and sorted in range), or the error says so: whether an
 * invalid case was rightly rejected is not the checker's question. Claimed tensors may be anything: a wrong type, rank,
 * shape, a NULL for a wanted output, an output that is not wanted are findings. Their data must match their own dims.
 *
 * Errors: UO_ERROR_TYPE, _SHAPE, _AXIS, _SORTED, _ARGUMENT about X, the attributes and the policy; UO_ERROR_MEMORY.
 * Time O(n log n), memory O(n). `allocator` serves only the call itself.
 */
UO_MUST_USE uo_error_code uo_check(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                   const uo_outputs *claimed, uo_policy policy, const uo_allocator *allocator,
                                   uo_report *report, uo_error *error);

/*
 * A set of policies, one bit for each combination of choices: policy p is bit p % 64 of word p / 64.
 */
#define UO_POLICY_SET_WORDS ((1 << UO_CHOICE_COUNT) / 64)
typedef struct uo_policy_set {
  uint64_t word[UO_POLICY_SET_WORDS];
} uo_policy_set;

/*
 * Policy `spec`: every consistent set of choices. A set is consistent when nan and nan-subtensor agree: otherwise the
 * same NaNs would be one value as elements and several as subtensors of one element (SIL-05, SIL-22).
 */
uo_policy_set uo_policy_set_spec(void);

/* All combinations, consistent or not. */
uo_policy_set uo_policy_set_all(void);

bool uo_policy_set_has(const uo_policy_set *set, uo_policy policy);
bool uo_policy_set_is_empty(const uo_policy_set *set);

/* The member that differs from `policy` in the fewest choices (the smallest number among equals); false when empty. */
UO_MUST_USE bool uo_policy_set_nearest(const uo_policy_set *set, uo_policy policy, uo_policy *nearest);

/*
 * Writes, for each choice, the answers left in the set ("nan=equal, zero=equal|distinct, ..."), leaving out the choices
 * that are wholly open; cut to `size`. "any" when all are open.
 */
char *uo_policy_set_format(const uo_policy_set *set, char *text, size_t size);

/*
 * Narrows `set` to the policies under which `claimed` violates nothing. Choices that cannot matter for this X are
 * not tried one by one, so the cost is that of a few uo_check. Errors as uo_check; the set is then unchanged.
 */
UO_MUST_USE uo_error_code uo_check_set(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                       const uo_outputs *claimed, const uo_allocator *allocator, uo_policy_set *set,
                                       uo_error *error);

#ifdef __cplusplus
}
#endif

#endif
