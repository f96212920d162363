#include <inttypes.h>
#include <string.h>

#include "files/bytes.h"
#include "files/onnx_message.h"
#include "files/onnx_metadata.h"
#include "files/onnx_model.h"
#include "tensor/guard.h"

static bool is(ProtobufCBinaryData bytes, const char *string) {
  return bytes.len == strlen(string) && (bytes.len == 0 || memcmp(bytes.data, string, bytes.len) == 0);
}

/* The operator set of ONNX itself has two names. */
static bool is_onnx_domain(ProtobufCBinaryData domain) { return is(domain, "") || is(domain, "ai.onnx"); }

static const char *excerpt(ProtobufCBinaryData bytes, char text[UO_EXCERPT]) {
  return uo_excerpt((const char *)bytes.data, bytes.len, text);
}

/* ---- Node ---- */

static uo_error_code read_attribute(const UoOnnx__AttributeProto *attribute, const char *where, int64_t *value,
                                    uo_error *error) {
  char name[UO_EXCERPT];
  bool other = attribute->has_f || attribute->has_s || attribute->has_t || attribute->has_g ||
               attribute->n_floats > 0 || attribute->n_ints > 0 || attribute->n_strings > 0;
  UO_REQUIRE(!attribute->has_ref_attr_name, error, UO_ERROR_INPUT,
             "%s: attribute %s refers to a function's attribute; give its value", where,
             excerpt(attribute->name, name));
  UO_REQUIRE(attribute->type == UO_ONNX_INT && !other, error, UO_ERROR_INPUT,
             "%s: attribute %s is not an INT, as it has to be (ERR-04)", where, excerpt(attribute->name, name));
  *value = attribute->i; /* left out by proto3 writers when it is 0 */
  return UO_ERROR_NONE;
}

static uo_error_code read_attributes(const UoOnnx__NodeProto *node, const char *where, uo_attributes *attributes,
                                     uo_error *error) {
  bool has_sorted = false;
  *attributes = (uo_attributes){.sorted = 1}; /* ATT-01, ATT-03 */
  for (size_t k = 0; k < node->n_attribute; k++) {
    const UoOnnx__AttributeProto *attribute = node->attribute[k];
    char name[UO_EXCERPT];
    bool axis = is(attribute->name, "axis");
    UO_REQUIRE(axis || is(attribute->name, "sorted"), error, UO_ERROR_INPUT,
               "%s: unknown attribute '%s'; Unique has axis and sorted (ERR-05)", where,
               excerpt(attribute->name, name));
    UO_REQUIRE(!(axis ? attributes->has_axis : has_sorted), error, UO_ERROR_INPUT,
               "%s: attribute %s is given twice (ERR-05)", where, excerpt(attribute->name, name));
    UO_TRY(read_attribute(attribute, where, axis ? &attributes->axis : &attributes->sorted, error));
    if (axis) {
      attributes->has_axis = 1;
    } else {
      has_sorted = true;
    }
  }
  return UO_ERROR_NONE;
}

static uo_error_code check_node(const UoOnnx__NodeProto *node, const char *where, uo_error *error) {
  char found[UO_EXCERPT];
  UO_REQUIRE(is(node->op_type, "Unique") && is_onnx_domain(node->domain), error, UO_ERROR_INPUT,
             "%s: the node is a %s, not ONNX's Unique", where, excerpt(node->op_type, found));
  UO_REQUIRE(node->n_input == 1 && node->input[0].len > 0, error, UO_ERROR_INPUT,
             "%s: the node has %zu inputs, where one, X, is right (ERR-07)", where, node->n_input);
  UO_REQUIRE(node->n_output >= 1 && node->n_output <= UO_OUTPUT_COUNT, error, UO_ERROR_INPUT,
             "%s: the node has %zu outputs, where 1 to 4 are right (ERR-07, OUT-05)", where, node->n_output);
  UO_REQUIRE(node->output[0].len > 0, error, UO_ERROR_INPUT, "%s: output Y has no name (ERR-07, OUT-06)", where);
  return UO_ERROR_NONE;
}

/* One import of the default domain, of a version that has the Unique which is tested here (ERR-08). */
static uo_error_code check_opset(const UoOnnx__ModelProto *model, const char *where, uo_error *error) {
  int64_t version = 0;
  size_t imports = 0;
  for (size_t k = 0; k < model->n_opset_import; k++) {
    if (!is_onnx_domain(model->opset_import[k]->domain)) continue;
    version = model->opset_import[k]->version;
    imports++;
  }
  UO_REQUIRE(imports <= 1, error, UO_ERROR_INPUT, "%s: opset_import names ONNX's domain %zu times; leave one", where,
             imports);
  UO_REQUIRE(version >= UO_ONNX_OPSET, error, UO_ERROR_INPUT,
             "%s: opset %" PRId64 " of ONNX has no Unique; 11 and later have (ERR-08)", where, version);
  UO_REQUIRE(version <= UO_ONNX_NEWEST_OPSET, error, UO_ERROR_INPUT,
             "%s: opset %" PRId64 " of ONNX is newer than %d, the newest whose Unique is known here; import that one",
             where, version, UO_ONNX_NEWEST_OPSET);
  return UO_ERROR_NONE;
}

/* ---- Graph ---- */

static uo_error_code read_input(const UoOnnx__GraphProto *graph, const char *where, uo_arena *arena,
                                uo_onnx_model *model, uo_error *error) {
  const UoOnnx__NodeProto *node = graph->node[0];
  UO_REQUIRE(graph->n_input == 1 && graph->n_initializer == 0, error, UO_ERROR_INPUT,
             "%s: the graph has %zu inputs and %zu initializers, where one input, X, is right", where, graph->n_input,
             graph->n_initializer);
  UO_REQUIRE(graph->n_sparse_initializer == 0, error, UO_ERROR_INPUT,
             "%s: the graph has a sparse_initializer, where one input, X, is right", where);
  const UoOnnx__ValueInfoProto *input = graph->input[0];
  UO_TRY(uo_onnx_name(input->name, "the graph input's name", where, arena, &model->input, error));
  UO_REQUIRE(is(node->input[0], model->input), error, UO_ERROR_INPUT, "%s: the node's input is not the graph's", where);
  UO_REQUIRE(input->n_type <= 1 && (input->n_type == 0 || input->type[0]->n_tensor_type <= 1), error, UO_ERROR_INPUT,
             "%s: the graph input has two types", where);
  if (input->n_type == 1 && input->type[0]->n_tensor_type == 1)
    model->input_type = input->type[0]->tensor_type[0]->elem_type;
  return UO_ERROR_NONE;
}

/* The place of that name among the node's outputs, or -1. */
static int output_of(const UoOnnx__NodeProto *node, const char *name) {
  for (size_t k = 0; k < node->n_output; k++) {
    if (node->output[k].len > 0 && is(node->output[k], name)) return (int)k;
  }
  return -1;
}

static uo_error_code read_outputs(const UoOnnx__GraphProto *graph, const char *where, uo_arena *arena,
                                  uo_onnx_model *model, uo_error *error) {
  const UoOnnx__NodeProto *node = graph->node[0];
  char found[UO_EXCERPT];
  for (size_t k = 0; k < graph->n_output; k++) {
    const char *name;
    UO_TRY(uo_onnx_name(graph->output[k]->name, "a graph output's name", where, arena, &name, error));
    int output = output_of(node, name);
    UO_REQUIRE(output >= 0, error, UO_ERROR_INPUT, "%s: graph output '%s' is no output of the node", where,
               uo_excerpt(name, strlen(name), found));
    UO_REQUIRE((model->wanted & 1u << output) == 0, error, UO_ERROR_INPUT, "%s: graph output '%s' stands twice", where,
               uo_excerpt(name, strlen(name), found));
    model->wanted |= 1u << output;
    model->names[model->output_count] = name;
    model->outputs[model->output_count++] = (enum uo_output)output;
  }
  /* OUT-03: an empty name, or no name any more, leaves an output out. One with a name that the graph keeps to itself
   * has no file. */
  for (size_t k = 0; k < node->n_output; k++) {
    UO_REQUIRE(node->output[k].len == 0 || (model->wanted & 1u << k) != 0, error, UO_ERROR_INPUT,
               "%s: node output '%s' is no graph output, or another output has the same name (OUT-04)", where,
               excerpt(node->output[k], found));
  }
  return UO_ERROR_NONE;
}

/* ---- Metadata ---- */

static uo_error_code read_metadata(const UoOnnx__ModelProto *proto, const char *where, uo_arena *arena,
                                   uo_onnx_model *model, uo_error *error) {
  const struct {
    const char *key;
    const char **value;
  } known[] = {
#define METADATA_ENTRY(member, key) {key, &model->member},
      UO_ONNX_METADATA(METADATA_ENTRY)
#undef METADATA_ENTRY
  };
  for (size_t i = 0; i < proto->n_metadata_props; i++) {
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
      if (is(proto->metadata_props[i]->key, known[k].key)) {
        UO_TRY(uo_onnx_name(proto->metadata_props[i]->value, known[k].key, where, arena, known[k].value, error));
      }
    }
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_onnx_read_model(const uint8_t *bytes, size_t size, const char *where, uo_arena *arena,
                                 uo_onnx_model *model, uo_error *error) {
  ProtobufCMessage *message;
  uo_onnx_model made = {0};
  UO_TRY(uo_onnx_unpack(&uo_onnx__model_proto__descriptor, "ModelProto", bytes, size, where, arena, &message, error));
  const UoOnnx__ModelProto *proto = (const UoOnnx__ModelProto *)message;
  UO_REQUIRE(proto->n_graph == 1 && proto->graph[0]->n_node == 1, error, UO_ERROR_INPUT,
             "%s: not a model of one graph with one node, which a test of Unique is", where);
  UO_REQUIRE(proto->n_functions == 0, error, UO_ERROR_INPUT,
             "%s: the model has functions, which may give Unique another meaning; leave them out", where);
  const UoOnnx__GraphProto *graph = proto->graph[0];
  UO_TRY(check_node(graph->node[0], where, error));
  UO_TRY(check_opset(proto, where, error));
  UO_TRY(read_attributes(graph->node[0], where, &made.attributes, error));
  UO_TRY(read_input(graph, where, arena, &made, error));
  UO_TRY(read_outputs(graph, where, arena, &made, error));
  UO_TRY(uo_onnx_name(proto->producer_name, "producer_name", where, arena, &made.producer, error));
  UO_TRY(read_metadata(proto, where, arena, &made, error));
  *model = made;
  return UO_ERROR_NONE;
}
