#include "support/files_model.h"

files_model files_model_straight(void) {
  return (files_model){.op_type = "Unique",
                       .domain = "",
                       .opset_domain = "",
                       .opset = 11,
                       .nodes = 1,
                       .inputs = 1,
                       .outputs = {"Y", "indices", "inverse_indices", "counts", NULL},
                       .graph_outputs = {"Y", "indices", "inverse_indices", "counts", NULL},
                       .input_type = UO_TYPE_FLOAT};
}

wire files_int_attribute(const char *name, uint64_t value) {
  wire attribute = {.size = 0};
  wire_string(&attribute, 1, name);
  wire_integer(&attribute, 3, value);
  wire_integer(&attribute, 20, 2);
  return attribute;
}

static wire value_info(const char *name, uint64_t element_type) {
  wire tensor = {.size = 0};
  wire type = {.size = 0};
  wire info = {.size = 0};
  wire_integer(&tensor, 1, element_type);
  wire_message(&type, 1, &tensor);
  wire_string(&info, 1, name);
  wire_message(&info, 2, &type);
  return info;
}

void files_model_bytes(const files_model *model, wire *bytes) {
  wire node = {.size = 0};
  wire graph = {.size = 0};
  wire opset = {.size = 0};
  for (int k = 0; k < model->inputs; k++) wire_string(&node, 1, "X");
  for (int k = 0; model->outputs[k] != NULL; k++) wire_string(&node, 2, model->outputs[k]);
  wire_string(&node, 4, model->op_type);
  for (int k = 0; k < model->attribute_count; k++) wire_message(&node, 5, &model->attributes[k]);
  if (model->domain[0] != '\0') wire_string(&node, 7, model->domain);
  for (int k = 0; k < model->nodes; k++) wire_message(&graph, 1, &node);
  wire_string(&graph, 2, "a graph");
  wire input = value_info("X", model->input_type);
  wire_message(&graph, 11, &input);
  for (int k = 0; model->graph_outputs[k] != NULL; k++) {
    wire output = value_info(model->graph_outputs[k], k == 0 ? model->input_type : UO_TYPE_INT64);
    wire_message(&graph, 12, &output);
  }
  for (int k = 0; k < model->sparse_initializers; k++) wire_string(&graph, 15, "");
  wire_string(&opset, 1, model->opset_domain);
  wire_integer(&opset, 2, model->opset);
  bytes->size = 0;
  wire_integer(bytes, 1, 6);
  wire_string(bytes, 2, "backend-test");
  wire_message(bytes, 7, &graph);
  for (int k = 0; k <= model->opset_repeats; k++) wire_message(bytes, 8, &opset);
  for (int k = 0; k < model->functions; k++) wire_string(bytes, 25, "");
}
