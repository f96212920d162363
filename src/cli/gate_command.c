/* unique-oracle gate */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/bundled.h"
#include "cli/command_line.h"
#include "gate/gate.h"

static const char details[] =
    "Without --plugin, --command or --answers the subject is the built-in reference.\n"
    "Exit codes: 0 the subject conforms; 1 it does not; 2 no judgement could be made; 130 (143) interrupted by\n"
    "SIGINT (SIGTERM): the reports then tell what was judged until then.\n"
    "Colours are used on a terminal only, and never when NO_COLOR is set.\n"
    "The last line is fixed, for scripts:\n"
    "  unique-oracle: VERDICT-WORD  cases=N pass=N freedom=N unsupported=N failed=N  policy=P\n"
    "Every case is in one of pass, freedom, unsupported and failed, or is a known failure (a line above tells how "
    "many).\n";

/* The signal that came; a handler has nothing else to write to. */
static volatile sig_atomic_t came;

static void note(int number) { came = number; }

/* A reader that went away, and a file that grows beyond its limit, are errors of the write. */
static void ignore(int number) { (void)number; }

/*
 * The first SIGINT or SIGTERM ends the run with a report of what was judged, the second one ends the program. A signal
 * that is ignored, as in the background of a script, stays so.
 */
static void catch_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = (struct sigaction){.sa_handler = note, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};
    (void)sigaction(numbers[i], &action, NULL);
  }
  const struct sigaction ignored = {.sa_handler = ignore, .sa_flags = SA_RESTART};
  (void)sigaction(SIGPIPE, &ignored, NULL);
  (void)sigaction(SIGXFSZ, &ignored, NULL);
}

/* Colours go to a terminal only, and never with NO_COLOR or to a terminal that has none. */
static bool shows_colours(FILE *stream) {
  const char *refused = getenv("NO_COLOR");
  const char *terminal = getenv("TERM");
  if (refused != NULL && refused[0] != '\0') return false;
  return isatty(fileno(stream)) == 1 && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

/* 128 and the signal's number is what shells say of a program that a signal ended. */
#define EXIT_SIGNAL 128

/* Asks, judges, reports; with another report on standard output the readable one goes to standard error. */
static int judge(const uo_subcommand *self, uo_gate_options *options) {
  FILE *report = uo_report_on_stdout(options) == UO_REPORT_COUNT ? stdout : stderr;
  FILE *progress = isatty(STDERR_FILENO) && !options->quiet ? stderr : NULL;
  uo_gate_result result;
  uo_error error = {0};
  options->colour = shows_colours(report);
  options->limits.interrupt = &came;
  catch_signals();
  if (uo_gate_run(options, report, progress, &result, &error) != UO_ERROR_NONE) {
    uo_complain(self, error.message);
    fprintf(report, "%s\n", result.summary);
    return result.signal != 0 ? EXIT_SIGNAL + result.signal : UO_EXIT_NOT_JUDGED;
  }
  int code = result.conforms ? UO_EXIT_CONFORMS : UO_EXIT_DOES_NOT_CONFORM;
  return uo_finish_output(self, result.signal != 0 ? EXIT_SIGNAL + result.signal : code);
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
    .repeatable = "vectors",
    .run = run,
};
