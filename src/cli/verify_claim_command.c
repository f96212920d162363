/* unique-oracle verify-claim */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/bundled.h"
#include "cli/command_line.h"
#include "gate/claim.h"
#include "gate/describe.h"
#include "gate/gate.h"
#include "tensor/guard.h"

static const char details[] =
    "FILE.json is what gate --claim wrote. The subject is named as for gate; a claim about the built-in reference "
    "needs\n"
    "none. Policy, cases and limits are those of the claim; the vectors must be the ones that it was made with.\n"
    "Exit codes: 0 the claim holds; 1 it does not; 2 that cannot be said (another subject, other vectors, no claim).\n";

/* ---- Options: those of the gate that say what and where, not how it is judged ------------------------------------ */

#define UO_SETTER(function, name)                                                                                      \
  static uo_error_code function(void *options, const char *value, uo_error *error) {                                   \
    return uo_gate_option_set(name, options, value, error);                                                            \
  }
UO_SETTER(set_plugin, "plugin")
UO_SETTER(set_command, "command")
UO_SETTER(set_answers, "answers")
UO_SETTER(set_vectors, "vectors")
UO_SETTER(set_timeout, "timeout")
UO_SETTER(set_memory, "memory")
#undef UO_SETTER

static const uo_option option_table[] = {
    {"plugin", "FILE.so", "the subject: a shared library with the plug-in ABI", set_plugin},
    {"command", "'CMD ARGS'", "the subject: a long-lived process that speaks the line protocol", set_command},
    {"answers", "FILE.jsonl", "the subject: answers made elsewhere, matched by id", set_answers},
    {"vectors", "PATH", "the vectors of the claim; repeatable. Default: as for gate", set_vectors},
    {"timeout", "SECONDS", "for one case, and as much again for every 8192 elements; default: the claim's",
     set_timeout},
    {"memory", "MIB", "for the subject; default: the claim's", set_memory},
    {0},
};

static uo_error_code verify(const char *path, uo_gate_options *options, uo_claim_check *check, uo_error *error) {
  uo_claim claim;
  uo_gate_result result;
  FILE *progress = isatty(STDERR_FILENO) ? stderr : NULL;
  UO_TRY(uo_claim_read(path, &claim, error));
  check->claim = &claim;
  options->verify = check;
  uo_error_code code = uo_claim_apply(&claim, options, error);
  if (code == UO_ERROR_NONE) code = uo_gate_run(options, NULL, progress, &result, error);
  uo_claim_release(&claim);
  return code;
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  uo_gate_options options = uo_gate_options_default();
  char bundled[UO_BUNDLED_PATH];
  const char *corpus = getenv("UNIQUE_ORACLE_CORPUS");
  options.bundled = uo_bundled_corpus(bundled);
  options.corpus = corpus == NULL || corpus[0] == '\0' ? options.bundled : corpus;
  options.program = program;
  options.version = UO_VERSION;
  options.limits = (uo_limits){0}; /* those of the claim, unless the command line gives others */
  const char *path = NULL;
  uo_parsed parsed = uo_parse(self, argc, argv, &options, &path);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  uo_claim_check check = {.stream = stdout};
  uo_error error = {0};
  if (verify(path, &options, &check, &error) != UO_ERROR_NONE) return uo_complain(self, error.message);
  if (!check.compared) return uo_complain(self, "interrupted: the claim was not compared");
  uo_write_text(path, stdout);
  printf(": the claim %s\n", check.holds ? "holds" : "does not hold");
  return uo_finish_output(self, check.holds ? UO_EXIT_CONFORMS : UO_EXIT_DOES_NOT_CONFORM);
}

const uo_subcommand uo_verify_claim_subcommand = {
    .name = "verify-claim",
    .usage = "FILE.json [SUBJECT] [--vectors PATH] [LIMITS]",
    .summary = "judge again what a claim says, and whether it holds",
    .details = details,
    .options = option_table,
    .positionals = 1,
    .repeatable = "vectors",
    .run = run,
};
