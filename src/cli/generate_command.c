/* unique-oracle generate: generated cases as JSON lines. */
#include <signal.h>
#include <stdio.h>

#include "cases/generated.h"
#include "cli/command_line.h"
#include "files/json_text.h"
#include "gate/gate_options.h"
#include "tensor/guard.h"

typedef struct generate_options {
  uint64_t seed;
  uint64_t count;
  bool has_count;
  uint64_t level;
  uint64_t shard;
  uint64_t shards;
} generate_options;

static uo_error_code set_seed(void *context, const char *value, uo_error *error) {
  generate_options *options = context;
  return uo_read_number("--seed", value, 0, UINT64_MAX, &options->seed, error);
}

static uo_error_code set_count(void *context, const char *value, uo_error *error) {
  generate_options *options = context;
  options->has_count = true;
  return uo_read_number("--count", value, 0, UO_MOST_CASES, &options->count, error);
}

static uo_error_code set_level(void *context, const char *value, uo_error *error) {
  generate_options *options = context;
  return uo_read_number("--level", value, 0, 2, &options->level, error);
}

static uo_error_code set_shard(void *context, const char *value, uo_error *error) {
  generate_options *options = context;
  return uo_read_shard("--shard", value, &options->shard, &options->shards, error);
}

static const uo_option option_table[] = {
    {"seed", "S", "seed of the random cases (default 1)", set_seed},
    {"count", "N", "how many random cases; line K, from 0, is case S:K", set_count},
    {"level", "0|1|2", "0 (default): random cases. 1: and after them the crossing grid. 2: and every small case",
     set_level},
    {"shard", "I/N", "only every N-th line, beginning with line I, from 0", set_shard},
    {0},
};

/* Random cases first, so that the line number of a case is its index. */
static uo_error_code make_case(const generate_options *options, uint64_t position, uo_arena *arena, uo_case *made,
                               uo_error *error) {
  if (position < options->count) return uo_random_case(options->seed, position, arena, made, error);
  position -= options->count;
  if (position < uo_grid_size()) return uo_grid_case(position, arena, made, error);
  return uo_small_case(position - uo_grid_size(), arena, made, error);
}

static uo_error_code write_cases(const generate_options *options, uo_arena *arena, uo_error *error) {
  uint64_t size = options->count;
  if (options->level >= 1) size += uo_grid_size();
  if (options->level >= 2) size += uo_small_size();
  for (uint64_t position = options->shard; position < size; position += options->shards) {
    uo_case made;
    const char *line;
    size_t length;
    uo_arena_reset(arena);
    UO_TRY(make_case(options, position, arena, &made, error));
    UO_TRY(uo_json_case(&made, arena, &line, &length, error));
    UO_TRY(uo_write_line(line, length, error));
    if (options->shards > size) break; /* the sum would overflow */
  }
  return UO_ERROR_NONE;
}

static int run(const uo_subcommand *self, const char *program, int argc, char **argv) {
  (void)program;
  generate_options options = {.seed = UO_DEFAULT_SEED, .shards = 1};
  uo_parsed parsed = uo_parse(self, argc, argv, &options, NULL);
  if (parsed != UO_PARSED_GO_ON) return parsed == UO_PARSED_HELP_PRINTED ? 0 : UO_EXIT_NOT_JUDGED;
  if (!options.has_count) return uo_complain(self, "--count N is missing: say how many random cases");
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, not a death */
  uo_error error = {0};
  uo_arena arena = {0};
  uo_error_code code = write_cases(&options, &arena, &error);
  uo_arena_release(&arena);
  return code == UO_ERROR_NONE ? uo_finish_output(self, 0) : uo_complain(self, error.message);
}

const uo_subcommand uo_generate_subcommand = {
    .name = "generate",
    .usage = "[--seed S] --count N [--level L] [--shard I/N]  > CASES",
    .summary = "write generated cases as JSON lines",
    .details = "The same seed gives the same bytes on every machine.\n",
    .options = option_table,
    .run = run,
};
