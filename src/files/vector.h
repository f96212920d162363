/* A vector: a case with an id, an expected answer, tags, the clauses it touches and a comment. */
#ifndef UO_FILES_VECTOR_H
#define UO_FILES_VECTOR_H

#include "cases/case.h"
#include "tensor/memory.h"

typedef struct uo_vector {
  uo_case question;
  bool has_expected;
  bool unanswered;      /* of an ONNX folder that holds no output file, and does not say why: !has_expected */
  const char *rejected; /* why the case must be rejected; NULL when outputs are expected */
  uo_tensor expected[UO_OUTPUT_COUNT]; /* those of question.wanted, when has_expected and not rejected */
  const char *const *tags;             /* NULL-terminated; never NULL */
  const char *const *clauses;          /* NULL-terminated ids; never NULL */
  const char *comment;                 /* "" when there is none */
  const char *extra;                   /* the unknown keys as one JSON object's text, or NULL; kept by writers */
} uo_vector;

/* What the first line of a vector file says, or what stands in for it. */
typedef struct uo_vector_header {
  const char *policy; /* the policy that the expected answers follow, as written in the header; "onnx" when absent */
  const char *origin; /* "" when absent */
  const char *extra;  /* unknown keys, as in uo_vector */
} uo_vector_header;

/* UO_ERROR_INPUT when an id cannot stand in a report or on a command line: empty, or with control characters. `where`
 * begins the message. */
UO_MUST_USE uo_error_code uo_id_check(const char *id, const char *where, uo_error *error);

/* Expected answer as outputs, pointing into the vector. */
uo_outputs uo_vector_outputs(const uo_vector *vector);

/*
 * Readers of vector files and folders share one shape: open, next until *more is false, close. Every error message
 * starts with the path, then the line and the field: "corpus/a.jsonl:12: X.data[3]: 300 is out of range for uint8 (0 to
 * 255)".
 */
typedef struct uo_vector_source uo_vector_source;

/*
 * Opens a .jsonl file, a folder of .jsonl files (in the order of their names), or a folder of ONNX backend tests (one
 * case folder with model.onnx, or a folder of such), by looking at what it is. An empty folder or file is
 * UO_ERROR_INPUT.
 */
UO_MUST_USE uo_error_code uo_vectors_open(const char *path, uo_vector_source **source, uo_error *error);

/* Reads the next vector into the arena. *more is false at the end. Ids must be unique within one source: a second one
 * is an error. */
UO_MUST_USE uo_error_code uo_vectors_next(uo_vector_source *source, uo_arena *arena, uo_vector *vector, bool *more,
                                          uo_error *error);

/* The header that governs the vector last read (for ONNX folders: policy onnx, the model's producer as origin), and
 * "path:line" of it. */
const uo_vector_header *uo_vectors_header(const uo_vector_source *source);
const char *uo_vectors_place(const uo_vector_source *source);

void uo_vectors_close(uo_vector_source *source);

#endif
