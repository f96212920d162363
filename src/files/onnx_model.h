/* model.onnx: a model of one Unique node, and what this project notes in its metadata. */
#ifndef UO_FILES_ONNX_MODEL_H
#define UO_FILES_ONNX_MODEL_H

#include "files/vector.h"

/* What a model says. Its graph outputs are numbered in the order of the graph, which is that of the output files
 * (TST-02). */
typedef struct uo_onnx_model {
  uo_attributes attributes;
  uint32_t wanted;
  const char *input;  /* the graph input's name */
  int32_t input_type; /* its element type, 0 when the model does not say */
  int output_count;   /* of graph outputs */
  enum uo_output
      outputs[UO_OUTPUT_COUNT];       /* which output of Unique each is: decided by its place in the node (OUT-05) */
  const char *names[UO_OUTPUT_COUNT]; /* their names */
  const char *producer;
  const char *id; /* NULL when no metadata says it; so the next six */
  const char *policy;
  const char *origin;
  const char *rejected;
  const char *expect; /* "none" for a vector without an expected answer */
  const char *comment;
  const char *extra;
  const char *tags;    /* a JSON array's text, or NULL */
  const char *clauses; /* likewise */
} uo_onnx_model;

/*
 * Reads a serialized ModelProto. A model that is not one valid Unique node of opset 11 or later, fed by the graph's one
 * input and giving the graph's outputs, is UO_ERROR_INPUT naming the clause (ERR-04, ERR-05, ERR-07, ERR-08). Values of
 * axis and sorted are taken as they are: whether they are allowed is the case's matter.
 */
UO_MUST_USE uo_error_code uo_onnx_read_model(const uint8_t *bytes, size_t size, const char *where, uo_arena *arena,
                                             uo_onnx_model *model, uo_error *error);

/* A vector's model as a serialized ModelProto (TST-04, TST-08); `name` is the graph's. */
UO_MUST_USE uo_error_code uo_onnx_write_model(const uo_vector *vector, const uo_vector_header *header, const char *name,
                                              uo_arena *arena, const uint8_t **bytes, size_t *size, uo_error *error);

#endif
