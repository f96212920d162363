/* unique-oracle gate */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/bundled.h"
#include "cli/command_line.h"
#include "gate/gate.h"

static const char details[] =
    "Without --plugin, --command or --answers the subject is the built-in reference.\n"
    "Exit codes: 0 the subject conforms; 1 it does not; 2 no judgement could be made.\n"
    "The last line is fixed, for scripts:\n"
    "  unique-oracle: VERDICT-WORD  cases=N pass=N freedom=N unsupported=N failed=N  policy=P\n"
    "Every case is in one of pass, freedom, unsupported and failed, or is a known failure (a line above tells how "
    "many).\n";

/* Asks, judges, reports; with another report on standard output the readable one goes to standard error. */
static int judge(const uo_subcommand *self, const uo_gate_options *options) {
  FILE *report = uo_report_on_stdout(options) == UO_REPORT_COUNT ? stdout : stderr;
  FILE *progress = isatty(STDERR_FILENO) ? stderr : NULL;
  uo_gate_result result;
  uo_error error = {0};
  if (uo_gate_run(options, report, progress, &result, &error) != UO_ERROR_NONE) {
    uo_complain(self, error.message);
    fprintf(report, "%s\n", result.summary);
    return UO_EXIT_NOT_JUDGED;
  }
  return uo_finish_output(self, result.conforms ? UO_EXIT_CONFORMS : UO_EXIT_DOES_NOT_CONFORM);
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  uo_gate_options options = uo_gate_options_default();
  const char *corpus = getenv("UNIQUE_ORACLE_CORPUS");
  char bundled[UO_BUNDLED_PATH];
  options.bundled = uo_bundled_corpus(bundled);
  options.corpus = corpus == NULL || corpus[0] == '\0' ? options.bundled : corpus;
  options.program = program;
  options.version = UO_VERSION;
  uo_parsed parsed = uo_parse(self, argc, argv, &options, NULL);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  uo_error error = {0};
  if (uo_gate_options_complete(&options, &error) != UO_ERROR_NONE) return uo_complain(self, error.message);
  return judge(self, &options);
}

const uo_subcommand uo_gate_subcommand = {
    .name = "gate",
    .usage = "[SUBJECT] [CASES] [--policy P] [LIMITS] [REPORTS]",
    .summary = "judge an implementation of Unique",
    .details = details,
    .options = uo_gate_option_table,
    .run = run,
};
