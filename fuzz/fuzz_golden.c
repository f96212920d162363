/*
 * The frozen answers of numpy, and what follows from them: an input picks a vector and a few relations; the reference
 * must answer the related question as the golden answer says, derived by counting alone.
 *
 * Input: two bytes that pick the vector, then a byte for each relation (bits 0-2 which, 3-7 its seed), at most three.
 * UNIQUE_ORACLE_VECTORS names other vectors than the bundled ones, or than those in `vectors/` beside the program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/guard_heap.h"
#include "fuzz/relations.h"
#include "fuzz/signature.h"
#include "fuzz/target.h"
#include "gate/judge.h"

enum { MAX_RELATIONS = 3, MAX_ELEMENTS = 256 };

static uo_corpus corpus;
static const uo_corpus_vector **picked; /* those that are small and follow policy onnx */
static size_t picked_count;

static void pick_vectors(void) {
  picked = uo_arena_allocate(&corpus.arena, corpus.count, sizeof *picked);
  for (size_t i = 0; picked != NULL && i < corpus.count; i++) {
    const uo_corpus_vector *vector = &corpus.vectors[i];
    int64_t count = 0;
    if (uo_tensor_validate(&vector->vector.question.x, &count, NULL) != UO_ERROR_NONE) continue;
    if (count > MAX_ELEMENTS || vector->policy != UO_POLICY_ONNX || !vector->vector.has_expected) continue;
    picked[picked_count++] = vector;
  }
}

/* The folder `vectors` beside the program when there is one, for those who move the program; else the bundled one. */
static const char *bundled_vectors(const char *program) {
  static char path[4096];
  const char *end = strrchr(program, '/');
  int length =
      snprintf(path, sizeof path, "%.*s/vectors", end == NULL ? 1 : (int)(end - program), end == NULL ? "." : program);
  struct stat status;
  bool there = length < (int)sizeof path && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
  return there ? path : UO_CORPUS_DIR;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  const char *path = getenv("UNIQUE_ORACLE_VECTORS");
  if (path == NULL) path = bundled_vectors(*argc > 0 ? **argv : "");
  uo_error error = {0};
  uo_error_code code = uo_corpus_add(&corpus, path, &error);
  if (code == UO_ERROR_NONE) code = uo_corpus_seal(&corpus, &error);
  if (code == UO_ERROR_NONE) pick_vectors();
  if (picked_count > 0) return 0;
  fprintf(stderr, "fuzz_golden: no vector to start from: %s\n", error.message);
  exit(2);
}

/* ---- The golden itself ------------------------------------------------------------------------------------------- */

/* The reference's answer to the vector, judged by checker and golden. False when there is nothing to go on from. */
static bool judge_vector(const uo_corpus_vector *vector) {
  const uo_case *question = &vector->vector.question;
  uo_judge judge = uo_judge_for(false, UO_POLICY_ONNX);
  uo_judgement judgement;
  uo_answer answer = {.kind = UO_ANSWER_OUTPUTS, .message = ""};
  uo_error_code code = uo_unique(&question->x, &question->attributes, question->wanted, UO_POLICY_ONNX, uo_guard_heap(),
                                 &answer.outputs, NULL);
  if (code != UO_ERROR_NONE) answer.kind = UO_ANSWER_REJECTED;
  UO_FUZZ_DEMAND(uo_judge_answer(&judge, question, vector, &answer, &judgement, NULL) == UO_ERROR_NONE, "memory", "");
  if (judgement.verdict != UO_VERDICT_PASS) {
    char clauses[512];
    fprintf(stderr, "%s: %s\n", vector->place, judgement.message);
    uo_raise(uo_verdict_name(judgement.verdict), uo_signature_clauses(&judgement.report, clauses, sizeof clauses),
             question, &judgement.report);
  }
  uo_outputs_release(&answer.outputs);
  return code == UO_ERROR_NONE && (question->wanted & UO_WANT_INVERSE_INDICES) != 0;
}

/* ---- What follows from it ---------------------------------------------------------------------------------------- */

static uo_related first_question(const uo_vector *vector) {
  const uo_case *question = &vector->question;
  int32_t axis = 0; /* of Y, along which its items stand */
  if (question->attributes.has_axis)
    axis = (int32_t)(question->attributes.axis + (question->attributes.axis < 0 ? question->x.rank : 0));
  return uo_relate_first(&question->x, &question->attributes, vector->expected[UO_INVERSE_INDICES].data,
                         vector->expected[UO_Y].dims[axis]);
}

static void compare(const uo_related *related, const char *names, const char *place) {
  uo_outputs have;
  uo_case question = {"related", related->x, related->attributes, UO_WANT_ALL};
  uo_error_code code =
      uo_unique(&related->x, &related->attributes, UO_WANT_ALL, UO_POLICY_ONNX, uo_guard_heap(), &have, NULL);
  if (code != UO_ERROR_NONE) {
    uo_raise("rejects-valid", names, &question, NULL);
    return;
  }
  int output = -1;
  UO_FUZZ_DEMAND(uo_related_compare(related, &have, uo_guard_heap(), &output, NULL) == UO_ERROR_NONE, "memory", "");
  if (output >= 0) {
    char text[128];
    snprintf(text, sizeof text, "%s %s", names, uo_output_name(output));
    fprintf(stderr, "derived from %s\n", place);
    uo_raise("metamorphic", text, &question, NULL);
  }
  uo_outputs_release(&have);
}

static void relate(const uo_corpus_vector *vector, const uint8_t *choices, size_t count) {
  uo_related chain[1 + MAX_RELATIONS];
  char names[96] = "";
  size_t links = 1;
  chain[0] = first_question(&vector->vector);
  for (size_t i = 0; i < count; i++) {
    uo_relation relation = (uo_relation)(choices[i] % 8 % UO_RELATION_COUNT);
    bool made;
    uo_error_code code =
        uo_relate(&chain[links - 1], relation, choices[i] / 8, uo_guard_heap(), &chain[links], &made, NULL);
    UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "memory", "");
    if (!made) continue;
    size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%s%s", used == 0 ? "" : "+", uo_relation_name(relation));
    links++;
  }
  if (links > 1) compare(&chain[links - 1], names, vector->place);
  while (--links > 0) uo_related_release(&chain[links]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  const uo_corpus_vector *vector = picked[(data[0] | (size_t)data[1] << 8) % picked_count];
  if (judge_vector(vector)) relate(vector, data + 2, size - 2 < MAX_RELATIONS ? size - 2 : MAX_RELATIONS);
  UO_FUZZ_DEMAND(uo_guard_heap_end() == 0, "leaks", "");
  return 0;
}
