#include "gate/claim.h"

#include <string.h>

#include "files/folder.h"
#include "files/json_tree.h"
#include "gate/option.h"
#include "tensor/guard.h"

/* ---- Fields: each message names the file and the field ---------------------------------------------------------- */

typedef struct source { /* an object of the file, and what messages call it: "subject.", or "" */
  const char *path;
  const char *prefix;
  const uo_json *object;
} source;

static uo_error_code member(source from, const char *key, uo_json_kind kind, const uo_json **value, uo_error *error) {
  *value = uo_json_member(from.object, key);
  UO_REQUIRE(*value != NULL, error, UO_ERROR_INPUT, "%s: %s%s: missing; gate --claim writes it", from.path, from.prefix,
             key);
  UO_REQUIRE((*value)->kind == kind, error, UO_ERROR_INPUT, "%s: %s%s: %s, where %s is needed", from.path, from.prefix,
             key, uo_json_kind_name((*value)->kind), uo_json_kind_name(kind));
  return UO_ERROR_NONE;
}

static uo_error_code read_text(source from, const char *key, const char **text, uo_error *error) {
  const uo_json *value;
  UO_TRY(member(from, key, UO_JSON_STRING, &value, error));
  UO_REQUIRE(strlen(value->text) == value->size, error, UO_ERROR_INPUT, "%s: %s%s: holds a NUL", from.path, from.prefix,
             key);
  *text = value->text;
  return UO_ERROR_NONE;
}

/* A count: a number, or its digits as a string. */
static uo_error_code read_count(source from, const char *key, uint64_t most, uint64_t *number, uo_error *error) {
  const uo_json *value = uo_json_member(from.object, key);
  char name[64];
  uo_error reason = {0};
  UO_TRY(member(from, key, value != NULL && value->kind == UO_JSON_STRING ? UO_JSON_STRING : UO_JSON_NUMBER, &value,
                error));
  snprintf(name, sizeof name, "%s%.40s:", from.prefix, key);
  UO_REQUIRE(uo_read_number(name, value->text, 0, most, number, &reason) == UO_ERROR_NONE, error, UO_ERROR_INPUT,
             "%s: %s", from.path, reason.message);
  return UO_ERROR_NONE;
}

static uo_error_code read_dtypes(source from, const char *key, uint32_t *dtypes, uo_error *error) {
  const uo_json *list;
  UO_TRY(member(from, key, UO_JSON_ARRAY, &list, error));
  *dtypes = 0;
  for (const uo_json *name = list->first; name != NULL; name = name->next) {
    int32_t dtype = name->kind == UO_JSON_STRING ? uo_type_from_name(name->text) : 0;
    UO_REQUIRE(dtype != 0, error, UO_ERROR_INPUT, "%s: %s%s: holds what is no name of a type", from.path, from.prefix,
               key);
    *dtypes |= 1u << dtype;
  }
  return UO_ERROR_NONE;
}

static uo_error_code read_manifest(source from, const char **manifest, uo_error *error) {
  UO_TRY(read_text(from, "manifest", manifest, error));
  UO_REQUIRE(strlen(*manifest) == UO_SHA256_TEXT - 1 && strspn(*manifest, "0123456789abcdef") == UO_SHA256_TEXT - 1,
             error, UO_ERROR_INPUT, "%s: %smanifest: not the 64 digits of a SHA-256", from.path, from.prefix);
  return UO_ERROR_NONE;
}

/* ---- The parts -------------------------------------------------------------------------------------------------- */

static uo_error_code read_subject(source file, uo_claim *claim, uo_error *error) {
  source from = {file.path, "subject.", NULL};
  const char *kind;
  UO_TRY(member(file, "subject", UO_JSON_OBJECT, &from.object, error));
  UO_TRY(read_text(from, "name", &claim->subject_name, error));
  UO_TRY(read_text(from, "version", &claim->subject_version, error));
  UO_TRY(read_text(from, "kind", &kind, error));
  for (int k = UO_SUBJECT_BUILTIN; k <= UO_SUBJECT_ANSWERS; k++) {
    claim->subject_kind = (uo_subject_kind)k;
    if (strcmp(kind, uo_claim_kind_name(claim->subject_kind)) == 0) return UO_ERROR_NONE;
  }
  return uo_fail(error, UO_ERROR_INPUT, "%s: subject.kind: \"%s\" is none of builtin, plugin, command, answers",
                 file.path, kind);
}

static uo_error_code read_shard(source from, uo_claim *claim, uo_error *error) {
  const char *shard;
  uo_error reason = {0};
  UO_TRY(read_text(from, "shard", &shard, error));
  UO_REQUIRE(uo_read_shard("cases.shard", shard, &claim->shard, &claim->shards, &reason) == UO_ERROR_NONE, error,
             UO_ERROR_INPUT, "%s: %s", from.path, reason.message);
  return UO_ERROR_NONE;
}

static uo_error_code read_cases(source file, uo_claim *claim, uo_error *error) {
  source from = {file.path, "cases.", NULL};
  uint64_t level;
  UO_TRY(member(file, "cases", UO_JSON_OBJECT, &from.object, error));
  UO_TRY(read_count(from, "level", 2, &level, error));
  claim->level = (int)level;
  UO_TRY(read_count(from, "seed", UINT64_MAX, &claim->seed, error));
  UO_TRY(read_count(from, "count", UO_MOST_CASES, &claim->count, error));
  UO_TRY(read_shard(from, claim, error));
  UO_TRY(read_dtypes(from, "dtypes", &claim->dtypes, error));
  UO_TRY(read_dtypes(from, "require_dtypes", &claim->required, error));
  const uo_json *only = uo_json_member(from.object, "case");
  if (only == NULL || only->kind != UO_JSON_NULL) UO_TRY(read_text(from, "case", &claim->only, error));
  UO_TRY(read_count(from, "vectors", UINT64_MAX, &claim->vectors, error));
  return read_manifest(from, &claim->manifest, error);
}

/* Claims of versions that did not write them have no limits: then those of the gate are taken. */
static uo_error_code read_limits(source file, uo_claim *claim, uo_error *error) {
  source from = {file.path, "limits.", NULL};
  const uo_json *seconds;
  uint64_t mib;
  uo_error reason = {0};
  if (uo_json_member(file.object, "limits") == NULL) return UO_ERROR_NONE;
  UO_TRY(member(file, "limits", UO_JSON_OBJECT, &from.object, error));
  UO_TRY(member(from, "timeout", UO_JSON_NUMBER, &seconds, error));
  UO_REQUIRE(uo_read_seconds("limits.timeout:", seconds->text, &claim->seconds, &reason) == UO_ERROR_NONE, error,
             UO_ERROR_INPUT, "%s: %s", file.path, reason.message);
  UO_TRY(read_count(from, "memory", SIZE_MAX >> 20, &mib, error));
  UO_REQUIRE(mib > 0, error, UO_ERROR_INPUT, "%s: limits.memory: 0 MiB; at least 1 is needed", file.path);
  claim->memory_mib = (size_t)mib;
  return UO_ERROR_NONE;
}

static uo_error_code read_verdicts(source file, uo_claim *claim, uo_error *error) {
  source from = {file.path, "verdicts.", NULL};
  uo_verdict verdict;
  UO_TRY(member(file, "verdicts", UO_JSON_OBJECT, &from.object, error));
  for (const uo_json *count = from.object->first; count != NULL; count = count->next) {
    UO_REQUIRE(uo_verdict_find(count->key, &verdict), error, UO_ERROR_INPUT, "%s: verdicts: \"%s\" is no verdict",
               file.path, count->key);
    UO_TRY(read_count(from, count->key, UINT64_MAX, &claim->verdicts[verdict], error));
  }
  return UO_ERROR_NONE;
}

static uo_error_code read_claim(source file, uo_claim *claim, uo_error *error) {
  uint64_t format;
  const uo_json *conforms;
  bool spec;
  uo_policy policy;
  uo_error reason = {0};
  UO_REQUIRE(file.object->kind == UO_JSON_OBJECT, error, UO_ERROR_INPUT, "%s: no claim: gate --claim writes one",
             file.path);
  UO_TRY(read_count(file, "claim", UINT64_MAX, &format, error));
  UO_REQUIRE(format == 1, error, UO_ERROR_INPUT, "%s: claim: format %llu, of which this program knows 1", file.path,
             (unsigned long long)format);
  UO_TRY(read_text(file, "program", &claim->program, error));
  UO_TRY(read_subject(file, claim, error));
  UO_TRY(read_text(file, "policy", &claim->policy, error));
  UO_REQUIRE(uo_read_policy("policy", claim->policy, &spec, &policy, &reason) == UO_ERROR_NONE, error, UO_ERROR_INPUT,
             "%s: %s", file.path, reason.message);
  UO_TRY(read_cases(file, claim, error));
  UO_TRY(read_limits(file, claim, error));
  UO_TRY(member(file, "conforms", UO_JSON_BOOL, &conforms, error));
  claim->conforms = conforms->truth;
  return read_verdicts(file, claim, error);
}

uo_error_code uo_claim_read(const char *path, uo_claim *claim, uo_error *error) {
  const uint8_t *bytes;
  size_t size;
  source file = {path, "", NULL};
  *claim = (uo_claim){.path = path};
  uo_error_code code = uo_file_read(path, &claim->arena, &bytes, &size, error);
  if (code == UO_ERROR_NONE) code = uo_json_parse((const char *)bytes, size, path, &claim->arena, &file.object, error);
  if (code == UO_ERROR_NONE) code = read_claim(file, claim, error);
  if (code != UO_ERROR_NONE) uo_claim_release(claim);
  return code;
}

const char *uo_claim_gap(const char *version) { return version[0] == '\0' ? "" : " "; }

void uo_claim_release(uo_claim *claim) {
  uo_arena_release(&claim->arena);
  *claim = (uo_claim){0};
}

/* What the command line gives, else what the claim tells, else what the gate has. */
static void apply_limits(const uo_claim *claim, uo_limits *limits) {
  if (limits->seconds <= 0) limits->seconds = claim->seconds;
  if (limits->seconds <= 0) limits->seconds = UO_DEFAULT_SECONDS;
  if (limits->memory_mib == 0) limits->memory_mib = claim->memory_mib;
  if (limits->memory_mib == 0) limits->memory_mib = UO_DEFAULT_MEMORY_MIB;
}

uo_error_code uo_claim_apply(const uo_claim *claim, uo_gate_options *options, uo_error *error) {
  const char *option = uo_subject_option(claim->subject_kind);
  UO_REQUIRE(options->subject == claim->subject_kind, error, UO_ERROR_ARGUMENT, "%s: is about %s%s%s: %s%s",
             claim->path, claim->subject_name, uo_claim_gap(claim->subject_version), claim->subject_version,
             option == NULL ? "name no subject" : "name it with ", option == NULL ? "" : option);
  options->level = claim->level;
  options->seed = claim->seed;
  options->count = claim->count;
  options->shard = claim->shard;
  options->shards = claim->shards;
  options->dtypes = claim->dtypes;
  options->required = claim->required;
  options->only = claim->only;
  apply_limits(claim, &options->limits);
  return uo_read_policy("policy", claim->policy, &options->spec, &options->policy, error);
}
