/* --claim: what was judged and what became of it, written when the run is over and not before. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "files/json_text.h"
#include "gate/claim.h"
#include "gate/json.h"
#include "gate/output_file.h"
#include "tensor/guard.h"

uo_error_code uo_corpus_manifest(const uo_corpus *corpus, char text[UO_SHA256_TEXT], uo_error *error) {
  uo_sha256 hash;
  uo_arena arena = {0};
  uo_error_code code = UO_ERROR_NONE;
  uo_sha256_begin(&hash);
  for (size_t i = 0; code == UO_ERROR_NONE && i < corpus->count; i++) {
    const uo_corpus_vector *vector = corpus->by_id[i];
    const char *line;
    size_t size;
    uo_arena_reset(&arena);
    code = uo_json_vector(&vector->vector, &arena, &line, &size, error);
    if (code != UO_ERROR_NONE) break;
    uo_sha256_add(&hash, line, size);
    uo_sha256_add(&hash, "\t", 1);
    uo_sha256_add(&hash, vector->header.policy, strlen(vector->header.policy));
    uo_sha256_add(&hash, "\n", 1);
  }
  uo_arena_release(&arena);
  uo_sha256_end(&hash, text);
  return code;
}

const char *uo_claim_kind_name(uo_subject_kind kind) {
  const char *option = uo_subject_option(kind);
  return option == NULL ? "builtin" : option + 2; /* behind its dashes */
}

static void write_dtypes(const char *name, uint32_t dtypes, FILE *stream) {
  const char *separator = "";
  fprintf(stream, "    \"%s\": [", name);
  for (int32_t dtype = 1; dtype < 32; dtype++) {
    if ((dtypes & UINT32_C(1) << dtype) == 0) continue;
    fprintf(stream, "%s\"%s\"", separator, uo_type_name(dtype));
    separator = ", ";
  }
  fputs("],\n", stream);
}

static void write_cases(const uo_run *run, const char *manifest, FILE *stream) {
  const uo_gate_options *options = run->options;
  fprintf(stream,
          "  \"cases\": {\n    \"level\": %d,\n    \"seed\": \"%" PRIu64 "\",\n    \"count\": \"%" PRIu64 "\",\n",
          options->level, options->seed, options->count);
  fprintf(stream, "    \"shard\": \"%" PRIu64 "/%" PRIu64 "\",\n", options->shard, options->shards);
  write_dtypes("dtypes", options->dtypes, stream);
  write_dtypes("require_dtypes", options->required, stream);
  fputs("    ", stream);
  uo_json_write_member("case", options->only, stream);
  fprintf(stream, ",\n    \"vectors\": %zu,\n    \"manifest\": \"%s\"\n  },\n", run->plan->corpus->count, manifest);
}

static void write_verdicts(const uo_tally *tally, FILE *stream) {
  const char *separator = "";
  fputs("  \"verdicts\": {", stream);
  for (int verdict = 0; verdict < UO_VERDICT_COUNT; verdict++) {
    if (tally->verdicts[verdict] == 0) continue;
    fprintf(stream, "%s\n    ", separator);
    uo_json_write_count(uo_verdict_name((uo_verdict)verdict), tally->verdicts[verdict], stream);
    separator = ",";
  }
  fputs("\n  }\n}\n", stream);
}

static void write_claim(const uo_run *run, const char *manifest, FILE *stream) {
  char policy[256];
  fputs("{\n  \"claim\": 1,\n  ", stream);
  uo_json_write_member("program", run->options->version, stream);
  fputs(",\n  \"subject\": {", stream);
  uo_json_write_member("name", run->subject->name, stream);
  fputs(", ", stream);
  uo_json_write_member("version", run->subject->version, stream);
  fputs(", ", stream);
  uo_json_write_member("kind", uo_claim_kind_name(run->options->subject), stream);
  fputs("},\n  ", stream);
  uo_json_write_member("policy", uo_run_policy(run, policy, sizeof policy), stream);
  fputs(",\n", stream);
  write_cases(run, manifest, stream);
  fprintf(stream, "  \"limits\": {\"timeout\": %.15g, \"memory\": %zu},\n", run->options->limits.seconds,
          run->options->limits.memory_mib);
  fprintf(stream, "  \"conforms\": %s,\n", uo_run_conforms(run) ? "true" : "false");
  write_verdicts(&run->tally, stream);
}

static const char option[] = "--claim";

typedef struct claim_report {
  uo_reporter base;
  uo_output_place place;
} claim_report;

static uo_error_code write_file(const uo_output_place *place, const uo_run *run, uo_error *error) {
  char manifest[UO_SHA256_TEXT];
  uo_output_file file;
  uo_error reason = {0};
  UO_TRY(uo_corpus_manifest(run->plan->corpus, manifest, error));
  uo_error_code code = uo_output_open(place, &file, &reason);
  if (code == UO_ERROR_NONE) {
    write_claim(run, manifest, file.stream);
    code = uo_output_commit(&file, &reason);
  }
  return uo_output_of(option, code, &reason, error);
}

/* A run that broke off or was interrupted claims nothing. */
static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  char incomplete[512];
  if (event->kind != UO_EVENT_END) return UO_ERROR_NONE;
  if (uo_run_incomplete(event->run, incomplete, sizeof incomplete)[0] != '\0') return UO_ERROR_NONE;
  return write_file(&((claim_report *)reporter)->place, event->run, error);
}

static void close_claim(uo_reporter *reporter) {
  uo_output_place_close(&((claim_report *)reporter)->place);
  free(reporter);
}

uo_error_code uo_report_claim_open(const char *path, uo_reporter **reporter, uo_error *error) {
  claim_report *report = calloc(1, sizeof *report);
  UO_REQUIRE_MEMORY(report, error);
  report->base = (uo_reporter){hear, close_claim};
  uo_error reason = {0};
  uo_error_code code = uo_output_place_open(path, &report->place, &reason);
  if (code == UO_ERROR_NONE) {
    *reporter = &report->base;
  } else {
    free(report);
  }
  return uo_output_of(option, code, &reason, error);
}
