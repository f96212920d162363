#include "cli/command_line.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "gate/describe.h"
#include "tensor/guard.h"

#define MOST_OPTIONS 40
#define HELP_COLUMN  36
/* Values that getopt_long returns for the options of a table: beyond every character. */
#define FIRST_OPTION 256

int uo_complain(const uo_subcommand *subcommand, const char *message) {
  if (message[0] == '\0') return UO_EXIT_NOT_JUDGED;
  fprintf(stderr, "unique-oracle %s: ", subcommand->name);
  uo_write_text(message, stderr);
  fputc('\n', stderr);
  return UO_EXIT_NOT_JUDGED;
}

/* For a write to standard output that failed with errno. Whoever closed a pipe knows: nothing is said then. */
static uo_error_code fail_output(uo_error *error) {
  if (errno == EPIPE) return uo_fail(error, UO_ERROR_SYSTEM, "%s", "");
  return uo_fail(error, UO_ERROR_SYSTEM, "standard output cannot be written: %s", strerror(errno));
}

uo_error_code uo_write_line(const char *line, size_t size, uo_error *error) {
  (void)fwrite(line, 1, size, stdout);
  (void)putchar('\n');
  return ferror(stdout) == 0 ? UO_ERROR_NONE : fail_output(error);
}

uo_error_code uo_flush_output(uo_error *error) {
  errno = EIO; /* should an earlier write have failed */
  (void)fflush(stdout);
  return ferror(stdout) == 0 ? UO_ERROR_NONE : fail_output(error);
}

int uo_finish_output(const uo_subcommand *subcommand, int code) {
  uo_error error = {0};
  return uo_flush_output(&error) == UO_ERROR_NONE ? code : uo_complain(subcommand, error.message);
}

/* ---- Help ------------------------------------------------------------------------------------------------------- */

static void print_option(const char *name, const char *argument, const char *help) {
  int width = printf("  --%s%s%s", name, argument == NULL ? "" : " ", argument == NULL ? "" : argument);
  while (*help != '\0') {
    int length = (int)strcspn(help, "\n");
    if (width >= HELP_COLUMN) {
      putchar('\n');
      width = 0;
    }
    printf("%*s%.*s\n", HELP_COLUMN - width, "", length, help);
    width = 0;
    help += length;
    if (*help == '\n') help++;
  }
}

static void print_help(const uo_subcommand *subcommand) {
  printf("usage: unique-oracle %s %s\n\n%s\n%s%s\noptions:\n", subcommand->name, subcommand->usage, subcommand->summary,
         subcommand->details[0] == '\0' ? "" : "\n", subcommand->details);
  for (const uo_option *option = subcommand->options; option->name != NULL; option++) {
    print_option(option->name, option->argument, option->help);
  }
  print_option("help", NULL, "print this and exit");
}

/* ---- Parsing ---------------------------------------------------------------------------------------------------- */

/* Fills getopt_long's table from ours, --help last; returns how many options ours has. */
static int fill_table(const uo_option *options, struct option *table) {
  int count = 0;
  for (; options[count].name != NULL && count < MOST_OPTIONS; count++) {
    int argument = options[count].argument == NULL ? no_argument : required_argument;
    table[count] = (struct option){options[count].name, argument, NULL, FIRST_OPTION + count};
  }
  table[count] = (struct option){"help", no_argument, NULL, FIRST_OPTION + count};
  table[count + 1] = (struct option){0};
  return count;
}

/* What getopt_long did not understand: the word stands at argv[optind - 1], or optopt is a short option's letter. */
static uo_parsed refuse(const uo_subcommand *subcommand, int result, char **argv) {
  const char *word = argv[optind - 1];
  bool ours = optopt >= FIRST_OPTION;
  char message[256];
  if (result == ':') {
    const uo_option *option = &subcommand->options[optopt - FIRST_OPTION]; /* only long options have arguments */
    snprintf(message, sizeof message, "--%s: needs an argument: --%s %s", option->name, option->name, option->argument);
  } else if (ours) {
    snprintf(message, sizeof message, "%.100s: this option takes no argument", word);
  } else if (optopt != 0) {
    snprintf(message, sizeof message, "-%c: there are no short options", optopt);
  } else {
    snprintf(message, sizeof message, "%.100s: there is no such option; see: unique-oracle %s --help", word,
             subcommand->name);
  }
  uo_complain(subcommand, message);
  return UO_PARSED_WRONG;
}

static uo_parsed take_positionals(const uo_subcommand *subcommand, int argc, char **argv, const char **positionals) {
  char message[256] = "";
  if (argc - optind > subcommand->positionals) {
    snprintf(message, sizeof message, "%.100s: one argument too many; the form is: unique-oracle %s %s",
             argv[optind + subcommand->positionals], subcommand->name, subcommand->usage);
  } else if (argc - optind < subcommand->positionals - subcommand->optional) {
    snprintf(message, sizeof message, "an argument is missing; the form is: unique-oracle %s %s", subcommand->name,
             subcommand->usage);
  }
  if (message[0] != '\0') {
    uo_complain(subcommand, message);
    return UO_PARSED_WRONG;
  }
  for (int i = 0; i < argc - optind; i++) positionals[i] = argv[optind + i];
  return UO_PARSED_GO_ON;
}

/* Of two values one would win unseen. */
static uo_error_code set_once(const uo_subcommand *subcommand, int number, bool *given, void *options,
                              uo_error *error) {
  const uo_option *option = &subcommand->options[number];
  UO_TRY(option->set(options, optarg, error));
  bool repeatable = subcommand->repeatable != NULL && strcmp(subcommand->repeatable, option->name) == 0;
  UO_REQUIRE(!given[number] || repeatable || option->argument == NULL, error, UO_ERROR_ARGUMENT,
             "--%s %s: given twice; give it once", option->name, optarg);
  given[number] = true;
  return UO_ERROR_NONE;
}

uo_parsed uo_parse(const uo_subcommand *subcommand, int argc, char **argv, void *options, const char **positionals) {
  struct option table[MOST_OPTIONS + 2];
  bool given[MOST_OPTIONS] = {false};
  int count = fill_table(subcommand->options, table);
  opterr = 0;
  optind = 1;
  for (;;) {
    optopt = 0;
    int result = getopt_long(argc, argv, ":", table, NULL);
    if (result == -1) return take_positionals(subcommand, argc, argv, positionals);
    if (result < FIRST_OPTION) return refuse(subcommand, result, argv);
    if (result == FIRST_OPTION + count) {
      print_help(subcommand);
      return UO_PARSED_HELP_PRINTED;
    }
    uo_error error = {0};
    if (set_once(subcommand, result - FIRST_OPTION, given, options, &error) != UO_ERROR_NONE) {
      uo_complain(subcommand, error.message);
      return UO_PARSED_WRONG;
    }
  }
}
