/* Subcommands and their command lines. */
#ifndef UO_CLI_COMMAND_LINE_H
#define UO_CLI_COMMAND_LINE_H

#include "gate/option.h"

/* Exit codes of the program. */
enum { UO_EXIT_CONFORMS = 0, UO_EXIT_DOES_NOT_CONFORM = 1, UO_EXIT_NOT_JUDGED = 2 };

/* A subcommand: argv[0] is its name; returns the exit code. */
typedef struct uo_subcommand {
  const char *name;
  const char *usage;   /* its arguments, as "FROM TO" */
  const char *summary; /* one line */
  const char *details; /* more for its --help; "" when there is nothing more to say */
  const uo_option *options;
  const char *repeatable; /* the one option with a value that may stand more than once; NULL: none */
  int positionals;        /* how many arguments that are no options it takes */
  int optional;           /* how many of these, from the last one, may be left out: NULL then */
  int (*run)(const struct uo_subcommand *self, const char *program, int argc, char **argv);
} uo_subcommand;

extern const uo_subcommand uo_gate_subcommand;
extern const uo_subcommand uo_answer_subcommand;
extern const uo_subcommand uo_generate_subcommand;
extern const uo_subcommand uo_shrink_subcommand;
extern const uo_subcommand uo_explain_subcommand;
extern const uo_subcommand uo_convert_subcommand;
extern const uo_subcommand uo_clauses_subcommand;
extern const uo_subcommand uo_verify_claim_subcommand;

/* What becomes of a command line. */
typedef enum uo_parsed { UO_PARSED_GO_ON, UO_PARSED_HELP_PRINTED, UO_PARSED_WRONG } uo_parsed;

/*
 * Reads the options of a subcommand into `options` (what its table's setters take) and its other arguments into
 * `positionals`. An option with a value that is given twice is wrong, but for `repeatable`. --help prints the usage on
 * standard output; what is wrong is said on standard error.
 */
UO_MUST_USE uo_parsed uo_parse(const uo_subcommand *subcommand, int argc, char **argv, void *options,
                               const char **positionals);

/* "unique-oracle gate: MESSAGE" on standard error, nothing when it is ""; returns UO_EXIT_NOT_JUDGED. */
int uo_complain(const uo_subcommand *subcommand, const char *message);

/* A line on standard output. UO_ERROR_SYSTEM without a message when the reader went away: whoever closed the pipe
 * knows. */
UO_MUST_USE uo_error_code uo_write_line(const char *line, size_t size, uo_error *error);

/* What was written goes out; errors as for uo_write_line. */
UO_MUST_USE uo_error_code uo_flush_output(uo_error *error);

/* The same; an error is said on standard error. Returns `code`, or UO_EXIT_NOT_JUDGED. */
int uo_finish_output(const uo_subcommand *subcommand, int code);

#endif
