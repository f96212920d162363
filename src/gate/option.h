/* Options of a subcommand as a table: what parses them, what --help prints, and what each one's value may be. */
#ifndef UO_GATE_OPTION_H
#define UO_GATE_OPTION_H

#include <unique_oracle/unique.h>

typedef struct uo_option {
  const char *name;     /* without the dashes; NULL ends a table */
  const char *argument; /* what --help calls its argument; NULL when it takes none */
  const char *help;     /* one or more lines */
  /* Puts the value (NULL when it takes none) into `options`; UO_ERROR_ARGUMENT says what is wrong and what would be
   * right. */
  uo_error_code (*set)(void *options, const char *value, uo_error *error);
} uo_option;

/* Decimal digits only, `least` to `most`; `name` begins the message ("--seed"). */
UO_MUST_USE uo_error_code uo_read_number(const char *name, const char *text, uint64_t least, uint64_t most,
                                         uint64_t *number, uo_error *error);

/* A positive decimal number of seconds: "10", "0.25". */
UO_MUST_USE uo_error_code uo_read_seconds(const char *name, const char *text, double *seconds, uo_error *error);

/* "I/N" with 0 <= I < N. */
UO_MUST_USE uo_error_code uo_read_shard(const char *name, const char *text, uint64_t *index, uint64_t *total,
                                        uo_error *error);

#define UO_ALL_DTYPES UINT32_C(0xfffe) /* bits 1u << UO_TYPE_* */

/* "float,int64" as bits 1u << UO_TYPE_*; "all" where `all` allows it. */
UO_MUST_USE uo_error_code uo_read_dtypes(const char *name, const char *text, bool all, uint32_t *dtypes,
                                         uo_error *error);

/* "spec", or a policy as uo_policy_parse reads it. Under spec *policy is onnx. */
UO_MUST_USE uo_error_code uo_read_policy(const char *name, const char *text, bool *spec, uo_policy *policy,
                                         uo_error *error);

#endif
