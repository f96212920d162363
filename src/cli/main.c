/* unique-oracle: the program. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <unique_oracle/unique.h>

#include "cli/command_line.h"
#include "gate/describe.h"

static const uo_subcommand *const subcommands[] = {
    &uo_gate_subcommand,    &uo_answer_subcommand,  &uo_generate_subcommand, &uo_shrink_subcommand,
    &uo_explain_subcommand, &uo_convert_subcommand, &uo_clauses_subcommand,  &uo_verify_claim_subcommand,
};
#define SUBCOMMAND_COUNT (sizeof subcommands / sizeof subcommands[0])

static void print_usage(FILE *stream) {
  fputs("unique-oracle: test oracle and conformance gate for ONNX Unique\n\nusage:\n", stream);
  for (size_t i = 0; i < SUBCOMMAND_COUNT; i++) {
    fprintf(stream, "  unique-oracle %-12s  %s\n", subcommands[i]->name, subcommands[i]->summary);
  }
  fputs(
      "  unique-oracle --version\n\n"
      "Each subcommand explains itself with --help.\n\n"
      "exit status:\n"
      "  0                     gate: the subject conforms; elsewhere: all went well\n"
      "  1                     gate: it does not conform; shrink: the case fails, its smallest form is written;\n"
      "                        verify-claim: the claim does not hold\n"
      "  2                     nothing could be judged or done; the message says why and what to do\n"
      "  130, 143              gate, verify-claim: interrupted by SIGINT (Ctrl-C), SIGTERM; the reports tell what was\n"
      "                        judged until then\n\n"
      "environment:\n"
      "  UNIQUE_ORACLE_CORPUS  the vectors that are judged without --vectors; not set or empty: the bundled ones\n"
      "  NO_COLOR              set to anything but the empty text: no colours, on a terminal neither\n"
      "  TERM                  not set, or dumb: no colours\n"
      "  TMPDIR                where a system without memory files has the memory shared with a plug-in (default "
      "/tmp)\n",
      stream);
}

/* For the completions of shells (tools/pages/complete.awk): what an argument may be, by the name that --help gives it.
 */
static void print_words(void) {
#define PRINT_TYPE(name, number, text, size)                        " " text
#define PRINT_POLICY(name, text, choices, follows)                  " " text
#define PRINT_CHOICE(name, bit, choice, first, second, silent, ask) " " choice "=" first " " choice "=" second
  puts("T[,T...]\t" UO_TYPES(PRINT_TYPE));
  puts("T[,T...]|all\t all" UO_TYPES(PRINT_TYPE));
  puts("P\t spec" UO_POLICIES(PRINT_POLICY) UO_CHOICES(PRINT_CHOICE));
#undef PRINT_TYPE
#undef PRINT_POLICY
#undef PRINT_CHOICE
}

/*
 * A standard stream that was closed is opened so that using it fails as before: else the next file or pipe would get
 * its number, and with it what is meant for the stream.
 */
static void fill_standard_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) < 0) (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int main(int argc, char **argv) {
  fill_standard_streams();
  if (argc < 2) {
    print_usage(stderr);
    return UO_EXIT_NOT_JUDGED;
  }
  if (strcmp(argv[1], "--help") == 0) {
    print_usage(stdout);
    return 0;
  }
  if (strcmp(argv[1], "--version") == 0) {
    puts("unique-oracle " UO_VERSION);
    return 0;
  }
  if (strcmp(argv[1], "--words") == 0) {
    print_words();
    return 0;
  }
  for (size_t i = 0; i < SUBCOMMAND_COUNT; i++) {
    if (strcmp(argv[1], subcommands[i]->name) == 0)
      return subcommands[i]->run(subcommands[i], argv[0], argc - 1, argv + 1);
  }
  fputs("unique-oracle: ", stderr);
  uo_write_text(argv[1], stderr);
  fputs(": there is no such subcommand; try: unique-oracle --help\n", stderr);
  return UO_EXIT_NOT_JUDGED;
}
