/* Verdicts: what the gate says about one answer. */
#ifndef UO_GATE_VERDICT_H
#define UO_GATE_VERDICT_H

#include <unique_oracle/unique.h>

/* When a verdict fails the gate. */
typedef enum uo_fails {
  UO_FAILS_NEVER,
  UO_FAILS_ALWAYS,
  UO_FAILS_UNLESS_SPEC,  /* under a named policy, but not under `spec` */
  UO_FAILS_WHEN_REQUIRED /* when --require-dtypes names the case's type */
} uo_fails;

/* Name in the code, name in reports and lists, when it fails the gate, meaning. The only place that lists verdicts. */
/* clang-format off */
#define UO_VERDICTS(X) \
  X(PASS, "pass", UO_FAILS_NEVER, "every clause holds under the policy") \
  X(FREEDOM, "freedom", UO_FAILS_UNLESS_SPEC, "differs from the policy only at silent points, which are named") \
  X(UNSUPPORTED, "unsupported", UO_FAILS_WHEN_REQUIRED, "the subject declared that it does not offer this") \
  X(WRONG, "wrong", UO_FAILS_ALWAYS, "at least one clause is violated; all violated clause ids are named") \
  X(REJECTS_VALID, "rejects-valid", UO_FAILS_ALWAYS, "an error for a valid case") \
  X(ACCEPTS_INVALID, "accepts-invalid", UO_FAILS_ALWAYS, "an answer for a case that must be rejected") \
  X(CRASH, "crash", UO_FAILS_ALWAYS, "died by a signal or exited") \
  X(HANG, "hang", UO_FAILS_ALWAYS, "over the time limit") \
  X(OUT_OF_MEMORY, "out-of-memory", UO_FAILS_ALWAYS, "over the memory limit") \
  X(CLOBBERS, "clobbers", UO_FAILS_ALWAYS, "wrote before or past its outputs, read past its input, changed its input, or gave an output not asked for") \
  X(LEAKS, "leaks", UO_FAILS_ALWAYS, "its heap keeps growing when the same case is asked again") \
  X(UNSTABLE, "unstable", UO_FAILS_ALWAYS, "the same case answered differently when asked again") \
  X(BROKEN_ADAPTER, "broken-adapter", UO_FAILS_ALWAYS, "an answer that does not follow the protocol")
/* clang-format on */

typedef enum uo_verdict {
#define UO_VERDICT_ENUMERATOR(name, text, fails, meaning) UO_VERDICT_##name,
  UO_VERDICTS(UO_VERDICT_ENUMERATOR)
#undef UO_VERDICT_ENUMERATOR
      UO_VERDICT_COUNT
} uo_verdict;

/* "rejects-valid", and what it means. */
const char *uo_verdict_name(uo_verdict verdict);
const char *uo_verdict_meaning(uo_verdict verdict);

/* The verdict of that name; false when there is none. */
UO_MUST_USE bool uo_verdict_find(const char *name, uo_verdict *verdict);

/* Whether this verdict fails the gate: `spec` under --policy spec, `required` when the case's type is one of
 * --require-dtypes. */
bool uo_verdict_fails(uo_verdict verdict, bool spec, bool required);

#endif
