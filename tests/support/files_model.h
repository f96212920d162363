/* A serialized model of one Unique node, as a foreign writer makes it, to be bent where a test wants. */
#ifndef UO_TESTS_FILES_MODEL_H
#define UO_TESTS_FILES_MODEL_H

#include "support/files_support.h"

/* Zeroed members but the first few mean what ONNX's own models have; see files_model_straight. */
typedef struct files_model {
  const char *op_type;
  const char *domain; /* of the node */
  const char *opset_domain;
  uint64_t opset;
  int nodes;
  int inputs;                   /* of the node */
  const char *outputs[6];       /* of the node, NULL-terminated; "" leaves one out */
  const char *graph_outputs[6]; /* NULL-terminated */
  wire attributes[3];
  int attribute_count;
  uint64_t input_type;
  int opset_repeats; /* how often the import comes again */
  int functions;
  int sparse_initializers;
} files_model;

/* X in, all four outputs out, no attributes, opset 11. */
files_model files_model_straight(void);

/* An attribute of type INT with `i`. */
wire files_int_attribute(const char *name, uint64_t value);

void files_model_bytes(const files_model *model, wire *bytes);

#endif
