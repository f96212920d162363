/* The vectors of a run, read and checked as a whole before the first one is judged. */
#ifndef UO_GATE_CORPUS_H
#define UO_GATE_CORPUS_H

#include "files/vector.h"

typedef struct uo_corpus_vector {
  uo_vector vector;
  uo_vector_header header; /* of its file */
  uo_policy policy;        /* which the expected answer follows: header.policy */
  const char *source;      /* the path that the corpus was told to read */
  const char *place;       /* "path:line" */
} uo_corpus_vector;

/* A zeroed corpus is empty. It owns everything that its vectors point to. */
typedef struct uo_corpus {
  uo_arena arena;
  uo_corpus_vector *vectors; /* in the order of the files */
  size_t count;
  size_t room;
  const uo_corpus_vector **by_id; /* sorted, made by uo_corpus_seal */
} uo_corpus;

/*
 * Adds every vector of a file or folder. UO_ERROR_INPUT also when a header names an unknown policy, and when a vector
 * expects outputs of a case that must be rejected (ERR-01 to ERR-03).
 */
UO_MUST_USE uo_error_code uo_corpus_add(uo_corpus *corpus, const char *path, uo_error *error);

/*
 * As uo_corpus_add, but also takes a file of bare cases or vectors without a header: what generate writes, or one line
 * cut out of a vector file.
 */
UO_MUST_USE uo_error_code uo_corpus_add_cases(uo_corpus *corpus, const char *path, uo_error *error);

/* Ends adding: an id that stands twice, in whatever files, is UO_ERROR_INPUT. uo_corpus_find works from here on. */
UO_MUST_USE uo_error_code uo_corpus_seal(uo_corpus *corpus, uo_error *error);

/* The vector of that id, or NULL. */
const uo_corpus_vector *uo_corpus_find(const uo_corpus *corpus, const char *id);

/*
 * How many vectors of ONNX folders came without output files though their case is allowed, where no metadata says why:
 * the files may be lost.
 */
size_t uo_corpus_unanswered(const uo_corpus *corpus);

void uo_corpus_release(uo_corpus *corpus);

#endif
