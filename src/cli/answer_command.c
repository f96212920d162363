#include "cli/command_line.h"
static const uo_option options[] = {{0}};
static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  (void)argc;
  (void)argv;
  return uo_complain(self, "being written");
}
const uo_subcommand uo_answer_subcommand = {
    .name = "answer", .usage = "", .summary = "", .details = "", .options = options, .run = run};
