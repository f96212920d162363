/* A claim: what was judged, and what became of it, so that somebody else can judge it again (docs/claims.md). */
#ifndef UO_GATE_CLAIM_H
#define UO_GATE_CLAIM_H

#include "files/sha256.h"
#include "gate/outcome.h"

/* A zeroed claim is empty. Texts live in the arena. */
typedef struct uo_claim {
  uo_arena arena;
  const char *path;
  const char *program; /* the version that made it */
  const char *subject_name;
  const char *subject_version;
  uo_subject_kind subject_kind;
  const char *policy;

  int level;
  uint64_t seed;
  uint64_t count;
  uint64_t shard;
  uint64_t shards;
  uint32_t dtypes;
  uint32_t required;
  const char *only; /* NULL: all cases */
  uint64_t vectors;
  const char *manifest; /* as uo_corpus_manifest */
  double seconds;       /* the limits, as in uo_limits; 0: the claim tells none */
  size_t memory_mib;

  bool conforms;
  uint64_t verdicts[UO_VERDICT_COUNT];
} uo_claim;

/*
 * SHA-256 over all vectors, in the order of their ids: each one's line as `convert` writes it, a tab, the policy of its
 * header, a line feed. So it is the same for the same vectors in whichever files, folders and layout. Sealed corpora
 * only.
 */
UO_MUST_USE uo_error_code uo_corpus_manifest(const uo_corpus *corpus, char text[UO_SHA256_TEXT], uo_error *error);

/* "builtin", "plugin", ...: the kind of a subject, as a claim says it. */
const char *uo_claim_kind_name(uo_subject_kind kind);

/* What stands between a subject's name and its version in a message: nothing where it tells no version. */
const char *uo_claim_gap(const char *version);

/* Reads the file that --claim wrote; what is missing or makes no sense is UO_ERROR_INPUT and names the field. */
UO_MUST_USE uo_error_code uo_claim_read(const char *path, uo_claim *claim, uo_error *error);
void uo_claim_release(uo_claim *claim);

/*
 * Puts the policy and the cases of a claim into `options`, which has the subject and where the vectors are, and the
 * limits of the claim where those of `options` are 0: who verifies on a slower machine may give others. A subject of
 * another kind is UO_ERROR_ARGUMENT.
 */
UO_MUST_USE uo_error_code uo_claim_apply(const uo_claim *claim, uo_gate_options *options, uo_error *error);

/* What verifying a claim found. */
typedef struct uo_claim_check {
  const uo_claim *claim;
  FILE *stream;  /* gets the table */
  bool compared; /* the run came to its end */
  bool holds;
} uo_claim_check;

/*
 * A reporter that compares a run with the claim. Another subject, another version of it, other vectors: UO_ERROR_INPUT
 * before the first case is asked.
 */
UO_MUST_USE uo_error_code uo_claim_check_open(uo_claim_check *check, uo_reporter **reporter, uo_error *error);

#endif
