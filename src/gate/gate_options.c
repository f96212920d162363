#include "gate/gate_options.h"

#include <string.h>

#include "gate/output_clash.h"
#include "gate/output_place.h"
#include "tensor/guard.h"

uo_gate_options uo_gate_options_default(void) {
  return (uo_gate_options){
      .level = -1,
      .seed = UO_DEFAULT_SEED,
      .count = UO_DEFAULT_COUNT,
      .shards = 1,
      .dtypes = UO_ALL_DTYPES,
      .limits = {.seconds = UO_DEFAULT_SECONDS, .memory_mib = UO_DEFAULT_MEMORY_MIB},
      .max_shown = UO_DEFAULT_SHOWN,
      .program = "unique-oracle",
      .version = "",
  };
}

const char *uo_subject_option(uo_subject_kind kind) {
  switch (kind) {
    case UO_SUBJECT_PLUGIN:
      return "--plugin";
    case UO_SUBJECT_COMMAND:
      return "--command";
    case UO_SUBJECT_ANSWERS:
      return "--answers";
    case UO_SUBJECT_BUILTIN:
    default:
      return NULL;
  }
}

static uo_error_code set_subject(uo_gate_options *options, uo_subject_kind kind, const char *value, uo_error *error) {
  UO_REQUIRE(options->subject == UO_SUBJECT_BUILTIN, error, UO_ERROR_ARGUMENT,
             "%s: there is a subject already (%s %s); a run has one subject", uo_subject_option(kind),
             uo_subject_option(options->subject), options->subject_argument);
  UO_REQUIRE(value[0] != '\0', error, UO_ERROR_ARGUMENT, "%s: its argument is empty", uo_subject_option(kind));
  options->subject = kind;
  options->subject_argument = value;
  return UO_ERROR_NONE;
}

static uo_error_code set_plugin(void *options, const char *value, uo_error *error) {
  return set_subject(options, UO_SUBJECT_PLUGIN, value, error);
}

static uo_error_code set_command(void *options, const char *value, uo_error *error) {
  return set_subject(options, UO_SUBJECT_COMMAND, value, error);
}

static uo_error_code set_answers(void *options, const char *value, uo_error *error) {
  UO_REQUIRE(strcmp(value, "-") != 0, error, UO_ERROR_ARGUMENT,
             "--answers -: are not read from standard input; write them to a file and name it");
  return set_subject(options, UO_SUBJECT_ANSWERS, value, error);
}

static uo_error_code set_vectors(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  UO_REQUIRE(options->vector_count < UO_MAX_VECTOR_PATHS, error, UO_ERROR_ARGUMENT,
             "--vectors %s: more than %d of them; put the files into one folder", value, UO_MAX_VECTOR_PATHS);
  options->vectors[options->vector_count++] = value;
  return UO_ERROR_NONE;
}

static uo_error_code set_level(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  uint64_t level = 0;
  UO_TRY(uo_read_number("--level", value, 0, 2, &level, error));
  options->level = (int)level;
  return UO_ERROR_NONE;
}

static uo_error_code set_seed(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_number("--seed", value, 0, UINT64_MAX, &options->seed, error);
}

static uo_error_code set_count(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_number("--count", value, 0, UO_MOST_CASES, &options->count, error);
}

static uo_error_code set_case(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  UO_REQUIRE(value[0] != '\0', error, UO_ERROR_ARGUMENT, "--case: the id is empty");
  options->only = value;
  return UO_ERROR_NONE;
}

static uo_error_code set_shard(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_shard("--shard", value, &options->shard, &options->shards, error);
}

static uo_error_code set_dtype(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_dtypes("--dtype", value, false, &options->dtypes, error);
}

static uo_error_code set_required(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_dtypes("--require-dtypes", value, true, &options->required, error);
}

static uo_error_code set_known(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  UO_REQUIRE(strcmp(value, "-") != 0, error, UO_ERROR_ARGUMENT,
             "--known-failures -: is not read from standard input; name a file");
  options->known_failures = value;
  return UO_ERROR_NONE;
}

static uo_error_code set_write_known(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  UO_REQUIRE(strcmp(value, "-") != 0, error, UO_ERROR_ARGUMENT, "--write-known-failures -: name a file");
  options->write_known_failures = value;
  return UO_ERROR_NONE;
}

static uo_error_code set_write_groups(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  UO_REQUIRE(strcmp(value, "-") != 0, error, UO_ERROR_ARGUMENT, "--write-known-groups -: name a file");
  options->write_known_groups = value;
  return UO_ERROR_NONE;
}

static uo_error_code set_policy(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_policy("--policy", value, &options->spec, &options->policy, error);
}

static uo_error_code set_timeout(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_seconds("--timeout", value, &options->limits.seconds, error);
}

static uo_error_code set_memory(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  uint64_t mib = 0;
  UO_TRY(uo_read_number("--memory", value, 1, SIZE_MAX >> 20, &mib, error));
  options->limits.memory_mib = (size_t)mib;
  return UO_ERROR_NONE;
}

static uo_error_code set_max_shown(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  return uo_read_number("--max-shown", value, 0, 1000000, &options->max_shown, error);
}

static uo_error_code set_fail_fast(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  (void)value;
  (void)error;
  options->fail_fast = true;
  return UO_ERROR_NONE;
}

static uo_error_code set_no_shrink(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  (void)value;
  (void)error;
  options->no_shrink = true;
  return UO_ERROR_NONE;
}

static uo_error_code set_quiet(void *context, const char *value, uo_error *error) {
  uo_gate_options *options = context;
  (void)value;
  (void)error;
  options->quiet = true;
  return UO_ERROR_NONE;
}

#define UO_REPORT_SETTER(NAME, name, help)                                                                             \
  static uo_error_code set_##name(void *options, const char *value, uo_error *error) {                                 \
    (void)error;                                                                                                       \
    ((uo_gate_options *)options)->reports[UO_REPORT_##NAME] = value;                                                   \
    return UO_ERROR_NONE;                                                                                              \
  }
UO_REPORTS(UO_REPORT_SETTER)
#undef UO_REPORT_SETTER

#define UO_REPORT_ROW(NAME, name, help) {#name, "FILE", help, set_##name},

const uo_option uo_gate_option_table[] = {
    {"plugin", "FILE.so", "the subject: a shared library with the plug-in ABI", set_plugin},
    {"command", "'CMD ARGS'", "the subject: a long-lived process that speaks the line protocol", set_command},
    {"answers", "FILE.jsonl",
     "the subject: answers made elsewhere, matched by id. The level is then 0 unless given;\n"
     "a case without an answer is broken-adapter",
     set_answers},
    {"vectors", "PATH",
     "a .jsonl file, a folder of them, or a folder of ONNX backend tests; repeatable.\n"
     "Default: $UNIQUE_ORACLE_CORPUS, or the bundled corpus",
     set_vectors},
    {"level", "0|1|2", "0: vectors only. 1 (default): and the crossing grid and random cases. 2: and every small case",
     set_level},
    {"seed", "S", "seed of the random cases (default 1); case S:I is the same case everywhere", set_seed},
    {"count", "N", "how many random cases (default 20000)", set_count},
    {"case", "ID", "only this one: a vector's id, S:I, grid:I or small:I", set_case},
    {"shard", "I/N", "only the I-th of N equal parts, I from 0", set_shard},
    {"dtype", "T[,T...]", "only these types", set_dtype},
    {"require-dtypes", "T[,T...]|all", "these must be offered: unsupported fails the gate", set_required},
    {"known-failures", "FILE",
     "accepted failures, lines ID VERDICT [# reason]; a listed one that passes, changes or\n"
     "never runs fails the gate",
     set_known},
    {"write-known-failures", "FILE",
     "write the failures of this run as such a list; the exit code stays that of the run", set_write_known},
    {"write-known-groups", "FILE", "the same, with one line for all failures of a kind: for subjects that fail a lot",
     set_write_groups},
    {"policy", "P",
     "onnx (default), numpy, array-api, ieee; each may be changed: onnx,nan-order=first; or\n"
     "spec: any one consistent set of choices. See: unique-oracle clauses",
     set_policy},
    {"timeout", "SECONDS", "for one case (default 10), and as much again for every 8192 elements", set_timeout},
    {"memory", "MIB", "for the subject (default 2048)", set_memory},
    {"max-shown", "N", "how many failures are printed (default 20)", set_max_shown},
    {"fail-fast", NULL, "stop after the first case that fails the gate", set_fail_fast},
    {"quiet", NULL, "print only the last line, and no progress", set_quiet},
    {"no-shrink", NULL, "do not look for the smallest case that fails like the first one of a group", set_no_shrink},
    UO_REPORTS(UO_REPORT_ROW){0},
};

uo_error_code uo_gate_option_set(const char *name, uo_gate_options *options, const char *value, uo_error *error) {
  const uo_option *option = uo_gate_option_table;
  while (strcmp(option->name, name) != 0) option++;
  return option->set(options, value, error);
}

const char *uo_report_option(uo_report_kind kind) {
  static const char *const names[UO_REPORT_COUNT] = {
#define UO_REPORT_NAME(NAME, name, help) #name,
      UO_REPORTS(UO_REPORT_NAME)
#undef UO_REPORT_NAME
  };
  return names[kind];
}

uo_report_kind uo_report_on_stdout(const uo_gate_options *options) {
  uo_output_identity identity;
  int kind = 0;
  while (kind < UO_REPORT_COUNT &&
         (options->reports[kind] == NULL || uo_output_check(options->reports[kind], &identity, NULL) != UO_ERROR_NONE ||
          !identity.standard_output))
    kind++;
  return (uo_report_kind)kind;
}

uo_error_code uo_gate_options_complete(uo_gate_options *options, uo_error *error) {
  if (options->level < 0) options->level = options->subject == UO_SUBJECT_ANSWERS ? 0 : 1;
  UO_TRY(uo_gate_outputs_check(options, error));
  UO_REQUIRE(options->reports[UO_REPORT_CLAIM] == NULL || (options->known_failures == NULL && !options->fail_fast),
             error, UO_ERROR_ARGUMENT, "--claim %s: is made of a whole run without --known-failures and --fail-fast",
             options->reports[UO_REPORT_CLAIM]);
  return UO_ERROR_NONE;
}
